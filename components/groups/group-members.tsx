"use client";

import { clsx } from "clsx";
import { useId, useState } from "react";
import { firstName } from "@/lib/core/names";
import type { Person } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/current-user";
import { shortNames } from "@/components/settlements/short-names";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { SectionHeading } from "@/components/ui/section-heading";
import { Link } from "@/components/ui/link";

/** More than this many are folded away, so that the events stay in sight. */
const SHOWN = 8;

/** 'Members (n)': faces with names, each leads to the person's profile. */
export function GroupMembers({ members, creatorId }: { members: readonly Person[]; creatorId: string }) {
  const user = useCurrentUser();
  const listId = useId();
  const [all, setAll] = useState(false);
  const nameOf = shortNames(members);
  const shown = all || members.length <= SHOWN ? members : members.slice(0, SHOWN);

  return (
    <section aria-labelledby="members-heading" className="flex flex-col gap-4">
      <SectionHeading
        id="members-heading"
        action={
          members.length > SHOWN ? (
            <Button variant="quiet" aria-expanded={all} aria-controls={listId} onClick={() => setAll(!all)}>
              {all ? "Show fewer" : "Show all"}
            </Button>
          ) : null
        }
      >{`Members (${members.length})`}</SectionHeading>
      <ul
        id={listId}
        role="list"
        className="-mx-2 grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] sm:grid-cols-[repeat(auto-fill,5.5rem)]"
      >
        {shown.map(({ _id, name, picture }) => (
          <li key={_id}>
            <Link
              href={`/friends/${_id}`}
              title={name}
              aria-label={[name, _id === user.id && "you", _id === creatorId && "creator"]
                .filter(Boolean)
                .join(", ")}
              className="flex flex-col items-center gap-1 rounded-field p-2 text-center text-sm/5 font-semibold hover:bg-well"
            >
              <Avatar name={name} picture={picture} />
              <span
                className={clsx(
                  "w-full",
                  // A full name is there to tell two people apart: it needs its second line.
                  nameOf(_id) === firstName(name) ? "truncate" : "line-clamp-2 wrap-anywhere",
                  _id === user.id && "text-muted",
                )}
              >
                {_id === user.id ? "You" : <bdi>{nameOf(_id)}</bdi>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
