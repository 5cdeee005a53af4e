import { centsToDollars, parseAmount } from "@/lib/core/money";
import { splitTypeOf, type SplitType } from "@/lib/core/split-type";
import type { Expense, Group } from "@/lib/schemas/answers";

/** What is in the expense form: the amount as typed, and the people of a custom split even while it is equal. */
export type EnteredExpense = {
  description: string;
  amount: string;
  splitType: SplitType;
  selected: string[];
};

const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id);

/** What the form starts with: empty and equal, or the expense as it is saved (spec section 4). */
export function enteredOf(expense: Expense | undefined, group: Group): EnteredExpense {
  if (!expense) return { description: "", amount: "", splitType: "equal", selected: [] };
  const selected = idsOf(expense.splitWith);
  return {
    description: expense.description,
    amount: expense.amount.toFixed(2),
    splitType: splitTypeOf(selected, idsOf(group.members)),
    selected,
  };
}

/** Who shares the expense: every group member, or the selected people. */
export function splitWithOf({ splitType, selected }: EnteredExpense, group: Group): string[] {
  return splitType === "equal" ? idsOf(group.members) : selected;
}

/** The dollars of the call's body; a text that is no amount is left for the server to refuse. */
export function dollarsOf(amount: string): number | string {
  const parsed = parseAmount(amount);
  return parsed.ok ? centsToDollars(parsed.cents) : amount;
}
