import fc from "fast-check";
import { MAX_CENTS } from "@/lib/core/money/money";

// Generators of people and amounts for property tests. Only tests import this file.

/** Ids of 24 hexadecimal digits. */
export const anyId = fc.string({
  unit: fc.constantFrom(..."0123456789abcdef"),
  minLength: 24,
  maxLength: 24,
});

/** Amounts of expenses in cents. Small ones are as likely as large ones, because odd cents cause the bugs. */
export const cents = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: MAX_CENTS }));

/** Amounts of expenses and, less often, of refunds, in cents. */
export const eitherSign = (amounts: fc.Arbitrary<number>) =>
  fc.tuple(amounts, fc.constantFrom(1, 1, -1)).map(([amount, sign]) => sign * amount);

/** Distinct ids. */
export function people(min: number, max: number) {
  return fc.uniqueArray(anyId, { minLength: min, maxLength: max });
}

/** A list, and the same list shuffled. */
export function shuffled<T>(lists: fc.Arbitrary<T[]>): fc.Arbitrary<[T[], T[]]> {
  return lists.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
    ),
  );
}
