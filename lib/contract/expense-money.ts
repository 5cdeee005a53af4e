import { z } from "zod";
import { MAX_PEOPLE } from "../core/max-people";
import { MAX_CENTS, formatCents, sumCents } from "@/lib/core/money/money";
import { divisionProblem, SPLIT_MODES, type Share, type Split } from "@/lib/core/money/split";
import { decimal, userId } from "./fields";
import { SPLIT_VALUE_MESSAGE } from "./rules/expenses";
import { peopleIds, TOO_MANY_PEOPLE } from "./rules/rule";

// Uneven splits and several payers. Default: an equal or custom split, paid by the actor (docs/rules.md#splits).

const hundredths = decimal(SPLIT_VALUE_MESSAGE, -MAX_CENTS, MAX_CENTS);

/** How a custom split divides the amount: a value for each person of `splitWith`; none in mode equal. */
export const split = z
  .object({
    mode: z.enum(SPLIT_MODES, `Choose one of: ${SPLIT_MODES.join(", ")}.`),
    values: z
      .array(z.object({ user: userId, value: hundredths }))
      .max(MAX_PEOPLE)
      .default([]),
  })
  .transform((entered): Split => (entered.mode === "equal" ? { mode: "equal", values: [] } : entered))
  .optional();

/** Who paid how much, each person once. Result: cents. */
export const payers = z
  .array(z.object({ user: userId, amount: hundredths }))
  .max(MAX_PEOPLE, TOO_MANY_PEOPLE)
  .transform((list, context): Share[] => {
    const problem = problemOfPayers(list);
    if (!problem) return list.map(({ user, amount }) => ({ user, cents: amount }));
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  })
  .optional();

function problemOfPayers(list: readonly { user: string; amount: number }[]): string | null {
  const people = peopleIds("Select who paid.")(list.map(({ user }) => user));
  if (!people.ok) return people.problem;
  if (people.value.length !== list.length) return "List each payer only once.";
  // All have the same sign, so it is that of the sum.
  const isRefund = list.some(({ amount }) => amount < 0);
  if (list.every(({ amount }) => (isRefund ? amount < 0 : amount > 0))) return null;
  return isRefund
    ? "In a refund, the amount of each payer must be negative."
    : "Each payer must have paid more than $0.00.";
}

/** An expense whose fields are valid individually. */
type Entered = { amount: number; splitWith: readonly string[]; split?: Split; payers?: Share[] };

/** The problem with the split as a whole, or null. */
function problemOfSplit({ amount, splitWith, split }: Entered): string | null {
  return split && split.mode !== "equal" ? divisionProblem(amount, splitWith, split) : null;
}

/** The problem with the payments as a whole, or null. */
function problemOfPayments({ amount, payers }: Entered): string | null {
  const left = payers ? amount - sumCents(payers.map(({ cents }) => cents)) : 0;
  if (left === 0) return null;
  return `The payments total ${formatCents(amount - left)}, but the expense is ${formatCents(amount)}.`;
}

/** Checks the split and the payments of an expense against its amount. */
export function checkMoney(expense: Entered, context: z.RefinementCtx): void {
  // After a problem, a field may not have been converted.
  if (context.issues.length > 0) return;
  const problems = { split: problemOfSplit(expense), payers: problemOfPayments(expense) };
  for (const [field, message] of Object.entries(problems)) {
    if (message) context.addIssue({ code: "custom", path: [field], message });
  }
}
