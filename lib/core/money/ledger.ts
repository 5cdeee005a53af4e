import { debtsOfExpense } from "./payers";
import type { Payment } from "./payments";
import type { Share } from "./split";
import { sumByKey, sumCents } from "./money";

/** The net debt between two people, in cents: positive if `lo` owes `hi`. `pair`: their {@link pairKey}. */
export type PairNet = { pair: string; net: number };

/** What changes the debts between people: an expense, or a plan's transfers in an event (docs/rules.md#ledger). */
export type Debts = { debts: readonly PairNet[] };

/** An expense as the ledger sees it: payments, shares, and the resulting debt of each pair. */
export type LedgerEntry = { payers: readonly Share[]; shares: readonly Share[] } & Debts;

/** The key of two people, their ids in order: `"lo:hi"`. @throws RangeError if both are the same person */
export function pairKey(a: string, b: string): string {
  if (a === b) throw new RangeError("A pair is two people");
  return a < b ? `${a}:${b}` : `${b}:${a}`;
}

/** The two people of a key made by {@link pairKey}. */
export function parsePair(pair: string): [lo: string, hi: string] {
  const [lo = "", hi = ""] = pair.split(":");
  return [lo, hi];
}

/** The net of a pair as a payment of its first person, negative if the second one pays. */
export function asPayment({ pair, net }: PairNet): Payment {
  const [from, to] = parsePair(pair);
  return { from, to, cents: net };
}

/** The net of a pair as what one of them owes the other: cents that are not negative. */
export function debtOf({ pair, net }: PairNet): Payment {
  const [from, to] = payerFirst(net, parsePair(pair));
  return { from, to, cents: Math.abs(net) };
}

/** The opposite of {@link asPayment}, and of {@link debtOf}. */
export function asNet({ from, to, cents }: Payment): PairNet {
  return { pair: pairKey(from, to), net: from < to ? cents : -cents };
}

/**
 * @param payers who paid how many cents, each person once
 * @param shares who bears how many cents, each person once
 * @returns the expense with its debts, sorted by pair
 * @throws RangeError if payments and shares differ in sum
 */
export function ledgerEntry(payers: readonly Share[], shares: readonly Share[]): LedgerEntry {
  const debts = debtsOfExpense(payers, shares).map(asNet);
  return { payers, shares, debts: debts.sort((a, b) => (a.pair < b.pair ? -1 : 1)) };
}

/**
 * The change of each pair's debt when an expense is added (`before` null), edited, or deleted (`after` null), or when
 * one list of debts replaces another.
 * @returns the deltas in cents without zeros, sorted by pair, so that all writers take locks in the same order
 */
export function netDeltas(before: Debts | null, after: Debts | null): PairNet[] {
  const taken = (before?.debts ?? []).map(({ pair, net }) => ({ pair, net: -net }));
  return [...netsByPair([...taken, ...(after?.debts ?? [])])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([pair, net]) => ({ pair, net }));
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
 * The cents by which a pair's settled payments exceed what is owed: the part of the open net that goes back.
 * @param settled the signed sum of the settled payments
 * @param open the signed open net
 */
export const overpaid = (settled: number, open: number): number =>
  Math.max(0, settled > 0 ? -open : settled < 0 ? open : 0);

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
  // V8 would store a template as references to its parts. `verify` keeps very many keys.
  [user, other].join(":");

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
    const [lo, hi] = parsePair(pair);
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
