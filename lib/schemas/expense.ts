import { z } from "zod";
import { CATEGORIES } from "@/lib/core/categories";
import { actorId, amount, day, line, people, reference, rev, text } from "./fields";
import { payers, problemOfPayments, problemOfSplit, split } from "./split";

const required = "Description and amount are required.";
const fields = {
  description: line(required, 200),
  amount: amount(required),
  splitWith: people("Please select participants."),
  split,
  payers,
  note: text(500).optional(),
  /** The day of the expense. */
  date: day("Please enter a date like 2026-03-14.").optional(),
  /** Null: guessed from the description. */
  category: z.enum(CATEGORIES, "Choose one of the categories.").nullable().optional(),
};

/** POST /api/expenses. Amounts in dollars come out as cents (spec section 5). */
export const createExpense = z
  .object({ eventId: reference, paidBy: actorId, ...fields })
  .superRefine(checkMoney);

/** PUT /api/expenses/{expenseId} */
export const editExpense = z.object({ ...fields, rev }).superRefine(checkMoney);

/** Holds the parts of an expense against its amount. */
function checkMoney(
  expense: Parameters<typeof problemOfSplit>[0],
  context: { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void },
): void {
  const problems = { split: problemOfSplit(expense), payers: problemOfPayments(expense) };
  for (const [field, message] of Object.entries(problems)) {
    if (message) context.addIssue({ code: "custom", path: [field], message });
  }
}
