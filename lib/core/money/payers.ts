import { fewPayments, type Payment } from "./payments";
import type { Share } from "./split";
import { sumByKey, sumCents } from "./money";

/**
 * The debts of one expense. A payment first covers the payer's own share. Whatever exceeds it is owed to the payer by
 * people who paid less than their share, in as few debts as possible. With one payer, everyone else owes the payer
 * their share (docs/rules.md#splits). The debts of a refund are those of the expense, the other way round.
 * @param payers who paid how many cents, each person once; all received in a refund
 * @param shares who bears how many cents, each person once
 * @returns debts of more than 0 cents; each person's claims minus debts equal paid minus share
 * @throws RangeError if payments and shares differ in sum
 */
export function debtsOfExpense(payers: readonly Share[], shares: readonly Share[]): Payment[] {
  if (sumCents(payers.map(({ cents }) => cents)) !== sumCents(shares.map(({ cents }) => cents))) {
    throw new RangeError("Payments and shares have different sums");
  }
  const isRefund = payers.some(({ cents }) => cents < 0);
  const sign = isRefund ? -1 : 1;
  const nets = sumByKey([
    ...payers.map(({ user, cents }) => [user, sign * cents] as const),
    ...shares.map(({ user, cents }) => [user, -sign * cents] as const),
  ]);
  const { payments } = fewPayments(nets);
  return isRefund ? payments.map(({ from, to, cents }) => ({ from: to, to: from, cents })) : payments;
}

/**
 * The person shown as the payer if several paid: the one who paid most, or received most of a refund. Ties go to the person who recorded the
 * expense, then to the lowest id.
 * @param payers at least one
 */
export function mainPayer(payers: readonly Share[], recordedBy: string): string {
  const most = Math.max(...payers.map(({ cents }) => Math.abs(cents)));
  const users = payers.filter(({ cents }) => Math.abs(cents) === most).map(({ user }) => user);
  const first = users.includes(recordedBy) ? recordedBy : users.sort()[0];
  if (first === undefined) throw new RangeError("Nobody paid");
  return first;
}
