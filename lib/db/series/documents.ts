import "server-only";
import { z } from "zod";
import { EVERY, NTHS, WEEKDAYS } from "@/lib/core/series/rhythm";
import { PAUSES } from "@/lib/core/series/pause";
import { expenseDoc, int } from "../documents";

/**
 * An expense that repeats (docs/rules.md#series): what its later occurrences are made of, and when. Its own rows are
 * ordinary expenses, which name it.
 */
export const seriesDoc = expenseDoc
  .omit({ paidBy: true, shares: true, debts: true, date: true, updatedAt: true, series: true, number: true })
  .extend({
    /** An equal split among all members, which follows the group. */
    everyone: z.boolean(),
    /** `eventId` is that of the first occurrence; those of later months are in an event of their month. */
    newEventEachMonth: z.boolean(),
    every: z.enum(EVERY),
    on: z
      .union([
        z.object({ day: int.min(1).max(31) }),
        z.object({ nth: z.literal(NTHS), weekday: z.enum(WEEKDAYS) }),
      ])
      .nullable(),
    timeZone: z.string(),
    /** Days are midnights UTC. The day of the first occurrence, … */
    first: z.date(),
    /** … the last day, or the number of occurrences. */
    until: z.date().nullable(),
    times: int.nullable(),
    /** The number up to which occurrences were made or skipped. 0: its first day is ahead. */
    made: int.min(0),
    /** The day of the next occurrence; null: there is none. Derived, for the index. */
    nextDay: z.date().nullable(),
    /** Why none is made at the moment, and since when. */
    paused: z.object({ reason: z.enum(PAUSES), at: z.date() }).nullable(),
  });
export type SeriesDoc = z.infer<typeof seriesDoc>;
