import { parsePair, type PairNet } from "@/lib/core/money/ledger";
import { requireCents } from "@/lib/core/money/totals";

/** Cents by key. */
export type Sums = Map<string, number>;

/** @throws RangeError for an invalid amount */
export function add(sums: Sums, key: string, cents: number): void {
  sums.set(key, requireCents((sums.get(key) ?? 0) + requireCents(cents)));
}

/** Adds a debt to what each of the two owes; negative: is owed. @throws RangeError for an invalid amount */
export function addDebt(sums: Sums, { pair, net }: PairNet): void {
  const [lo, hi] = parsePair(pair);
  add(sums, lo, net);
  add(sums, hi, -net);
}
