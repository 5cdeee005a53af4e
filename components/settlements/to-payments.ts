import { dollarsToCents } from "@/lib/core/money";
import type { Payment } from "@/lib/core/payments";
import type { Settlement } from "@/lib/schemas/answers";

/** Settlements (dollars) as the payments that lib/core computes with (cents). */
export function toPayments(settlements: readonly Settlement[]): Payment[] {
  return settlements.flatMap(({ from, to, amount }) => {
    const cents = dollarsToCents(amount);
    return cents === null ? [] : [{ from: from._id, to: to._id, cents }];
  });
}
