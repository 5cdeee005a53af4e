import { requireCents } from "./totals";

// Inside the application money is integer cents; at the API edge it is decimal dollars as JSON numbers.
// The two are converted through decimal strings: 8.7 * 100 is 869.9999999999999.

/** The largest amount of an expense, in cents: $9,999,999.99. */
export const MAX_CENTS = 999_999_999;

/**
 * @param cents of either sign: balances are negative where somebody owes
 * @returns dollars, the number whose shortest decimal form has at most 2 decimals
 * @throws RangeError when `cents` is not a safe integer
 */
export function centsToDollars(cents: number): number {
  // A division is rounded to the nearest double, and that is the very double that the decimal text stands for.
  return requireCents(cents) / 100;
}

/**
 * @param cents of either sign
 * @returns `$1,234.50`, `-$12.34`
 * @throws RangeError when `cents` is not a safe integer
 */
export function formatCents(cents: number): string {
  const digits = String(Math.abs(requireCents(cents))).padStart(3, "0");
  const dollars = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}$${dollars}.${digits.slice(-2)}`;
}

/**
 * @param amount dollars of either sign, as the API gives them
 * @returns `$1,234.50`, `-$12.34`
 * @throws RangeError when the amount is not finite or too large to be exact
 */
export function formatDollars(amount: number): string {
  return formatCents(balanceToCents(amount));
}

/**
 * For balances and totals, which may be negative, zero or larger than an expense; see dollarsToCents of
 * amounts.ts for amounts.
 * @param balance dollars of either sign, as the API gives them
 * @returns cents
 * @throws RangeError when the balance is not finite or too large to be exact
 */
export function balanceToCents(balance: number): number {
  // toFixed works on the exact decimal value of the double, so 8.7 gives "8.70" and never "8.69".
  return requireCents(Number(balance.toFixed(2).replace(".", "")));
}
