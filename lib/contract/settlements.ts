import { z } from "zod";
import { PAYMENT_METHODS } from "@/lib/core/settlements";
import { paymentNoteRule } from "./rules/settlements";
import {
  actorId,
  balance,
  dollars,
  eventQuery,
  id,
  isoDate,
  lookupId,
  net,
  pageQuery,
  paymentAmount,
  positiveDollars,
  signedDollars,
  success,
  text,
  titled,
} from "./fields";
import type { Described } from "./operation";
import { person } from "./people";

// Payments between two people.

export const settlement = z.strictObject({
  _id: id,
  eventId: id,
  from: person,
  to: person,
  amount: positiveDollars,
  settled: z.boolean(),
  settledAt: isoDate.nullable(),
  settledBy: person.nullable(),
  method: z.enum(PAYMENT_METHODS).nullable(),
  note: z.string(),
  batchId: id.nullable().describe("the same for payments that were settled together"),
});
export type Settlement = z.infer<typeof settlement>;

/** A payment that a plan replaced, or put in its place. */
export const plannedPayment = z.strictObject({ from: person, to: person, amount: positiveDollars });
export type PlannedPayment = z.infer<typeof plannedPayment>;

/** An expense behind a payment that a plan replaced, and its part of the payment. */
const behindLine = z.strictObject({
  _id: id,
  eventId: id,
  description: z.string(),
  date: isoDate,
  person: person.describe("the other person"),
  amount: dollars.describe("US dollars that the debtor owes them for it; negative: is owed"),
});
export type BehindLine = z.infer<typeof behindLine>;

/** Why two people owe each other: expenses, plans, and payments, which sum to the amount. */
const whyLine = z.strictObject({
  kind: z.enum(["expense", "plan", "payment"]),
  _id: id,
  description: z.string(),
  date: isoDate,
  paidBy: person,
  otherPayers: z.int().describe("how many others paid for the expense"),
  otherPayer: person.optional().describe("the other person, if two paid"),
  total: signedDollars,
  amount: dollars.describe("US dollars in the direction of the debt; negative if it lowers the debt"),
  plan: z
    .strictObject({
      _id: id,
      scope: z.strictObject({ of: z.enum(["event", "group"]), id }).describe("what the plan is of"),
      replaced: z.array(plannedPayment).describe("the payments of the debtor that were open before"),
      payments: z.array(plannedPayment).describe("those that were open afterwards"),
      behind: z.array(behindLine).describe("the latest expenses behind the replaced payments"),
    })
    .optional(),
});
const why = z.strictObject({
  amount: positiveDollars,
  from: person,
  to: person,
  lines: z.array(whyLine),
});
export type Why = z.infer<typeof why>;
export type WhyLine = z.infer<typeof whyLine>;

/** The lines of a "Why" as a story, in dollars; negative if the debt was in the other direction. */
export type WhyStory = {
  /** What was owed before the first step. */
  before: number;
  /** The latest lines, oldest first; `after`: what was owed then. */
  steps: (Pick<WhyLine, "_id" | "description" | "amount"> & { after: number })[];
};

/** A payment that is open between the viewer and another person. */
const openPayment = z.strictObject({
  settlement,
  event: titled.extend({ date: isoDate }),
  group: titled.extend({ icon: z.string() }),
});
export type OpenPayment = z.infer<typeof openPayment>;

/** An expense or a payment between the viewer and another person, like a line of "Why". */
const historyLine = whyLine.omit({ plan: true }).extend({
  debtor: person.describe("who owes more or less by the amount"),
  eventId: id,
  group: titled,
});
export type HistoryLine = z.infer<typeof historyLine>;

const settledUp = z.strictObject({
  success: z.literal(true),
  batchId: id,
  settlements: z.int(),
  amount: dollars.describe("US dollars to transfer; negative: to the viewer"),
});

/** An unsettled payment that cancels out against the pair's other one disappears. */
const settleResponse = z.union([settlement, success]);

/** How a payment was made, and a note; both optional. */
const how = {
  method: z
    .enum(PAYMENT_METHODS, `Choose one of: ${PAYMENT_METHODS.join(", ")}.`)
    .nullable()
    .optional(),
  note: text(paymentNoteRule).optional(),
};

/** Who pays whom, as the user saw it. If it has changed since, nothing is settled or unsettled. */
const shown = {
  /** In dollars. */
  amount: balance,
  /** The id of the payer, because editing an expense can reverse a debt without changing its amount. */
  from: lookupId.optional(),
};

/** PUT /api/settlements/{id}/settle: true settles, false unsettles. */
const settle = z
  .object({
    settled: z.boolean("Must be true (settle) or false (unsettle)."),
    userId: actorId,
    ...shown,
    amount: shown.amount.optional(),
    /** The dollars paid; default: everything. Needs `amount`, so that a repeated request pays nothing twice. */
    part: balance.optional(),
    ...how,
  })
  .refine(({ amount, part }) => part === undefined || amount !== undefined, {
    path: ["amount"],
    error: "Send the full amount with a partial payment.",
  });

const NOTHING = "There is nothing to settle.";
const MOST = 1_000;

/** POST /api/users/{id}/settlements: all payments open between the actor and this person, as shown. */
const settleUp = z
  .object({
    userId: actorId,
    /** The dollars of each payment, by its id; positive: the actor pays. This form keeps the body within its limit. */
    nets: z
      .record(z.string(), net)
      .refine((nets) => Object.keys(nets).length > 0, NOTHING)
      .refine((nets) => Object.keys(nets).length <= MOST, `Send at most ${MOST} payments.`)
      .optional(),
    payments: z
      .array(z.object({ _id: lookupId, ...shown }))
      .min(1, NOTHING)
      .max(MOST)
      .optional(),
    ...how,
  })
  .refine(({ nets, payments }) => !nets !== !payments, {
    path: ["payments"],
    error: "Send the payments either as nets or as a list.",
  });

/** POST /api/events/{eventId}/payments: the session's user is one of the two. */
const recordPayment = z.object({
  /** The id of the payer; default: the user. */
  from: lookupId.optional(),
  to: lookupId,
  amount: paymentAmount,
  /** The dollars that the payer owes, as shown; negative: is owed. If this has changed since, nothing is recorded. */
  owed: net.optional(),
  ...how,
});

export const settlementOperations = {
  listSettlements: {
    call: "GET /api/settlements",
    summary: "Who owes whom in an event: the unsettled payments first, then the settled ones",
    tokens: "event",
    guests: true,
    query: eventQuery.extend({
      settled: z
        .enum(["true", "false"])
        .transform((text) => text === "true")
        .optional(),
    }),
    response: z.array(settlement),
  },
  why: {
    call: "GET /api/settlements/{id}/why",
    summary: "Why two people owe each other: the expenses and payments that sum to an unsettled payment",
    tokens: "settlement",
    guests: true,
    session: "settlement",
    query: pageQuery,
    response: why,
    errors: ["already-settled"],
  },
  settle: {
    call: "PUT /api/settlements/{id}/settle",
    summary: "Settle a payment, or unsettle it",
    tokens: "settlement",
    guests: true,
    body: settle,
    keyed: true,
    response: settleResponse,
    errors: ["forbidden", "already-settled", "not-settled", "amount-changed", "former-member"],
  },
  recordPayment: {
    call: "POST /api/events/{eventId}/payments",
    summary: "Record a payment to or from a member, also one that exceeds what is owed",
    tokens: "event",
    guests: true,
    body: recordPayment,
    keyed: true,
    response: settlement,
    errors: ["forbidden", "amount-changed"],
  },
  openPayments: {
    call: "GET /api/users/{id}/settlements",
    summary: "The unsettled payments between the signed-in user and another person, one per event",
    tokens: "account",
    response: z.array(openPayment),
  },
  history: {
    call: "GET /api/users/{id}/history",
    summary: "The expenses and payments between the signed-in user and another person, latest first",
    tokens: "account",
    query: pageQuery,
    response: z.array(historyLine),
  },
  settleUp: {
    call: "POST /api/users/{id}/settlements",
    summary: "Settle all unsettled payments between the signed-in user and another person",
    tokens: "account",
    body: settleUp,
    keyed: true,
    response: settledUp,
    errors: ["already-settled", "amount-changed"],
  },
  undoSettleUp: {
    call: "DELETE /api/users/{id}/settlements/{batchId}",
    summary: "Unsettle everything that was settled together",
    tokens: "account",
    errors: ["former-member", "conflict"],
  },
} as const satisfies Record<string, Described>;
