import { partOf } from "./part";

test.each([
  ["paid for others", 3000, 1000, 2000],
  ["paid, without a share", 3000, 0, 3000],
  ["paid less than their share", 500, 1000, -1000],
  ["paid exactly their share", 1000, 1000, -1000],
  ["only shares it", 0, 1000, -1000],
  ["neither", 0, 0, 0],
])("%s", (_, paid, share, part) => {
  expect(partOf(paid, share)).toBe(part);
  // Of a refund, in other words.
  expect(partOf(0 - paid, 0 - share)).toBe(part);
});
