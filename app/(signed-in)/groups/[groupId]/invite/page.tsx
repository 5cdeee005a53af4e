import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { loadInvitePage } from "@/lib/answers/links";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { InviteScreen } from "@/components/groups/invite-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { groupId: string } };

const load = cache(loadInvitePage);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId } }: Props) =>
    `Invite with a link · ${(await load(viewer, groupId)).group.title}`,
  "Invite with a link",
);

export default withSkeleton(InviteContent, ({ params: { groupId } }) => (
  <ListPageSkeleton backTo={groupPath(groupId)} />
));

async function InviteContent({ params: { groupId } }: Props) {
  const viewer = await requirePageUser();
  const screen = await goneOnMissing(load(viewer, groupId));
  if (!screen) return <GroupGone />;
  return <InviteScreen viewerId={viewer.id} {...screen} />;
}
