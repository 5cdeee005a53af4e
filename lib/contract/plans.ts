import { z } from "zod";
import { MAX_PEOPLE } from "../core/max-people";
import { balance, dollars, id, isoDate, lookupId } from "./fields";
import type { Described } from "./operation";
import { person } from "./people";
import { plannedPayment, settlement } from "./settlements";

// Plans: fewer payments that replace the open ones.

const plan = z.strictObject({
  payments: z.array(plannedPayment).describe("empty if all debts cancel out"),
  replaces: z.int().describe("how many payments are open"),
  optimal: z.boolean().describe("whether it was proved that fewer payments are impossible"),
});
export type PlanResponse = z.infer<typeof plan>;

/** The preview of an event's minimal transactions (docs/rules.md#minimal-transactions). */
const minimal = plan.extend({
  evenOut: z
    .array(plannedPayment)
    .nullable()
    .describe("if everyone pays one person: what they would give each other so that all pay the same"),
  nets: z
    .array(z.strictObject({ person, amount: dollars }))
    .describe("what each person with open payments gets in US dollars; negative: pays"),
});
export type MinimalResponse = z.infer<typeof minimal>;

const appliedPlan = z.strictObject({
  _id: id,
  settlements: z.array(settlement).describe("the payments that are open now"),
});

/** What a plan changed in one event, for exports. */
export const planPart = z.strictObject({
  _id: id,
  eventId: id,
  planId: id.describe("the same for all parts of a group's plan"),
  of: z.enum(["event", "group"]),
  usedBy: person,
  usedAt: isoDate,
  replaced: z.array(plannedPayment).describe("the payments of the event that were open before"),
  transfers: z
    .array(plannedPayment)
    .describe("what it added to the debts in the event; over the whole plan, zero for each person"),
});
export type PlanPart = z.infer<typeof planPart>;

/** The payments as they were shown. If the plan has changed since, nothing is replaced. */
const applyPlan = z.object({
  payments: z
    .array(
      z
        .object({ from: lookupId, to: lookupId, amount: balance })
        .transform(({ from, to, amount }) => ({ from, to, cents: amount })),
      "Send the payments as shown.",
    )
    .max(MAX_PEOPLE),
});

const APPLY_ERRORS = ["closed", "plan-changed", "no-fewer-payments", "conflict"] as const;
const UNDO_ERRORS = ["closed", "plan-settled", "plan-replaced", "former-member"] as const;

export const planOperations = {
  minimalPayments: {
    call: "GET /api/events/{eventId}/minimal",
    summary: "The preview of an event's minimal transactions, of all its open payments",
    tokens: "event",
    guests: true,
    response: minimal,
  },
  eventPlan: {
    call: "GET /api/events/{eventId}/plan",
    summary: "The fewest payments with which everyone in an event would be even",
    tokens: "event",
    response: plan,
    errors: ["conflict"],
  },
  applyEventPlan: {
    call: "POST /api/events/{eventId}/plan",
    summary: "Replace the open payments of an event by those of its plan; everyone's balance stays the same",
    tokens: "event",
    body: applyPlan,
    keyed: true,
    response: appliedPlan,
    errors: APPLY_ERRORS,
  },
  undoEventPlan: {
    call: "DELETE /api/events/{eventId}/plan/{planId}",
    summary: "Undo a plan of an event while its payments are open",
    tokens: "event",
    errors: UNDO_ERRORS,
  },
  groupPlan: {
    call: "GET /api/groups/{groupId}/plan",
    summary: "The fewest payments with which everyone in a group would be even, over all its events",
    tokens: "group",
    response: plan,
    errors: ["conflict"],
  },
  applyGroupPlan: {
    call: "POST /api/groups/{groupId}/plan",
    summary: "Replace the open payments of all events of a group by those of its plan",
    tokens: "group",
    body: applyPlan,
    keyed: true,
    response: appliedPlan,
    errors: APPLY_ERRORS,
  },
  undoGroupPlan: {
    call: "DELETE /api/groups/{groupId}/plan/{planId}",
    summary: "Undo a plan of a group while its payments are open",
    tokens: "group",
    errors: UNDO_ERRORS,
  },
} as const satisfies Record<string, Described>;
