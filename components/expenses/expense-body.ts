import { parseAmount } from "@/lib/core/amounts";
import { evaluate } from "@/lib/core/arithmetic";
import { dateOnly, todayDateOnly } from "@/lib/core/dates";
import { centsToDollars } from "@/lib/core/money";
import type { SplitMode } from "@/lib/core/split";
import type { Expense } from "@/lib/schemas/answers";
import { typedValue, type EnteredExpense } from "./entered-expense";

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

/**
 * Builds the request body from the form. Omits values that equal the defaults. Values that are not numbers are sent
 * for the server to refuse.
 * @param payable the people who can have paid
 * @param saved the expense being edited
 */
export function expenseBody(
  entered: EnteredExpense,
  splitWith: readonly string[],
  payable: readonly { _id: string }[],
  saved: Expense | undefined,
  userId: string,
) {
  const { description, note, category } = entered;
  const amount = dollarsOf(entered.amount);
  return {
    description,
    amount,
    splitWith,
    ...splitBody(entered, splitWith, saved),
    ...payersBody(entered, amount, payable, saved, userId),
    ...(note === (saved?.note ?? "") ? null : { note }),
    ...(category === (saved?.category ?? null) ? null : { category }),
    ...dateBody(entered.date, saved),
  };
}

type SplitBody = { split?: { mode: SplitMode; values: { user: string; value: number | string }[] } };

function splitBody(entered: EnteredExpense, splitWith: readonly string[], saved?: Expense): SplitBody {
  const mode = entered.splitType === "equal" ? "equal" : entered.mode;
  if (mode === "equal" && (saved?.split.mode ?? mode) === mode) return {};
  const values = splitWith.map((user) => ({ user, value: numberOf(typedValue(entered, user)) }));
  return { split: { mode, values: mode === "equal" ? [] : values } };
}

function payersBody(
  { payer, paid }: EnteredExpense,
  amount: number | string,
  payable: readonly { _id: string }[],
  saved: Expense | undefined,
  userId: string,
) {
  if (payer === null) {
    const payers = payable.map(({ _id }) => ({ user: _id, amount: numberOf(paid[_id] ?? "") }));
    return { payers: payers.filter((one) => one.amount !== 0) };
  }
  const before = saved ? (saved.payers.length === 1 ? saved.paidBy._id : null) : userId;
  return payer === before ? null : { payers: [{ user: payer, amount }] };
}

/** A new expense is of the user's day, which can differ from the server's. */
function dateBody(date: string | null, saved: Expense | undefined) {
  const day = date ?? todayDateOnly();
  return saved && day === dateOnly(saved.date) ? null : { date: day };
}

function numberOf(typed: string): number | string {
  const hundredths = hundredthsOf(typed);
  return hundredths === null ? typed : hundredths / 100;
}

function dollarsOf(amount: string): number | string {
  const parsed = parseAmount(amount);
  return parsed.ok ? centsToDollars(parsed.cents) : amount;
}
