"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import type { EventField } from "@/lib/core/changes";
import { dateOnly, todayDateOnly } from "@/lib/core/text/dates";
import { pluralize } from "@/lib/core/text/pluralize";
import type { Event } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";
import { eventRules } from "@/lib/contract/rules/events";
import { MAX_EVENT_TITLE } from "@/lib/core/limits";
import { ActionBar } from "@/components/ui/action-bar";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { useClientValue } from "@/components/ui/use-client-value";
import { useCurrentUser } from "@/components/session/current-user";
import { VersionNotice } from "@/components/forms/version-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { eventPath, groupPath } from "@/lib/paths";
import { PeoplePicker } from "@/components/forms/people-picker";
import { pickablePeople } from "@/components/forms/pickable-people";
import { useSavedVersion } from "@/components/forms/use-saved-version";

/** `chosen`: the date; null: today. */
type Entered = { title: string; chosen: string | null; participants: string[] };

/** The initial values of a new event, with all members as participants. */
const enteredOf = (event: Event | undefined, group: Group): Entered => ({
  title: event?.title ?? "",
  chosen: event ? dateOnly(event.date) : null,
  participants: (event?.participants ?? group.members).map(({ _id }) => _id),
});

export type EventFormProps = {
  group: Group;
  /** The event to edit; undefined creates a new one. */
  event?: Event | undefined;
  /** Today on the server, YYYY-MM-DD, which can differ from the viewer's day. */
  today: string;
};

/** The form that creates or edits an event: title, date (default today), participants. */
export function EventForm({ group, event: loaded, today: serverToday }: EventFormProps) {
  const user = useCurrentUser();
  const today = useClientValue(todayDateOnly, serverToday);
  const [entered, setEntered] = useState(() => enteredOf(loaded, group));
  const version = useSavedVersion(loaded, (eventId) =>
    call("GET /api/events/{eventId}", { params: { eventId } }),
  );
  const event = version.saved;
  const people = pickablePeople(group.members, event?.participants);
  // People who have left the group cannot be added.
  const participants = entered.participants.filter((id) => people.some(({ _id }) => _id === id));

  const body = {
    title: entered.title,
    date: entered.chosen ?? today,
    participants,
    rev: event?.rev,
  } satisfies Record<EventField | "rev", unknown>;

  const form = useFormSubmit({
    version,
    rules: eventRules,
    values: body,
    entered,
    body,
    restore: setEntered,
    send: async (idempotencyKey, body) => {
      if (event) {
        const input = { params: { eventId: event._id }, body, idempotencyKey };
        await version.attempt(call("PUT /api/events/{eventId}", input));
        toast.success("Event updated");
        return eventPath(group._id, event._id);
      }
      const created = { ...body, createdBy: user.id, groupId: group._id };
      await call("POST /api/events", { body: created, idempotencyKey });
      return groupPath(group._id);
    },
  });

  return (
    <form {...form.props} className="flex flex-1 flex-col gap-6">
      <TextField
        label="Event title"
        placeholder="Dinner, weekend in Lisbon, rent…"
        autoComplete="off"
        maxLength={MAX_EVENT_TITLE}
        value={entered.title}
        error={form.errorOf("title")}
        onChange={(change) => setEntered({ ...entered, title: change.target.value })}
      />
      <TextField
        label="Date"
        type="date"
        className="sm:max-w-60"
        value={body.date}
        error={form.errorOf("date")}
        invalid={form.marks("date")}
        onChange={(change) => setEntered({ ...entered, chosen: change.target.value })}
      />
      <PeoplePicker
        legend="Participants"
        groupId={group._id}
        people={people}
        selected={participants}
        error={form.errorOf("participants")}
        marked={form.marks("participants")}
        onChange={(chosen) => setEntered({ ...entered, participants: chosen })}
      />
      <VersionNotice
        form={form}
        version={version}
        valuesOf={(newer) => enteredOf(newer, group)}
        onChange={setEntered}
        describe={(newer) => (
          <>
            “<Bdi>{newer.title}</Bdi>”, {dateOnly(newer.date)},{" "}
            {pluralize(newer.participants.length, "participant")}
          </>
        )}
      />
      <ActionBar>
        <Button type="submit" busy={form.busy} busyLabel={event ? "Updating…" : "Creating…"}>
          {event ? "Update Event" : "Create Event"}
        </Button>
      </ActionBar>
    </form>
  );
}
