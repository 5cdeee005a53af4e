import { balanceToCents } from "@/lib/core/money/money";
import type { Payment } from "@/lib/core/money/payments";
import type { PlannedPayment } from "@/lib/contract/settlements";

/** Converts settlements (dollars) to the payments of lib/core (cents). */
export function toPayments(settlements: readonly PlannedPayment[]): Payment[] {
  return settlements.map(({ from, to, amount }) => ({
    from: from._id,
    to: to._id,
    cents: balanceToCents(amount),
  }));
}
