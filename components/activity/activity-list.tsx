"use client";

import type { DeferredRequest } from "@/lib/client/endpoints";
import type { Activity } from "@/lib/contract/activity";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { useCurrentUser } from "@/components/session/current-user";
import { LoadMore } from "@/components/ui/load-more";
import { OnDemand } from "@/components/ui/on-demand";
import { shortNames } from "@/components/people/short-names";
import { activityLinks } from "./activity-links";
import { ActivityRow } from "./activity-row";
import { batchesInUse } from "./batches-in-use";
import { DayLists } from "./day-lists";
import { plansInUse } from "../plans/plans-in-use";

const load = () => import("@/components/settlements/undo-buttons");
const loadUndoPlan = () => load().then(({ UndoPlan }) => UndoPlan);
const loadUndoSettleUp = () => load().then(({ UndoSettleUp }) => UndoSettleUp);

const undoOf = ({ planId = "", eventId, group }: Activity) => ({
  load: loadUndoPlan,
  loading: null,
  props: {
    planId,
    scope: eventId ? ({ of: "event", id: eventId } as const) : ({ of: "group", id: group._id } as const),
  },
});

export type ActivityListProps = {
  /** The operation that returns further pages. */
  source: DeferredRequest<
    "GET /api/users/activity" | "GET /api/groups/{groupId}/activity" | "GET /api/events/{eventId}/activity"
  >;
  rows: readonly Activity[];
  nextCursor: string | null;
  /** The list covers several groups, so each row names its group. */
  withGroup?: boolean;
};

/** A list of activity, latest first. Loads further pages on demand. */
export function ActivityList({ source, rows: rendered, nextCursor, withGroup = false }: ActivityListProps) {
  const { rows, listRef, more } = useLoadMore(source.name, source, rendered, nextCursor);
  const nameOf = shortNames(rows.flatMap(({ actor, people }) => [actor, ...people]));
  const viewer = useCurrentUser();
  const links = activityLinks(rows, viewer.guest !== undefined);
  const plans = plansInUse(rows);
  const batches = batchesInUse(rows, viewer.id);
  const undo = (activity: Activity) => {
    if (plans.has(activity._id)) return <OnDemand {...undoOf(activity)} />;
    const props = batches.get(activity._id);
    return props && <OnDemand load={loadUndoSettleUp} loading={null} props={props} />;
  };
  return (
    <>
      <DayLists rows={rows} listRef={listRef}>
        {(activity, index, isToday) => (
          <ActivityRow
            key={activity._id}
            activity={activity}
            nameOf={nameOf}
            // On a group's own screen, the group is one step back.
            href={withGroup || activity.eventId ? links[index] : undefined}
            withGroup={withGroup}
            isToday={isToday}
            trailing={undo(activity)}
          />
        )}
      </DayLists>
      <LoadMore {...more} label="Show earlier activity" />
    </>
  );
}
