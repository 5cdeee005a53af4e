import fc from "fast-check";
import { MAX_CENTS, sumCents } from "./money";
import {
  EQUAL_SPLIT,
  MAX_WEIGHT,
  splitEqually,
  splitExpense,
  splitProblem,
  splitProblemText,
  WHOLE_PERCENT,
  type Split,
  type SplitMode,
  type SplitProblem,
} from "./split";
import { anyId, cents, people, shuffled } from "@/testing/arbitraries";

const expenseId = "665f1c2ab0d4e1a2b3c4d5e6";

/** No share is −0. */
const negated = <Part extends { cents: number }>(share: Part) => ({ ...share, cents: 0 - share.cents });

describe("splitEqually", () => {
  test.each<[label: string, cents: number, people: string[], sizes: number[]]>([
    ["one person bears all", 1000, ["a"], [1000]],
    ["an even split", 900, ["a", "b", "c"], [300, 300, 300]],
    ["$10.00 by 3: one odd cent", 1000, ["a", "b", "c"], [333, 333, 334]],
    ["$0.05 by 3: two odd cents", 5, ["a", "b", "c"], [1, 2, 2]],
    ["one cent by 3: two bear nothing", 1, ["a", "b", "c"], [0, 0, 1]],
    [
      "the largest amount by 7",
      MAX_CENTS,
      [..."abcdefg"],
      [142857142, 142857142, ...Array<number>(5).fill(142857143)],
    ],
  ])("%s", (_, amount, split, sizes) => {
    const shares = splitEqually(amount, split, expenseId);
    expect(shares.map((share) => share.cents).sort((x, y) => x - y)).toEqual(sizes);
    expect(shares.map((share) => share.user)).toEqual(split);
  });

  // Stored shares were computed with this rule. Changing it would split an edited expense differently.
  test("the expense's id determines who bears the odd cents", () => {
    const bearerOf = (id: string) =>
      splitEqually(1, ["a", "b", "c"], id).find((share) => share.cents === 1)?.user;
    expect(["1", "2", "3", "4", "5"].map((end) => bearerOf(expenseId.slice(0, -1) + end))).toEqual([
      "c",
      "b",
      "c",
      "a",
      "b",
    ]);
  });

  test("the odd cents go to neighbors in the rotation, wrapping around", () => {
    fc.assert(
      fc.property(people(2, 12), anyId, (group, id) => {
        const bearer = (amount: number) =>
          splitEqually(amount, group, id)
            .filter((share) => share.cents > 0)
            .map((share) => share.user);
        // Each further cent reaches one more person, and nobody loses one.
        for (let amount = 1; amount < group.length; amount++) {
          expect(bearer(amount + 1)).toEqual(expect.arrayContaining(bearer(amount)));
          expect(bearer(amount)).toHaveLength(amount);
        }
      }),
    );
  });

  test("law: shares sum to the amount", () => {
    fc.assert(
      fc.property(cents, people(1, 40), anyId, (amount, group, id) => {
        expect(sumCents(splitEqually(amount, group, id).map((share) => share.cents))).toBe(amount);
      }),
    );
  });

  test("law: no two shares differ by more than a cent", () => {
    fc.assert(
      fc.property(cents, people(1, 40), anyId, (amount, group, id) => {
        const sizes = splitEqually(amount, group, id).map((share) => share.cents);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("law: the order of the list does not matter", () => {
    fc.assert(
      fc.property(cents, shuffled(people(1, 40)), anyId, (amount, [group, sameGroup], id) => {
        expect(splitEqually(amount, sameGroup, id)).toEqual(splitEqually(amount, group, id));
      }),
    );
  });

  test("law: the same expense is always split the same way, with everyone in it once", () => {
    fc.assert(
      fc.property(cents, people(1, 40), anyId, (amount, group, id) => {
        const shares = splitEqually(amount, group, id);
        expect(splitEqually(amount, group, id)).toEqual(shares);
        expect(shares.map((share) => share.user)).toEqual([...group].sort());
      }),
    );
  });

  test("the odd cents do not always hit the same person, even for consecutive ids", () => {
    const group = ["a", "b", "c", "d", "e", "f", "g"];
    const oddCents = new Map<string, number>();
    for (let i = 0; i < 7000; i++) {
      const id = "665f1c2ab0d4e1a2b3" + i.toString(16).padStart(6, "0");
      const unlucky = splitEqually(1, group, id).find((share) => share.cents === 1);
      oddCents.set(unlucky!.user, (oddCents.get(unlucky!.user) ?? 0) + 1);
    }
    for (const person of group) {
      expect(oddCents.get(person)).toBeGreaterThan(850);
      expect(oddCents.get(person)).toBeLessThan(1150);
    }
  });

  test("law: the shares of a refund are the negatives of those of the expense", () => {
    fc.assert(
      fc.property(cents, people(1, 40), fc.option(anyId), (amount, group, id) => {
        const shares = splitEqually(amount, group, id);
        expect(splitEqually(-amount, group, id)).toEqual(shares.map(negated));
      }),
    );
  });

  test("does not change the input list", () => {
    const group = ["c", "a", "b"];
    splitEqually(1000, group, expenseId);
    expect(group).toEqual(["c", "a", "b"]);
  });

  test.each<[label: string, cents: number, people: string[]]>([
    ["nobody", 100, []],
    ["a duplicate person", 100, ["a", "b", "a"]],
    ["no money", 0, ["a"]],
    ["a fraction of a cent", 10.5, ["a"]],
    ["more than the largest amount", MAX_CENTS + 1, ["a"]],
    ["more than the largest refund", -MAX_CENTS - 1, ["a"]],
    ["no number", NaN, ["a"]],
  ])("refuses %s", (_, amount, group) => {
    expect(() => splitEqually(amount, group, expenseId)).toThrow(RangeError);
  });
});

/** A valid split of the amount in each mode, with its people in random order. */
function validSplit(mode: SplitMode, amount: number, group: readonly string[]): fc.Arbitrary<Split> {
  const withValues = (values: fc.Arbitrary<number[]>) =>
    values.map((list) => ({ mode, values: group.map((user, i) => ({ user, value: list[i]! })) }));
  const listOf = (value: fc.Arbitrary<number>) =>
    fc.array(value, { minLength: group.length, maxLength: group.length });
  // Cuts a whole into one part per person.
  const partsOf = (whole: number) =>
    fc
      .array(fc.nat(whole), { minLength: group.length - 1, maxLength: group.length - 1 })
      .map((cuts) => [...cuts].sort((a, b) => a - b))
      .map((cuts) => [...cuts, whole].map((cut, i) => cut - (cuts[i - 1] ?? 0)));
  switch (mode) {
    case "equal":
      return fc.constant(EQUAL_SPLIT);
    case "amounts":
      return withValues(partsOf(amount));
    case "percent":
      return withValues(partsOf(WHOLE_PERCENT));
    case "shares":
      return withValues(listOf(fc.nat(MAX_WEIGHT)).filter((list) => list.some((value) => value > 0)));
    case "adjust":
      return withValues(listOf(fc.integer({ min: -amount, max: amount }))).filter(
        (split) => splitProblem(amount, split) === null,
      );
  }
}

const modes = ["equal", "amounts", "percent", "shares", "adjust"] as const;
const anySplit = fc
  .tuple(fc.constantFrom(...modes), cents, people(1, 12), anyId)
  .chain(([mode, amount, group, id]) =>
    validSplit(mode, amount, mode === "adjust" ? group.slice(0, 4) : group).map((split) => ({
      amount,
      id,
      split,
      group: mode === "adjust" ? group.slice(0, 4) : group,
    })),
  );

describe("splitExpense", () => {
  const split = (mode: SplitMode, ...values: number[]): Split => ({
    mode,
    values: values.map((value, i) => ({ user: "abcdef"[i]!, value })),
  });

  test.each<[label: string, cents: number, split: Split, shares: number[]]>([
    ["amounts", 1000, split("amounts", 700, 300), [700, 300]],
    ["an amount of nothing for one", 1000, split("amounts", 1000, 0), [1000, 0]],
    ["percent", 1000, split("percent", 2500, 7500), [250, 750]],
    [
      "percent with decimals: the odd cent goes to the largest fraction",
      100,
      split("percent", 3334, 6666),
      [33, 67],
    ],
    ["shares", 900, split("shares", 200, 100), [600, 300]],
    ["half a share", 900, split("shares", 100, 50), [600, 300]],
    ["no share for one", 900, split("shares", 100, 0, 200), [300, 0, 600]],
    ["adjusted up", 1000, split("adjust", 200, 0), [600, 400]],
    ["adjusted up and down", 3000, split("adjust", 500, -500, 0), [1500, 500, 1000]],
    ["adjusted to nothing", 1000, split("adjust", -500, 500), [0, 1000]],
    ["a refund by amounts", -1000, split("amounts", -700, 0, -300), [-700, 0, -300]],
    ["a refund by percent", -1000, split("percent", 2500, 7500), [-250, -750]],
    ["a refund by shares", -900, split("shares", 200, 100), [-600, -300]],
  ])("%s", (_, amount, how, expected) => {
    const group = how.values.map(({ user }) => user);
    expect(splitExpense(amount, group, how, expenseId).map((share) => share.cents)).toEqual(expected);
  });

  test("law: shares sum to the amount, none is negative, and everyone has one", () => {
    fc.assert(
      fc.property(anySplit, ({ amount, group, split: how, id }) => {
        const shares = splitExpense(amount, group, how, id);
        expect(sumCents(shares.map((share) => share.cents))).toBe(amount);
        expect(Math.min(...shares.map((share) => share.cents))).toBeGreaterThanOrEqual(0);
        expect(shares.map((share) => share.user)).toEqual([...group].sort());
      }),
    );
  });

  test("law: the shares of a refund are the negatives of those of the expense", () => {
    const refundable = anySplit.filter(({ split: { mode } }) => mode !== "adjust");
    fc.assert(
      fc.property(refundable, fc.boolean(), ({ amount, group, split: how, id: anyOne }, isNew) => {
        const id = isNew ? null : anyOne;
        const sign = how.mode === "amounts" ? -1 : 1;
        const values = how.values.map(({ user, value }) => ({ user, value: 0 + sign * value }));
        const shares = splitExpense(-amount, group, { ...how, values }, id);
        expect(shares).toEqual(splitExpense(amount, group, how, id).map(negated));
        expect(sumCents(shares.map((share) => share.cents)) > -amount).toBe(
          isNew && shares.some((one) => one.orMore),
        );
      }),
    );
  });

  test("law: without an id, a share is exact, or one of two that the id decides between", () => {
    fc.assert(
      fc.property(anySplit, ({ amount, group, split: how, id }) => {
        const expected = splitExpense(amount, group, how, null);
        const actual = splitExpense(amount, group, how, id);
        for (const [index, { user, cents: least, orMore }] of expected.entries()) {
          const share = actual[index]!;
          expect(share.user).toBe(user);
          expect(orMore ? [least, least + 1] : [least]).toContain(share.cents);
        }
        const undecided = expected.filter(({ orMore }) => orMore).length;
        const left = amount - sumCents(expected.map((share) => share.cents));
        expect(undecided === 0 ? left === 0 : left > 0 && left < undecided).toBe(true);
      }),
    );
  });

  test("law: equal values give shares that differ by at most a cent", () => {
    fc.assert(
      fc.property(anySplit, ({ amount, group, split: how, id }) => {
        const valueOf = new Map(how.values.map(({ user, value }) => [user, value]));
        const sizes = new Map<number | undefined, number[]>();
        for (const { user, cents: share } of splitExpense(amount, group, how, id)) {
          const value = valueOf.get(user);
          sizes.set(value, [...(sizes.get(value) ?? []), share]);
        }
        for (const alike of sizes.values()) {
          expect(Math.max(...alike) - Math.min(...alike)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("law: a larger value never gives a smaller share", () => {
    fc.assert(
      fc.property(anySplit, ({ amount, group, split: how, id }) => {
        const share = new Map(splitExpense(amount, group, how, id).map((one) => [one.user, one.cents]));
        const byValue = [...how.values].sort((a, b) => a.value - b.value);
        for (const [index, { user, value }] of byValue.entries()) {
          const next = byValue[index + 1];
          if (next && next.value > value) {
            // Whole cents only: values that differ by less than a cent may be rounded either way.
            const slack = how.mode === "adjust" ? 1 : 0;
            expect(share.get(next.user)! + slack).toBeGreaterThanOrEqual(share.get(user)!);
          }
        }
      }),
    );
  });

  test("law: the order of people and values does not matter, and the result is deterministic", () => {
    fc.assert(
      fc.property(
        anySplit.chain((one) =>
          fc.tuple(
            fc.constant(one),
            fc.shuffledSubarray([...one.group], { minLength: one.group.length }),
            fc.shuffledSubarray([...one.split.values], { minLength: one.split.values.length }),
          ),
        ),
        ([{ amount, group, split: how, id }, otherGroup, otherValues]) => {
          const shares = splitExpense(amount, group, how, id);
          expect(splitExpense(amount, otherGroup, { mode: how.mode, values: otherValues }, id)).toEqual(
            shares,
          );
        },
      ),
    );
  });

  test("law: people without a percentage, amount, or share bear nothing", () => {
    fc.assert(
      fc.property(anySplit, ({ amount, group, split: how, id }) => {
        if (how.mode === "adjust") return;
        const shares = new Map(splitExpense(amount, group, how, id).map((one) => [one.user, one.cents]));
        for (const { user, value } of how.values) if (value === 0) expect(shares.get(user)).toBe(0);
      }),
    );
  });

  test("law: equal weights are an equal split, in mode shares and in mode adjust", () => {
    fc.assert(
      fc.property(
        cents,
        people(1, 12),
        anyId,
        fc.integer({ min: 1, max: MAX_WEIGHT }),
        (amount, group, id, weight) => {
          const equal = splitEqually(amount, group, id);
          const all = (value: number) => group.map((user) => ({ user, value }));
          expect(splitExpense(amount, group, { mode: "shares", values: all(weight) }, id)).toEqual(equal);
          expect(splitExpense(amount, group, { mode: "adjust", values: all(0) }, id)).toEqual(equal);
        },
      ),
    );
  });

  test.each<[label: string, cents: number, split: Split, problem: SplitProblem]>([
    ["a cent left", 1000, split("amounts", 500, 499), { kind: "left", hundredths: 1 }],
    ["a cent too much", 1000, split("amounts", 500, 501), { kind: "too-much", hundredths: 1 }],
    ["percent left", 1000, split("percent", 5000, 4700), { kind: "left", hundredths: 300 }],
    ["percent too much", 1000, split("percent", 5000, 5001), { kind: "too-much", hundredths: 1 }],
    ["no amounts at all", 1000, split("amounts", 0, 0), { kind: "left", hundredths: 1000 }],
    ["no shares at all", 1000, split("shares", 0, 0), { kind: "no-shares" }],
    ["a negative amount", 1000, split("amounts", -1, 1001), { kind: "negative" }],
    ["a negative percentage", 1000, split("percent", -1, 10001), { kind: "negative" }],
    ["a negative weight", 1000, split("shares", -1, 2), { kind: "negative" }],
    ["too large a weight", 1000, split("shares", MAX_WEIGHT + 1, 2), { kind: "too-large" }],
    ["a fraction of a cent", 1000, split("amounts", 500.5, 499.5), { kind: "too-large" }],
    ["no number", 1000, split("amounts", NaN, 1000), { kind: "too-large" }],
    ["adjusted by more than the amount", 1000, split("adjust", 600, 600), { kind: "below-zero" }],
    ["adjusted to less than nothing", 1000, split("adjust", 500, -501), { kind: "below-zero" }],
    ["a refund that is adjusted", -1000, split("adjust", 0, 0), { kind: "adjusted-refund" }],
    ["a positive amount of a refund", -1000, split("amounts", 1, -1001), { kind: "positive" }],
    ["amounts of an expense in a refund", -1000, split("amounts", 500, 500), { kind: "positive" }],
    [
      "a refund of which a cent is left",
      -1000,
      split("amounts", -500, -499),
      { kind: "left", hundredths: 1 },
    ],
    [
      "a refund with a cent too much",
      -1000,
      split("amounts", -500, -501),
      { kind: "too-much", hundredths: 1 },
    ],
    ["a negative percentage of a refund", -1000, split("percent", -1, 10001), { kind: "negative" }],
    ["no shares of a refund", -1000, split("shares", 0, 0), { kind: "no-shares" }],
  ])("refuses %s", (_, amount, how, problem) => {
    expect(splitProblem(amount, how)).toEqual(problem);
    expect(() =>
      splitExpense(
        amount,
        how.values.map(({ user }) => user),
        how,
        expenseId,
      ),
    ).toThrow(RangeError);
  });

  test.each<[problem: SplitProblem, mode: SplitMode, text: string]>([
    [{ kind: "left", hundredths: 1 }, "amounts", "$0.01 still needs to be split."],
    [{ kind: "too-much", hundredths: 123_456 }, "amounts", "$1,234.56 too much"],
    [{ kind: "left", hundredths: 1250 }, "percent", "12.5% still needs to be split."],
    [{ kind: "too-much", hundredths: 300 }, "percent", "3% too much"],
    [{ kind: "no-shares" }, "shares", "Give at least one person a share."],
  ])("%j in mode %s reads %j", (problem, mode, text) => {
    expect(splitProblemText(problem, mode)).toBe(text);
  });

  test.each<[label: string, people: string[]]>([
    ["a person without a value", ["a", "b", "c"]],
    ["a value without a person", ["a"]],
    ["values of other people", ["a", "c"]],
  ])("refuses %s", (_, group) => {
    expect(() => splitExpense(1000, group, split("amounts", 500, 500), expenseId)).toThrow(RangeError);
  });
});
