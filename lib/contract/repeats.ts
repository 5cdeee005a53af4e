import { z } from "zod";
import { PAUSES } from "@/lib/core/series/pause";
import { EVERY, isWeekly, NTHS, WEEKDAYS, type Rhythm } from "@/lib/core/series/rhythm";
import { timeZoneOf } from "@/lib/core/series/time-zone";
import { id, signedDollars, text } from "./fields";
import { person } from "./people";
import { expenseDate } from "./rules/expenses";

// What expenses and series both have: their files would import each other.

const TIMES = "Enter a number of times, from 1 to 1,000.";

/** The day of a month; the entered one or, of the API's answers, the stored one. */
const onDay = z.union(
  [
    z.strictObject({ day: z.int().min(1).max(31).describe("of a shorter month, its last day") }),
    z.strictObject({ nth: z.literal(NTHS), weekday: z.enum(WEEKDAYS) }),
  ],
  "Choose a day of the month, or a weekday.",
);

/** How an expense repeats (docs/rules.md#series). Without `until` and `times`, it does not end. */
export const repeats = z
  .object({
    every: z.enum(EVERY, `Choose one of: ${EVERY.join(", ")}.`),
    on: onDay.optional().describe("not of weeks; default: the day of the month of the expense"),
    until: text(expenseDate).optional().describe("the last day"),
    times: z.int(TIMES).min(1, TIMES).max(1_000, TIMES).optional(),
    newEventEachMonth: z
      .boolean()
      .optional()
      .describe("puts the expenses of later months into an event of their month"),
    timeZone: z
      .string("Enter a time zone.")
      .max(64)
      .transform((name, context) => {
        const known = timeZoneOf(name);
        if (known) return known;
        context.addIssue({ code: "custom", message: "Enter a time zone like Pacific/Auckland." });
        return z.NEVER;
      }),
  })
  .superRefine(({ every, on, until, times }, context) => {
    const problem =
      on && isWeekly(every)
        ? "A day of the month does not fit weeks."
        : until && times
          ? "Send either until or times."
          : null;
    if (problem) context.addIssue({ code: "custom", message: problem });
  });
export type Repeats = z.input<typeof repeats> & Rhythm;

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
  made: z.int().describe("the number of the latest expense that was made or skipped; 0: none yet"),
  paused: z.enum(PAUSES).nullable().describe("why no expenses are made"),
  by: person.describe("who recorded it"),
  mayChange: z.boolean().describe("whether the signed-in user can change, resume, skip, and stop it"),
  rev: z.int(),
});
export type Series = z.infer<typeof series>;
