import type { Expense, FoundExpense } from "@/lib/contract/expenses";
import type { Event } from "@/lib/contract/events";
import type { Settlement } from "@/lib/contract/settlements";
import type { GroupSpending } from "@/lib/contract/spending";
import { parseCsv } from "@/lib/core/imports/parse-csv";
import type { Viewer } from "@/lib/server/access";
import { useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { expectSound } from "@/testing/violations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// A refund everywhere that an expense is counted (docs/rules.md#refunds).

let [ana, ben, cleo] = [] as unknown as [Viewer, Viewer, Viewer];
let ids: { groupId: string; eventId: string };

beforeEach(async () => {
  [ana, ben, cleo] = await Promise.all([aPerson("Ana"), aPerson("Ben"), aPerson("Cleo")]);
  const people: [Viewer, Viewer, Viewer] = [ana, ben, cleo];
  const groupId = await aGroup("Hut", people);
  ids = { groupId: String(groupId), eventId: String(await anEvent(groupId, "Hut", people)) };
});

afterEach(expectSound);

const add = (as: Viewer, amount: number, more: object = {}) =>
  done<Expense>("createExpense", as, {
    body: {
      ...{ eventId: ids.eventId, description: "Deposit", amount },
      ...{ splitWith: [ana.id, ben.id, cleo.id], ...more },
    },
  });
const payments = async (settled: boolean) =>
  (
    await done<Settlement[]>("listSettlements", ana, {
      query: { eventId: ids.eventId, settled: String(settled) },
    })
  )
    .map(({ from, to, amount }) => `${from.name} ${to.name} ${amount}`)
    .sort();

test("its shares are credits, and its receiver owes them", async () => {
  const refund = await add(ana, -60);
  expect(refund).toMatchObject({ amount: -60, paidBy: { name: "Ana" }, payers: [{ amount: -60 }] });
  expect(refund.shares.map(({ amount }) => amount)).toEqual([-20, -20, -20]);
  expect(await payments(false)).toEqual(["Ana Ben 20", "Ana Cleo 20"]);
});

test("after settling, it opens payments in the other direction and rewrites none", async () => {
  await add(ana, 90);
  for (const { _id, amount, from } of await done<Settlement[]>("listSettlements", ana, {
    query: { eventId: ids.eventId },
  }))
    await done("settle", ana, { params: { id: _id }, body: { settled: true, amount, from: from._id } });
  const settled = await payments(true);
  const refund = await add(ana, -60);
  expect(await payments(true)).toEqual(settled);
  expect(await payments(false)).toEqual(["Ana Ben 20", "Ana Cleo 20"]);
  await done("deleteExpense", ana, { params: { expenseId: refund._id } });
  expect(await payments(false)).toEqual([]);
});

test("is counted in totals, spending, search, and files", async () => {
  await add(ana, 90, { category: "travel" });
  await add(ben, -60, { category: "dining", splitWith: [ben.id, cleo.id] });
  const params = { groupId: ids.groupId };
  const event = await done<Event>("getEvent", ana, { params: { eventId: ids.eventId } });
  expect([event.total, event.contributions]).toEqual([
    30,
    [
      { user: expect.objectContaining({ name: "Ana" }), paid: 90, share: 30 },
      { user: expect.objectContaining({ name: "Ben" }), paid: -60, share: 0 },
    ],
  ]);
  const { months } = await done<GroupSpending>("groupSpending", cleo, { params });
  expect(months).toEqual([
    expect.objectContaining({
      ...{ total: 30, mine: 0 },
      categories: [
        { category: "travel", total: 90, mine: 30 },
        { category: "dining", total: -60, mine: -30 },
      ],
    }),
  ]);
  for (const [q, found] of [
    ["60", [-60]],
    ["-60", [-60]],
    ["90", [90]],
    ["-90", []],
  ] as const) {
    const { expenses } = await done<{ expenses: FoundExpense[] }>("searchExpenses", ana, { query: { q } });
    expect([q, expenses.map(({ amount }) => amount)]).toEqual([q, found]);
  }
  const table = async (query: object) => {
    const { text } = await call("exportGroupExpenses", { as: ana, params, query: { ...query } });
    const csv = parseCsv(text.replace(/^\uFEFF/, "").replace(/\r\n/g, "\n"), ",");
    if (!("rows" in csv)) throw new Error(text);
    return csv.rows.find((cells) => cells.includes("-60.00"));
  };
  expect((await table({}))?.slice(-4)).toEqual(["-60.00", "", "-30.00", "-30.00"]);
  expect((await table({ format: "splitwise" }))?.slice(3)).toEqual([
    "-60.00",
    "USD",
    "0.00",
    "-30.00",
    "30.00",
  ]);
});

test("what others received is raised or removed only by them and the recorder", async () => {
  const received = (first: number, second: number) => ({
    payers: [{ user: ben.id, amount: first }, ...(second === 0 ? [] : [{ user: cleo.id, amount: second }])],
  });
  const refund = await add(ana, -60, received(-40, -20));
  const edit = (as: Viewer, amount: number, more: object) =>
    call("editExpense", {
      as,
      params: { expenseId: refund._id },
      body: { description: "Deposit", amount, splitWith: [ana.id], ...more },
    });
  const refusal = {
    code: "payment-of-another",
    error: expect.stringMatching(/raise or remove what Cleo received/),
  };
  for (const more of [received(-30, -30), received(-60, 0)]) {
    const { status, body } = await edit(ben, -60, more);
    expect([status, body]).toEqual([403, expect.objectContaining(refusal)]);
  }
  expect((await call("deleteExpense", { as: ben, params: { expenseId: refund._id } })).status).toBe(403);
  expect((await edit(ben, -60, received(-50, -10))).status).toBe(200);
  expect((await edit(ana, -60, received(-30, -30))).status).toBe(200);
});
