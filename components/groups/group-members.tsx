"use client";

import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { firstName } from "@/lib/core/people";
import type { Person } from "@/lib/contract/people";
import { useCurrentUser } from "@/components/session/current-user";
import { Face } from "@/components/people/face";
import { shortNames } from "@/components/people/short-names";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Bdi } from "@/components/ui/bdi";

/** More than this many are collapsed, so that the events stay in view. */
const SHOWN = 8;

export type GroupMembersProps = {
  members: readonly Person[];
  /** People with a pending invitation, as far as the viewer may know. */
  invited: readonly Person[];
  creatorId: string;
  /** The invitation, beside the heading of a small group, so that its events stay in view. */
  children?: ReactNode;
};

/** 'Members (n)': one row of faces with names that link to the profiles, then the invitees. */
export function GroupMembers({ members, invited, creatorId, children }: GroupMembersProps) {
  const user = useCurrentUser();
  const listId = useId();
  const [all, setAll] = useState(false);
  const nameOf = shortNames([...members, ...invited]);
  const faces = [
    ...members.map((person) => {
      const { _id, name, guest = false } = person;
      const you = _id === user.id;
      return (
        <Face
          key={_id}
          person={person}
          plain={user.guest !== undefined}
          description={[name, you && "you", guest && "guest", _id === creatorId && "creator"]
            .filter(Boolean)
            .join(", ")}
          label={you ? "You" : <Bdi>{nameOf(_id)}</Bdi>}
          note={guest && !you ? "guest" : undefined}
          long={!you && nameOf(_id) !== firstName(name)}
          muted={you}
        />
      );
    }),
    ...invited.map((person) => (
      <Face
        key={person._id}
        person={person}
        plain={user.guest !== undefined}
        description={`${person.name}, invited`}
        label={<Bdi>{nameOf(person._id)}</Bdi>}
        note="invited"
        muted
        gray
      />
    )),
  ];
  const isLarge = faces.length > SHOWN;

  return (
    <Section
      id="members-heading"
      heading={`Members (${members.length})`}
      action={
        isLarge ? (
          <Button variant="quiet" aria-expanded={all} aria-controls={listId} onClick={() => setAll(!all)}>
            {all ? "Show fewer" : "Show all"}
          </Button>
        ) : (
          children
        )
      }
      className="min-w-0 gap-2"
    >
      <ul
        id={listId}
        role="list"
        className={clsx(
          "faces",
          !all &&
            "[scrollbar-width:none] max-sm:-mx-4 max-sm:flex max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-2 max-sm:*:w-19 max-sm:*:shrink-0",
        )}
      >
        {all ? faces : faces.slice(0, SHOWN)}
      </ul>
      {isLarge ? children : null}
    </Section>
  );
}
