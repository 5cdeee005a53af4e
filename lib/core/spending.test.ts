import fc from "fast-check";
import { CATEGORIES } from "@/lib/core/expenses/categories";
import { spendingDeltas, spendingOf, sumSpending, type SpendingEntry } from "./spending";

const spent = fc.record({
  date: fc
    .constantFrom("2026-10-31T23:59:59Z", "2026-11-01T00:00:00Z", "2027-01-01")
    .map((day) => new Date(day)),
  description: fc.constantFrom("Fondue", "Taxi", "Something"),
  category: fc.constantFrom(null, ...CATEGORIES),
  shares: fc.uniqueArray(fc.record({ user: fc.constantFrom("a", "b", "c"), cents: fc.nat(100_000) }), {
    selector: ({ user }) => user,
  }),
  payers: fc.record({ user: fc.constantFrom("a", "b"), cents: fc.nat(100_000) }).map((payer) => [payer]),
});

test("an expense counts in the UTC month of its day, in its category or the one that its description suggests", () => {
  const shares = [{ user: "a", cents: 5 }];
  const payers = [{ user: "b", cents: 5 }];
  const date = new Date("2026-10-31T23:59:59Z");
  expect(spendingOf({ date, description: "Taxi", shares, payers })).toEqual([
    { month: "2026-10", part: "transport", user: "a", cents: 5 },
    { month: "2026-10", part: "paid", user: "b", cents: 5 },
  ]);
  expect(spendingOf({ date, description: "Taxi", category: "gifts", shares, payers })).toMatchObject([
    { part: "gifts" },
    { part: "paid" },
  ]);
});

test("law: after any edits, the figures are those of the expenses as they are", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.option(spent), fc.option(spent))), (edits) => {
      const changes = edits.flatMap(([before, after]) => [
        ...spendingDeltas(null, before),
        ...spendingDeltas(before, after),
      ]);
      const expected = edits.flatMap(([, after]) => (after ? spendingOf(after) : []));
      const sorted = (all: SpendingEntry[]) =>
        sumSpending(all)
          .map((one) => JSON.stringify(one))
          .sort();
      expect(sorted(changes)).toEqual(sorted(expected));
    }),
  );
});
