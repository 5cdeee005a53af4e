import { parseAmount } from "@/lib/core/money/amounts";
import { evaluate } from "@/lib/core/money/arithmetic";
import { dateOnly, todayDateOnly } from "@/lib/core/text/dates";
import type { ReturnedDetails } from "@/lib/core/expenses/details";
import { centsToDollars } from "@/lib/core/money/money";
import { type Split, type SplitMode } from "@/lib/core/money/split";
import { splitTypeOf, type SplitType } from "@/lib/core/money/split-type";
import type { Expense } from "@/lib/contract/expenses";
import type { Repeats } from "@/lib/contract/repeats";
import type { Group } from "@/lib/contract/groups";
import { pickablePeople } from "@/components/forms/pickable-people";
import type { UsualSplit } from "@/components/usual-split/usual-split";

/** Typed values, by user id. */
export type Typed = Readonly<Record<string, string>>;

/**
 * The values of the expense form. Each field changes on its own, in drafts and when someone else has saved. The money is
 * one field: a part of it may not fit the rest that someone else saved.
 */
export type EnteredExpense = {
  description: string;
  money: EnteredMoney;
  /** YYYY-MM-DD; null: today. */
  date: string | null;
  /** How it repeats; null: it does not; missing: that cannot be entered. */
  repeats?: Repeats | null | undefined;
} & ReturnedDetails;

/** The money: numbers as typed, and the people of a custom split even while it is equal. */
export type EnteredMoney = {
  amount: string;
  splitType: SplitType;
  selected: string[];
  /**
   * Until the user selects another split, keeps the saved equal split, even if someone has left or joined the group:
   * correcting a text must not move money.
   */
  asSaved: boolean;
  /** The split that the form has changed to by itself; "": the user has changed it (components/usual-split). */
  applied?: string | undefined;
  /** How a custom split divides the amount. */
  mode: SplitMode;
  /** The values of each mode, so that switching modes loses nothing. */
  typed: Partial<Record<SplitMode, Typed>>;
  /** Who paid everything; null: several people. */
  payer: string | null;
  /** What each of several people paid. */
  paid: Typed;
};

/** What "More" opens, apart from the date. */
export const MORE_FIELDS = "category, note, refund";

const NO_DETAILS: ReturnedDetails = { category: null, note: "" };

/** The details of a saved expense, or of the form. */
const detailsIn = ({ category, note }: ReturnedDetails): ReturnedDetails => ({ category, note });

const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id);

/** An empty form: split as usual, otherwise equally, and paid by the current user. */
export function emptyExpense(group: Group, userId: string, usual?: UsualSplit): EnteredExpense {
  return {
    description: "",
    money: {
      amount: "",
      splitType: "equal",
      selected: idsOf(group.members),
      asSaved: false,
      mode: "equal",
      typed: {},
      payer: userId,
      paid: {},
      ...usual?.initial,
    },
    date: null,
    repeats: null,
    ...NO_DETAILS,
  };
}

/** The form values of a saved expense (docs/rules.md#splits). */
export function toFormValues(expense: Expense, group: Group): EnteredExpense {
  const { split, payers } = expense;
  const selected = idsOf(expense.splitWith);
  const splitType = split.mode === "equal" ? splitTypeOf(selected, idsOf(group.members)) : "custom";
  return {
    description: expense.description,
    money: {
      amount: expense.amount.toFixed(2),
      splitType,
      selected,
      asSaved: splitType === "equal",
      mode: split.mode,
      typed: {
        [split.mode]: Object.fromEntries(
          split.values.map(({ user, value }) => [
            user,
            valueText(split.mode === "adjust" ? value : Math.abs(value), split.mode),
          ]),
        ),
      },
      payer: payers.length === 1 ? expense.paidBy._id : null,
      paid: Object.fromEntries(payers.map(({ user, amount }) => [user._id, Math.abs(amount).toFixed(2)])),
    },
    date: dateOnly(expense.date),
    ...detailsIn(expense),
  };
}

/**
 * Ids of the people in the split: every group member, or the selected people.
 * @param expense the expense being edited; former members may stay in its split but not join another one
 */
export function splitWithOf(money: EnteredMoney, group: Group, expense: Expense | undefined): string[] {
  if (money.splitType === "equal" && !money.asSaved) return idsOf(group.members);
  const possible = new Set(idsOf(pickablePeople(group.members, expense?.splitWith)));
  return money.selected.filter((id) => possible.has(id));
}

/** The text in one person's field for a mode. A weight is 1 by default. */
export function typedValue({ mode, typed }: EnteredMoney, id: string): string {
  return typed[mode]?.[id] ?? (mode === "shares" ? "1" : "");
}

/** @param value dollars, percent, or a weight */
export function valueText(value: number, mode: SplitMode): string {
  return mode === "amounts" || mode === "adjust" ? value.toFixed(2) : String(value);
}

/**
 * Parses a value of a split in hundredths (`12,50`, `33%`, `+5`).
 * @returns 0 if it is blank, null if it is not a number
 */
export function hundredthsOf(text: string): number | null {
  const number = text.trim().replace(/^\+\s*|\s*%$/g, "");
  if (/^[-−]?$/.test(number)) return 0;
  const value = evaluate(number);
  return value.ok ? Number(value.hundredths) : null;
}

/** The fields that differ from those of an earlier state. */
export const changedFields = <Values extends object>(now: Values, before: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => value !== before[field as keyof Values]),
  ) as Partial<Values>;

/**
 * Builds the request body from the form. Omits values that equal the defaults. Values that are not numbers are sent
 * for the server to refuse.
 * @param payable the people who can have paid
 * @param saved the expense being edited
 */
export function expenseBody(
  entered: EnteredExpense,
  splitWith: string[],
  payable: readonly { _id: string }[],
  saved: Expense | undefined,
  userId: string,
) {
  const { description, money } = entered;
  const amount = dollarsOf(money.amount);
  return {
    description,
    amount,
    splitWith,
    ...splitBody(money, amount, splitWith, saved),
    ...payersBody(money, amount, payable, saved, userId),
    ...changedFields(detailsIn(entered), saved ?? NO_DETAILS),
    ...dateBody(entered.date, saved),
    ...(entered.repeats && { repeats: entered.repeats }),
  };
}

type SplitBody = { split?: { mode: SplitMode; values: { user: string; value: number }[] } };

function splitBody(
  entered: EnteredMoney,
  amount: number,
  splitWith: readonly string[],
  saved?: Expense,
): SplitBody {
  const mode = entered.splitType === "equal" ? "equal" : entered.mode;
  if (mode === "equal" && (saved?.split.mode ?? mode) === mode) return {};
  const isPart = mode === "amounts" && amount < 0;
  const values = splitWith.map((user) => ({ user, value: numberOf(typedValue(entered, user), isPart) }));
  return { split: { mode, values: mode === "equal" ? [] : values } };
}

function payersBody(
  { payer, paid }: EnteredMoney,
  amount: number,
  payable: readonly { _id: string }[],
  saved: Expense | undefined,
  userId: string,
) {
  if (payer === null) {
    const payers = payable.map(({ _id }) => ({ user: _id, amount: numberOf(paid[_id] ?? "", amount < 0) }));
    return { payers: payers.filter((one) => one.amount !== 0) };
  }
  const before = saved ? (saved.payers.length === 1 ? saved.paidBy._id : null) : userId;
  return payer === before ? null : { payers: [{ user: payer, amount }] };
}

/** A new expense is dated by the user's day, which can differ from the server's. */
function dateBody(date: string | null, saved: Expense | undefined) {
  const day = date ?? todayDateOnly();
  return saved && day === dateOnly(saved.date) ? null : { date: day };
}

/** What is not a number stays the text. @param isPart of a refund, which is typed with or without a minus */
function numberOf(typed: string, isPart: boolean): number {
  const hundredths = hundredthsOf(typed);
  if (hundredths === null) return typed as never;
  return (isPart ? 0 - Math.abs(hundredths) : hundredths) / 100;
}

/** What is not an amount stays the text. */
function dollarsOf(amount: string): number {
  const parsed = parseAmount(amount);
  return parsed.ok ? centsToDollars(parsed.cents) : (amount as never);
}

/** Whether an amount as typed is that of a refund, or begins like one. */
export const isRefund = (amount: string) => amount.trim() === "-" || dollarsOf(amount) < 0;

/**
 * The values as typed, in hundredths; null if one of them is not a number. What several people paid are amounts.
 * @param refund its amounts count without a sign
 */
export function typedSplit(
  mode: Split["mode"],
  people: readonly string[],
  typed: (id: string) => string,
  refund = false,
): Split | null {
  const values = people.map((user) => {
    const value = hundredthsOf(typed(user));
    return { user, value: refund && mode === "amounts" && value !== null ? Math.abs(value) : value };
  });
  return values.some(({ value }) => value === null) ? null : ({ mode, values } as Split);
}

/** Whether an error of the split is one of this field: of what is not a number, only its own. */
export const isErrorOf = (split: Split | null, typed: string) =>
  split !== null || hundredthsOf(typed) === null;
