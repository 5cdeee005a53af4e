import { balanceGraph, SHOWN, WIDTH } from "./balance-graph";
import type { Balance } from "./balances";

const person = (index: number, side: Balance["side"] = "owed"): Balance => ({
  _id: String(index),
  name: `Person ${index}`,
  picture: "",
  cents: 1000 - index,
  side,
});
const people = (count: number) => Array.from({ length: count }, (_, index) => person(index));

test("arrows run from debtor to creditor", () => {
  const { nodes, center } = balanceGraph([person(0, "owed"), person(1, "owe")]);
  const nearCenter = ({ x, y }: { x: number; y: number }) => Math.hypot(x - center.x, y - center.y) < 60;
  expect(nodes.map(({ from, to }) => [nearCenter(from), nearCenter(to)])).toEqual([
    [false, true],
    [true, false],
  ]);
});

test("shows the largest balances of many people, and the number of hidden ones", () => {
  const { nodes, hidden } = balanceGraph(people(40));
  expect(nodes.map(({ balance }) => balance._id)).toEqual(people(SHOWN).map(({ _id }) => _id));
  expect(hidden).toBe(40 - SHOWN);
});

test.each([1, 2, 3, 4, 5, SHOWN])("%i people stand within the picture and apart from each other", (count) => {
  const { nodes, height, center } = balanceGraph(people(count));
  const points = [center, ...nodes];
  for (const { x, y } of points) {
    expect(x).toBeGreaterThan(40);
    expect(x).toBeLessThan(WIDTH - 40);
    expect(y).toBeGreaterThan(40);
    expect(y).toBeLessThan(height - 40);
  }
  points.forEach((one, index) =>
    points.slice(index + 1).forEach((other) => {
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(90);
    }),
  );
});
