import { loadGroupImportPage } from "@/lib/views/imports";
import { GroupImportScreen } from "@/components/imports/group-import-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { titledPage } from "@/app/(signed-in)/titled-page";

const page = titledPage({
  load: (viewer, { groupId }: { groupId: string }) => loadGroupImportPage(viewer, groupId),
  title: "Import",
  of: ({ group }) => group.title,
  skeleton: ({ groupId }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  show: (screen, { viewer }) => <GroupImportScreen {...screen} viewerId={viewer.id} />,
  Gone: GroupGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
