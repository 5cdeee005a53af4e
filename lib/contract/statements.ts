import { z } from "zod";
import { calendarDay } from "@/lib/core/text/dates";
import { contribution, event } from "./events";
import { expense } from "./expenses";
import { csv, dollars, id, isoDate, pageQuery, titled } from "./fields";
import { person } from "./people";
import { plannedPayment, settlement } from "./settlements";
import type { Described } from "./operation";
import { DATE_MESSAGE } from "./rules/rule";

/** The figures of an event for each person. */
const statement = z.strictObject({
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
  offsets: z.array(titled).describe("the other events that the transfers offset"),
});
export type Statement = z.infer<typeof statement>;

/** An expense as a statement's page lists it: people by id, those with the same share together. */
export type StatementExpense = {
  day: string;
  /** Of a group's report, the title of its event. */
  event?: string;
  description: string;
  amount: number;
  payers: readonly { user: string; amount: number }[];
  /** `users` null: everyone else. */
  shares: readonly { users: readonly string[] | null; amount: number }[];
};

const day = z.iso.date(DATE_MESSAGE).refine((text) => calendarDay(text) !== null, DATE_MESSAGE);
/** The days of a report, both included. */
const reportDays = {
  from: day.optional().describe("the first day; default: the first of all"),
  until: day.optional().describe("the last day; default: the last of all"),
};
const inOrder = ({ from = "", until = from }: { from?: string | undefined; until?: string | undefined }) =>
  from <= until;
const IN_ORDER = { path: ["until"], error: "The last day is before the first." };

/** What happened on days in a group, and the balances before and after them. */
const report = z.strictObject({
  group: titled,
  from: z.iso.date().nullable(),
  until: z.iso.date().nullable(),
  total: dollars.describe("the sum of the expenses"),
  expenseCount: z.int(),
  paymentCount: z.int(),
  people: z
    .array(
      z.strictObject({
        user: person,
        before: dollars.describe("the balance before the first day; negative: owes"),
        paid: dollars,
        share: dollars,
        made: dollars.describe("payments to others"),
        received: dollars.describe("payments from others"),
        after: dollars.describe("before + paid - share + made - received"),
      }),
    )
    .describe("the members, and others with figures; plans move nothing over the group"),
  entries: z
    .array(
      z.discriminatedUnion("kind", [
        expense
          .pick({ _id: true, eventId: true, description: true, amount: true, date: true, shares: true })
          .extend({
            kind: z.literal("expense"),
            payers: z.array(z.strictObject({ user: id, amount: dollars })),
          }),
        settlement
          .pick({ _id: true, eventId: true, from: true, to: true, amount: true, method: true, note: true })
          .extend({ kind: z.literal("payment"), settledAt: isoDate }),
      ]),
    )
    .describe("the expenses by their day, and the payments by the day on which they were settled"),
});
export type Report = z.infer<typeof report>;

export const statementOperations = {
  eventStatement: {
    call: "GET /api/events/{eventId}/statement",
    summary: "What each person paid, their share, and the difference; the payments made, and those left",
    tokens: "event",
    guests: true,
    response: statement,
  },
  groupReport: {
    call: "GET /api/groups/{groupId}/report",
    summary:
      "The expenses and payments of a group on some days, and each person's balance before and after them",
    tokens: "group",
    guests: true,
    query: z.object({ ...reportDays, ...pageQuery.shape }).refine(inOrder, IN_ORDER),
    response: report,
  },
  exportGroupReport: {
    call: "GET /api/groups/{groupId}/report.csv",
    summary: "The same as a table, with the balances below",
    tokens: "group",
    limit: "export",
    query: z.object(reportDays).refine(inOrder, IN_ORDER),
    contentType: "text/csv",
    response: csv,
    errors: ["conflict"],
  },
} as const satisfies Record<string, Described>;
