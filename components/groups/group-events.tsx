"use client";

import { call } from "@/lib/client/call";
import { RESTORABLE_DAYS } from "@/lib/core/retention";
import { mayDeleteEvent } from "@/lib/core/rights";
import { pluralize } from "@/lib/core/text/pluralize";
import { addExpensePath, eventPath } from "@/lib/paths";
import { useCurrentUser } from "@/components/session/current-user";
import { useDeletion } from "@/components/refresh/use-deletion";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { Day } from "@/components/ui/day";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { keepFocus } from "@/components/ui/keep-focus";
import { List, ListRow } from "@/components/ui/list";
import { LoadMore } from "@/components/ui/load-more";
import { OnDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import type { ListedEvent } from "./listed-event";
import { FirstStep } from "./first-step";
import { RowBalance } from "./row-balance";

export type GroupEventsProps = {
  group: { _id: string; createdBy: string };
  events: readonly ListedEvent[];
  /** The viewer's balances by event id, in dollars, without zeros. */
  balances: Readonly<Record<string, number>>;
  nextCursor: string | null;
  /** The events that are part of a plan of the group. */
  planned: readonly string[];
};

const loadPayments = () => import("./deleted-event-payments").then((code) => code.DeletedEventPayments);

/** A group's events, newest first. Loads further pages on demand. */
export function GroupEvents({ group, events, balances, nextCursor, planned }: GroupEventsProps) {
  const { id } = useCurrentUser();
  const input = { query: { groupId: group._id } };
  const { rows: loaded, listRef, more } = useLoadMore("GET /api/events", input, events, nextCursor);
  const failure = "Failed to delete event. Please try again.";
  const { rows, itemToDelete, requestDeletion, dialog } = useDeletion(
    loaded,
    (eventId) => call("DELETE /api/events/{eventId}", { params: { eventId } }),
    failure,
    {
      success: "Event deleted",
      restore: (eventId) => ({ name: "PUT /api/events/{eventId}/restore", params: { eventId } }),
    },
  );
  return (
    <>
      <List ref={listRef} className="empty:hidden">
        {rows.map((event) => (
          <ListRow
            key={event._id}
            href={eventPath(group._id, event._id)}
            title={<Bdi>{event.title}</Bdi>}
            detail={
              <>
                <Day iso={event.date} />
                {event.closedAt ? " · closed" : ""}
                <span className="max-sm:hidden"> · </span>
                <span className="parts max-sm:flex">
                  <span>{pluralize(event.expenseCount, "expense")}</span>{" "}
                  <Amount dollars={event.total} size="sm" />
                </span>
              </>
            }
            trailing={
              <>
                {!event.closedAt && mayDeleteEvent(id, { createdBy: event.createdBy._id }, group) ? (
                  <IconButton
                    icon="icon-trash"
                    tone="danger"
                    ref={keepFocus}
                    data-write
                    aria-label={`Delete ${event.title}`}
                    onClick={() => requestDeletion(event)}
                  />
                ) : null}
                <RowBalance balance={balances[event._id]} />
              </>
            }
          >
            {event.closedAt || event.expenseCount > 0 ? null : (
              <FirstStep href={addExpensePath(group._id, event._id)} icon="icon-receipt-text">
                Add the first expense
              </FirstStep>
            )}
          </ListRow>
        ))}
      </List>
      <LoadMore {...more} label="Show more events" />
      <ConfirmDialog {...dialog} question="Are you sure you want to delete this event?">
        “<Bdi>{itemToDelete?.title}</Bdi>” is deleted with its expenses and balances. You can restore it for{" "}
        {RESTORABLE_DAYS} days.
        {itemToDelete && planned.includes(itemToDelete._id)
          ? " It is part of a plan for the whole group, which is undone with it: the payments are as before the plan."
          : ""}
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
