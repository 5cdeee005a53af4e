"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "@/lib/api-client";
import { dateOnly } from "@/lib/core/dates";
import type { Event, Group } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/current-user";
import { countOf } from "@/components/ui/count-of";
import { eventPath } from "@/components/navigation/paths";
import { announceSettlementsChanged } from "@/components/settlements/settlements-changed";
import { Amount } from "@/components/ui/amount";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { List, ListRow } from "@/components/ui/list";
import { toast } from "@/components/ui/toast";

export type GroupEventsProps = {
  group: Group;
  events: readonly Event[];
  /** An event is gone: takes it off the list. */
  onDeleted: (eventId: string) => void;
};

/** A group's events, the newest first; the trash icon is there for those who may delete (design section 4). */
export function GroupEvents({ group, events, onDeleted }: GroupEventsProps) {
  const user = useCurrentUser();
  const [chosen, setChosen] = useState<Event | null>(null);
  const [busy, setBusy] = useState(false);

  async function remove(event: Event) {
    setBusy(true);
    try {
      await api.delete(`/api/events/${event._id}`);
      onDeleted(event._id);
      announceSettlementsChanged();
    } catch {
      toast.error("Failed to delete event. Please try again.");
    }
    setBusy(false);
    setChosen(null);
  }

  if (events.length === 0) {
    return (
      <EmptyState picture="events" title="No events yet.">
        A dinner, a weekend, a month: add one, then its expenses.
      </EmptyState>
    );
  }
  return (
    <>
      <List>
        {events.map((event) => {
          const mayDelete = [event.createdBy._id, group.createdBy._id].includes(user.id);
          return (
            <ListRow
              key={event._id}
              href={eventPath(group._id, event._id)}
              title={<bdi>{event.title}</bdi>}
              detail={
                <>
                  <time dateTime={dateOnly(event.date)} className="whitespace-nowrap tabular-nums">
                    {dateOnly(event.date)}
                  </time>
                  {` · ${countOf(event.expenseCount, "expense")}`}
                  {/* A phone has room for the total here, not beside the trash. */}
                  <span className="block text-ink sm:hidden">
                    <Amount dollars={event.total} />
                  </span>
                </>
              }
              trailing={
                <>
                  <Amount dollars={event.total} className="hidden sm:inline" />
                  {mayDelete ? (
                    <IconButton aria-label={`Delete ${event.title}`} onClick={() => setChosen(event)}>
                      <Trash2 aria-hidden />
                    </IconButton>
                  ) : null}
                </>
              }
            />
          );
        })}
      </List>
      <ConfirmDialog
        open={chosen !== null}
        question="Are you sure you want to delete this event?"
        confirmLabel="Delete"
        busyLabel="Deleting…"
        busy={busy}
        onConfirm={() => chosen && void remove(chosen)}
        onCancel={() => setChosen(null)}
      >
        {chosen ? (
          <>
            <bdi>{chosen.title}</bdi> goes with its expenses, and what is owed for them.
          </>
        ) : null}
      </ConfirmDialog>
    </>
  );
}
