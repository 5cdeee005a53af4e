"use client";

import type { Person } from "@/lib/contract/people";
import { useUnblock } from "@/components/friends/use-unblock";
import { Avatar } from "@/components/people/avatar";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { List, ListRow } from "@/components/ui/list";
import { Section } from "@/components/ui/section";

/** The people whom the viewer blocked, each with an Unblock button. Renders nothing if there are none. */
export function BlockedPeople({ people }: { people: readonly Person[] }) {
  const { isBusy, unblock } = useUnblock();
  if (people.length === 0) return null;
  return (
    <Section id="blocked-heading" heading={`Blocked people (${people.length})`} className="gap-4">
      <List>
        {people.map((person) => (
          <ListRow
            key={person._id}
            leading={<Avatar name={person.name} picture={person.picture} />}
            title={<bdi>{person.name}</bdi>}
            trailing={
              <Button
                ref={keepFocus}
                variant="quiet"
                aria-label={`Unblock ${person.name}`}
                busy={isBusy(person)}
                onClick={() => unblock(person)}
              >
                Unblock
              </Button>
            }
          />
        ))}
      </List>
    </Section>
  );
}
