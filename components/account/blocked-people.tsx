import type { Person } from "@/lib/contract/people";
import { UnblockButton } from "@/components/friends/unblock-button";
import { Avatar } from "@/components/people/avatar";
import { List, ListRow } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { Bdi } from "@/components/ui/bdi";

/** The people whom the viewer blocked, each with an Unblock button. Renders nothing if there are none. */
export function BlockedPeople({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return null;
  return (
    <Section id="blocked-heading" heading={`Blocked people (${people.length})`} className="gap-4">
      <List>
        {people.map((person) => (
          <ListRow
            key={person._id}
            leading={<Avatar name={person.name} picture={person.picture} />}
            title={<Bdi>{person.name}</Bdi>}
            trailing={<UnblockButton person={person} variant="quiet" aria-label={`Unblock ${person.name}`} />}
          />
        ))}
      </List>
    </Section>
  );
}
