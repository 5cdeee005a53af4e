import { deletedView } from "@/lib/views/groups/deleted";
import { DeletedScreen } from "@/components/groups/deleted-screen";
import { groupListPage } from "../group-list-page";

const page = groupListPage({
  load: (viewer, { groupId }) => deletedView(viewer, groupId),
  title: "Recently deleted",
  of: (group) => group.title,
  show: ({ title, rows }, { viewer, params: { groupId } }) => (
    <DeletedScreen viewerId={viewer.id} group={{ _id: groupId, title }} items={rows} />
  ),
});

export const generateMetadata = page.metadata;
export default page.Page;
