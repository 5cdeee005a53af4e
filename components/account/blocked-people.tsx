"use client";

import { useState } from "react";
import type { Person } from "@/lib/schemas/answers";
import { useUnblock } from "@/components/friends/use-unblock";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { List, ListRow } from "@/components/ui/list";
import { SectionHeading } from "@/components/ui/section-heading";

/** The people that the viewer has blocked, each with an Unblock button. Shows nothing if there are none. */
export function BlockedPeople({ people }: { people: readonly Person[] }) {
  const [unblocked, setUnblocked] = useState<readonly string[]>([]);
  const { busyId, unblock } = useUnblock(({ _id }) => setUnblocked((ids) => [...ids, _id]));
  const blocked = people.filter(({ _id }) => !unblocked.includes(_id));
  if (blocked.length === 0) return null;
  return (
    <section aria-labelledby="blocked-heading" className="flex flex-col gap-4">
      <SectionHeading id="blocked-heading">{`Blocked people (${blocked.length})`}</SectionHeading>
      <List>
        {blocked.map((person) => (
          <ListRow
            key={person._id}
            leading={<Avatar name={person.name} picture={person.picture} />}
            title={<bdi>{person.name}</bdi>}
            trailing={
              <Button
                variant="quiet"
                aria-label={`Unblock ${person.name}`}
                busy={busyId === person._id}
                onClick={() => void unblock(person)}
              >
                Unblock
              </Button>
            }
          />
        ))}
      </List>
    </section>
  );
}
