import { ana, ben, cleo, expense, settlement } from "@/testing/components/fixtures";
import { peopleIn, withPeople, withPersonIndexes } from "./person-indexes";

test("each person is listed once, and rows survive the round trip", () => {
  const settlements = [settlement(1, ana, ben, 5), settlement(2, { ...cleo }, { ...ana }, 6)];
  const expenses = [expense, { ...expense, paidBy: ben }];
  const people = peopleIn([...settlements, ...expenses]);
  const placedSettlements = withPersonIndexes(settlements, people);
  const placedExpenses = withPersonIndexes(expenses, people);
  expect(people).toEqual([ana, ben, cleo]);
  expect(placedSettlements).toMatchObject([
    { from: 0, to: 1, amount: 5 },
    { from: 2, to: 0, amount: 6 },
  ]);
  expect(placedExpenses.map(({ paidBy }) => paidBy)).toEqual([0, 1]);
  expect(withPeople(placedSettlements, people)).toEqual(settlements);
  expect(withPeople(placedExpenses, people)).toEqual(expenses);
});
