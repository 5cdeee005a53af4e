import { parseAmount } from "@/lib/core/money/amounts";
import { divide, splitExpense, splitProblem, WHOLE_PERCENT, type SplitMode } from "@/lib/core/money/split";
import {
  isRefund,
  typedSplit,
  typedValue,
  valueText,
  type EnteredMoney,
  type Typed,
} from "./entered-expense";

/**
 * The values with which another kind of split divides the amount as the selected kind does, so that changing the kind
 * loses nothing.
 * @param sharing ids of the people in the split
 * @returns null if values were typed for that kind before, or there is nothing to carry over
 */
export function carriedValues(money: EnteredMoney, to: SplitMode, sharing: readonly string[]): Typed | null {
  const { mode, typed } = money;
  if (mode === "equal" || to === "equal" || mode === to || typed[to] || !typed[mode]) return null;
  const split = typedSplit(mode, sharing, (id) => typedValue(money, id), isRefund(money.amount));
  const parsed = parseAmount(money.amount);
  // Percent and shares say the same about any amount.
  const cents = parsed.ok
    ? Math.abs(parsed.cents)
    : mode === "shares" || mode === "percent"
      ? WHOLE_PERCENT
      : null;
  if (!split || cents === null || splitProblem(cents, split)) return null;
  const shares = splitExpense(cents, sharing, split, "");
  const weights = mode === "shares" || mode === "percent" ? split.values : shares.map(asValue);
  if (to === "shares") return mode === "percent" ? textsOf(split.values, to) : null;
  if (to === "percent") return textsOf(divide(WHOLE_PERCENT, weights, "").map(asValue), to);
  if (!parsed.ok) return null;
  const least = to === "adjust" ? Math.min(...shares.map((share) => share.cents)) : 0;
  return textsOf(
    shares.map((share) => asValue({ ...share, cents: share.cents - least })),
    to,
  );
}

const asValue = ({ user, cents }: { user: string; cents: number }) => ({ user, value: cents });

const textsOf = (values: readonly { user: string; value: number }[], mode: SplitMode): Typed =>
  Object.fromEntries(values.map(({ user, value }) => [user, valueText(value / 100, mode)]));
