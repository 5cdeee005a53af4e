import { sumByKey, sumCents } from "./money";

test.each<[label: string, amounts: number[], total: number]>([
  ["nothing", [], 0],
  ["one amount", [1234], 1234],
  ["balances of both signs", [500, -200, -300], 0],
  ["minus nothing", [-0], 0],
  ["up to the largest safe integer", [Number.MAX_SAFE_INTEGER - 1, 1], Number.MAX_SAFE_INTEGER],
])("adds %s", (_, amounts, total) => {
  expect(sumCents(amounts)).toBe(total);
});

test.each<[label: string, amounts: number[]]>([
  ["a fraction", [1, 0.5]],
  ["no number", [NaN]],
  ["a sum that is no longer exact", [Number.MAX_SAFE_INTEGER, 1]],
])("refuses %s", (_, amounts) => {
  expect(() => sumCents(amounts)).toThrow(RangeError);
});

test("adds per key, without zeros", () => {
  const sums = sumByKey([
    ["ana", 500],
    ["ben", -200],
    ["ana", -500],
    ["ben", -300],
  ]);
  expect([...sums]).toEqual([["ben", -500]]);
  expect(() => sumByKey([["ana", 0.5]])).toThrow(RangeError);
});
