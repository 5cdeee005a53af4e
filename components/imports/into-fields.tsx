"use client";

import { useId } from "react";
import { MAX_EVENT_TITLE } from "@/lib/core/limits";
import { Choice, named } from "@/components/ui/choice";
import { TextField } from "@/components/ui/field";
import { Radio } from "@/components/ui/radio";
import type { Into } from "./import-body";

type Values = { into: Into; title: string; eventId: string };

export type IntoFieldsProps = Values & {
  /** The number of events in the file. */
  ownEvents: number;
  /** The group's events that are open. */
  events: readonly { _id: string; title: string }[];
  /** Of the title. */
  error: string | undefined;
  onChange: (change: Partial<Values>) => void;
};

/** Chooses the events that the rows go into. */
export function IntoFields({ into, title, eventId, ownEvents, events, error, onChange }: IntoFieldsProps) {
  const name = useId();
  const option = (value: Into, label: string) => (
    <Radio name={name} checked={into === value} onChange={() => onChange({ into: value })}>
      {label}
    </Radio>
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-bold">Import into</legend>
      <div className="overflow-hidden rounded-card border border-line bg-surface p-2 shadow-card">
        {ownEvents > 0 ? option("events", `The events in the file (${ownEvents})`) : null}
        {option("new", "A new event")}
        {events.length > 0 ? option("event", "An existing event") : null}
        {option("months", "One event for each month")}
      </div>
      {into === "new" ? (
        <TextField
          label="Event title"
          autoComplete="off"
          maxLength={MAX_EVENT_TITLE}
          value={title}
          error={error}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      ) : null}
      {into === "event" ? (
        <Choice
          label="Event"
          options={events.map((event) => named(event._id, event.title))}
          value={eventId}
          onChange={({ target }) => onChange({ eventId: target.value })}
        />
      ) : null}
    </fieldset>
  );
}
