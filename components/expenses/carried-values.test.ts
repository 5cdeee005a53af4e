import fc from "fast-check";
import { splitExpense, splitProblem, type SplitMode } from "@/lib/core/money/split";
import { ana, ben, cleo, group } from "@/testing/components/fixtures";
import { carriedValues } from "./carried-values";
import { emptyExpense, typedSplit, typedValue, type EnteredMoney } from "./entered-expense";

const people = [ana._id, ben._id, cleo._id];
const empty = emptyExpense(group, ana._id).money;

/** Values for Ana, Ben, and Cleo. */
const typed = (mode: SplitMode, values: readonly string[], amount = "30"): EnteredMoney => ({
  ...empty,
  amount,
  splitType: "custom",
  mode,
  typed: { [mode]: Object.fromEntries(people.map((id, index) => [id, values[index] ?? ""])) },
});

const carried = (money: EnteredMoney, to: SplitMode) => {
  const values = carriedValues(money, to, people);
  return values && people.map((id) => values[id]);
};

test.each<[from: SplitMode, values: string[], to: SplitMode, carried: string[]]>([
  ["shares", ["2", "1", "1"], "percent", ["50", "25", "25"]],
  ["shares", ["2", "1", "1"], "amounts", ["15.00", "7.50", "7.50"]],
  ["shares", ["2", "1", "1"], "adjust", ["7.50", "0.00", "0.00"]],
  ["percent", ["50", "30", "20"], "shares", ["50", "30", "20"]],
  ["amounts", ["15", "9", "6"], "percent", ["50", "30", "20"]],
  ["adjust", ["6", "", ""], "amounts", ["14.00", "8.00", "8.00"]],
])("%s %j become %s", (from, values, to, expected) => {
  expect(carried(typed(from, values), to)).toEqual(expected);
});

test("shares become percent before the amount is typed, but no amounts", () => {
  expect(carried(typed("shares", ["2", "1", "1"], ""), "percent")).toEqual(["50", "25", "25"]);
  expect(carried(typed("shares", ["2", "1", "1"], ""), "amounts")).toBeNull();
});

test("what was typed for a kind stays, and what is not complete is not carried over", () => {
  const both = typed("shares", ["2", "1", "1"]);
  const before = { percent: { [ana._id]: "99" } };
  expect(carried({ ...both, typed: { ...both.typed, ...before } }, "percent")).toBeNull();
  expect(carried(typed("amounts", ["1", "1", "1"]), "percent")).toBeNull();
  expect(carried(typed("shares", ["two", "1", "1"]), "percent")).toBeNull();
  expect(carried(typed("shares", ["0", "0", "0"]), "percent")).toBeNull();
  expect(carried(empty, "percent")).toBeNull();
});

test("carried values are a split of the amount, and amounts are the same to the cent", () => {
  const weights = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000)).filter((list) => list.some(Boolean));
  const to = fc.constantFrom<SplitMode>("percent", "amounts", "adjust");
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 999_999_999 }), to, (list, cents, mode) => {
      const money = typed("shares", list.map(String), (cents / 100).toFixed(2));
      const values = carriedValues(money, mode, people)!;
      const now = { ...money, mode, typed: { [mode]: values } };
      const split = typedSplit(mode, people, (id) => typedValue(now, id))!;
      expect(splitProblem(cents, split)).toBeNull();
      if (mode === "percent") return;
      const before = typedSplit("shares", people, (id) => typedValue(money, id))!;
      expect(splitExpense(cents, people, split, "")).toEqual(splitExpense(cents, people, before, ""));
    }),
  );
});
