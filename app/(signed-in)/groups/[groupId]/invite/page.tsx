import type { Metadata } from "next";
import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { loadInvitePage } from "@/lib/answers/links";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { InviteScreen } from "@/components/groups/invite-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/while-loading";

type Props = { params: Promise<{ groupId: string }> };

const load = cache(loadInvitePage);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { groupId } = await params;
  return pageMetadata(
    async (viewer) => `Invite with a link · ${(await load(viewer, groupId)).group.title}`,
    "Invite with a link",
  );
}

export default withSkeleton(InviteContent, async ({ params }) => (
  <ListPageSkeleton backTo={groupPath((await params).groupId)} />
));

async function InviteContent({ params }: Props) {
  const viewer = await requirePageUser();
  const screen = await goneOnMissing(load(viewer, (await params).groupId));
  if (!screen) return <GroupGone />;
  return <InviteScreen viewerId={viewer.id} {...screen} />;
}
