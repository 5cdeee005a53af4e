import { parseAmount } from "@/lib/core/amounts";
import { centsToDollars } from "@/lib/core/money";
import { splitTypeOf, type SplitType } from "@/lib/core/split-type";
import type { Expense, Group } from "@/lib/schemas/answers";
import { pickablePeople } from "@/components/forms/pickable-people";

/** What is in the expense form: the amount as typed, and the people of a custom split even while it is equal. */
export type EnteredExpense = {
  description: string;
  amount: string;
  splitType: SplitType;
  selected: string[];
  /**
   * The split stays as it is saved although it is equal: somebody in it has left the group since, and correcting a
   * text must not move money. Until the person chooses another split.
   */
  asSaved: boolean;
};

const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id);

/** What the form starts with: empty and equal, or the expense as it is saved (spec section 4). */
export function enteredOf(expense: Expense | undefined, group: Group): EnteredExpense {
  if (!expense) return { description: "", amount: "", splitType: "equal", selected: [], asSaved: false };
  const selected = idsOf(expense.splitWith);
  const splitType = splitTypeOf(selected, idsOf(group.members));
  return {
    description: expense.description,
    amount: expense.amount.toFixed(2),
    splitType,
    selected,
    asSaved:
      splitType === "equal" && pickablePeople(group.members, expense.splitWith).some(({ left }) => left),
  };
}

/**
 * Who shares the expense: every group member, or the selected people.
 * @param expense the expense being edited: who has left the group may stay in its split, but join no other
 */
export function splitWithOf(entered: EnteredExpense, group: Group, expense: Expense | undefined): string[] {
  if (entered.splitType === "equal" && !entered.asSaved) return idsOf(group.members);
  const possible = new Set(idsOf(pickablePeople(group.members, expense?.splitWith)));
  return entered.selected.filter((id) => possible.has(id));
}

/** The dollars of the call's body; a text that is no amount is left for the server to refuse. */
export function dollarsOf(amount: string): number | string {
  const parsed = parseAmount(amount);
  return parsed.ok ? centsToDollars(parsed.cents) : amount;
}
