import type { Metadata } from "next";
import { orNotFound, requirePageUser } from "@/lib/page";
import { eventScreen } from "@/lib/views";
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
  const user = await requirePageUser();
  const { groupId, eventId } = await params;
  const { group, event, settlements, moreSettled, expenses, nextCursor } = await orNotFound(
    eventScreen(user, groupId, eventId),
  );
  return (
    <EventView
      group={group}
      event={event}
      settlements={settlements}
      moreSettled={moreSettled}
      expenses={{ rows: expenses, nextCursor }}
    />
  );
}
