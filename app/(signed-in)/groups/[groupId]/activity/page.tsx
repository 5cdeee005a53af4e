import { groupActivityView } from "@/lib/views/activity";
import { ActivityScreen } from "@/components/activity/activity-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { Bdi } from "@/components/ui/bdi";
import { titledPage } from "@/app/(signed-in)/titled-page";

const page = titledPage({
  load: (viewer, { groupId }: { groupId: string }) => groupActivityView(viewer, groupId),
  title: "Activity",
  of: (group) => group.title,
  skeleton: ({ groupId }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  show: ({ title, ...list }, { params: { groupId } }) => (
    <ActivityScreen
      {...list}
      source={{ name: "GET /api/groups/{groupId}/activity", params: { groupId } }}
      of={<Bdi>{title}</Bdi>}
      backTo={groupPath(groupId)}
    />
  ),
  guests: true,
  Gone: GroupGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
