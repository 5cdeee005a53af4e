import { loadGroupImportPage } from "@/lib/views/imports";
import { GroupImportScreen } from "@/components/imports/group-import-screen";
import { groupListPage } from "../group-list-page";

const page = groupListPage({
  load: (viewer, { groupId }) => loadGroupImportPage(viewer, groupId),
  title: "Import",
  of: ({ group }) => group.title,
  show: (screen, { viewer }) => <GroupImportScreen {...screen} viewerId={viewer.id} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
