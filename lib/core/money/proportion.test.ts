import { proportionOf } from "./proportion";
import { splitExpense } from "./split";

test.each([
  [
    [40_000, 35_000, 25_000],
    [8, 7, 5],
  ],
  [
    [120_000, 0],
    [1, 0],
  ],
  [
    [40_001, 30_002],
    [400.01, 300.02],
  ],
  [
    [999_999_999, 1],
    [1000, 0],
  ],
])("%j are shares of %j", (cents, shares) => {
  expect(proportionOf(cents)).toEqual(shares);
});

test("the same amount is divided in the same way", () => {
  const cents = [40_001, 30_002, 9_997];
  const values = proportionOf(cents).map((share, user) => ({ user: String(user), value: share * 100 }));
  const shares = splitExpense(80_000, ["0", "1", "2"], { mode: "shares", values }, null);
  expect(shares.map((share) => share.cents)).toEqual(cents);
});
