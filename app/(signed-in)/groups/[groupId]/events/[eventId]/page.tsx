import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata, WITH_GUESTS } from "@/lib/server/guarded-page";
import { loadEventPage } from "@/lib/answers/events";
import { EventGone } from "@/components/navigation/gone";
import { EventScreen } from "@/components/events/event-screen";
import { EventSkeleton } from "@/components/events/event-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { groupId: string; eventId: string } };

const load = cache(loadEventPage);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId, eventId } }: Props) =>
    (await load(viewer, groupId, eventId)).event.title,
  "Event",
  WITH_GUESTS,
);

export default withSkeleton(EventContent, () => <EventSkeleton />);

async function EventContent({ params: { groupId, eventId } }: Props) {
  const viewer = await requirePageUser(WITH_GUESTS);
  const screen = await goneOnMissing(load(viewer, groupId, eventId));
  if (!screen) return <EventGone groupId={groupId} />;
  return <EventScreen viewerId={viewer.id} {...screen} />;
}
