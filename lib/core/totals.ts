/**
 * Adds amounts of money.
 * @param amounts cents, negative ones too (balances)
 * @returns cents
 * @throws RangeError when an amount, or a sum on the way, is not a safe integer: money is never approximate
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
 * @param cents what should be a whole number of cents, of either sign
 * @returns the same cents; −0 becomes 0, so that no screen ever shows "-$0.00"
 * @throws RangeError when it is not a safe integer
 */
export function requireCents(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  return cents === 0 ? 0 : cents;
}
