import { balanceToCents } from "@/lib/core/money";
import type { Payment } from "@/lib/core/payments";
import type { Settlement } from "@/lib/schemas/answers";

/** Settlements (dollars) as the payments that lib/core computes with (cents). */
export function toPayments(settlements: readonly Settlement[]): Payment[] {
  return settlements.map(({ from, to, amount }) => ({
    from: from._id,
    to: to._id,
    cents: balanceToCents(amount),
  }));
}
