import fc from "fast-check";
import { MAX_DAYS, paidByDay } from "./statements";
import { sumByKey, sumCents } from "./money/totals";

const expense = fc.record({
  date: fc
    .tuple(fc.nat(25), fc.nat(86_399_999))
    .map(([day, time]) => new Date(Date.UTC(2026, 9, 20) + day * 86_400_000 + time)),
  payers: fc.uniqueArray(
    fc.record({ user: fc.constantFrom("a", "b", "c"), cents: fc.integer({ min: 1, max: 1_000_000 }) }),
    {
      selector: ({ user }) => user,
      minLength: 1,
    },
  ),
});
type Expense = { date: Date; payers: { user: string; cents: number }[] };

const dayOf = ({ date }: Expense) => date.toISOString().slice(0, 10);
const paidOf = (expenses: readonly Expense[]) =>
  sumByKey(expenses.flatMap(({ payers }) => payers.map(({ user, cents }) => [user, cents] as const)));

test("law: the days are exact, and add up to what each person paid, however few of the expenses are known", () => {
  fc.assert(
    fc.property(fc.array(expense, { maxLength: 60 }), fc.nat(60), (expenses, limit) => {
      const all = [...expenses].sort((a, b) => b.date.getTime() - a.date.getTime());
      const totals = paidOf(all);
      const days = paidByDay(all.slice(0, limit), all.length > limit, totals);
      const listed = days.flatMap(({ day, paid }) => (day === null ? [] : [[day, paid] as const]));
      for (const [day, paid] of listed) expect(paid).toEqual(paidOf(all.filter((one) => dayOf(one) === day)));
      const names = [...new Set(all.map(dayOf))].sort();
      expect(listed.map(([day]) => day)).toEqual(names.slice(names.length - listed.length));
      if (all.length <= limit) expect(listed).toHaveLength(Math.min(names.length, MAX_DAYS));
      expect(days.slice(1).every(({ day }) => day !== null)).toBe(true);
      expect(sumByKey(days.flatMap(({ paid }) => [...paid]))).toEqual(totals);
      const running = days.map((_, index) =>
        sumCents(days.slice(0, index + 1).flatMap(({ paid }) => [...paid.values()])),
      );
      expect(running.at(-1) ?? 0).toBe(sumCents(totals.values()));
      expect(days.every(({ paid }) => [...paid.values()].every((cents) => cents > 0))).toBe(true);
    }),
  );
});

test("the days are those of UTC, and those before the last 14 are one", () => {
  const at = (date: string, cents: number): Expense => ({
    date: new Date(date),
    payers: [{ user: "a", cents }],
  });
  const late = [at("2026-10-31T23:59:59Z", 1), at("2026-10-31T00:00:00Z", 2)];
  const early = Array.from({ length: 15 }, (_, index) => at(`2026-10-${30 - index}`, 10));
  const days = paidByDay([...late, ...early], false, new Map([["a", 153]]));
  expect([days.length, days[0]]).toEqual([15, { day: null, paid: new Map([["a", 20]]) }]);
  expect(days.slice(-2)).toEqual([
    { day: "2026-10-30", paid: new Map([["a", 10]]) },
    { day: "2026-10-31", paid: new Map([["a", 3]]) },
  ]);
});
