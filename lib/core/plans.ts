import { groupBy } from "./group-by";
import { asNet, asPayment, netDeltas, type Debts, type PairNet } from "./money/ledger";
import { fewPayments, netByPerson, replacing, type Payment } from "./money/payments";
import { formatCents } from "./money/money";

// A plan replaces open payments with fewer ones; everyone's balance stays the same (docs/rules.md#plans).

/** An open payment of an event. */
export type OpenNet = PairNet & { event: string };

/**
 * A plan's part in an event: the open payments that it `replaced`, and its transfers, the `debts` that it added. A
 * plan's transfers sum to zero for each person.
 */
export type PlanPart = { event: string; replaced: readonly PairNet[] } & Debts;

/**
 * The payments of a plan, the fewest that were found.
 * @param open the open payments of an event, or of all events of a group
 * @returns `optimal` only if fewer are impossible
 */
export const planPayments = (open: readonly PairNet[]): ReturnType<typeof replacing> =>
  replacing(open.map(asPayment));

/**
 * Distributes a plan to the events whose open payments it replaces.
 * @param open all open payments of the events, each pair of an event once
 * @param payments the payments that replace them
 * @param home the event of the new payments, which has open payments
 * @returns a part for each event, in the order of `open`
 */
export function planParts(open: readonly OpenNet[], payments: readonly Payment[], home: string): PlanPart[] {
  return [...groupBy(open, ({ event }) => event)].map(([event, nets]) => {
    const replaced = nets.map(({ pair, net }) => ({ pair, net }));
    const added = event === home ? payments.map(asNet) : [];
    return { event, replaced, debts: netDeltas({ debts: replaced }, { debts: added }) };
  });
}

/** What plans moved out of an event, as a few payments: the opposite of the debts that they added to it. */
export const movedOut = (debts: readonly PairNet[]): Payment[] =>
  fewPayments(netByPerson(debts.map(({ pair, net }) => asPayment({ pair, net: -net })))).payments;

/** Whether two lists have the same payments, in any order. */
export function samePayments(some: readonly Payment[], others: readonly Payment[]): boolean {
  const asText = (list: readonly Payment[]) =>
    list
      .map(({ from, to, cents }) => `${from}:${to}:${cents}`)
      .sort()
      .join();
  return asText(some) === asText(others);
}

/** A person's payments, by the other person's name: cents > 0. */
type Payments = readonly { name: string; cents: number }[];

/** What a plan changed for one person: their payments before and after it. */
export type PlanEffect = {
  before: { pays: Payments; gets: Payments };
  after: { pays: Payments; gets: Payments };
};

const LIST = new Intl.ListFormat("en", { type: "conjunction" });
const listOf = (payments: Payments, between: string) =>
  LIST.format(payments.map(({ name, cents }) => `${name}${between}${formatCents(cents)}`));

/** `$5.00 from Eve and $3.00 from Gil` */
const gotten = (payments: Payments) =>
  LIST.format(payments.map(({ name, cents }) => `${formatCents(cents)} from ${name}`));

/**
 * What a plan changed for one person, in words.
 * @param person the person's name; null: the reader
 * @returns `instead of paying Ben $20.00 and Cleo $10.00, you pay Dana $30.00`
 */
export function planInWords({ before, after }: PlanEffect, person: string | null): string {
  const dropped = [
    ...(before.pays.length > 0 ? [`paying ${listOf(before.pays, " ")}`] : []),
    ...(before.gets.length > 0 ? [`getting ${gotten(before.gets)}`] : []),
  ];
  const kept = [
    ...(after.pays.length > 0 ? [`${person === null ? "pay" : "pays"} ${listOf(after.pays, " ")}`] : []),
    ...(after.gets.length > 0 ? [`${person === null ? "get" : "gets"} ${gotten(after.gets)}`] : []),
  ];
  const now = kept.length > 0 ? LIST.format(kept) : person === null ? "are even" : "is even";
  const sentence = `${person ?? "you"} ${now}`;
  return dropped.length > 0 ? `instead of ${LIST.format(dropped)}, ${sentence}` : sentence;
}
