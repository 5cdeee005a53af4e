"use client";

import { useRef } from "react";
import type { Activity } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/current-user";
import { useFurtherRows } from "@/components/refresh/use-further-rows";
import { List } from "@/components/ui/list";
import { LoadMore } from "@/components/ui/load-more";
import { shortNames } from "@/components/settlements/short-names";
import { activityLinks } from "./activity-links";
import { ActivityRow } from "./activity-row";

export type ActivityListProps = {
  /** The call that answers further pages. */
  path: string;
  rows: readonly Activity[];
  nextCursor: string | null;
  /** Of several groups: each row names its own. */
  withGroup?: boolean;
};

/** What happened, the latest first; more than the first page on demand. */
export function ActivityList({ path, rows: rendered, nextCursor, withGroup = false }: ActivityListProps) {
  const { id } = useCurrentUser();
  const { rows, ...list } = useFurtherRows(`${path}?`, rendered, nextCursor);
  const listRef = useRef<HTMLUListElement>(null);
  const nameOf = shortNames(rows.flatMap(({ actor, people }) => [actor, ...people]));
  const links = activityLinks(rows);
  return (
    <>
      <List ref={listRef}>
        {rows.map((activity, index) => (
          <ActivityRow
            key={activity._id}
            viewerId={id}
            activity={activity}
            nameOf={nameOf}
            // A group's own screen is one step back.
            href={withGroup || activity.eventId ? links[index] : undefined}
            withGroup={withGroup}
          />
        ))}
      </List>
      <LoadMore {...list} listRef={listRef} count={rows.length} label="Show earlier activity" />
    </>
  );
}
