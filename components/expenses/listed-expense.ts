import { dateOnly } from "@/lib/core/text/dates";
import type { Expense } from "@/lib/contract/expenses";
import { expenseIcon } from "./category-icons";
import { partIn } from "./my-part";

/** The fields of an expense that a row shows, and those that decide who may change it. */
export type ListedExpense = Pick<Expense, "_id" | "description" | "amount" | "paidBy" | "date"> & {
  /** Missing if it is `paidBy`. */
  recordedBy?: Expense["recordedBy"];
  /** The icon class, if the server rendered the row. */
  icon?: string;
  category?: Expense["category"];
  /** What it is to the viewer, in dollars (lib/core/expenses/effect.ts), if the server rendered the row. */
  part?: number;
  /** Of rows that were loaded later. */
  shares?: Expense["shares"];
  /** Missing if one person paid. */
  payers?: readonly { user: { _id: string; name: string }; amount?: number }[];
};

/** Drops the fields that a row does not show, because rows are also sent to the browser as data. */
export function toListedExpense(expense: Expense, viewerId: string): ListedExpense {
  const { _id, description, amount, paidBy, recordedBy, payers } = expense;
  return {
    _id,
    description,
    amount,
    paidBy,
    ...(recordedBy._id !== paidBy._id && { recordedBy }),
    date: dateOnly(expense.date),
    icon: expenseIcon(expense),
    part: partIn(expense, viewerId),
    ...(payers.length > 1 && {
      payers: payers.map(({ user: { _id, name } }) => ({ user: { _id, name } })),
    }),
  };
}
