import type { Expense } from "@/lib/schemas/answers";

/** What a row shows of an expense. */
export type ListedExpense = Pick<Expense, "_id" | "description" | "amount" | "paidBy" | "createdAt">;

/** Drops the fields that a row does not show: rows are sent to the browser as data, too. */
export function toListedExpense(expense: Expense): ListedExpense {
  const { _id, description, amount, paidBy, createdAt } = expense;
  return { _id, description, amount, paidBy, createdAt };
}
