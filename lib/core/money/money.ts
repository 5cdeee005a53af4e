// Inside the application, money is integer cents; in the API, it is decimal dollars as JSON numbers. The conversion
// goes through decimal strings, because 8.7 * 100 is 869.9999999999999.

/** The largest amount of an expense, in cents: $9,999,999.99. */
export const MAX_CENTS = 999_999_999;

/** Whether an expense can be of so many cents; negative: a refund (docs/rules.md#refunds). */
export const isAmount = (cents: number): boolean =>
  Number.isSafeInteger(cents) && cents !== 0 && Math.abs(cents) <= MAX_CENTS;

/**
 * @param cents of either sign; negative balances are debts
 * @returns dollars, the number whose shortest decimal form has at most 2 decimals
 * @throws RangeError if `cents` is not a safe integer
 */
export function centsToDollars(cents: number): number {
  // Division rounds to the nearest double, which is the same double that the decimal text parses to.
  return requireCents(cents) / 100;
}

/**
 * @param cents of either sign
 * @returns `$1,234.50`, `−$12.34`
 * @throws RangeError if `cents` is not a safe integer
 */
export function formatCents(cents: number): string {
  const digits = String(Math.abs(requireCents(cents))).padStart(3, "0");
  const dollars = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${cents < 0 ? "−" : ""}$${dollars}.${digits.slice(-2)}`;
}

/**
 * @param amount dollars of either sign, as in API responses
 * @returns `$1,234.50`, `−$12.34`
 * @throws RangeError if the amount is not finite or too large to be exact
 */
export function formatDollars(amount: number): string {
  return formatCents(balanceToCents(amount));
}

/**
 * Converts an amount in an API request.
 * @param dollars of either sign
 * @returns cents, or null if the number has more than 2 decimals or is too large to be exact
 */
export function exactCents(dollars: number): number | null {
  const cents = nearestCents(dollars);
  return Number.isSafeInteger(cents) && cents / 100 === dollars ? cents : null;
}

/**
 * Converts balances and totals in API responses.
 * @param balance dollars of either sign
 * @returns cents
 * @throws RangeError if the balance is not finite or too large to be exact
 */
export function balanceToCents(balance: number): number {
  return requireCents(nearestCents(balance));
}

function nearestCents(dollars: number): number {
  // toFixed uses the exact decimal value of the double, so 8.7 gives "8.70", never "8.69".
  return Number(dollars.toFixed(2).replace(".", ""));
}

/**
 * Adds amounts of money.
 * @param amounts cents, of either sign
 * @returns cents
 * @throws RangeError if an amount or an intermediate sum is not a safe integer, because money is never approximate
 */
export function sumCents(amounts: Iterable<number>): number {
  let total = 0;
  for (const cents of amounts) {
    total += requireCents(cents);
    requireCents(total);
  }
  return total;
}

/**
 * Checks that a number is an integer number of cents, of either sign.
 * @returns the same cents; −0 becomes 0, so that no screen shows "−$0.00"
 * @throws RangeError if it is not a safe integer
 */
export function requireCents(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  return cents === 0 ? 0 : cents;
}

/**
 * Adds up amounts of money per key.
 * @param entries keys with cents, of either sign
 * @returns cents by key, without zeros
 * @throws RangeError like {@link sumCents}
 */
export function sumByKey(entries: Iterable<readonly [key: string, cents: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [key, cents] of entries) sums.set(key, sumCents([sums.get(key) ?? 0, cents]));
  for (const [key, cents] of sums) if (cents === 0) sums.delete(key);
  return sums;
}
