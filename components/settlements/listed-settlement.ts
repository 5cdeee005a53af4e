import type { Settlement } from "@/lib/contract/settlements";

/** The fields of a payment that a row shows. `pending`: a change has been sent. */
export type ListedSettlement = Pick<Settlement, "_id" | "from" | "to" | "amount" | "settled"> &
  Partial<Pick<Settlement, "settledAt" | "settledBy" | "method" | "note">> & { pending?: boolean };

/** Drops the fields that a row does not show. */
export function toListedSettlement(settlement: Settlement): ListedSettlement {
  const { _id, from, to, amount, settled, settledAt, settledBy, method, note } = settlement;
  const row = { _id, from, to, amount, settled };
  if (!settled) return row;
  return { ...row, settledAt, settledBy, ...(method && { method }), ...(note && { note }) };
}
