import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadInvitePage } from "@/lib/views/links";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { InviteScreen } from "@/components/links/invite-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string };

const load = cache(loadInvitePage);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId } }) =>
    `Invite with a link · ${(await load(viewer, groupId)).group.title}`,
  "Invite with a link",
);

export default withSkeleton<Ids>(
  ({ params: { groupId } }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  async ({ viewer, params: { groupId } }) => (
    <InviteScreen viewerId={viewer.id} {...await load(viewer, groupId)} />
  ),
  { Gone: GroupGone },
);
