import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadSeriesPage } from "@/lib/views/series";
import { SeriesScreen } from "@/components/series/series-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string };

const load = cache(loadSeriesPage);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId } }) => `Repeating · ${(await load(viewer, groupId)).title}`,
  "Repeating",
  { guests: true },
);

export default withSkeleton<Ids>(
  ({ params: { groupId } }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  async ({ viewer, params: { groupId } }) => {
    const { title, rows } = await load(viewer, groupId);
    return <SeriesScreen group={{ _id: groupId, title }} series={rows} />;
  },
  { guests: true, Gone: GroupGone },
);
