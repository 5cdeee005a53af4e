import { ObjectId } from "mongodb";
import { collections } from "@/lib/db/collections";
import type { Expense } from "@/lib/contract/expenses";
import type { Settlement } from "@/lib/contract/settlements";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { call } from "@/testing/api/call";
import { expenseDetails } from "@/testing/operations";
import { buildWorld, type World } from "@/testing/api/world";
import { dump } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let world: World;
let ids: { creator: string; member: string; leaver: string };

async function freshWorld(): Promise<void> {
  await clearDatabase();
  world = await buildWorld();
  const { creator, member } = world.people;
  ids = { creator: creator.id, member: member.id, leaver: world.leaver.id };
}

beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  await freshWorld();
});

type Body = Record<string, unknown>;

const add = (as: "creator" | "member", body: Body) =>
  call("createExpense", {
    as: world.people[as],
    body: {
      eventId: world.ids.event,
      description: "Rope",
      amount: 100,
      splitWith: [ids.creator, ids.member, ids.leaver],
      ...body,
    },
  });

async function added(as: "creator" | "member", body: Body): Promise<Expense> {
  const response = await add(as, body);
  expect([response.status, response.body]).toEqual([201, expect.anything()]);
  return response.body as Expense;
}

const edit = (as: "creator" | "member", expense: Expense, body: Body) =>
  call("editExpense", { as: world.people[as], params: { expenseId: expense._id }, body });

const values = (creator: number, member: number, leaver: number) => [
  { user: ids.creator, value: creator },
  { user: ids.member, value: member },
  { user: ids.leaver, value: leaver },
];

const sharesOf = (expense: Expense) =>
  Object.fromEntries(expense.shares.map(({ user, amount }) => [user, amount]));

test.each<[mode: string, entered: [number, number, number], shares: [number, number, number]]>([
  ["amounts", [50, 49.99, 0.01], [50, 49.99, 0.01]],
  ["percent", [12.5, 87.5, 0], [12.5, 87.5, 0]],
  ["shares", [1, 2.5, 0.5], [25, 62.5, 12.5]],
  ["adjust", [10, -5, 4], [40.33, 25.33, 34.34]],
])("mode %s: the input is returned with the resulting shares", async (mode, entered, shares) => {
  const split = { mode, values: values(...entered) };
  const expense = await added("creator", { split });
  expect(expense.split).toEqual(split);
  const byUser = sharesOf(expense);
  const sum = Object.values(byUser).reduce((total, amount) => total + Math.round(amount * 100), 0);
  expect(sum).toBe(10_000);
  for (const [index, user] of [ids.creator, ids.member, ids.leaver].entries()) {
    // The expense's id decides who bears the odd cent.
    expect(Math.abs(byUser[user]! - shares[index]!)).toBeLessThan(0.011);
  }
  const { body } = await call("getExpense", { as: world.people.member, params: { expenseId: expense._id } });
  expect(body).toEqual(expense);
});

test.each([
  ["splitWith", { splitWith: Array(20_000).fill(1) }],
  ["payers", { payers: Array(5000).fill({}) }],
  ["split", { split: { mode: "amounts", values: Array(5000).fill({}) } }],
])("a list of %s that is too long is one problem, not one for each element", async (_, body) => {
  const response = await add("creator", body);
  expect(response.status).toBe(422);
  expect(response.text.length).toBeLessThan(500);
});

test("several payers: the one who paid most is named, all are listed, and debts follow", async () => {
  const expense = await added("member", {
    payers: [
      { user: ids.creator, amount: 70 },
      { user: ids.leaver, amount: 30 },
    ],
    splitWith: [ids.member],
  });
  expect(expense).toMatchObject({
    paidBy: { _id: ids.creator },
    recordedBy: { _id: ids.member },
    payers: [
      { user: { _id: ids.creator }, amount: 70 },
      { user: { _id: ids.leaver }, amount: 30 },
    ],
  });
  const { body } = await call("listSettlements", {
    as: world.people.member,
    query: { eventId: world.ids.event },
  });
  const debt = (body as Settlement[]).find(
    ({ from, to, settled }) => !settled && from._id === ids.member && to._id === ids.leaver,
  );
  expect(debt).toBeDefined();
});

test("paidBy must be the person who records the expense", async () => {
  const response = await add("member", { paidBy: ids.creator });
  expect([response.status, (response.body as { code: string }).code]).toEqual([403, "wrong-actor"]);
});

test("payers and the recorder can edit and delete, other members cannot", async () => {
  const body = { description: "Rope", amount: 100, splitWith: [ids.creator, ids.member, ids.leaver] };
  const paidByMember = await added("creator", { payers: [{ user: ids.member, amount: 100 }] });
  expect((await edit("member", paidByMember, body)).status).toBe(200);
  expect((await edit("creator", paidByMember, body)).status).toBe(200);
  const elsewhere = await added("creator", { payers: [{ user: ids.leaver, amount: 100 }] });
  expect((await edit("member", elsewhere, body)).status).toBe(403);
  const remove = (as: "creator" | "member") =>
    call("deleteExpense", { as: world.people[as], params: { expenseId: elsewhere._id } });
  expect((await remove("member")).status).toBe(403);
  expect((await remove("creator")).status).toBe(200);
});

describe("what others paid", () => {
  const SENTENCE =
    "Only Leaver and Mastermind, who recorded this expense, can lower or remove what Leaver paid.";
  const body = () => ({
    description: "Rope",
    amount: 100,
    splitWith: [ids.creator, ids.member, ids.leaver],
  });
  const payers = (...amounts: [user: string, amount: number][]) => ({
    payers: amounts.map(([user, amount]) => ({ user, amount })),
  });
  /** Recorded by the creator; the member paid 60, the leaver 40. */
  const shared = () => added("creator", payers([ids.member, 60], [ids.leaver, 40]));
  const remove = (as: "creator" | "member", { _id }: Expense) =>
    call("deleteExpense", { as: world.people[as], params: { expenseId: _id } });

  test.each([
    ["lower", () => ({ ...body(), ...payers([ids.member, 60.01], [ids.leaver, 39.99]) })],
    ["remove", () => ({ ...body(), ...payers([ids.member, 100]) })],
    ["pass on", () => ({ ...body(), ...payers([ids.member, 60], [ids.creator, 40]) })],
    [
      "lower with the amount",
      () => ({ ...body(), amount: 80, ...payers([ids.member, 60], [ids.leaver, 20]) }),
    ],
  ])("a co-payer cannot %s it: 403 with its own code, and nothing changes", async (_what, change) => {
    const expense = await shared();
    const before = await dump();
    const response = await edit("member", expense, change());
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({
      code: "payment-of-another",
      error: SENTENCE,
      fieldErrors: { payers: [SENTENCE] },
    });
    expect(await dump()).toEqual(before);
  });

  test("a co-payer cannot delete it with the expense, and nothing changes", async () => {
    const expense = await shared();
    const before = await dump();
    const response = await remove("member", expense);
    expect([response.status, response.body]).toEqual([
      403,
      expect.objectContaining({ code: "payment-of-another", error: SENTENCE }),
    ]);
    expect(await dump()).toEqual(before);
  });

  test("a co-payer changes texts and their own payment, adds a payer, and raises what another paid", async () => {
    const expense = await shared();
    for (const change of [
      { description: "Ropes" },
      { amount: 90, ...payers([ids.member, 50], [ids.leaver, 40]) },
      { amount: 80, ...payers([ids.member, 20], [ids.leaver, 40], [ids.creator, 20]) },
      { amount: 81, ...payers([ids.member, 20], [ids.leaver, 41], [ids.creator, 20]) },
    ]) {
      expect([(await edit("member", expense, { ...body(), ...change })).status, change]).toEqual([
        200,
        change,
      ]);
    }
  });

  test("the recorder lowers and removes what others paid, and deletes the expense", async () => {
    const expense = await shared();
    const lowered = { ...body(), ...payers([ids.member, 90], [ids.leaver, 10]) };
    expect((await edit("creator", expense, lowered)).status).toBe(200);
    expect((await edit("creator", expense, { ...body(), ...payers([ids.creator, 100]) })).status).toBe(200);
    expect((await remove("creator", expense)).status).toBe(200);
  });

  test("who paid everything swaps the payer and deletes, whoever recorded it", async () => {
    const swapped = await added("creator", payers([ids.member, 100]));
    expect((await edit("member", swapped, { ...body(), ...payers([ids.leaver, 100]) })).status).toBe(200);
    const deleted = await added("creator", payers([ids.member, 100]));
    expect((await remove("member", deleted)).status).toBe(200);
  });

  test("the last payer left can delete: the others have removed their own payments", async () => {
    const expense = await shared();
    const rest = { ...body(), amount: 40, ...payers([ids.leaver, 40]) };
    expect((await edit("member", expense, rest)).status).toBe(200);
    const response = await call("deleteExpense", { as: world.leaver, params: { expenseId: expense._id } });
    expect(response.status).toBe(200);
  });

  test("a co-payer brings back what the recorder deleted, because that erases nothing", async () => {
    const expense = await shared();
    expect((await remove("creator", expense)).status).toBe(200);
    const params = { expenseId: expense._id };
    expect((await call("restoreExpense", { as: world.people.member, params })).status).toBe(200);
  });

  test("a recorder who has left is not named, because they can do nothing", async () => {
    const expense = await added("member", payers([ids.member, 60], [ids.creator, 40]));
    const { expenses } = await collections();
    const createdBy = world.people.exMember._id;
    await expenses.updateOne({ _id: new ObjectId(expense._id) }, { $set: { createdBy } });
    const response = await edit("member", expense, { ...body(), ...payers([ids.member, 100]) });
    expect(response.body).toMatchObject({
      code: "payment-of-another",
      error: "Only Mastermind can lower or remove what Mastermind paid.",
    });
  });
});

describe("a client without split modes and payers", () => {
  const plain = (change: Body = {}) => ({
    description: "Rope",
    amount: 100,
    splitWith: [ids.creator, ids.member, ids.leaver],
    ...change,
  });

  test("keeps an uneven split and the payers when it changes only the description", async () => {
    const expense = await added("creator", {
      split: { mode: "percent", values: values(50, 30, 20) },
      payers: [
        { user: ids.creator, amount: 60 },
        { user: ids.member, amount: 40 },
      ],
      ...expenseDetails,
      date: "2026-01-01",
    });
    expect(expense).toMatchObject({ ...expenseDetails, date: expect.stringContaining("2026-01-01") });
    const { body } = await edit("creator", expense, plain({ description: "Rope and hooks" }));
    expect(body).toEqual({ ...expense, description: "Rope and hooks", updatedAt: expect.anything(), rev: 1 });
  });

  test("keeps percentages with another amount, and splits equally among other people", async () => {
    const expense = await added("creator", { split: { mode: "percent", values: values(50, 30, 20) } });
    const more = (await edit("creator", expense, plain({ amount: 200 }))).body as Expense;
    expect(sharesOf(more)).toEqual({ [ids.creator]: 100, [ids.member]: 60, [ids.leaver]: 40 });
    const others = await edit("creator", expense, plain({ splitWith: [ids.creator, ids.member] }));
    expect(others.body).toMatchObject({ split: { mode: "equal", values: [] } });
  });

  test("splits equally if the amounts no longer add up", async () => {
    const expense = await added("creator", { split: { mode: "amounts", values: values(50, 30, 20) } });
    const { body } = await edit("creator", expense, plain({ amount: 90 }));
    expect(body).toMatchObject({ split: { mode: "equal" } });
    expect(sharesOf(body as Expense)).toEqual({ [ids.creator]: 30, [ids.member]: 30, [ids.leaver]: 30 });
  });

  test("must say who paid the new amount if several people paid", async () => {
    const payers = [
      { user: ids.creator, amount: 60 },
      { user: ids.member, amount: 40 },
    ];
    const expense = await added("creator", { payers });
    const before = await dump();
    const response = await edit("creator", expense, plain({ amount: 90 }));
    expect([response.status, response.body]).toMatchObject([
      422,
      { fieldErrors: { payers: [expect.anything()] } },
    ]);
    expect(await dump()).toEqual(before);
  });
});

/** Stands for a number that JavaScript does not write. */
const HUGE = "1e309" as unknown as number;

const paid = (...parts: [user: string, amount: number][]) => ({
  payers: parts.map(([user, amount]) => ({ user, amount })),
});

const asJson = (body: Body) => JSON.stringify(body).replaceAll('"1e309"', "1e309");

type Field = "amount" | "splitWith" | "split" | "payers" | "note" | "date" | "category";

test.each<[label: string, field: Field, change: () => Body]>([
  ["an amount of nothing", "amount", () => ({ amount: 0 })],
  ["too large a refund", "amount", () => ({ amount: -10_000_000 })],
  [
    "a refund by adjustments",
    "split",
    () => ({ amount: -100, split: { mode: "adjust", values: values(0, 0, 0) } }),
  ],
  ["an amount of NaN", "amount", () => ({ amount: NaN })],
  ["an amount of 1e309", "amount", () => ({ amount: HUGE })],
  ["an amount of half a cent", "amount", () => ({ amount: 100.005 })],
  ["nobody to split with", "splitWith", () => ({ splitWith: [] })],
  ["a split with somebody outside the group", "splitWith", () => ({ splitWith: [world.people.stranger.id] })],
  ["amounts off by a cent", "split", () => ({ split: { mode: "amounts", values: values(50, 30, 20.01) } })],
  ["99.99 percent", "split", () => ({ split: { mode: "percent", values: values(50, 30, 19.99) } })],
  ["no shares at all", "split", () => ({ split: { mode: "shares", values: values(0, 0, 0) } })],
  ["a negative part", "split", () => ({ split: { mode: "amounts", values: values(120, -20, 0) } })],
  ["a negative percentage", "split", () => ({ split: { mode: "percent", values: values(120, -20, 0) } })],
  ["a negative weight", "split", () => ({ split: { mode: "shares", values: values(1, -1, 1) } })],
  ["a weight above 1,000", "split", () => ({ split: { mode: "shares", values: values(1000.01, 1, 1) } })],
  ["three decimals", "split", () => ({ split: { mode: "percent", values: values(33.333, 33.333, 33.334) } })],
  [
    "an adjustment below nothing",
    "split",
    () => ({ split: { mode: "adjust", values: values(100, -100, 0) } }),
  ],
  ["1e309", "split", () => ({ split: { mode: "shares", values: values(HUGE, 1, 1) } })],
  ["NaN", "split", () => ({ split: { mode: "shares", values: values(NaN, 1, 1) } })],
  ["a value as a text", "split", () => ({ split: { mode: "shares", values: values("1" as never, 1, 1) } })],
  ["an unknown mode", "split", () => ({ split: { mode: "fair", values: values(1, 1, 1) } })],
  ["no values", "split", () => ({ split: { mode: "shares" } })],
  [
    "a person without a value",
    "split",
    () => ({ split: { mode: "shares", values: values(1, 1, 1).slice(1) } }),
  ],
  [
    "a duplicate person",
    "split",
    () => ({ split: { mode: "shares", values: [...values(1, 1, 1).slice(1), ...values(1, 1, 1).slice(2)] } }),
  ],
  [
    "a value of a person outside the split",
    "split",
    () => ({ splitWith: [ids.creator, ids.member], split: { mode: "shares", values: values(1, 1, 1) } }),
  ],
  ["nobody who paid", "payers", () => paid()],
  ["a payment off by a cent", "payers", () => paid([ids.creator, 99.99])],
  ["a payment of nothing", "payers", () => paid([ids.creator, 0])],
  ["a negative payment", "payers", () => paid([ids.creator, 150], [ids.member, -50])],
  ["a payer who is nobody", "payers", () => paid(["x", 1])],
  ["201 payers", "payers", () => paid(...Array<[string, number]>(201).fill([ids.creator, 1]))],
  [
    "201 values",
    "split",
    () => ({
      split: {
        mode: "shares",
        values: Array(67)
          .fill(values(1, 1, 1))
          .flat(),
      },
    }),
  ],
  ["a payer twice", "payers", () => paid([ids.creator, 50], [ids.creator, 50])],
  ["a payer who is not a member", "payers", () => paid([world.people.stranger.id, 100])],
  ["a former member as payer", "payers", () => paid([world.people.exMember.id, 100])],
  ["an infinite payment", "payers", () => paid([ids.creator, HUGE])],
  ["a payment of NaN", "payers", () => paid([ids.creator, NaN])],
  ["a note of 501 characters", "note", () => ({ note: "x".repeat(501) })],
  ["a date that is none", "date", () => ({ date: "2026-02-30" })],
  ["a category that is none", "category", () => ({ category: "yachts" })],
])("%s: refused with the field named, and nothing changes", async (_, field, change) => {
  const as = world.people.creator;
  const params = { expenseId: world.ids.expense };
  const splitWith = [ids.creator, ids.member, ids.leaver];
  const body = asJson({ description: "Rope", amount: 100, splitWith, ...change() });
  const before = await dump();
  for (const response of [
    await call("createExpense", { as, body: body.replace("{", `{"eventId":"${world.ids.event}",`) }),
    await call("editExpense", { as, params, body }),
  ]) {
    expect([response.status, response.body]).toMatchObject([
      422,
      { code: "invalid", fieldErrors: { [field]: expect.arrayContaining([expect.any(String)]) } },
    ]);
    expect(Object.keys((response.body as { fieldErrors: object }).fieldErrors)).toEqual([field]);
  }
  expect(await dump()).toEqual(before);
});

test("an expense is dated today by default, or on its given day; the latest day comes first", async () => {
  const later = await added("creator", { date: "2030-01-02", description: "Later" });
  const today = await added("creator", { description: "Today" });
  const earlier = await added("creator", { date: "2020-01-02", description: "Earlier" });
  expect(later.date.slice(0, 10)).toBe("2030-01-02");
  expect(earlier.date.slice(0, 10)).toBe("2020-01-02");
  expect(today.date).toBe(today.createdAt);
  const { body } = await call("listExpenses", {
    as: world.people.creator,
    query: { eventId: world.ids.event },
  });
  const names = (body as Expense[]).map(({ description }) => description);
  expect(names[0]).toBe("Later");
  expect(names.at(-1)).toBe("Earlier");
});

describe("why", () => {
  beforeAll(freshWorld);

  const why = (id: string, query = {}) =>
    call("why", { as: world.people.member, params: { id }, query: query as Record<string, string> });

  async function openSettlement() {
    const { settlements } = await collections();
    const all = await settlements.find({ settled: false }).toArray();
    return all.find(({ users }) =>
      [ids.creator, ids.member].every((one) => users.some((user) => user.toHexString() === one)),
    )!;
  }

  test("lists expenses and payments, newest first, which sum to the amount; also paginated", async () => {
    const before = await openSettlement();
    await call("settle", {
      as: world.people.member,
      params: { id: before._id.toHexString() },
      body: { settled: true },
    });
    await added("creator", { amount: 30, splitWith: [ids.creator, ids.member] });
    await added("member", { amount: 10, splitWith: [ids.creator, ids.member] });
    const open = await openSettlement();
    const whole = await why(open._id.toHexString());
    const { amount, from, lines } = whole.body as {
      amount: number;
      from: { _id: string };
      lines: { kind: string; amount: number; date: string; description: string; total: number }[];
    };
    expect([amount, from._id]).toEqual([10, ids.member]);
    expect(lines.slice(0, 2)).toMatchObject([
      { kind: "expense", description: "Rope", total: 10, amount: -5 },
      { kind: "expense", description: "Rope", total: 30, amount: 15 },
    ]);
    expect(lines.filter(({ kind }) => kind === "payment")).toHaveLength(1);
    const cents = (list: typeof lines) => list.reduce((sum, line) => sum + Math.round(line.amount * 100), 0);
    expect(cents(lines)).toBe(amount * 100);
    expect(lines.map(({ date }) => date)).toEqual(
      lines
        .map(({ date }) => date)
        .sort()
        .reverse(),
    );

    const pages: typeof lines = [];
    let cursor: string | null = null;
    do {
      const page = await why(open._id.toHexString(), { limit: "2", ...(cursor && { cursor }) });
      pages.push(...(page.body as { lines: typeof lines }).lines);
      cursor = page.headers.get("x-next-cursor");
    } while (cursor);
    expect(pages).toEqual(lines);
  });

  test("names the other one of two payers, and counts more", async () => {
    await added("member", {
      amount: 10,
      splitWith: [ids.creator, ids.member],
      payers: [
        { user: ids.creator, amount: 6 },
        { user: ids.member, amount: 4 },
      ],
    });
    const open = await openSettlement();
    const { lines } = (await why(open._id.toHexString())).body as { lines: object[] };
    expect(lines[0]).toMatchObject({
      paidBy: { _id: ids.creator },
      otherPayers: 1,
      otherPayer: { _id: ids.member, name: world.people.member.name },
    });
    expect(lines[1]).not.toHaveProperty("otherPayer");
  });

  test("a settled payment is not explained", async () => {
    const { settlements } = await collections();
    const settled = await settlements.findOne({ settled: true });
    const response = await why(settled!._id.toHexString());
    expect([response.status, response.body]).toMatchObject([409, { code: "already-settled" }]);
  });
});
