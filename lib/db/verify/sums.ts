import { requireCents } from "@/lib/core/money/totals";

/** Cents by key. */
export type Sums = Map<string, number>;

/** @throws RangeError for an invalid amount */
export function add(sums: Sums, key: string, cents: number): void {
  sums.set(key, requireCents((sums.get(key) ?? 0) + requireCents(cents)));
}
