import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadEventPage } from "@/lib/views/events";
import { EventGone } from "@/components/navigation/gone";
import { EventScreen } from "@/components/events/event-screen";
import { EventSkeleton } from "@/components/events/event-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string; eventId: string };

const load = cache(loadEventPage);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId, eventId } }) => (await load(viewer, groupId, eventId)).event.title,
  "Event",
  { guests: true },
);

export default withSkeleton<Ids>(
  () => <EventSkeleton />,
  async ({ viewer, params: { groupId, eventId } }) => (
    <EventScreen viewerId={viewer.id} {...await load(viewer, groupId, eventId)} />
  ),
  { guests: true, Gone: EventGone },
);
