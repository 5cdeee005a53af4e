import { checkRows } from "@/lib/contract/rules/imports";
import { detailsOf } from "../expenses/details";
import type { ImportExpense, ImportPayment, ImportPlanPart } from "./import-file";
import { toBatches, toRowBody } from "./row-body";

const common = { row: 1, id: null, occurrence: 0, date: "2026-03-14", event: null };
const payment: ImportPayment = {
  ...common,
  kind: "payment",
  from: 0,
  to: 1,
  cents: 1234,
  method: "cash",
  note: "",
  settledAt: null,
};
const expense: ImportExpense = {
  ...common,
  kind: "expense",
  description: "Dinner",
  cents: 870,
  ...detailsOf({ category: "dining", note: "N" }),
  payers: [{ person: 0, cents: 870 }],
  shares: [
    { person: 0, cents: 0 },
    { person: 1, cents: 870 },
  ],
  split: { mode: "percent", values: [0, 1].map((person) => ({ person, value: 10_000 * person })) },
  payerReconstructed: false,
  createdAt: "2026-03-14T10:00:00.000Z",
  debts: [{ from: 1, to: 0, cents: 870 }],
};
const part = (row: number, plan: string): ImportPlanPart => ({
  ...common,
  row,
  kind: "plan",
  plan,
  of: "group",
  usedAt: "2026-03-15T10:00:00.000Z",
  debts: [{ from: 0, to: 1, cents: 500 }],
  replaced: [{ from: 1, to: 0, cents: 500 }],
});

test("rows are sent in dollars, and read back as they were", () => {
  const rows = [expense, payment, part(3, "p")];
  const bodies = rows.map(toRowBody);
  expect(bodies[0]).toMatchObject({ amount: 8.7, payers: [{ person: 0, amount: 8.7 }] });
  expect(bodies[1]).toMatchObject({ amount: 12.34 });
  expect(checkRows(bodies)).toEqual({ rows, refused: [] });
});

test("a request has at most 200 rows, and all parts of a plan", () => {
  const rows = [
    part(0, "p"),
    ...Array.from({ length: 450 }, (_, row) => ({ ...payment, row })),
    part(9, "p"),
  ];
  const batches = toBatches(rows);
  expect(batches.flat()).toHaveLength(452);
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(200);
  const parts = batches.map((batch) => batch.filter(({ kind }) => kind === "plan").length);
  expect(parts.filter((count) => count > 0)).toEqual([2]);
});

test("a request of a large group has fewer rows", () => {
  const shares = Array.from({ length: 200 }, (_, person) => ({ person, cents: 100 }));
  const wide = { ...expense, cents: 20_000, shares };
  const batches = toBatches(Array.from({ length: 200 }, () => wide));
  expect(batches.length).toBeGreaterThan(5);
  for (const batch of batches) expect(JSON.stringify(batch).length).toBeLessThan(110_000);
});
