import fc from "fast-check";
import { MAX_CENTS } from "./money";
import { splitEqually } from "./split";
import { anyId, cents, people, shuffled } from "./arbitraries";
import { sumCents } from "./totals";

const expenseId = "665f1c2ab0d4e1a2b3c4d5e6";

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

  // Stored shares were made by this rule: a change of it would split an edited expense differently than before.
  test("who bears the odd cents is fixed by the expense's id", () => {
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

  test("the odd cents go to neighbours in the rotation, around the end", () => {
    fc.assert(
      fc.property(people(2, 12), anyId, (group, id) => {
        const bearer = (amount: number) =>
          splitEqually(amount, group, id)
            .filter((share) => share.cents > 0)
            .map((share) => share.user);
        // Each further cent reaches one more person, and nobody loses theirs.
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

  test("law: the same expense is always split alike, and everybody is in it once", () => {
    fc.assert(
      fc.property(cents, people(1, 40), anyId, (amount, group, id) => {
        const shares = splitEqually(amount, group, id);
        expect(splitEqually(amount, group, id)).toEqual(shares);
        expect(shares.map((share) => share.user)).toEqual([...group].sort());
      }),
    );
  });

  test("nobody is always the unlucky one, even among ids made one after the other", () => {
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

  test("leaves the list that it was given alone", () => {
    const group = ["c", "a", "b"];
    splitEqually(1000, group, expenseId);
    expect(group).toEqual(["c", "a", "b"]);
  });

  test.each<[label: string, cents: number, people: string[]]>([
    ["nobody", 100, []],
    ["somebody twice", 100, ["a", "b", "a"]],
    ["no money", 0, ["a"]],
    ["negative money", -100, ["a"]],
    ["a fraction of a cent", 10.5, ["a"]],
    ["more than the largest amount", MAX_CENTS + 1, ["a"]],
    ["no number", NaN, ["a"]],
  ])("refuses %s", (_, amount, group) => {
    expect(() => splitEqually(amount, group, expenseId)).toThrow(RangeError);
  });
});
