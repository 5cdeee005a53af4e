import { partInWords, partOf } from "@/lib/core/expenses/part";
import { changesOf, type Change, type ChangedValues } from "../changes";
import { formatCents } from "../money/money";
import { splitExpense, type Share } from "../money/split";

// What an activity of an expense changed for one person. Activities do not store this: it is calculated from the
// current expense and its later edits, or it is unknown (docs/rules.md#screens).

/** The money of an expense as its history records it. Ids are hex. */
type RecordedMoney = Pick<ChangedValues, "amount" | "payers" | "split">;

/**
 * The money of an expense at one time. `shares`: as stored; null: the split determines them; undefined: unknown
 */
export type MoneyAt = RecordedMoney & { shares: readonly Share[] | null | undefined };

/** Cents that a person paid, and their share. */
type Sides = { paid: number; share: number };

/**
 * The money before an edit.
 * @param after the money after it; null: unknown
 * @returns null if it is unknown, because the edit does not fit
 */
export function moneyBefore(after: MoneyAt | null, changes: readonly Change[]): MoneyAt | null {
  if (!after) return null;
  const before = { ...after };
  for (const change of changes) {
    const { field } = change;
    if (field !== "amount" && field !== "payers" && field !== "split") continue;
    if (changesOf({ [field]: after[field] }, { [field]: change.after }).length > 0) return null;
    Object.assign(before, { [field]: change.before });
  }
  if (before.split !== after.split) {
    // One of the people may have claimed another since. Entered values would show this; an equal split does not.
    before.shares = before.split.mode === "equal" ? undefined : null;
  } else if (before.amount !== after.amount && after.shares) before.shares = null;
  return before;
}

/** What a person paid and their share, in cents; null if that is unknown. */
export function sidesOf(money: MoneyAt | null, user: string): Sides | null {
  if (!money) return null;
  const share = shareOf(money, user);
  if (share === null) return null;
  const paid = money.payers
    .filter((payer) => payer.user === user)
    .reduce((sum, { cents }) => sum + (cents ?? money.amount), 0);
  return { paid, share };
}

/** @returns null if it is not certain to the cent: after a guest was claimed, the odd cents could be someone else's */
function shareOf({ amount, split, shares }: MoneyAt, user: string): number | null {
  if (!split.people.includes(user)) return 0;
  if (shares === undefined) return null;
  if (shares) return shares.find((share) => share.user === user)?.cents ?? 0;
  try {
    const own = splitExpense(amount, split.people, split, null).find((share) => share.user === user);
    return own && !own.orMore ? own.cents : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What an expense means for a person: `you lent $20.00`, `your share $10.00`, or "" if they are not involved. */
export function effectOfExpense(sides: Sides): string {
  const part = partOf(sides.paid, sides.share);
  return part === 0 ? "" : `${partInWords(part, isRefund(sides))} ${formatCents(Math.abs(part))}`;
}

/** All amounts of a refund are negative, or 0. */
const isRefund = ({ paid, share }: Sides) => paid < 0 || share < 0;

/**
 * What a change of an expense moved for a person: `you owe $5.00 less`.
 * @param before null: they were in the split, with an unknown share
 * @returns "" if no money moved
 */
export function effectOfChange(before: Sides | null, after: Sides): string {
  const now = after.paid - after.share;
  const was = before ? before.paid - before.share : null;
  if (now === was) return "";
  if (was === null || Math.sign(was) === -Math.sign(now)) {
    if (now === 0) return after.share === 0 ? "you're no longer involved" : "";
    const words = now < 0 ? "now you owe" : isRefund(after) ? "now you get back" : "now you lent";
    return `${words} ${formatCents(Math.abs(now))}`;
  }
  const difference = `${formatCents(Math.abs(now - was))} ${Math.abs(now) > Math.abs(was) ? "more" : "less"}`;
  return `${now < 0 || was < 0 ? "you owe" : "you're owed"} ${difference}`;
}
