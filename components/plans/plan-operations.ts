import { call } from "@/lib/client/call";
import type { PlanResponse } from "@/lib/contract/plans";
import { pluralize } from "@/lib/core/text/pluralize";

/** What a plan is of. */
export type PlanScope = { of: "event" | "group"; id: string };

/** A plan's payments, in dollars, by the ids of their people. */
export type ShownPayments = readonly { from: string; to: string; amount: number }[];

/** Uses a plan as it is shown. */
export function applyPlan({ of, id }: PlanScope, shown: ShownPayments, idempotencyKey: string) {
  const input = { body: { payments: [...shown] }, idempotencyKey };
  return of === "event"
    ? call("POST /api/events/{eventId}/plan", { params: { eventId: id }, ...input })
    : call("POST /api/groups/{groupId}/plan", { params: { groupId: id }, ...input });
}

export function undoPlan({ of, id }: PlanScope, planId: string) {
  return of === "event"
    ? call("DELETE /api/events/{eventId}/plan/{planId}", { params: { eventId: id, planId } })
    : call("DELETE /api/groups/{groupId}/plan/{planId}", { params: { groupId: id, planId } });
}

/** The payments of a plan as they are sent. */
export const asShown = ({ payments }: Pick<PlanResponse, "payments">): ShownPayments =>
  payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount }));

/** What a group's plan offers: `Settle the group with 4 payments`. */
export const settleGroup = (payments: number): string =>
  `Settle the group with ${payments === 0 ? "no payments" : pluralize(payments, "payment")}`;
