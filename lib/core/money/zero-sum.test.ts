import { zeroSumGroups } from "./zero-sum";

test.each<[label: string, values: number[], groups: number[][]]>([
  ["nothing", [], []],
  ["two that cancel out", [5, -5], [[0, 1]]],
  ["no part of it cancels out", [5, -3, -2], [[0, 1, 2]]],
  [
    "two pairs",
    [5, 7, -5, -7],
    [
      [0, 2],
      [1, 3],
    ],
  ],
  [
    "a pair and three",
    [-9, 4, 5, 3, -3],
    [
      [3, 4],
      [0, 1, 2],
    ],
  ],
])("%s", (_, values, groups) => {
  const found = zeroSumGroups(values).map((group) => [...group].sort((a, b) => a - b));
  expect(found).toHaveLength(groups.length);
  expect(found).toEqual(expect.arrayContaining(groups));
});
