import { redirect } from "next/navigation";
import { cache } from "react";
import { eventPath } from "@/lib/paths";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadGroupPage } from "@/lib/views/groups";
import { GroupGone } from "@/components/navigation/gone";
import { GroupScreen } from "@/components/groups/group-screen";
import { GroupSkeleton } from "@/components/groups/group-skeletons";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string };

const load = cache(loadGroupPage);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId } }) => (await load(viewer, groupId)).group.title,
  "Group",
  { guests: true },
);

export default withSkeleton<Ids>(
  () => <GroupSkeleton />,
  async ({ viewer, params: { groupId } }) => {
    const screen = await load(viewer, groupId);
    // A one-to-one group has one event.
    if (screen.group.pair) redirect(eventPath(screen.group._id, screen.events[0]!._id));
    return <GroupScreen {...screen} />;
  },
  { guests: true, Gone: GroupGone },
);
