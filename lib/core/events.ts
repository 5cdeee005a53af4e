import type { LedgerEntry } from "./money/ledger";
import { sumByKey } from "./money/money";

/** What a person paid for an event, and the sum of their shares, in cents. */
export type Contribution = { user: string; paid: number; share: number };

type Payments = Pick<LedgerEntry, "payers" | "shares">;

/**
 * The change of each person's contribution when an expense is added (`before` null), edited, or deleted (`after`
 * null). Omits people without a change. Sorted by user id.
 */
export function contributionDeltas(before: Payments | null, after: Payments | null): Contribution[] {
  const deltasOf = (part: "payers" | "shares") =>
    sumByKey([
      ...(before?.[part] ?? []).map(({ user, cents }) => [user, -cents] as const),
      ...(after?.[part] ?? []).map(({ user, cents }) => [user, cents] as const),
    ]);
  const [paid, share] = [deltasOf("payers"), deltasOf("shares")];
  const users = [...new Set([...paid.keys(), ...share.keys()])].sort();
  return users.map((user) => ({ user, paid: paid.get(user) ?? 0, share: share.get(user) ?? 0 }));
}

/** The people of an event's tally, without those who paid nothing and have no share any more: their zeros remain in it. */
export const partsOf = (
  tally: Readonly<Record<string, { readonly paid: number; readonly share: number }>>,
): Contribution[] =>
  Object.entries(tally)
    .filter(([, { paid, share }]) => paid !== 0 || share !== 0)
    .map(([user, { paid, share }]) => ({ user, paid, share }));
