"use client";

import { useRef } from "react";
import type { Activity } from "@/lib/schemas/answers";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { List } from "@/components/ui/list";
import { LoadMore } from "@/components/ui/load-more";
import { shortNames } from "@/components/people/short-names";
import { activityLinks } from "./activity-links";
import { ActivityRow } from "./activity-row";

export type ActivityListProps = {
  /** The path of the call that returns further pages. */
  path: string;
  rows: readonly Activity[];
  nextCursor: string | null;
  /** The list covers several groups, so each row names its group. */
  withGroup?: boolean;
};

/** A list of activity, latest first. Loads further pages on demand. */
export function ActivityList({ path, rows: rendered, nextCursor, withGroup = false }: ActivityListProps) {
  const { rows, ...list } = useLoadMore(`${path}?`, rendered, nextCursor);
  const listRef = useRef<HTMLUListElement>(null);
  const nameOf = shortNames(rows.flatMap(({ actor, people }) => [actor, ...people]));
  const links = activityLinks(rows);
  return (
    <>
      <List ref={listRef}>
        {rows.map((activity, index) => (
          <ActivityRow
            key={activity._id}
            activity={activity}
            nameOf={nameOf}
            // On a group's own screen, the group is one step back.
            href={withGroup || activity.eventId ? links[index] : undefined}
            withGroup={withGroup}
          />
        ))}
      </List>
      <LoadMore {...list} listRef={listRef} count={rows.length} label="Show earlier activity" />
    </>
  );
}
