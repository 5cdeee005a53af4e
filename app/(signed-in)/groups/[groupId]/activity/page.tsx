import { groupActivityView } from "@/lib/views/activity";
import { ActivityScreen } from "@/components/activity/activity-screen";
import { groupPath } from "@/lib/paths";
import { Bdi } from "@/components/ui/bdi";
import { groupListPage } from "../group-list-page";

const page = groupListPage({
  load: (viewer, { groupId }) => groupActivityView(viewer, groupId),
  title: "Activity",
  of: (group) => group.title,
  show: ({ title, ...list }, { params: { groupId } }) => (
    <ActivityScreen
      {...list}
      source={{ name: "GET /api/groups/{groupId}/activity", params: { groupId } }}
      of={<Bdi>{title}</Bdi>}
      backTo={groupPath(groupId)}
    />
  ),
  guests: true,
});

export const generateMetadata = page.metadata;
export default page.Page;
