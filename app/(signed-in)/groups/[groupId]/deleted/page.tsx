import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { deletedView } from "@/lib/views/groups/deleted";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { DeletedScreen } from "@/components/groups/deleted-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string };

const load = cache(deletedView);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId } }) => `Recently deleted · ${(await load(viewer, groupId)).title}`,
  "Recently deleted",
);

export default withSkeleton<Ids>(
  ({ params: { groupId } }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  async ({ viewer, params: { groupId } }) => {
    const { title, rows } = await load(viewer, groupId);
    return <DeletedScreen viewerId={viewer.id} group={{ _id: groupId, title }} items={rows} />;
  },
  { Gone: GroupGone },
);
