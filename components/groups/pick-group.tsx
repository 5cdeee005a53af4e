"use client";

import { addEventPath } from "@/lib/paths";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { Bdi } from "@/components/ui/bdi";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { GroupIcon } from "@/components/ui/group-icon";
import { List, ListRow } from "@/components/ui/list";
import { LoadMore } from "@/components/ui/load-more";
import { toListedGroup, type ListedGroup } from "./listed-group";

export type PickGroupProps = { groups: readonly ListedGroup[]; nextCursor: string | null };

/** Picks the group of a new event; each row leads to the form. Loads further pages on demand. */
export function PickGroup({ groups, nextCursor }: PickGroupProps) {
  const { rows, listRef, more } = useLoadMore("GET /api/groups", {}, groups, nextCursor, (page) =>
    page.map(toListedGroup),
  );
  if (rows.length === 0) {
    return (
      <EmptyState
        picture="groups"
        title="You don't have any group yet!"
        action={<ButtonLink href="/create-group">Create Group</ButtonLink>}
      >
        An event belongs to a group.
      </EmptyState>
    );
  }
  return (
    <>
      <List ref={listRef} aria-label="Groups">
        {rows.map(({ _id, title, icon }) => (
          <ListRow
            key={_id}
            href={addEventPath(_id)}
            leading={<GroupIcon src={icon} />}
            title={<Bdi>{title}</Bdi>}
          />
        ))}
      </List>
      <LoadMore {...more} label="Show more groups" />
    </>
  );
}
