import { debtsOfExpense } from "./payers";
import type { Share } from "./split";
import { sumByKey, sumCents } from "./totals";

/** Two people in id order; `pair` is `"lo:hi"`. */
export type Pair = { lo: string; hi: string; pair: string };

/** The net debt between two people, in cents: positive if `lo` owes `hi`. */
export type PairNet = { pair: string; net: number };

/** A change of the net debt between two people, in cents. */
export type PairDelta = Pair & PairNet;

/** An expense as the ledger sees it: payments, shares, and the resulting debt of each pair. */
export type LedgerEntry = {
  payers: readonly Share[];
  shares: readonly Share[];
  debts: readonly PairNet[];
};

/**
 * @param a a user id
 * @param b another user id
 * @returns the two ids in order
 * @throws RangeError if both are the same person
 */
export function orderedPair(a: string, b: string): Pair {
  if (a === b) throw new RangeError("A pair is two people");
  const [lo, hi] = a < b ? [a, b] : [b, a];
  return { lo, hi, pair: `${lo}:${hi}` };
}

/** The key of an unordered pair of people, `"lo:hi"`. @throws RangeError if both are the same person */
export function pairKey(a: string, b: string): string {
  return orderedPair(a, b).pair;
}

/** The two people of a key made by {@link pairKey}. */
export function parsePair(pair: string): Pair {
  const [lo = "", hi = ""] = pair.split(":");
  return { lo, hi, pair };
}

/**
 * @param payers who paid how many cents, each person once
 * @param shares who bears how many cents, each person once
 * @returns the expense with its debts, sorted by pair
 * @throws RangeError if payments and shares differ in sum
 */
export function ledgerEntry(payers: readonly Share[], shares: readonly Share[]): LedgerEntry {
  const debts = debtsOfExpense(payers, shares).map(({ from, to, cents }) => {
    const { lo, pair } = orderedPair(from, to);
    return { pair, net: from === lo ? cents : -cents };
  });
  return { payers, shares, debts: debts.sort((a, b) => (a.pair < b.pair ? -1 : 1)) };
}

/**
 * The change of each pair's debt when an expense is added (`before` null), edited, or deleted (`after` null).
 * @returns the deltas in cents without zeros, sorted by pair, so that all writers take locks in the same order
 */
export function netDeltas(before: LedgerEntry | null, after: LedgerEntry | null): PairDelta[] {
  const taken = (before?.debts ?? []).map(({ pair, net }) => ({ pair, net: -net }));
  return [...netsByPair([...taken, ...(after?.debts ?? [])])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([pair, net]) => ({ ...parsePair(pair), net }));
}

/**
 * Converts a signed net to a debt.
 * @param net cents, positive if `lo` owes `hi`
 * @returns who owes whom how many cents (> 0), or null if nothing is owed
 */
export function debtOf(
  net: number,
  lo: string,
  hi: string,
): { from: string; to: string; cents: number } | null {
  if (net === 0) return null;
  const [from, to] = payerFirst(net, [lo, hi]);
  return { from, to, cents: Math.abs(net) };
}

/** The two people of a pair, the one who pays first. @param net positive: the first of the pair owes the second */
export function payerFirst<T>(net: number, [lo, hi]: readonly [T, T]): [T, T] {
  return net > 0 ? [lo, hi] : [hi, lo];
}

/**
 * Adds up signed nets per pair: an event's settlements, settled or not, or deltas.
 * @returns cents by pair key, without zeros
 */
export function netsByPair(records: Iterable<{ pair: string; net: number }>): Map<string, number> {
  return sumByKey([...records].map(({ pair, net }) => [pair, net]));
}

/**
 * The other side of the ledger law: the debt of each pair according to an event's expenses. It must equal {@link
 * netsByPair} of the event's settlements.
 * @returns cents by pair key, without zeros
 */
export function expectedNets(expenses: Iterable<LedgerEntry>): Map<string, number> {
  return netsByPair([...expenses].flatMap(({ debts }) => debts));
}

/** What one person is owed, in total, by another or in a group. The unsettled payments sum to it. */
export type BalanceDelta = {
  user: string;
  kind: "person" | "group";
  /** The other person, or the group. */
  other: string;
  /** Cents; negative: the user owes more. */
  cents: number;
};

/** The id of a balance, `"user:other"`. */
export const balanceId = ({ user, other }: Pick<BalanceDelta, "user" | "other">): string =>
  `${user}:${other}`;

/**
 * The changes of the balances when the unsettled nets of pairs change.
 * @param deltas of pairs in groups, in cents; ids in hex
 * @returns one change per balance without zeros, sorted by user and other, so that all writers take locks in the same
 * order
 */
export function balanceDeltas(deltas: Iterable<PairNet & { group: string }>): BalanceDelta[] {
  const sums = new Map<string, BalanceDelta>();
  const add = (user: string, kind: BalanceDelta["kind"], other: string, cents: number) => {
    const id = balanceId({ user, other });
    const sum = sums.get(id)?.cents ?? 0;
    sums.set(id, { user, kind, other, cents: sumCents([sum, cents]) });
  };
  for (const { pair, net, group } of deltas) {
    const { lo, hi } = parsePair(pair);
    add(lo, "person", hi, -net);
    add(hi, "person", lo, net);
    add(lo, "group", group, -net);
    add(hi, "group", group, net);
  }
  return [...sums]
    .filter(([, { cents }]) => cents !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, delta]) => delta);
}
