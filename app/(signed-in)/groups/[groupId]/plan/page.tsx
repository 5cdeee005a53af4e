import { loadGroupPlanPage } from "@/lib/views/plans";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupPlanScreen } from "@/components/plans/group-plan-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { titledPage } from "@/app/(signed-in)/titled-page";

const page = titledPage({
  load: (viewer, { groupId }: { groupId: string }) => loadGroupPlanPage(viewer, groupId),
  title: "Settle the group",
  of: ({ group }) => group.title,
  skeleton: ({ groupId }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  show: (screen, { viewer }) => <GroupPlanScreen viewerId={viewer.id} {...screen} />,
  Gone: GroupGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
