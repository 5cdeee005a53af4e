import { z } from "zod";
import type { EventField } from "@/lib/core/changes";
import { eventRules } from "./rules/events";
import { actorId, dollars, groupQuery, id, isoDate, lookupId, people, rev, text, titled } from "./fields";
import type { Described } from "./operation";
import { person } from "./people";

// Events.

/** What a person has paid for an event, and the sum of their shares. */
export const contribution = z.strictObject({ user: person, paid: dollars, share: dollars });
export type Contribution = z.infer<typeof contribution>;

const fields = {
  title: z.string(),
  date: isoDate,
  participants: z.array(person),
} satisfies Record<EventField, z.ZodType>;

export const event = z.strictObject({
  _id: id,
  groupId: id,
  ...fields,
  createdBy: person,
  createdAt: isoDate,
  closedAt: isoDate.nullable().describe("null: it is open"),
  closedBy: person.nullable(),
  total: dollars,
  expenseCount: z.int(),
  contributions: z.array(contribution),
  rev: z.int(),
});
export type Event = z.infer<typeof event>;
/** An event with unsettled payments of the user. */
export const openEvent = titled.extend({ group: titled });
export type OpenEvent = z.infer<typeof openEvent>;

/** An event of a group, and the balance of each person with unsettled payments in it, in dollars; negative: they owe. */
export type UnsettledEvent = { _id: string; title: string; nets: Readonly<Record<string, number>> };

const input = {
  title: text(eventRules.title),
  date: text(eventRules.date),
  participants: people(eventRules.participants),
} satisfies Record<EventField, z.ZodType>;

/** POST /api/events */
const createEvent = z.object({ ...input, createdBy: actorId, groupId: lookupId });

/** PUT /api/events/{eventId} */
const editEvent = z.object({ ...input, rev });

export const eventOperations = {
  listEvents: {
    call: "GET /api/events",
    summary: "A group's events, newest first",
    tokens: "group",
    guests: true,
    query: groupQuery,
    response: z.array(event),
  },
  createEvent: {
    call: "POST /api/events",
    summary: "Add an event to a group",
    tokens: "group",
    body: createEvent,
    keyed: true,
    response: event,
    errors: ["forbidden"],
  },
  getEvent: {
    call: "GET /api/events/{eventId}",
    summary: "An event with its participants and total",
    tokens: "event",
    guests: true,
    response: event,
  },
  editEvent: {
    call: "PUT /api/events/{eventId}",
    summary: "Change an event's title, date, and participants",
    tokens: "event",
    body: editEvent,
    keyed: true,
    response: event,
    errors: ["closed", "forbidden", "stale"],
  },
  deleteEvent: {
    call: "DELETE /api/events/{eventId}",
    summary:
      "Delete an event with its expenses and settlements (its creator or the group's), and undo the group's plans that " +
      "it is part of",
    tokens: "event",
    errors: ["closed", "forbidden", "plan-settled", "plan-replaced", "former-member"],
  },
  restoreEvent: {
    call: "PUT /api/events/{eventId}/restore",
    summary:
      "Restore a deleted event and everything deleted with it (its creator, the group's, members with open payments in it)",
    tokens: "event",
    response: event,
    errors: ["forbidden", "former-member"],
  },
  closeEvent: {
    call: "POST /api/events/{eventId}/close",
    summary: "Close an event: nothing but payments can change in it until it is reopened",
    tokens: "event",
    response: event,
    errors: ["forbidden"],
  },
  reopenEvent: {
    call: "POST /api/events/{eventId}/reopen",
    summary: "Reopen a closed event",
    tokens: "event",
    response: event,
    errors: ["forbidden"],
  },
} as const satisfies Record<string, Described>;
