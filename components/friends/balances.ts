import { balanceToCents } from "@/lib/core/money";
import { sumCents } from "@/lib/core/totals";
import type { FriendSummaryItem, Person } from "@/lib/schemas/answers";

/** How the viewer stands with one person: `cents` is never negative, the direction is in `side`. */
export type Balance = Pick<FriendSummaryItem, "_id" | "name" | "picture"> & {
  cents: number;
  /** owe: the viewer owes them. owed: they owe the viewer. */
  side: "owe" | "owed";
};

/** Who looks, as far as the picture shows them. */
export type Viewer = Pick<Person, "name" | "picture">;

export type BalanceTotals = {
  /** What the viewer owes in all, in cents. */
  oweCents: number;
  /** What the viewer is owed in all, in cents. */
  owedCents: number;
  /** The difference; positive: the viewer is owed. */
  netCents: number;
};

/** The summary as amounts with a side, the largest first; nobody with whom one is even. */
export function balancesOf(summary: readonly FriendSummaryItem[]): Balance[] {
  return summary
    .map(({ _id, name, picture, amount }) => {
      const cents = balanceToCents(amount);
      return { _id, name, picture, cents: Math.abs(cents), side: cents < 0 ? "owe" : "owed" } as const;
    })
    .filter(({ cents }) => cents > 0)
    .sort((one, other) => other.cents - one.cents);
}

export function totalsOf(balances: readonly Balance[]): BalanceTotals {
  const sumOf = (side: Balance["side"]) =>
    sumCents(balances.filter((balance) => balance.side === side).map(({ cents }) => cents));
  const oweCents = sumOf("owe");
  const owedCents = sumOf("owed");
  return { oweCents, owedCents, netCents: owedCents - oweCents };
}
