import fc from "fast-check";
import { contributionDeltas } from "./events";

const somebody = fc.constantFrom("a", "b", "c", "d");
const parts = (people: number) =>
  fc.uniqueArray(fc.record({ user: somebody, cents: fc.nat(100_000) }), {
    selector: ({ user }) => user,
    minLength: people,
    maxLength: people,
  });
/** Random shares, and the same sum paid by one or two people. */
const expense = fc.tuple(parts(3), parts(2)).map(([shares, payers]) => {
  const total = shares.reduce((sum, { cents }) => sum + cents, 0);
  const first = Math.min(payers[0]!.cents, total);
  return {
    shares,
    payers: [
      { user: payers[0]!.user, cents: first },
      { user: payers[1]!.user, cents: total - first },
    ],
  };
});

test("a payer with a share paid everything and bears a part", () => {
  const dinner = {
    payers: [{ user: "a", cents: 999 }],
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

test("several payers have paid what each of them paid", () => {
  const payers = [
    { user: "a", cents: 600 },
    { user: "b", cents: 399 },
  ];
  expect(contributionDeltas(null, { payers, shares: [{ user: "c", cents: 999 }] })).toEqual([
    { user: "a", paid: 600, share: 0 },
    { user: "b", paid: 399, share: 0 },
    { user: "c", paid: 0, share: 999 },
  ]);
});

test("an edit that changes nothing has no deltas", () => {
  fc.assert(fc.property(expense, (one) => expect(contributionDeltas(one, one)).toEqual([])));
});

test("payments and shares stay equal in total after every change", () => {
  fc.assert(
    fc.property(fc.option(expense, { nil: null }), fc.option(expense, { nil: null }), (before, after) => {
      const deltas = contributionDeltas(before, after);
      const sum = (key: "paid" | "share") => deltas.reduce((total, delta) => total + delta[key], 0);
      expect(sum("paid")).toBe(sum("share"));
    }),
  );
});
