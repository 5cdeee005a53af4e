import { loadInvitePage } from "@/lib/views/links";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { InviteScreen } from "@/components/links/invite-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { titledPage } from "@/app/(signed-in)/titled-page";

const page = titledPage({
  load: (viewer, { groupId }: { groupId: string }) => loadInvitePage(viewer, groupId),
  title: "Invite with a link",
  of: ({ group }) => group.title,
  skeleton: ({ groupId }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  show: (screen, { viewer }) => <InviteScreen viewerId={viewer.id} {...screen} />,
  Gone: GroupGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
