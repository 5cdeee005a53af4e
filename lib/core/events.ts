import type { LedgerEntry } from "./money/ledger";

/** What a person paid for an event, and the sum of their shares, in cents. */
export type Contribution = { user: string; paid: number; share: number };

type Payments = Pick<LedgerEntry, "payers" | "shares">;

/**
 * The change of each person's contribution when an expense is added (`before` null), edited, or deleted (`after`
 * null). Omits people without a change. Sorted by user id.
 */
export function contributionDeltas(before: Payments | null, after: Payments | null): Contribution[] {
  const deltas = new Map<string, Contribution>();
  const of = (user: string) => {
    const delta = deltas.get(user) ?? { user, paid: 0, share: 0 };
    deltas.set(user, delta);
    return delta;
  };
  const add = (expense: Payments | null, sign: 1 | -1) => {
    if (!expense) return;
    for (const { user, cents } of expense.payers) of(user).paid += sign * cents;
    for (const { user, cents } of expense.shares) of(user).share += sign * cents;
  };
  add(before, -1);
  add(after, 1);
  return [...deltas.values()]
    .filter(({ paid, share }) => paid !== 0 || share !== 0)
    .sort((a, b) => (a.user < b.user ? -1 : 1));
}
