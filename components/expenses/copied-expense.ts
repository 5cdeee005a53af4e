import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { SessionUser } from "@/lib/core/account";
import { toFormValues, type EnteredExpense } from "./entered-expense";

/**
 * The form values for a copy of an expense: dated today. Its split leaves out people who have left the group. A guest's
 * copy is paid by the guest (docs/rules.md#guests).
 */
export function copyOf(
  expense: Expense,
  group: Group,
  viewer: Pick<SessionUser, "id" | "guest">,
): EnteredExpense {
  const values = toFormValues(expense, group);
  const members = new Set(group.members.map(({ _id }) => _id));
  const payersAreHere = expense.payers.every(({ user }) => members.has(user._id));
  return {
    ...values,
    money: {
      ...values.money,
      asSaved: false,
      applied: "",
      ...(payersAreHere && !viewer.guest ? null : { payer: viewer.id, paid: {} }),
    },
    date: null,
    ...(viewer.guest ? null : { repeats: null }),
  };
}
