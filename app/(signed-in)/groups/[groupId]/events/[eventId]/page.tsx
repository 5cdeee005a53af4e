import type { Metadata } from "next";
import { orGone, requirePageUser } from "@/lib/page";
import { eventScreen } from "@/lib/views";
import { EventGone } from "@/components/navigation/gone";
import { EventView } from "@/components/events/event-view";
import { EventSkeleton } from "@/components/events/event-skeleton";
import { WhileLoading } from "@/app/(signed-in)/while-loading";

export const metadata: Metadata = { title: "Event" };

type Props = { params: Promise<{ groupId: string; eventId: string }> };

export default function EventPage({ params }: Props) {
  return (
    <WhileLoading fallback={<EventSkeleton />}>
      <EventScreen params={params} />
    </WhileLoading>
  );
}

async function EventScreen({ params }: Props) {
  const { groupId, eventId } = await params;
  const screen = await orGone(eventScreen(await requirePageUser(), groupId, eventId));
  return screen ? <EventView {...screen} /> : <EventGone groupId={groupId} />;
}
