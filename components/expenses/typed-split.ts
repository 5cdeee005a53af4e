import type { Split } from "@/lib/core/split";
import { typedValue, type EnteredExpense } from "./entered-expense";
import { hundredthsOf } from "./expense-body";

function toSplit(
  mode: Split["mode"],
  people: readonly string[],
  typed: (id: string) => string,
): Split | null {
  const values = people.map((user) => ({ user, value: hundredthsOf(typed(user)) }));
  return values.some(({ value }) => value === null) ? null : ({ mode, values } as Split);
}

/** The uneven split as typed, in hundredths; null if a value is not a number. */
export function splitOf(entered: EnteredExpense, splitWith: readonly string[]): Split | null {
  return toSplit(entered.mode, splitWith, (id) => typedValue(entered, id));
}

/** What several people paid, in cents, like a split by amounts; null if a value is not a number. */
export function paymentsOf(paid: EnteredExpense["paid"], people: readonly string[]): Split | null {
  return toSplit("amounts", people, (id) => paid[id] ?? "");
}
