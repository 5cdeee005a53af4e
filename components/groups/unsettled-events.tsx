import type { ReactNode } from "react";
import { balanceToCents } from "@/lib/core/money/money";
import { pluralize } from "@/lib/core/text/pluralize";
import type { UnsettledEvent } from "@/lib/contract/events";
import { eventPath } from "@/lib/paths";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { List, ListRow } from "@/components/ui/list";

/** The number of events listed. */
const LISTED = 3;

type Leaving = { groupId: string; person: string; mine: boolean };

/** What prevents a person from leaving a group: links to the events with their open payments; null: nothing. */
export function unsettledOf(leaving: Leaving, events: readonly UnsettledEvent[]): ReactNode {
  const theirs = events.filter(({ nets }) => leaving.person in nets);
  return theirs.length > 0 ? <UnsettledEvents {...leaving} theirs={theirs} /> : null;
}

type UnsettledEventsProps = Leaving & { theirs: readonly UnsettledEvent[] };

function UnsettledEvents({ groupId, person, mine, theirs }: UnsettledEventsProps) {
  const more = theirs.length - LISTED;
  return (
    <>
      <p>{`Settle them first, then ${mine ? "you can leave" : "you can remove this person"}.`}</p>
      <List aria-label="Unsettled payments" className="mt-4 text-ink">
        {theirs.slice(0, LISTED).map(({ _id, title, nets }) => (
          <ListRow
            key={_id}
            href={eventPath(groupId, _id)}
            title={<Bdi>{title}</Bdi>}
            detail={<Balance cents={balanceToCents(nets[person] ?? 0)} mine={mine} />}
          />
        ))}
      </List>
      {more > 0 ? <p className="mt-2">{`and ${pluralize(more, "more event")}`}</p> : null}
    </>
  );
}

/** @param cents negative if the person owes */
function Balance({ cents, mine }: { cents: number; mine: boolean }) {
  if (cents === 0) return "even";
  const words = cents < 0 ? ["owes", "you owe"] : ["is owed", "you're owed"];
  const tone = !mine ? "neutral" : cents < 0 ? "owe" : "owed";
  return <Amount cents={Math.abs(cents)} tone={tone} words={words[mine ? 1 : 0]} />;
}
