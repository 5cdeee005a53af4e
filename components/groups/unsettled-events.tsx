import type { ReactNode } from "react";
import { balanceToCents } from "@/lib/core/money/money";
import { pluralize } from "@/lib/core/text/pluralize";
import type { UnsettledEvent } from "@/lib/contract/events";
import { eventPath } from "@/components/navigation/paths";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { List, ListRow } from "@/components/ui/list";

/** The number of events listed per member; the page contains the lists of all members. */
const LISTED = 3;

/**
 * Renders what prevents people from leaving a group: links to the events with their open payments, by user id. It runs
 * on the server, so it adds no JavaScript to the form.
 */
export function unsettledByPerson(
  groupId: string,
  viewerId: string,
  events: readonly UnsettledEvent[],
): Record<string, ReactNode> {
  const people = new Set(events.flatMap(({ nets }) => Object.keys(nets)));
  return Object.fromEntries(
    [...people].map((id) => {
      const theirs = events.filter(({ nets }) => id in nets);
      return [id, <UnsettledEvents key={id} {...{ groupId, person: id, mine: id === viewerId, theirs }} />];
    }),
  );
}

type UnsettledEventsProps = {
  groupId: string;
  person: string;
  mine: boolean;
  theirs: readonly UnsettledEvent[];
};

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
