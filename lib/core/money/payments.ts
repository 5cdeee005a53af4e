import { MAX_PEOPLE } from "../max-people";
import { sumByKey, sumCents } from "./money";
import { zeroSumGroups } from "./zero-sum";

/** A debt, or a planned payment, of an amount > 0. */
export type Payment = { from: string; to: string; cents: number };

/** What the preview "Minimal transactions" shows. */
export type MinimalPayments = {
  /** A reduced set of payments; if everyone pays one person, the current ones. */
  payments: Payment[];
  /** If everyone pays one person: what the payers would pay each other so that all bear the same. Otherwise null. */
  evenOut: Payment[] | null;
  /** Only if it was proved that fewer payments are impossible. */
  optimal: boolean;
};

/** The exact search doubles with each person; 16 people take a few milliseconds. */
const EXACT_SEARCH_LIMIT = 16;

/**
 * Computes the minimal transactions of an event (docs/rules.md#minimal-transactions). The result does not depend on the
 * input order.
 * @param unsettled the event's unsettled settlements, in cents
 * @throws RangeError on a payment to oneself, or an amount that is not a positive number of cents
 */
export function minimalPayments(unsettled: readonly Payment[]): MinimalPayments {
  for (const { from, to, cents } of unsettled) {
    if (from === to) throw new RangeError("Nobody owes themselves");
    if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError(`Not a debt in cents: ${cents}`);
  }
  // Nobody owes themselves, so if everything is owed to one person, that person is not a payer.
  if (new Set(unsettled.map(({ to }) => to)).size === 1)
    return { payments: largestFirst(unsettled), evenOut: evenOut(unsettled), optimal: true };
  return { ...replacing(unsettled), evenOut: null };
}

/**
 * Finds payments to replace these: {@link fewPayments}, or those of each circle of people who owe each other, if these
 * are fewer. A circle of n people has at least n - 1 payments and needs no more, so there are never more than before.
 * @param open cents may be negative. With {@link MAX_PEOPLE} or more payments, circles are not searched
 * @returns `optimal` only if it was proved that fewer are impossible
 */
export function replacing(open: readonly Payment[]): ReturnType<typeof fewPayments> {
  const together = fewPayments(netByPerson(open));
  if (together.optimal || open.length >= MAX_PEOPLE) return together;
  const payments = largestFirst(
    circlesOf(open).flatMap((circle) => fewPayments(netByPerson(circle)).payments),
  );
  return payments.length < together.payments.length ? { payments, optimal: false } : together;
}

/** The payments of people who owe each other, directly or through others. */
function circlesOf(open: readonly Payment[]): Payment[][] {
  let circles: Payment[][] = [];
  const people = (payments: readonly Payment[]) => payments.flatMap(({ from, to }) => [from, to]);
  for (const payment of open) {
    const isApart = (circle: Payment[]) =>
      !people(circle).some((person) => person === payment.from || person === payment.to);
    const joined = circles.filter((circle) => !isApart(circle)).flat();
    circles = [...circles.filter(isApart), [...joined, payment]];
  }
  return circles;
}

/**
 * Finds payments that settle everyone: the fewest possible for up to 16 people, else the greedy matching.
 * @param nets cents by person, positive if they receive money; no zeros; summing to zero
 * @returns `optimal` only if it was proved that fewer are impossible
 */
export function fewPayments(nets: ReadonlyMap<string, number>): {
  payments: Payment[];
  optimal: boolean;
} {
  const greedy = greedyPayments(nets);
  // Skips the search if the greedy matching cannot be improved.
  if (meetsLowerBound(nets, greedy)) return { payments: greedy, optimal: true };
  const exact = exactPayments(nets);
  const payments = exact && exact.length < greedy.length ? exact : greedy;
  return { payments, optimal: exact !== null };
}

/** @returns each person's net in cents, positive if they receive money; people with a zero net are omitted */
export function netByPerson(payments: Iterable<Payment>): Map<string, number> {
  return sumByKey(
    [...payments].flatMap(({ from, to, cents }) => [[from, -cents] as const, [to, cents] as const]),
  );
}

/**
 * Matches the largest debtor with the largest creditor until one side is empty. Ties go by id.
 * @param nets cents by person, positive if they receive money. If they do not sum to zero, the rest remains.
 */
export function greedyPayments(nets: ReadonlyMap<string, number>): Payment[] {
  const debtors = [...nets].filter(([, net]) => net < 0).map(([id, net]) => ({ id, cents: -net }));
  const creditors = [...nets].filter(([, net]) => net > 0).map(([id, net]) => ({ id, cents: net }));
  const payments: Payment[] = [];
  for (;;) {
    const debtor = largest(debtors);
    const creditor = largest(creditors);
    if (!debtor || !creditor) return payments;
    const cents = Math.min(debtor.cents, creditor.cents);
    payments.push({ from: debtor.id, to: creditor.id, cents });
    debtor.cents -= cents;
    creditor.cents -= cents;
  }
}

/**
 * Finds the fewest payments that settle everyone. A group whose nets sum to zero needs one payment fewer than it has
 * people, so the largest number of such groups gives the fewest payments.
 * @param nets cents by person, without zeros, summing to zero
 * @returns null for more than 16 people, because the search would take too long
 */
export function exactPayments(nets: ReadonlyMap<string, number>): Payment[] | null {
  if (nets.size > EXACT_SEARCH_LIMIT) return null;
  const people = [...nets].sort(([a], [b]) => (a < b ? -1 : 1));
  const groups = zeroSumGroups(people.map(([, net]) => net));
  return largestFirst(
    groups.flatMap((group) => greedyPayments(new Map(people.filter((_, index) => group.includes(index))))),
  );
}

/** Lower bound: every debtor pays at least once and every creditor is paid at least once. */
function meetsLowerBound(nets: ReadonlyMap<string, number>, payments: readonly Payment[]): boolean {
  const debtors = [...nets.values()].filter((net) => net < 0).length;
  return payments.length === Math.max(debtors, nets.size - debtors);
}

/**
 * Everyone pays the same receiver: redistributes so that all payers bear the average. Payers below the average pay
 * those above it. Differences are truncated to whole cents, so a cent may be dropped but is never invented.
 */
function evenOut(payments: readonly Payment[]): Payment[] {
  const paid = sumByKey(payments.map(({ from, cents }) => [from, cents]));
  const total = sumCents(paid.values());
  // The average is a fraction: its whole cents and the remainder keep the arithmetic exact.
  const wholeAverage = Math.floor(total / paid.size);
  const hasFraction = total % paid.size !== 0;
  const differences = new Map<string, number>();
  for (const [person, cents] of paid) {
    const aboveWhole = cents - wholeAverage;
    differences.set(person, hasFraction && aboveWhole > 0 ? aboveWhole - 1 : aboveWhole);
  }
  return greedyPayments(differences);
}

function largest<T extends { id: string; cents: number }>(people: readonly T[]): T | null {
  let best: T | null = null;
  for (const person of people) {
    if (person.cents === 0) continue;
    if (!best || person.cents > best.cents || (person.cents === best.cents && person.id < best.id))
      best = person;
  }
  return best;
}

function largestFirst(payments: readonly Payment[]): Payment[] {
  const key = (payment: Payment) => `${payment.from}:${payment.to}`;
  return [...payments].sort((a, b) => b.cents - a.cents || (key(a) < key(b) ? -1 : 1));
}
