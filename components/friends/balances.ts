import { balanceToCents, sumCents } from "@/lib/core/money/money";
import type { FriendSummaryItem } from "@/lib/contract/friends";

/** The viewer's balance with one person. `cents` is never negative; `side` is the direction. */
export type Balance = Omit<FriendSummaryItem, "amount"> & {
  cents: number;
  /** owe: the viewer owes them. owed: they owe the viewer. */
  side: "owe" | "owed";
};

/** Converts the summary to amounts with a side, largest first, without zeros. */
export function balancesOf(summary: readonly FriendSummaryItem[]): Balance[] {
  return summary
    .map(({ amount, ...person }) => {
      const cents = balanceToCents(amount);
      return { ...person, cents: Math.abs(cents), side: cents < 0 ? "owe" : "owed" } as const;
    })
    .filter(({ cents }) => cents > 0)
    .sort((one, other) => other.cents - one.cents);
}

/** The totals that the viewer owes and is owed, and their difference: positive if the viewer is owed. */
export function totalsOf(balances: readonly Balance[]) {
  const sumOf = (side: Balance["side"]) =>
    sumCents(balances.filter((balance) => balance.side === side).map(({ cents }) => cents));
  const oweCents = sumOf("owe");
  const owedCents = sumOf("owed");
  return { oweCents, owedCents, netCents: owedCents - oweCents };
}
