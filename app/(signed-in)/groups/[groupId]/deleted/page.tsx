import { deletedView } from "@/lib/views/groups/deleted";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { DeletedScreen } from "@/components/groups/deleted-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { titledPage } from "@/app/(signed-in)/titled-page";

const page = titledPage({
  load: (viewer, { groupId }: { groupId: string }) => deletedView(viewer, groupId),
  title: "Recently deleted",
  of: (group) => group.title,
  skeleton: ({ groupId }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  show: ({ title, rows }, { viewer, params: { groupId } }) => (
    <DeletedScreen viewerId={viewer.id} group={{ _id: groupId, title }} items={rows} />
  ),
  Gone: GroupGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
