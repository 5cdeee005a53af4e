import fc from "fast-check";
import { anyId } from "@/testing/arbitraries";
import { enteredMoney, payersFrom, splitFrom } from "@/testing/entered-money";
import { changesOf, type Change } from "../changes";
import { effectOfChange, effectOfExpense, moneyBefore, sidesOf, type MoneyAt } from "./effect";
import { splitExpense } from "../money/split";

const paidBy = (user: string, cents: number | null = null) => [{ user, cents }];
const equally = (...people: string[]) => ({ mode: "equal" as const, values: [], people });
const amounts = (parts: Record<string, number>) => ({
  mode: "amounts" as const,
  values: Object.entries(parts).map(([user, value]) => ({ user, value })),
  people: Object.keys(parts),
});
/** $30.00, paid by Ana, for Ana and Ben. */
const dinner: MoneyAt = {
  amount: 3000,
  payers: paidBy("ana"),
  split: equally("ana", "ben"),
  shares: [
    { user: "ana", cents: 1500 },
    { user: "ben", cents: 1500 },
  ],
};
const changed = (before: object, after: object) => changesOf(before, after);

test.each([
  [{ paid: 3000, share: 1000 }, "you lent $20.00"],
  [{ paid: 0, share: 1000 }, "your share $10.00"],
  [{ paid: 1000, share: 1000 }, "your share $10.00"],
  [{ paid: 0, share: 0 }, ""],
  [{ paid: -3000, share: -1000 }, "you owe $20.00"],
  [{ paid: 0, share: -1000 }, "you get back $10.00"],
  [{ paid: -1000, share: -1000 }, "you get back $10.00"],
])("an expense of which someone has %j: %j", (sides, words) => {
  expect(effectOfExpense(sides)).toBe(words);
});

const owed = (cents: number) => ({ paid: cents, share: 0 });
const owing = (cents: number) => ({ paid: 0, share: cents });
test.each([
  ["a share that falls", owing(2000), owing(1500), "you owe $5.00 less"],
  ["a share that rises", owing(1500), owing(2000), "you owe $5.00 more"],
  ["being added", owing(0), owing(2000), "you owe $20.00 more"],
  ["being left out", owing(2000), owing(0), "you owe $20.00 less"],
  ["more lent", owed(1500), owed(2000), "you're owed $5.00 more"],
  ["less lent", owed(2000), owed(0), "you're owed $20.00 less"],
  ["who paid becomes someone else", owed(2000), owing(500), "now you owe $5.00"],
  ["one pays after all", owing(500), owed(2000), "now you lent $20.00"],
  ["an unknown past", null, owing(1500), "now you owe $15.00"],
  ["an unknown past, and nothing now", null, owing(0), "you're no longer involved"],
  ["an unknown past, and paid as much as shared", null, { paid: 20, share: 20 }, ""],
  ["a larger refund", owing(-1500), owing(-2000), "you're owed $5.00 more"],
  ["a larger refund, received for others", owed(-1500), owed(-2000), "you owe $5.00 more"],
  ["a share that becomes a refund", owing(1500), owing(-1500), "now you get back $15.00"],
  ["a refund that was received after all", owing(-500), owed(-2000), "now you owe $20.00"],
  ["no money moves", owing(1500), owing(1500), ""],
  ["paid and shared alike, before and after", { paid: 20, share: 20 }, { paid: 30, share: 30 }, ""],
])("%s", (_, before, after, words) => {
  expect(effectOfChange(before, after)).toBe(words);
});

describe("the money before an edit", () => {
  test("of the amount alone: the split is applied to the old amount", () => {
    const before = moneyBefore(dinner, changed({ amount: 2000 }, { amount: 3000 }));
    expect(sidesOf(before, "ana")).toEqual({ paid: 2000, share: 1000 });
    expect(sidesOf(before, "ben")).toEqual({ paid: 0, share: 1000 });
    expect(sidesOf(before, "cleo")).toEqual({ paid: 0, share: 0 });
  });

  test("with odd cents, which may have been someone else's, is unknown to those in the split", () => {
    const before = moneyBefore(dinner, changed({ amount: 2001 }, { amount: 3000 }));
    expect(sidesOf(before, "ben")).toBeNull();
    expect(sidesOf(before, "cleo")).toEqual({ paid: 0, share: 0 });
  });

  test("of who paid: shares stay as they are stored", () => {
    const before = moneyBefore(dinner, changed({ payers: paidBy("ben") }, { payers: paidBy("ana") }));
    expect(sidesOf(before, "ben")).toEqual({ paid: 3000, share: 1500 });
  });

  test("from amounts: they were entered", () => {
    const change = changed({ split: amounts({ ana: 500, cleo: 2500 }) }, { split: equally("ana", "ben") });
    const before = moneyBefore(dinner, change);
    expect(sidesOf(before, "ben")).toEqual({ paid: 0, share: 0 });
    expect(sidesOf(before, "cleo")).toEqual({ paid: 0, share: 2500 });
  });

  test("from an equal split is unknown to those in it, also before the edits before", () => {
    const change = changed({ split: equally("ana", "ben", "cleo") }, { split: equally("ana", "ben") });
    const before = moneyBefore(dinner, change);
    const earlier = moneyBefore(before, changed({ amount: 900 }, { amount: 3000 }));
    for (const money of [before, earlier]) {
      expect(sidesOf(money, "cleo")).toBeNull();
      expect(sidesOf(money, "dora")).toEqual({ paid: 0, share: 0 });
    }
  });

  test.each<[label: string, change: Change[]]>([
    ["the amount", changed({ amount: 2000 }, { amount: 2500 })],
    ["the payer", changed({ payers: paidBy("ana") }, { payers: paidBy("ben") })],
    ["the split", changed({ split: equally("ana") }, { split: equally("ben") })],
  ])("is unknown if %s after it is another", (_, change) => {
    expect(moneyBefore(dinner, change)).toBeNull();
    expect(sidesOf(moneyBefore(moneyBefore(dinner, change), []), "ana")).toBeNull();
  });

  test("of texts only is the same", () => {
    const change = changed({ note: "", description: "A" }, { note: "Hm", description: "B" });
    expect(moneyBefore(dinner, change)).toEqual(dinner);
  });
});

/** An expense of some of four people as it was entered, once or again. */
const entry = fc.record({
  cents: fc.constantFrom(1, 5, 1000, 2000, 3000, 3100),
  among: fc.subarray(["ana", "ben", "cleo", "dora"], { minLength: 1 }),
  money: enteredMoney,
});

test("law: in any history, what is known of a person is what it was", () => {
  let known = 0;
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), anyId, (entries, id) => {
      const versions = entries.map(({ cents, among, money }): MoneyAt => {
        const split = splitFrom(money, cents, among);
        const payers = payersFrom(money, cents, among) ?? [{ user: "ana", cents }];
        return {
          amount: cents,
          payers: payers.length > 1 ? payers : payers.map(({ user }) => ({ user, cents: null })),
          split: { ...split, people: among },
          shares: splitExpense(cents, among, split, id),
        };
      });
      const recorded = ({ amount, payers, split }: MoneyAt) => ({ amount, payers, split });
      let walked: MoneyAt | null = versions.at(-1)!;
      for (let at = versions.length - 1; at >= 0; at--) {
        const truth = versions[at]!;
        expect(walked?.amount).toBe(truth.amount);
        for (const user of ["ana", "ben", "cleo", "dora"]) {
          const sides = sidesOf(walked, user);
          if (!sides) continue;
          known++;
          expect(sides).toEqual(sidesOf(truth, user));
        }
        if (at > 0) walked = moneyBefore(walked, changesOf(recorded(versions[at - 1]!), recorded(truth)));
      }
    }),
  );
  expect(known).toBeGreaterThan(500);
});
