"use client";

import { useRef } from "react";
import { RESTORABLE_DAYS } from "@/lib/core/retention";
import { mayDeleteEvent } from "@/lib/core/rights";
import { pluralize } from "@/lib/core/pluralize";
import { eventPath } from "@/components/navigation/paths";
import { useCurrentUser } from "@/components/session/current-user";
import { useDeletion } from "@/components/refresh/use-deletion";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { Amount } from "@/components/ui/amount";
import { Day } from "@/components/ui/day";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { keepFocus } from "@/components/ui/keep-focus";
import { List, ListRow } from "@/components/ui/list";
import { LoadMore } from "@/components/ui/load-more";
import { OnDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import type { ListedEvent } from "./listed-event";
import { RowBalance } from "./row-balance";

export type GroupEventsProps = {
  group: { _id: string; createdBy: string };
  events: readonly ListedEvent[];
  /** The viewer's balances by event id, in dollars, without zeros. */
  balances: Readonly<Record<string, number>>;
  nextCursor: string | null;
};

const loadPayments = () => import("./deleted-event-payments").then((code) => code.DeletedEventPayments);

/** A group's events, newest first. Loads further pages on demand. */
export function GroupEvents({ group, events, balances, nextCursor }: GroupEventsProps) {
  const { id } = useCurrentUser();
  const { rows: loaded, ...list } = useLoadMore(`/api/events?groupId=${group._id}`, events, nextCursor);
  const failure = "Failed to delete event. Please try again.";
  const { rows, itemToDelete, requestDeletion, dialog } = useDeletion(
    loaded,
    "/api/events",
    failure,
    "Event deleted",
  );
  const listRef = useRef<HTMLUListElement>(null);
  return (
    <>
      <List ref={listRef} className="empty:hidden">
        {rows.map((event) => (
          <ListRow
            key={event._id}
            href={eventPath(group._id, event._id)}
            title={<bdi>{event.title}</bdi>}
            detail={
              <>
                <Day iso={event.date} />
                <span className="max-sm:hidden"> · </span>
                <span className="max-sm:block">
                  {`${pluralize(event.expenseCount, "expense")} · `}
                  <Amount dollars={event.total} size="sm" />
                </span>
              </>
            }
            trailing={
              <>
                {mayDeleteEvent(id, { createdBy: event.createdBy._id }, group) ? (
                  <IconButton
                    icon="icon-trash"
                    tone="danger"
                    ref={keepFocus}
                    aria-label={`Delete ${event.title}`}
                    onClick={() => requestDeletion(event)}
                  />
                ) : null}
                <RowBalance balance={balances[event._id]} />
              </>
            }
          />
        ))}
      </List>
      <LoadMore {...list} listRef={listRef} count={rows.length} label="Show more events" />
      <ConfirmDialog {...dialog} question="Are you sure you want to delete this event?">
        “<bdi>{itemToDelete?.title}</bdi>” is deleted with its expenses and balances. You can restore it for{" "}
        {RESTORABLE_DAYS} days.
        {itemToDelete ? (
          <OnDemand
            load={loadPayments}
            props={{ eventId: itemToDelete._id }}
            loading={<Skeleton className="mt-4 h-16 rounded-card" />}
          />
        ) : null}
      </ConfirmDialog>
    </>
  );
}
