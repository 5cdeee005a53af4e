import fc from "fast-check";
import { MAX_CENTS } from "./money";

// Arbitrary people and amounts for property tests; nothing but tests imports this.

/** Ids of 24 hexadecimal digits. */
export const anyId = fc.string({
  unit: fc.constantFrom(..."0123456789abcdef"),
  minLength: 24,
  maxLength: 24,
});

/** Amounts of expenses in cents: small ones are as likely as large ones, since odd cents are what goes wrong. */
export const cents = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: MAX_CENTS }));

/** Different ids. */
export function people(min: number, max: number) {
  return fc.uniqueArray(anyId, { minLength: min, maxLength: max });
}

/** A list, and the same list in another order. */
export function shuffled<T>(lists: fc.Arbitrary<T[]>): fc.Arbitrary<[T[], T[]]> {
  return lists.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
    ),
  );
}
