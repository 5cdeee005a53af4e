import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadGroupImportPage } from "@/lib/views/imports";
import { GroupImportScreen } from "@/components/imports/group-import-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string };

const load = cache(loadGroupImportPage);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId } }) => `Import · ${(await load(viewer, groupId)).group.title}`,
  "Import",
);

export default withSkeleton<Ids>(
  ({ params: { groupId } }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  async ({ viewer, params: { groupId } }) => (
    <GroupImportScreen {...await load(viewer, groupId)} viewerId={viewer.id} />
  ),
  { Gone: GroupGone },
);
