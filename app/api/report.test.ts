import type { Viewer } from "@/lib/server/access";
import type { Report } from "@/lib/contract/statements";
import { collections } from "@/lib/db/collections";
import { useTestDatabase } from "@/testing/database";
import { call, done } from "@/testing/api/call";
import { aGroup, aGuest, anEvent, aPerson } from "@/testing/people";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let [ana, ben]: Viewer[] = [];
let guest: Viewer;
let groupId: string;

beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  const all = [await aPerson("Ana"), await aPerson("Ben")] as const;
  [ana, ben] = all;
  const group = await aGroup("Flat", [...all]);
  groupId = String(group);
  guest = await aGuest(all[0], group, "Gil");
  const eventId = String(await anEvent(group, "2026", [...all]));
  for (const [date, amount] of [
    ["2026-01-31", 10],
    ["2026-02-01", 20],
    ["2026-02-28", 40],
    ["2026-03-01", 80],
  ])
    await done("createExpense", all[0], {
      body: { eventId, description: "Rent", amount, date, splitWith: [all[0].id, all[1].id] },
    });
  await done("recordPayment", all[1], { params: { eventId }, body: { to: all[0].id, amount: 25 } });
  const { settlements } = await collections();
  await settlements.updateOne(
    { groupId: group, settled: true },
    { $set: { settledAt: new Date("2026-02-28T23:59:59.999Z") } },
  );
});

const report = async (query: Record<string, string> = {}, as: Viewer = ana!) =>
  done<Report>("groupReport", as, { params: { groupId }, query });
const figuresOf = ({ people }: Report) =>
  people.map(({ user, before, paid, share, made, received, after }) => [
    ...[user.name, before, paid, share, made, received, after],
  ]);

test("a month has what happened on its days, both ends included, and the balances around it", async () => {
  const february = await report({ from: "2026-02-01", until: "2026-02-28" });
  expect(february).toMatchObject({ group: { title: "Flat" }, total: 60, expenseCount: 2, paymentCount: 1 });
  expect(figuresOf(february)).toEqual([
    ["Ana", 5, 60, 30, 0, 25, 10],
    ["Ben", -5, 0, 30, 25, 0, -10],
    ["Gil", 0, 0, 0, 0, 0, 0],
  ]);
  expect(february.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["expense", 20],
    ["expense", 40],
    ["payment", 25],
  ]);
  const march = await report({ from: "2026-03-01" });
  expect(figuresOf(march)[0]).toEqual(["Ana", 10, 80, 40, 0, 0, 50]);
});

test("without days, it is of all; a guest sees it, too", async () => {
  const all = await report({}, guest);
  expect(all).toMatchObject({ from: null, until: null, total: 150, expenseCount: 4 });
  expect(figuresOf(all)[1]).toEqual(["Ben", 0, 0, 75, 25, 0, -50]);
});

test("the expenses and payments are paginated", async () => {
  const query = { from: "2026-02-01", limit: "2" };
  const first = await call("groupReport", { as: ben!, params: { groupId }, query });
  const cursor = first.headers.get("X-Next-Cursor")!;
  const amounts = (body: unknown) => (body as Report).entries.map(({ amount }) => amount);
  expect(amounts(first.body)).toEqual([20, 40]);
  expect(amounts(await report({ ...query, cursor }))).toEqual([25, 80]);
});

test("any day that can be written limits it, from the year 1900 to 9999", async () => {
  const group = await aGroup("Time", [ana!, ben!]);
  const params = { groupId: String(group) };
  const eventId = String(await anEvent(group, "Ages", [ana!, ben!]));
  const dates = ["1900-01-01", "1900-01-31", "9999-12-01", "9999-12-31"];
  for (const date of dates)
    await done("createExpense", ana!, {
      body: { eventId, description: "Rent", amount: 2, date, splitWith: [ana!.id, ben!.id] },
    });
  const days = [...dates, "1900-01-30", "9999-12-30"];
  for (const from of [undefined, ...days])
    for (const until of [undefined, ...days]) {
      if (from && until && from > until) continue;
      const query = { ...(from && { from }), ...(until && { until }) };
      const { total, expenseCount, people } = await done<Report>("groupReport", ana!, { params, query });
      const soFar = dates.filter((date) => date <= (until ?? date)).length;
      const count = dates.filter((date) => date >= (from ?? date) && date <= (until ?? date)).length;
      const { before, after } = people.find(({ user }) => user._id === ana!.id)!;
      expect({ ...query, total, expenseCount, before, after }).toEqual({
        ...query,
        total: 2 * count,
        expenseCount: count,
        before: soFar - count,
        after: soFar,
      });
    }
});

test("days that are none, or in the wrong order, are refused", async () => {
  const wrong: Record<string, string>[] = [
    { from: "2026-02-30" },
    { from: "1899-12-31" },
    { until: "soon" },
    { until: "0000-01-01" },
    { from: "2026-02-02", until: "2026-02-01" },
  ];
  for (const query of wrong)
    for (const name of ["groupReport", "exportGroupReport"] as const)
      expect((await call(name, { as: ana!, params: { groupId }, query })).status).toBe(422);
});

test("as a table, it ends with the balances before and after", async () => {
  const query = { from: "2026-02-01", until: "2026-02-28" };
  const response = await call("exportGroupReport", { as: ana!, params: { groupId }, query });
  expect(response.headers.get("content-disposition")).toContain('"evenly-flat-2026-02-01-2026-02-28.csv"');
  const lines = response.text.trim().split("\r\n");
  expect(lines.slice(1, 4).map((line) => line.split(",").slice(0, 3))).toEqual([
    ["2026-02-01", "2026", "Expense"],
    ["2026-02-28", "2026", "Expense"],
    ["2026-02-28", "2026", "Payment"],
  ]);
  expect(lines.slice(5).map((line) => line.replaceAll(/,,+/g, ","))).toEqual([
    ",Total,Balance before (negative: owes),5.00,-5.00,0.00",
    ",Total,Paid,60.00,60.00,0.00,0.00",
    ",Total,Share,60.00,30.00,30.00,0.00",
    ",Total,Payments made,25.00,0.00,25.00,0.00",
    ",Total,Payments received,25.00,25.00,0.00,0.00",
    ",Total,Balance after (negative: owes),10.00,-10.00,0.00",
  ]);
});
