import fc from "fast-check";
import { eitherSign } from "@/testing/arbitraries";
import { MAX_DAYS, paidByDay, remains, sameShares } from "./statements";
import { sumByKey, sumCents } from "@/lib/core/money/money";

const expense = fc.record({
  date: fc
    .tuple(fc.nat(25), fc.nat(86_399_999))
    .map(([day, time]) => new Date(Date.UTC(2026, 9, 20) + day * 86_400_000 + time)),
  payers: fc.uniqueArray(
    fc.record({
      user: fc.constantFrom("a", "b", "c"),
      cents: eitherSign(fc.integer({ min: 1, max: 1_000_000 })),
    }),
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
      expect(days.every(({ paid }) => [...paid.values()].every((cents) => cents !== 0))).toBe(true);
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

/** Payments between a few people. */
const payments = fc.array(
  fc.record({
    from: fc.constantFrom("a", "b"),
    to: fc.constantFrom("c", "d"),
    cents: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  { maxLength: 8 },
);

test("law: each person's row adds up, and what is left sums to zero if the differences do", () => {
  const nets = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.integer({ min: -1_000_000, max: 1_000_000 }));
  fc.assert(
    fc.property(nets, payments, payments, (net, made, moved) => {
      const rest = -sumCents(Object.values(net));
      const rows = remains(new Map(Object.entries({ ...net, e: rest })), made, moved);
      for (const [id, row] of rows) {
        const sent = (list: typeof made) =>
          sumCents(list.map(({ from, to, cents }) => (from === id ? cents : to === id ? -cents : 0)));
        expect(row.left).toBe((id === "e" ? rest : (net[id] ?? 0)) + sent(made) + sent(moved));
        expect(row.left).toBe(sumCents([row.net, row.payments, row.moved]));
      }
      expect(sumCents([...rows.values()].map(({ left }) => left))).toBe(0);
    }),
  );
});

test("people with the same share are together; the largest group of an event where everyone has a share is not named", () => {
  const of = (...cents: number[]) => cents.map((one, index) => ({ user: `p${index}`, cents: one }));
  expect(sameShares(of(334, 333, 333), 3)).toEqual([
    { users: ["p0"], cents: 334 },
    { users: ["p1", "p2"], cents: 333 },
  ]);
  expect(sameShares(of(5, 5, 5, 5), 4)).toEqual([{ users: null, cents: 5 }]);
  expect(sameShares(of(5, 5, 5, 5, 6), 5)).toEqual([
    { users: ["p4"], cents: 6 },
    { users: null, cents: 5 },
  ]);
  // One of the event has no share.
  expect(sameShares(of(5, 5, 5, 5, 0), 5)).toEqual([{ users: ["p0", "p1", "p2", "p3"], cents: 5 }]);
});

test("law: the shares of an expense are all in its groups", () => {
  const shares = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 });
  fc.assert(
    fc.property(shares, (cents) => {
      const all = cents.map((one, index) => ({ user: `p${index}`, cents: one }));
      const groups = sameShares(all, all.length);
      const named = new Set(groups.flatMap(({ users }) => users ?? []));
      const unnamed = all.filter(({ user }) => !named.has(user)).map(({ user }) => user);
      const found = groups.flatMap((group) =>
        (group.users ?? unnamed).map((user) => ({ user, cents: group.cents })),
      );
      const byUser = (a: { user: string }, b: { user: string }) => (a.user < b.user ? -1 : 1);
      expect(found.sort(byUser)).toEqual(all.filter((one) => one.cents > 0).sort(byUser));
    }),
  );
});
