import { loadGroupPlanPage } from "@/lib/views/plans";
import { GroupPlanScreen } from "@/components/plans/group-plan-screen";
import { groupListPage } from "../group-list-page";

const page = groupListPage({
  load: (viewer, { groupId }) => loadGroupPlanPage(viewer, groupId),
  title: "Settle the group",
  of: ({ group }) => group.title,
  show: (screen, { viewer }) => <GroupPlanScreen viewerId={viewer.id} {...screen} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
