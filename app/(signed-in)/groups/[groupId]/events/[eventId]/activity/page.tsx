import { eventActivityView } from "@/lib/views/activity";
import { ActivityScreen } from "@/components/activity/activity-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { EventGone } from "@/components/navigation/gone";
import { eventPath } from "@/lib/paths";
import { Bdi } from "@/components/ui/bdi";
import { titledPage } from "@/app/(signed-in)/titled-page";

type Ids = { groupId: string; eventId: string };

const page = titledPage({
  load: (viewer, { groupId, eventId }: Ids) => eventActivityView(viewer, eventId, groupId),
  title: "Activity",
  of: (event) => event.title,
  skeleton: ({ groupId, eventId }) => <ListPageSkeleton backTo={eventPath(groupId, eventId)} />,
  show: ({ title, ...list }, { params: { groupId, eventId } }) => (
    <ActivityScreen
      {...list}
      source={{ name: "GET /api/events/{eventId}/activity", params: { eventId } }}
      of={<Bdi>{title}</Bdi>}
      backTo={eventPath(groupId, eventId)}
    />
  ),
  guests: true,
  Gone: EventGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
