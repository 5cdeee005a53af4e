import { redirect } from "next/navigation";
import { eventPath } from "@/lib/paths";
import { loadGroupPage } from "@/lib/views/groups";
import { GroupGone } from "@/components/navigation/gone";
import { GroupScreen } from "@/components/groups/group-screen";
import { GroupSkeleton } from "@/components/groups/group-skeletons";
import { titledPage } from "@/app/(signed-in)/titled-page";

const page = titledPage({
  load: (viewer, { groupId }: { groupId: string }) => loadGroupPage(viewer, groupId),
  title: "Group",
  name: ({ group }) => group.title,
  skeleton: () => <GroupSkeleton />,
  show: (screen) => {
    // A one-to-one group has one event.
    if (screen.group.pair) redirect(eventPath(screen.group._id, screen.events[0]!._id));
    return <GroupScreen {...screen} />;
  },
  guests: true,
  Gone: GroupGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
