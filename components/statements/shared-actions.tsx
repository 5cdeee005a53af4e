import type { Statement } from "@/lib/contract/statements";
import { isolate } from "@/lib/core/text/isolate";
import { eventPath } from "@/lib/paths";
import { settlePath } from "@/lib/link-paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Sentence } from "@/components/ui/bdi";
import { shortNames } from "@/components/people/short-names";

/** How many people have a button of their own. */
const NAMED = 6;

export type SettleAsProps = {
  token: string;
  statement: Statement;
  /** The event, for a member of its group. */
  place: { groupId: string; eventId: string } | null;
};

/** Where the people of a shared statement settle: a member in the event, anyone else after saying who they are. */
export function SettleAs({ token, statement: { people, left }, place }: SettleAsProps) {
  if (place) {
    return (
      <ButtonLink className="self-start print:hidden" href={eventPath(place.groupId, place.eventId)}>
        Settle in the event
      </ButtonLink>
    );
  }
  const nameOf = shortNames(people.map(({ user }) => user));
  const paying = new Set(left.flatMap(({ from, to }) => [from._id, to._id]));
  // By position: ids are nobody else's business.
  const open = people.flatMap(({ user }, index) => (paying.has(user._id) ? [{ user, index }] : []));
  if (open.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {open.slice(0, NAMED).map(({ user, index }) => (
        <ButtonLink key={index} variant="secondary" href={settlePath(token, index)}>
          <Sentence>{`I'm ${isolate(nameOf(user._id))}: settle`}</Sentence>
        </ButtonLink>
      ))}
      {open.length > NAMED ? (
        <ButtonLink variant="quiet" href={settlePath(token)}>
          I&apos;m someone else: settle
        </ButtonLink>
      ) : null}
    </div>
  );
}

/** Leads a stranger to the entry. */
export const StartYourOwn = () => (
  <Card tone="brand" className="flex flex-wrap items-center justify-between gap-4 print:hidden">
    <p className="min-w-0 flex-1 basis-48 font-bold">
      Evenly splits what friends spend together, to the cent.
    </p>
    <ButtonLink href="/">Start your own</ButtonLink>
  </Card>
);
