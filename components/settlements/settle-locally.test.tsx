import { ana, ben, cleo, settlement } from "@/components/testing/fixtures";
import { settleLocally } from "./settle-locally";

const open = settlement(1, ana, ben, 10);
const done = settlement(2, ben, ana, 4.1, true);
const other = settlement(3, cleo, ben, 5);
const view = (list: ReturnType<typeof settleLocally>) =>
  list.map((one) => `${one._id.slice(-1)} ${one.from.name} ${one.to.name} ${one.amount} ${one.settled}`);

test("settling marks the one payment, with who did it", () => {
  const [first, ...rest] = settleLocally([open, other], open._id, true, cleo);
  expect(first).toMatchObject({ _id: open._id, settled: true, settledBy: cleo, amount: 10 });
  expect(rest).toEqual([other]);
});

test.each([
  ["nothing else is open between the two", [done, other], ["2 Ben Okafor Ana Silva 4.1 false"]],
  ["the open debt is larger: direction turns", [open, done], ["2 Ana Silva Ben Okafor 5.9 false"]],
  ["both cancel out", [settlement(1, ana, ben, 4.1), done], []],
  ["both add up", [settlement(1, ben, ana, 0.2), done], ["2 Ben Okafor Ana Silva 4.3 false"]],
])("unsettling absorbs the pair's other debt: %s", (_label, before, after) => {
  const result = settleLocally(before, done._id, false, ana).filter(({ _id }) => _id !== other._id);
  expect(view(result)).toEqual(after);
});

test("a payment that is gone changes nothing", () => {
  expect(settleLocally([open], done._id, false, ana)).toEqual([open]);
});
