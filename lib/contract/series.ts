import { z } from "zod";
import { checkMoney } from "./expense-money";
import { enteredExpense } from "./expenses";
import { rev } from "./fields";
import type { Described } from "./operation";
import { series } from "./repeats";

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
  day: z.iso.date().optional().describe("the next day, so that a repeated request does not skip another one"),
});

export const seriesOperations = {
  listSeries: {
    call: "GET /api/groups/{groupId}/series",
    summary: "The expenses of a group that repeat, by their next day",
    tokens: "group",
    guests: true,
    response: z.array(series),
  },
  editSeries: {
    call: "PUT /api/series/{seriesId}",
    summary: "Change an expense that repeats, from one of its expenses on (its payers, and who recorded it)",
    tokens: "series",
    body: editSeries,
    response: series,
    errors: ["closed", "forbidden", "payment-of-another", "stale", "conflict", "former-member"],
  },
  pauseSeries: {
    call: "POST /api/series/{seriesId}/pause",
    summary: "Pause an expense that repeats (any member)",
    tokens: "series",
    response: series,
    errors: ["conflict"],
  },
  resumeSeries: {
    call: "POST /api/series/{seriesId}/resume",
    summary: "Resume an expense that repeats, from today on (its payers, and who recorded it)",
    tokens: "series",
    response: series,
    errors: ["forbidden", "conflict"],
  },
  skipOccurrence: {
    call: "POST /api/series/{seriesId}/skip",
    summary: "Skip the next expense of one that repeats (its payers, and who recorded it)",
    tokens: "series",
    query: skipQuery,
    response: series,
    errors: ["forbidden", "conflict", "stale"],
  },
  stopSeries: {
    call: "DELETE /api/series/{seriesId}",
    summary: "Stop an expense from repeating; those that were made stay (its payers, and who recorded it)",
    tokens: "series",
    errors: ["forbidden", "conflict"],
  },
} as const satisfies Record<string, Described>;
