import { z } from "zod";
import { contribution, event } from "./events";
import { dollars, isoDate, titled } from "./fields";
import { person } from "./people";
import { plannedPayment, settlement } from "./settlements";
import type { Operation } from "./operation";

/** The figures of an event for each person. */
export const statement = z.strictObject({
  event,
  people: z
    .array(contribution.extend({ net: dollars.describe("US dollars paid minus share") }))
    .describe("everyone who paid or shares something, and the other participants"),
  made: z.array(settlement).describe("the settled payments, oldest first"),
  days: z
    .strictObject({ first: isoDate, last: isoDate })
    .nullable()
    .describe("of the first and the last expense; null: there is none"),
  daily: z
    .array(
      z.strictObject({
        day: z.iso.date().nullable().describe("null: all days before the others, together"),
        paid: z.array(z.strictObject({ user: person, amount: dollars })),
      }),
    )
    .describe(
      "what each person paid on the last days with expenses, earliest first; it adds up to the total",
    ),
  left: z.array(plannedPayment).describe("the fewest payments that were found for what is open"),
  transfers: z
    .array(plannedPayment)
    .describe(
      "what plans of the group moved to other events, to be read like payments: for each person, net + what they pay " +
        "- what they get is 0 over made, left, and transfers",
    ),
  plans: z
    .array(z.strictObject({ of: z.enum(["event", "group"]), usedBy: person, usedAt: isoDate }))
    .describe("the plans that were used, oldest first; those of the event moved nothing"),
  offsets: z.array(z.strictObject(titled)).describe("the other events that the transfers offset"),
});
export type Statement = z.infer<typeof statement>;

/** An expense as a statement's page lists it: people by id, those with the same share together. */
export type StatementExpense = {
  day: string;
  description: string;
  amount: number;
  payers: readonly { user: string; amount: number }[];
  /** `users` null: everyone else. */
  shares: readonly { users: readonly string[] | null; amount: number }[];
};

export const statementOperations = {
  eventStatement: {
    method: "GET",
    path: "/api/events/{eventId}/statement",
    summary: "What each person paid, their share, and the difference; the payments made, and those left",
    tokens: "event",
    guests: true,
    response: statement,
  },
} as const satisfies Record<string, Operation>;
