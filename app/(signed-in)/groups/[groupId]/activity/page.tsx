import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { groupActivityView } from "@/lib/views/activity";
import { ActivityScreen } from "@/components/activity/activity-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { Bdi } from "@/components/ui/bdi";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string };

const load = cache(groupActivityView);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId } }) => `Activity · ${(await load(viewer, groupId)).title}`,
  "Activity",
  { guests: true },
);

export default withSkeleton<Ids>(
  ({ params: { groupId } }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  async ({ viewer, params: { groupId } }) => {
    const { title, ...list } = await load(viewer, groupId);
    return (
      <ActivityScreen
        {...list}
        source={{ name: "GET /api/groups/{groupId}/activity", params: { groupId } }}
        of={<Bdi>{title}</Bdi>}
        backTo={groupPath(groupId)}
      />
    );
  },
  { guests: true, Gone: GroupGone },
);
