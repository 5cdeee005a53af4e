import { balanceToCents } from "@/lib/core/money";
import type { Payment } from "@/lib/core/payments";
import type { ListedSettlement } from "./listed-settlement";

/** Converts settlements (dollars) to the payments of lib/core (cents). */
export function toPayments(settlements: readonly ListedSettlement[]): Payment[] {
  return settlements.map(({ from, to, amount }) => ({
    from: from._id,
    to: to._id,
    cents: balanceToCents(amount),
  }));
}
