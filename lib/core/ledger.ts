import type { Share } from "./split";
import { sumCents } from "./totals";

/** Two people in the order of their ids; `pair` is `"lo:hi"`. */
export type Pair = { lo: string; hi: string; pair: string };

/** A change of what two people owe each other, in cents: positive where `lo` owes `hi`. */
export type PairDelta = Pair & { net: number };

/** The part of an expense that makes debts. */
export type ExpenseShares = { paidBy: string; shares: readonly Share[] };

/**
 * @param a a user id
 * @param b another user id
 * @returns the two in order, whichever way round they were given
 * @throws RangeError when both are the same person
 */
export function pairOf(a: string, b: string): Pair {
  if (a === b) throw new RangeError("A pair is two people");
  const [lo, hi] = a < b ? [a, b] : [b, a];
  return { lo, hi, pair: `${lo}:${hi}` };
}

/** The key of an unordered pair of people, `"lo:hi"`. Throws RangeError when both are the same person. */
export function pairKey(a: string, b: string): string {
  return pairOf(a, b).pair;
}

/**
 * The debts that one expense makes. The payer's own share is not a debt.
 * @param paidBy the payer
 * @param shares who bears how many cents
 * @returns a delta for each pair, zero nets left out, sorted by pair
 */
export function sharesToNets(paidBy: string, shares: readonly Share[]): PairDelta[] {
  return netDeltas(null, { paidBy, shares });
}

/**
 * What adding (`before` null), deleting (`after` null) or editing an expense changes between each two people.
 * @returns the deltas in cents, zero left out; sorted by pair, so that every writer takes locks in one order
 */
export function netDeltas(before: ExpenseShares | null, after: ExpenseShares | null): PairDelta[] {
  const deltas = new Map<string, PairDelta>();
  const add = (expense: ExpenseShares | null, sign: 1 | -1) => {
    if (!expense) return;
    for (const { user, cents } of expense.shares) {
      if (user === expense.paidBy) continue;
      const pair = pairOf(user, expense.paidBy);
      const owed = (user === pair.lo ? sign : -sign) * cents;
      const net = sumCents([deltas.get(pair.pair)?.net ?? 0, owed]);
      deltas.set(pair.pair, { ...pair, net });
    }
  };
  add(before, -1);
  add(after, 1);
  return [...deltas.values()].filter((delta) => delta.net !== 0).sort((a, b) => (a.pair < b.pair ? -1 : 1));
}

/**
 * Reads a signed net as a debt.
 * @param net cents, positive where `lo` owes `hi`
 * @returns who owes whom how many cents (> 0), or null when nothing is owed
 */
export function debtOf(
  net: number,
  lo: string,
  hi: string,
): { from: string; to: string; cents: number } | null {
  if (net === 0) return null;
  return net > 0 ? { from: lo, to: hi, cents: net } : { from: hi, to: lo, cents: -net };
}

/**
 * Adds up signed nets per pair: the settlements of an event, settled and unsettled alike, or deltas.
 * @returns cents by pair key, pairs that come to zero left out
 */
export function netsByPair(records: Iterable<{ pair: string; net: number }>): Map<string, number> {
  const nets = new Map<string, number>();
  for (const { pair, net } of records) nets.set(pair, sumCents([nets.get(pair) ?? 0, net]));
  for (const [pair, net] of nets) if (net === 0) nets.delete(pair);
  return nets;
}

/**
 * The ledger law's other side: what an event's expenses say that each two people owe each other, computed from
 * scratch. It has to equal {@link netsByPair} of the event's settlements.
 * @returns cents by pair key, pairs that come to zero left out
 */
export function expectedNets(expenses: Iterable<ExpenseShares>): Map<string, number> {
  const deltas: PairDelta[] = [];
  for (const expense of expenses) deltas.push(...sharesToNets(expense.paidBy, expense.shares));
  return netsByPair(deltas);
}
