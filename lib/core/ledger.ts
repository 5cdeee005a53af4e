import { debtsOfExpense } from "./payers";
import type { Share } from "./split";
import { sumCents } from "./totals";

/** Two people in the order of their ids; `pair` is `"lo:hi"`. */
export type Pair = { lo: string; hi: string; pair: string };

/** What two people owe each other, in cents: positive where `lo` owes `hi`. */
export type PairNet = { pair: string; net: number };

/** A change of what two people owe each other, in cents. */
export type PairDelta = Pair & PairNet;

/** An expense as balances count it: who paid, who bears which share, and what each two people owe each other for it. */
export type LedgerEntry = {
  payers: readonly Share[];
  shares: readonly Share[];
  debts: readonly PairNet[];
};

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
 * @param payers who paid how many cents, each person once
 * @param shares who bears how many cents, each person once
 * @returns the expense with its debts, sorted by pair
 * @throws RangeError when payments and shares do not come to the same sum
 */
export function ledgerEntry(payers: readonly Share[], shares: readonly Share[]): LedgerEntry {
  const debts = debtsOfExpense(payers, shares).map(({ from, to, cents }) => {
    const { lo, pair } = pairOf(from, to);
    return { pair, net: from === lo ? cents : -cents };
  });
  return { payers, shares, debts: debts.sort((a, b) => (a.pair < b.pair ? -1 : 1)) };
}

/**
 * What adding (`before` null), deleting (`after` null) or editing an expense changes between each two people.
 * @returns the deltas in cents, zero left out; sorted by pair, so that every writer takes locks in one order
 */
export function netDeltas(before: LedgerEntry | null, after: LedgerEntry | null): PairDelta[] {
  const taken = (before?.debts ?? []).map(({ pair, net }) => ({ pair, net: -net }));
  return [...netsByPair([...taken, ...(after?.debts ?? [])])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([pair, net]) => {
      const [lo = "", hi = ""] = pair.split(":");
      return { lo, hi, pair, net };
    });
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
 * The ledger law's other side: what an event's expenses say that each two people owe each other. It has to equal
 * {@link netsByPair} of the event's settlements.
 * @returns cents by pair key, pairs that come to zero left out
 */
export function expectedNets(expenses: Iterable<LedgerEntry>): Map<string, number> {
  return netsByPair([...expenses].flatMap(({ debts }) => debts));
}
