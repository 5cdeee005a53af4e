import { loadInvitePage } from "@/lib/views/links";
import { InviteScreen } from "@/components/links/invite-screen";
import { groupListPage } from "../group-list-page";

const page = groupListPage({
  load: (viewer, { groupId }) => loadInvitePage(viewer, groupId),
  title: "Invite with a link",
  of: ({ group }) => group.title,
  show: (screen, { viewer }) => <InviteScreen viewerId={viewer.id} {...screen} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
