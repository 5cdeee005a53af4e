import { loadEventPage } from "@/lib/views/events";
import { EventGone } from "@/components/navigation/gone";
import { EventScreen } from "@/components/events/event-screen";
import { EventSkeleton } from "@/components/events/event-skeleton";
import { titledPage } from "@/app/(signed-in)/titled-page";

type Ids = { groupId: string; eventId: string };

const page = titledPage({
  load: (viewer, { groupId, eventId }: Ids) => loadEventPage(viewer, groupId, eventId),
  title: "Event",
  name: ({ event }) => event.title,
  skeleton: () => <EventSkeleton />,
  show: (screen, { viewer }) => <EventScreen viewerId={viewer.id} {...screen} />,
  guests: true,
  Gone: EventGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
