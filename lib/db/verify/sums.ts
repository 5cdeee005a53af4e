import { parsePair, type PairNet } from "@/lib/core/money/ledger";
import { requireCents } from "@/lib/core/money/money";

/** Cents by key. */
export type Sums = Map<string, number>;

/** @throws RangeError for an invalid amount */
export function add(sums: Sums, key: string, cents: number): void {
  sums.set(key, requireCents((sums.get(key) ?? 0) + requireCents(cents)));
}

/** What each of the two people of a debt owes; negative: is owed. */
export function bothSides({ pair, net }: PairNet): [user: string, cents: number][] {
  const [lo, hi] = parsePair(pair);
  return [
    [lo, net],
    [hi, -net],
  ];
}

/** The keys whose sums differ, with both. */
export const differences = (stored: Sums, right: Sums): [key: string, is: number, should: number][] =>
  [...new Set([...stored.keys(), ...right.keys()])]
    .map((key): [string, number, number] => [key, stored.get(key) ?? 0, right.get(key) ?? 0])
    .filter(([, is, should]) => is !== should);
