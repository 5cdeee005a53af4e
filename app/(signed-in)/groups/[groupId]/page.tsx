import { redirect } from "next/navigation";
import { cache } from "react";
import { eventPath } from "@/components/navigation/paths";
import { goneOnMissing, requirePageUser, pageMetadata, WITH_GUESTS } from "@/lib/server/guarded-page";
import { loadGroupPage } from "@/lib/answers/groups";
import { GroupGone } from "@/components/navigation/gone";
import { GroupScreen } from "@/components/groups/group-screen";
import { GroupSkeleton } from "@/components/groups/group-skeletons";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { groupId: string } };

const load = cache(loadGroupPage);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId } }: Props) => (await load(viewer, groupId)).group.title,
  "Group",
  WITH_GUESTS,
);

export default withSkeleton(GroupContent, () => <GroupSkeleton />);

async function GroupContent({ params: { groupId } }: Props) {
  const viewer = await requirePageUser(WITH_GUESTS);
  const screen = await goneOnMissing(load(viewer, groupId));
  if (!screen) return <GroupGone />;
  // What two friends share has one event.
  if (screen.group.pair) redirect(eventPath(screen.group._id, screen.events[0]!._id));
  return <GroupScreen {...screen} />;
}
