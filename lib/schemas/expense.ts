import { z } from "zod";
import { CATEGORIES } from "@/lib/core/categories";
import { actorId, amount, lookupId, people, rev, text } from "./fields";
import { commentRule, expenseDetailRules, expenseRules } from "./expense-rules";
import { payers, problemOfPayments, problemOfSplit, split } from "./split";

const fields = {
  description: text(expenseRules.description),
  amount,
  splitWith: people(expenseRules.splitWith),
  split,
  payers,
  note: text(expenseDetailRules.note).optional(),
  /** The day of the expense. */
  date: text(expenseDetailRules.date).optional(),
  /** null: guessed from the description. */
  category: z.enum(CATEGORIES, "Choose one of the categories.").nullable().optional(),
};

/** POST /api/expenses. Amounts are dollars in the body and cents in the result (spec section 5). */
export const createExpense = z
  .object({ eventId: lookupId, paidBy: actorId, ...fields })
  .superRefine(checkMoney);

/** PUT /api/expenses/{expenseId} */
export const editExpense = z.object({ ...fields, rev }).superRefine(checkMoney);

/** POST /api/expenses/{expenseId}/comments */
export const comment = z.object({ text: text(commentRule) });

/** Checks the split and the payments of an expense against its amount. */
function checkMoney(
  expense: Parameters<typeof problemOfSplit>[0],
  context: {
    issues: readonly unknown[];
    addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void;
  },
): void {
  // After a problem, a field can still have the form in which it was entered.
  if (context.issues.length > 0) return;
  const problems = { split: problemOfSplit(expense), payers: problemOfPayments(expense) };
  for (const [field, message] of Object.entries(problems)) {
    if (message) context.addIssue({ code: "custom", path: [field], message });
  }
}
