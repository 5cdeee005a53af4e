import { dateOnly } from "@/lib/core/text/dates";
import type { Expense } from "@/lib/contract/expenses";
import { expenseIcon } from "./category-icons";

/** The fields of an expense that a row shows, and those that decide who may change it. */
export type ListedExpense = Pick<
  Expense,
  "_id" | "description" | "amount" | "paidBy" | "recordedBy" | "date"
> & {
  /** The icon class, if the server rendered the row. */
  icon?: string;
  category?: Expense["category"];
  /** Missing if one person paid. */
  payers?: readonly { user: { _id: string; name: string } }[];
};

/** Drops the fields that a row does not show, because rows are also sent to the browser as data. */
export function toListedExpense(expense: Expense): ListedExpense {
  const { _id, description, amount, paidBy, recordedBy, payers } = expense;
  return {
    _id,
    description,
    amount,
    paidBy,
    recordedBy,
    date: dateOnly(expense.date),
    icon: expenseIcon(expense),
    ...(payers.length > 1 && {
      payers: payers.map(({ user: { _id, name } }) => ({ user: { _id, name } })),
    }),
  };
}
