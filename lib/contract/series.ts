import { z } from "zod";
import { PAUSES } from "@/lib/core/series/pause";
import { EVERY } from "@/lib/core/series/rhythm";
import { checkMoney } from "./expense-money";
import { enteredExpense } from "./expenses";
import { id, rev, signedDollars, success } from "./fields";
import type { Operation } from "./operation";
import { person } from "./people";
import { onDay } from "./repeats";

const day = z.iso.date();

/** An expense that repeats. */
export const series = z.strictObject({
  _id: id,
  groupId: id,
  eventId: id.nullable().describe("null: later expenses are in an event of their month"),
  description: z.string(),
  amount: signedDollars,
  every: z.enum(EVERY),
  on: onDay.nullable(),
  timeZone: z.string(),
  next: day.nullable().describe("the day of the next expense; null: there is none"),
  until: day.nullable().describe("the last day"),
  times: z.int().nullable(),
  made: z.int().describe("the number of the latest expense that was made or skipped"),
  paused: z.enum(PAUSES).nullable().describe("why no expenses are made"),
  by: person.describe("who recorded it"),
  mayChange: z.boolean().describe("whether the signed-in user can change, resume, skip, and stop it"),
  rev: z.int(),
});
export type Series = z.infer<typeof series>;

const { date: _, ...entered } = enteredExpense;

/** PUT /api/series/{seriesId}. Its days stay. */
const editSeries = z
  .object({
    ...entered,
    rev,
    from: z.int("Enter a number.").min(1).describe("the number of the first expense to change"),
  })
  .superRefine(checkMoney);

const skipQuery = z.object({
  day: day.optional().describe("the next day, so that a repeated request does not skip another one"),
});

export const seriesOperations = {
  listSeries: {
    method: "GET",
    path: "/api/groups/{groupId}/series",
    summary: "The expenses of a group that repeat, by their next day",
    tokens: "group",
    guests: true,
    response: z.array(series),
  },
  editSeries: {
    method: "PUT",
    path: "/api/series/{seriesId}",
    summary: "Change an expense that repeats, from one of its expenses on (its payers, and who recorded it)",
    tokens: "series",
    body: editSeries,
    response: series,
    errors: ["closed", "forbidden", "payment-of-another", "stale", "conflict", "former-member"],
  },
  pauseSeries: {
    method: "POST",
    path: "/api/series/{seriesId}/pause",
    summary: "Pause an expense that repeats (any member)",
    tokens: "series",
    response: series,
    errors: ["conflict"],
  },
  resumeSeries: {
    method: "POST",
    path: "/api/series/{seriesId}/resume",
    summary: "Resume an expense that repeats, from today on (its payers, and who recorded it)",
    tokens: "series",
    response: series,
    errors: ["forbidden", "conflict"],
  },
  skipOccurrence: {
    method: "POST",
    path: "/api/series/{seriesId}/skip",
    summary: "Skip the next expense of one that repeats (its payers, and who recorded it)",
    tokens: "series",
    query: skipQuery,
    response: series,
    errors: ["forbidden", "conflict", "stale"],
  },
  stopSeries: {
    method: "DELETE",
    path: "/api/series/{seriesId}",
    summary: "Stop an expense from repeating; those that were made stay (its payers, and who recorded it)",
    tokens: "series",
    response: success,
    errors: ["forbidden", "conflict"],
  },
} as const satisfies Record<string, Operation>;
