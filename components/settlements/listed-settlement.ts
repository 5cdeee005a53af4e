import type { Settlement } from "@/lib/schemas/answers";

/** What a row shows of a payment. `pending`: a change has been sent. */
export type ListedSettlement = Pick<Settlement, "_id" | "from" | "to" | "amount" | "settled"> &
  Partial<Pick<Settlement, "settledAt" | "settledBy">> & { pending?: boolean };

/** Drops the fields that a row does not show. */
export function toListedSettlement({
  eventId: _,
  settledAt,
  settledBy,
  ...rest
}: Settlement): ListedSettlement {
  return rest.settled ? { ...rest, settledAt, settledBy } : rest;
}
