import { ObjectId } from "mongodb";
import type { Expense, FoundExpense } from "@/lib/contract/expenses";
import type { Event } from "@/lib/contract/events";
import type { Settlement } from "@/lib/contract/settlements";
import type { GroupSpending } from "@/lib/contract/spending";
import type { ImportOfFile } from "@/lib/contract/imports";
import { parseCsv } from "@/lib/core/imports/parse-csv";
import { previewOf } from "@/lib/core/imports/preview";
import { readImportFile } from "@/lib/core/imports/read-file";
import type { Viewer } from "@/lib/server/access";
import { useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { dump } from "@/testing/stored";
import { encoded } from "@/testing/import-files";
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
      eventId: ids.eventId,
      description: "Deposit",
      amount,
      splitWith: [ana.id, ben.id, cleo.id],
      ...more,
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
      total: 30,
      mine: 0,
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

/** A body as others write it: JSON.stringify writes no "-0". */
const raw = (amount: string, more = "") =>
  call("createExpense", {
    as: ana,
    body:
      `{"eventId": "${ids.eventId}", "description": "Deposit", "amount": ${amount}, ` +
      `"splitWith": ["${ana.id}", "${ben.id}"]${more}}`,
  });

const amounts = (first: string, second: string) =>
  `, "split": {"mode": "amounts", "values": [{"user": "${ana.id}", "value": ${first}}, {"user": "${ben.id}", "value": ${second}}]}`;
const paid = (first: string, second: string) =>
  `, "payers": [{"user": "${ana.id}", "amount": ${first}}, {"user": "${ben.id}", "amount": ${second}}]`;

test.each<[string, () => [string, string?]]>([
  ...[
    ...["-0", "-0.0", "-0.004", "-0.005", "-1e-7", "-1e400", "-10000000", "-9007199254740993"],
    ...['"-"', '"--5"', '"-0.00"', '"−0"', '"5-"', '"-0.004"', "[-5]", '{"$lt": 0}'],
  ].map((amount): [string, () => [string]] => [amount, () => [amount]]),
  ["a share of less than a cent", () => ["-9", amounts("-8.996", "-0.004")]],
  ["a share that costs", () => ["-9", amounts("-10", "1")]],
  ["shares of an expense", () => ["-9", amounts("4.5", "4.5")]],
  ["shares of a refund in an expense", () => ["9", amounts("-4.5", "-4.5")]],
  ["somebody who paid", () => ["-9", paid("-10", "1")]],
  ["somebody who received nothing", () => ["-9", paid("-9", "-0")]],
  ["somebody who received less than a cent", () => ["-9", paid("-8.996", "-0.004")]],
  ["payments of an expense", () => ["-9", paid("4.5", "4.5")]],
  ["receivers in an expense", () => ["9", paid("-4.5", "-4.5")]],
  ["adjustments", () => ["-9", amounts("-1", "0").replace("amounts", "adjust")]],
  ["adjustments of nothing", () => ["-9", amounts("0", "-0").replace("amounts", "adjust")]],
  ["a negative percentage", () => ["-9", amounts("-50", "150").replace("amounts", "percent")]],
  ["negative weights", () => ["-9", amounts("-1", "-1").replace("amounts", "shares")]],
])("is refused, and changes nothing: %s", async (_what, body) => {
  const before = await dump();
  expect((await raw(...body())).status).toBe(422);
  expect(await dump()).toEqual(before);
});

test("a share of -0 is stored as 0", async () => {
  for (const [amount, more] of [
    ["-9", amounts("-9", "-0")],
    ["9", amounts("9", "-0")],
  ] as const)
    expect((await raw(amount, more)).status).toBe(201);
  const zeros: string[] = [];
  const find = (part: unknown, path: string) => {
    if (Object.is(part, -0)) zeros.push(path);
    if (typeof part === "object" && part !== null)
      for (const [key, one] of Object.entries(part)) find(one, `${path}.${key}`);
  };
  find(await dump(), "");
  expect(zeros).toEqual([]);
});

test("bigger than what was spent: what is open is settled as usual", async () => {
  await add(ana, 30);
  await add(ben, -90, { payers: [ben, cleo].map(({ id }) => ({ user: id, amount: -45 })) });
  const params = { eventId: ids.eventId };
  expect(await done<Event>("getEvent", ana, { params })).toMatchObject({ total: -60 });
  expect(await payments(false)).toEqual(["Ben Ana 25", "Cleo Ana 25"]);
  for (const { _id } of await done<Settlement[]>("listSettlements", ana, { query: params }))
    await done("settle", ana, { params: { id: _id }, body: { settled: true } });
  expect(await payments(false)).toEqual([]);
});

test("moved, its payments open in the new event, the other way round; settled ones are in the way, until undone", async () => {
  const refund = await add(ana, -60);
  const target = String(await anEvent(new ObjectId(ids.groupId), "Next", [ana, ben, cleo]));
  const moveTo = (eventId: string) =>
    call("moveExpense", { as: ana, params: { expenseId: refund._id }, body: { eventId } });
  expect((await moveTo(target)).body).toMatchObject({ amount: -60, payers: [{ amount: -60 }] });
  expect(await payments(false)).toEqual([]);
  expect(await done<Event>("getEvent", ana, { params: { eventId: target } })).toMatchObject({ total: -60 });
  const [open] = await done<Settlement[]>("listSettlements", ana, { query: { eventId: target } });
  await done("settle", ana, { params: { id: open!._id }, body: { settled: true } });
  expect((await moveTo(ids.eventId)).body).toMatchObject({
    code: "payments-settled",
    error: expect.stringMatching(/^Ana’s payment of \$20\.00 to (Ben|Cleo) is settled/),
  });
  await done("settle", ana, { params: { id: open!._id }, body: { settled: false } });
  expect((await moveTo(ids.eventId)).status).toBe(200);
  expect(await payments(false)).toEqual(["Ana Ben 20", "Ana Cleo 20"]);
});

test("exported in Splitwise's shape, also after a move, and imported: the same balances", async () => {
  const target = String(await anEvent(new ObjectId(ids.groupId), "Next", [ana, ben, cleo]));
  await add(ben, 45.5);
  const { _id } = await add(ana, -60.01, {
    payers: [
      { user: ana.id, amount: -40 },
      { user: cleo.id, amount: -20.01 },
    ],
  });
  await done("moveExpense", ana, { params: { expenseId: _id }, body: { eventId: target } });
  const params = { groupId: ids.groupId };
  const { text } = await call("exportGroupExpenses", { as: ana, params, query: { format: "splitwise" } });
  const read = await readImportFile(encoded(text), {});
  if (read.ok !== true) throw new Error(text);
  const balances = new Map(previewOf(read.file).people.map(({ name, cents }) => [name, cents]));
  const summary = await done<{ _id: string; amount: number }[]>("friendSummary", ana);
  const owed = Math.round(100 * summary.reduce((sum, { amount }) => sum + amount, 0));
  expect(balances.get("Ana")).toBe(owed);
  expect([...balances.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0);
});

test("rows of an import that are neither an expense nor a refund are refused, one by one", async () => {
  const parts = (first: number, second: number) => [
    { person: 0, amount: first },
    { person: 1, amount: second },
  ];
  const row = (index: number, amount: number, payers: object, shares: object) => ({
    row: index,
    kind: "expense",
    date: "2026-03-14",
    description: `Row ${index}`,
    amount,
    payers,
    shares,
  });
  const { _id } = await done<ImportOfFile>("createImport", ana, {
    body: {
      groupId: ids.groupId,
      source: "splitwise",
      eventId: ids.eventId,
      total: 6,
      people: [ana, ben].map(({ id, name }) => ({ name, userId: id })),
    },
  });
  const rows = [
    row(0, -9, [{ person: 0, amount: -9 }], parts(-4, -5)),
    row(1, -9, parts(-10, 1), parts(-4, -5)),
    row(2, -9, [{ person: 0, amount: -9 }], parts(-10, 1)),
    row(3, -9, [{ person: 0, amount: 9 }], parts(4, 5)),
    row(4, -0.004, [{ person: 0, amount: -0.004 }], parts(-0.004, 0)),
    row(5, 0, [{ person: 0, amount: 0 }], parts(5, -5)),
  ];
  const { refused } = await done<{ refused: { row: number }[] }>("addImportRows", ana, {
    params: { importId: _id },
    body: { rows },
  });
  expect(refused.map((one) => one.row)).toEqual([1, 2, 3, 4, 5]);
  expect(await payments(false)).toEqual(["Ana Ben 5"]);
});
