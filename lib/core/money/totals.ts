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
