import type { Expense, Group } from "@/lib/schemas/answers";
import { toFormValues, type EnteredExpense } from "./entered-expense";

/** The form values for a copy of an expense: dated today, without people who have left the group. */
export function copyOf(expense: Expense, group: Group, userId: string): EnteredExpense {
  const values = toFormValues(expense, group);
  const members = new Set(group.members.map(({ _id }) => _id));
  const payersAreHere = expense.payers.every(({ user }) => members.has(user._id));
  return {
    ...values,
    selected: values.selected.filter((id) => members.has(id)),
    asSaved: false,
    date: null,
    ...(payersAreHere ? null : { payer: userId, paid: {} }),
  };
}
