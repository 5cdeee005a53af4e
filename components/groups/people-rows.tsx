import { useId, type ReactNode } from "react";
import type { Person } from "@/lib/contract/people";
import { Avatar } from "@/components/people/avatar";
import { Badge } from "@/components/ui/badge";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { ListRow } from "@/components/ui/list";
import { ShowMore } from "@/components/ui/show-more";

type PersonRow = {
  person: Person;
  /** Text after the name: "(Pending)", "(you)". */
  mark?: ReactNode;
  /** Missing if the viewer may not remove this person. */
  onRemove?: (() => void) | undefined;
  busy?: boolean | undefined;
};

export type PeopleRowsProps = {
  heading: string;
  /** The accessible name of the list. */
  label: string;
  rows: readonly PersonRow[];
  /** What will happen to them. */
  note?: string;
};

/** People in a group's form, each with 'remove' if that is allowed. Renders nothing if there are none. */
export function PeopleRows({ heading, label, rows, note }: PeopleRowsProps) {
  const headingId = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h2 id={headingId} className="font-bold">
        {heading}
      </h2>
      <ShowMore name={label} limit={20} aria-label={label}>
        {rows.map(({ person, mark, onRemove, busy }) => (
          <ListRow
            key={person._id}
            leading={<Avatar name={person.name} picture={person.picture} />}
            title={
              <span className="flex flex-wrap items-center gap-x-2">
                <Bdi className="min-w-0">{person.name}</Bdi>{" "}
                {person.guest ? <Badge tone="sun">guest</Badge> : mark}
              </span>
            }
            trailing={
              onRemove ? (
                <Button
                  ref={keepFocus}
                  variant="quiet"
                  data-action="remove"
                  aria-label={`remove ${person.name}`}
                  busy={busy}
                  onClick={onRemove}
                >
                  remove
                </Button>
              ) : null
            }
          />
        ))}
      </ShowMore>
      {note ? <p className="text-sm text-muted">{note}</p> : null}
    </section>
  );
}
