import fc from "fast-check";
import { contributionDeltas } from "./contributions";
import type { ExpenseShares } from "./ledger";

const expense = fc.record({
  paidBy: fc.constantFrom("a", "b", "c"),
  shares: fc.uniqueArray(fc.record({ user: fc.constantFrom("a", "b", "c", "d"), cents: fc.nat(100_000) }), {
    selector: ({ user }) => user,
    minLength: 1,
  }),
}) satisfies fc.Arbitrary<ExpenseShares>;

test("a payer who shares has paid all and bears a part", () => {
  const dinner = {
    paidBy: "a",
    shares: [
      { user: "a", cents: 500 },
      { user: "b", cents: 499 },
    ],
  };
  expect(contributionDeltas(null, dinner)).toEqual([
    { user: "a", paid: 999, share: 500 },
    { user: "b", paid: 0, share: 499 },
  ]);
});

test("an edit that changes nothing has no deltas", () => {
  fc.assert(fc.property(expense, (one) => expect(contributionDeltas(one, one)).toEqual([])));
});

test("what all have paid is what all bear, in every change", () => {
  fc.assert(
    fc.property(fc.option(expense, { nil: null }), fc.option(expense, { nil: null }), (before, after) => {
      const deltas = contributionDeltas(before, after);
      const sum = (key: "paid" | "share") => deltas.reduce((total, delta) => total + delta[key], 0);
      expect(sum("paid")).toBe(sum("share"));
    }),
  );
});
