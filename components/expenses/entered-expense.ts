import type { Category } from "@/lib/core/categories";
import { dateOnly } from "@/lib/core/dates";
import type { SplitMode } from "@/lib/core/split";
import { splitTypeOf, type SplitType } from "@/lib/core/split-type";
import type { Expense, Group } from "@/lib/schemas/answers";
import { pickablePeople } from "@/components/forms/pickable-people";

/** Typed values, by user id. */
export type Typed = Readonly<Record<string, string>>;

/** The values of the expense form: numbers as typed, and the people of a custom split even while it is equal. */
export type EnteredExpense = {
  description: string;
  amount: string;
  splitType: SplitType;
  selected: string[];
  /**
   * Until the user selects another split, keeps the saved equal split, even if someone has left or joined the group:
   * correcting a text must not move money.
   */
  asSaved: boolean;
  /** How a custom split divides the amount. */
  mode: SplitMode;
  /** The values of each mode, so that switching modes loses nothing. */
  typed: Partial<Record<SplitMode, Typed>>;
  /** Who paid everything; null: several people. */
  payer: string | null;
  /** What each of several people paid. */
  paid: Typed;
  note: string;
  /** YYYY-MM-DD; null: today. */
  date: string | null;
  /** null: guessed from the description. */
  category: Category | null;
};

const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id);

/** An empty form: split equally, paid by the current user. */
export function emptyExpense(group: Group, userId: string): EnteredExpense {
  return {
    description: "",
    amount: "",
    splitType: "equal",
    selected: idsOf(group.members),
    asSaved: false,
    mode: "equal",
    typed: {},
    payer: userId,
    paid: {},
    note: "",
    date: null,
    category: null,
  };
}

/** The form values of a saved expense (spec section 4). */
export function toFormValues(expense: Expense, group: Group): EnteredExpense {
  const { split, payers } = expense;
  const selected = idsOf(expense.splitWith);
  const splitType = split.mode === "equal" ? splitTypeOf(selected, idsOf(group.members)) : "custom";
  return {
    description: expense.description,
    amount: expense.amount.toFixed(2),
    splitType,
    selected,
    asSaved: splitType === "equal",
    mode: split.mode,
    typed: {
      [split.mode]: Object.fromEntries(
        split.values.map(({ user, value }) => [user, valueText(value, split.mode)]),
      ),
    },
    payer: payers.length === 1 ? expense.paidBy._id : null,
    paid: Object.fromEntries(payers.map(({ user, amount }) => [user._id, amount.toFixed(2)])),
    note: expense.note,
    date: dateOnly(expense.date),
    category: expense.category,
  };
}

/**
 * Ids of the people in the split: every group member, or the selected people.
 * @param expense the expense being edited; former members may stay in its split but not join another one
 */
export function splitWithOf(entered: EnteredExpense, group: Group, expense: Expense | undefined): string[] {
  if (entered.splitType === "equal" && !entered.asSaved) return idsOf(group.members);
  const possible = new Set(idsOf(pickablePeople(group.members, expense?.splitWith)));
  return entered.selected.filter((id) => possible.has(id));
}

/** The text in one person's field for a mode. A weight is 1 by default. */
export function typedValue(entered: Pick<EnteredExpense, "mode" | "typed">, id: string): string {
  return entered.typed[entered.mode]?.[id] ?? (entered.mode === "shares" ? "1" : "");
}

/** @param value dollars, percent, or a weight */
export function valueText(value: number, mode: SplitMode): string {
  return mode === "amounts" || mode === "adjust" ? value.toFixed(2) : String(value);
}
