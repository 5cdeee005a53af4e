import { categoryOf, type Category } from "@/lib/core/expenses/categories";
import type { Share } from "./money/split";
import { sumByKey } from "@/lib/core/money/money";

/** What a figure counts: shares in a category, or payments in all categories. */
type SpendingPart = Category | "paid";

/** Cents by part and user id. Some may be zero. */
export type SpendingFigures = { [part in SpendingPart]?: { [user: string]: number } };

/** An expense as spending: what it costs each person, on its day (docs/rules.md#spending). */
export type Spent = {
  date: Date;
  description: string;
  category?: Category | null;
  payers: readonly Share[];
  shares: readonly Share[];
};

/** The UTC month of a day, `2026-11`. */
export const monthOf = (date: Date): string => date.toISOString().slice(0, 7);

/** The month that is so many months after this one; negative: before it. */
const monthFrom = (month: string, count: number): string =>
  monthOf(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + count)));

export const monthAfter = (month: string): string => monthFrom(month, 1);
export const monthBefore = (month: string): string => monthFrom(month, -1);

/** The first of a number of months that end with the current one. */
export const firstOfMonths = (count: number, now = new Date()): string => monthFrom(monthOf(now), 1 - count);

/** A month and those after it, up to another one, inclusive. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}

/** A figure of one person in a month, in cents. */
export type SpendingEntry = { month: string; part: SpendingPart; user: string; cents: number };

/** The figures of an expense: its shares in its category, and what was paid. */
export function spendingOf(expense: Spent): SpendingEntry[] {
  const month = monthOf(expense.date);
  const part = categoryOf(expense);
  return [
    ...expense.shares.map(({ user, cents }) => ({ month, part, user, cents })),
    ...expense.payers.map(({ user, cents }) => ({ month, part: "paid" as const, user, cents })),
  ];
}

/** The change of the figures when an expense is added (`before` null), edited, or deleted (`after` null), without zeros. */
export function spendingDeltas(before: Spent | null, after: Spent | null): SpendingEntry[] {
  const taken = before ? spendingOf(before).map((entry) => ({ ...entry, cents: -entry.cents })) : [];
  return sumSpending([...taken, ...(after ? spendingOf(after) : [])]);
}

/** One entry for each month, part, and person, without zeros. @throws RangeError if a sum is not a safe integer */
export function sumSpending(entries: readonly SpendingEntry[]): SpendingEntry[] {
  const keyOf = ({ month, part, user }: SpendingEntry) => `${month} ${part} ${user}`;
  const sums = sumByKey(entries.map((one) => [keyOf(one), one.cents]));
  const first = new Map(entries.map((one) => [keyOf(one), one]));
  return [...sums].map(([key, cents]) => ({ ...first.get(key)!, cents }));
}

/** The entries of a stored month, without zeros. */
export const entriesOf = ({ month, figures }: { month: string; figures: SpendingFigures }): SpendingEntry[] =>
  Object.entries(figures).flatMap(([part, people]) =>
    Object.entries(people)
      .filter(([, cents]) => cents !== 0)
      .map(([user, cents]) => ({ month, part: part as SpendingPart, user, cents })),
  );
