import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { collections } from "@/lib/db/collections";
import { createLink } from "@/lib/db/links";
import { expectSound } from "@/testing/violations";
import { loadImportPage } from "@/lib/views/imports";
import type { Activity } from "@/lib/contract/activity";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { ImportOfFile, ImportPreview } from "@/lib/contract/imports";
import type { PlanResponse } from "@/lib/contract/plans";
import type { Settlement } from "@/lib/contract/settlements";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { dump, type Dump } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let groupId: string;
let eventId: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  await clearDatabase();
  [ana, ben] = await Promise.all([aPerson("Ana Silva"), aPerson("Ben Carter")]);
  const group = await aGroup("Flat", [ana, ben]);
  groupId = String(group);
  eventId = String(await anEvent(group, "Fondue", [ana, ben]));
});

afterEach(expectSound);

type Body = Record<string, unknown>;
type Rows = { imported: number; skipped: number; refused: { row: number; reason: string }[] };

const PEOPLE = () => [
  { name: "Ana S", userId: ana.id },
  { name: "Ben C", userId: ben.id },
  { name: "Zoe Zimt", guest: true },
];

const begin = (more: Body = { eventId }, as = ana) =>
  done<ImportOfFile>("createImport", as, {
    body: { groupId, source: "splitwise", total: 3, people: PEOPLE(), ...more },
  });
const params = (one: { _id: string }) => ({ params: { importId: one._id } });
const send = (one: { _id: string }, rows: Body[], as = ana) =>
  done<Rows>("addImportRows", as, { ...params(one), body: { rows } });
const finish = (one: { _id: string }, as = ana) => done<ImportOfFile>("finishImport", as, params(one));
const undo = (one: { _id: string }, as = ana) => call("undoImport", { as, ...params(one) });
const whole = async (rows: Body[], more: Body = { eventId }) => {
  const one = await begin({ total: rows.length, ...more });
  const sent = await send(one, rows);
  return { one: await finish(one), sent };
};

/** Paid by the first, for the first and the others, with these shares. */
const expense = (row: number, amount: number, shares: number[], more: Body = {}) => ({
  kind: "expense",
  row,
  date: "2026-03-14",
  description: `Row ${row}`,
  amount,
  payers: [{ person: 0, amount }],
  shares: shares.map((share, person) => ({ person, amount: share })),
  ...more,
});
const payment = (row: number, from: number, to: number, amount: number, more: Body = {}) => ({
  kind: "payment",
  row,
  date: "2026-03-15",
  from,
  to,
  amount,
  ...more,
});

const THREE = [expense(1, 30, [10, 10, 10]), expense(2, 9.01, [4, 5.01]), payment(3, 2, 0, 4)];

const expenses = (event = eventId) => done<Expense[]>("listExpenses", ana, { query: { eventId: event } });
const payments = async (event = eventId) =>
  (await done<Settlement[]>("listSettlements", ana, { query: { eventId: event } })).map(
    ({ from, to, amount, settled }) => `${from.name} → ${to.name} ${amount}${settled ? " settled" : ""}`,
  );

test("rows become expenses and settled payments, with all figures", async () => {
  const { one, sent } = await whole(THREE);
  expect(sent).toEqual({ imported: 3, skipped: 0, refused: [] });
  expect(one).toMatchObject({
    groupId,
    source: "splitwise",
    state: "done",
    total: 3,
    imported: 3,
    skipped: 0,
    createdBy: { _id: ana.id },
    people: [
      { name: "Ana S", person: { _id: ana.id, name: "Ana Silva" } },
      { name: "Ben C", person: { _id: ben.id } },
      { name: "Zoe Zimt", person: { name: "Zoe Zimt", guest: true } },
    ],
    events: [{ _id: eventId, title: "Fondue" }],
  });
  expect(await expenses()).toMatchObject([
    { description: "Row 2", amount: 9.01, split: { mode: "amounts" }, recordedBy: { _id: ana.id } },
    { description: "Row 1", amount: 30, split: { mode: "equal" }, date: "2026-03-14T00:00:00.001Z" },
  ]);
  expect((await payments()).sort()).toEqual([
    "Ben Carter → Ana Silva 15.01",
    "Zoe Zimt → Ana Silva 4 settled",
    "Zoe Zimt → Ana Silva 6",
  ]);
  const activity = await done<Activity[]>("groupActivity", ben, { params: { groupId } });
  expect(activity[0]).toMatchObject({
    kind: "import-added",
    title: "2 expenses and 1 payment from Splitwise",
  });
});

test("odd cents stay where the file has them, and the split stays equal", async () => {
  const rows = [
    ...[0, 1, 2].map((more) =>
      expense(
        more + 1,
        10,
        [0, 1, 2].map((person) => (person === more ? 3.34 : 3.33)),
      ),
    ),
    expense(4, 10, [3.33, 3.33, 3.34], {
      split: { mode: "shares", values: [0, 1, 2].map((person) => ({ person, value: 1 })) },
    }),
    expense(5, 10, [3.32, 3.33, 3.35], { split: { mode: "percent", values: [{ person: 0, value: 100 }] } }),
  ];
  await whole(rows);
  const found = (await expenses()).reverse();
  expect(found.map(({ split }) => split.mode)).toEqual(["equal", "equal", "equal", "shares", "amounts"]);
  for (const [index, { shares }] of found.entries()) {
    const own = shares.find(({ user }) => user === ana.id)!.amount;
    expect(own).toBe(rows[index]!.shares[0]!.amount);
  }
});

test("the values of an equal split are not kept", async () => {
  const split = { mode: "equal", values: [{ person: 999, value: 1 }] };
  await whole([expense(1, 10, [5, 5], { split })]);
  expect((await expenses())[0]!.split).toEqual({ mode: "equal", values: [] });
});

test("a payer that the file does not tell is in the note", async () => {
  await whole([expense(1, 10, [5, 5], { payerReconstructed: true, note: "Taxi" })]);
  expect((await expenses())[0]!.note).toBe(
    "Taxi\nPayer reconstructed: the imported file does not say who paid.",
  );
});

test("the file says when a row was recorded and settled, and never by whom", async () => {
  const createdAt = "2026-03-14T20:00:00.000Z";
  await whole([
    expense(1, 10, [5, 5], { recordedBy: 1, createdAt, id: "a" }),
    payment(2, 1, 0, 1, { settledBy: 2, settledAt: createdAt, method: "cash", note: "Thanks", id: "b" }),
    expense(3, 10, [5, 5], { createdAt: "2999-01-01T00:00:00.000Z", id: "c" }),
  ]);
  const [future, first] = await expenses();
  expect(first).toMatchObject({ recordedBy: { _id: ana.id }, createdAt, date: createdAt });
  expect(Date.parse(future!.createdAt)).toBeLessThanOrEqual(Date.now());
  const query = { eventId, settled: "true" };
  expect(await done<Settlement[]>("listSettlements", ana, { query })).toMatchObject([
    { settledBy: { _id: ana.id }, settledAt: createdAt, method: "cash", note: "Thanks" },
  ]);
});

test("a request can be repeated, and a file be imported again", async () => {
  const one = await begin();
  const first = await send(one, THREE);
  const stored = await dump();
  expect(await send(one, THREE)).toEqual(first);
  expect(withoutCounters(await dump())).toEqual(withoutCounters(stored));
  await finish(one);
  const again = await begin({
    eventId,
    total: 4,
    people: PEOPLE().map((person, index) => (index === 2 ? { name: "Zoe", userId: zoeOf(one) } : person)),
  });
  const more = [...THREE, { ...expense(4, 30, [10, 10, 10]), description: "Row 1", occurrence: 1 }];
  expect(await send(again, more)).toEqual({ imported: 1, skipped: 3, refused: [] });
  expect(await finish(again)).toMatchObject({ imported: 1, skipped: 3, total: 4 });
  const list = await done<ImportOfFile[]>("listImports", ben, { query: { groupId } });
  expect(list.map(({ _id }) => _id)).toEqual([again._id, one._id]);
});

test("an activity tells of the rows from the first request on", async () => {
  const imported = async () =>
    (await done<Activity[]>("groupActivity", ben, { params: { groupId } }))
      .filter(({ kind }) => kind === "import-added")
      .map(({ title, actor }) => [title, actor.name]);
  const one = await begin();
  expect(await imported()).toEqual([]);
  await send(one, THREE.slice(0, 1));
  expect(await imported()).toEqual([["1 expense from Splitwise", "Ana Silva"]]);
  await send(one, THREE);
  const whole = [["2 expenses and 1 payment from Splitwise", "Ana Silva"]];
  expect(await imported()).toEqual(whole);
  await finish(one);
  expect(await imported()).toEqual(whole);
});

const zoeOf = ({ people }: ImportOfFile) => people[2]!.person._id;

test("rows that break a rule are refused one by one", async () => {
  const { sent } = await whole([
    expense(1, 10, [5, 4.99]),
    expense(2, 10, [5, 5], { payers: [{ person: 7, amount: 10 }] }),
    expense(3, 10.001, [5, 5.001]),
    expense(4, 1e21, [1e21]),
    expense(5, 10, [10], { description: "x".repeat(201) }),
    expense(6, 10, [10], { date: "3000-01-01" }),
    expense(7, 10, [-1, 11]),
    expense(8, 10, [10], { payers: [] }),
    payment(9, 0, 0, 5),
    payment(10, 0, 1, 0),
    payment(11, 0, 1, 5),
  ]);
  expect(sent).toMatchObject({ imported: 1, skipped: 0 });
  expect(sent.refused.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const { reason } of sent.refused) expect(reason).toMatch(/^.{10,120}\.$/);
  expect(await expenses()).toEqual([]);
});

test("amounts are limited as everywhere, so that no sum leaves the safe integers", async () => {
  const plan = (row: number, debts: Body[]) => ({
    kind: "plan",
    row,
    id: `part ${row}`,
    date: "2026-03-16",
    event: 0,
    plan: `p${row}`,
    of: "event",
    debts,
    replaced: [],
    usedAt: "2026-03-16T12:00:00.000Z",
  });
  const circle = (amount: number) => [0, 1, 2].map((from) => ({ from, to: (from + 1) % 3, amount }));
  const rows = [
    plan(1, circle(10_000_000)),
    plan(2, Array.from({ length: 3_000 }, () => circle(9_999_999.99)).flat()),
    payment(3, 0, 1, 10_000_000, { event: 0, id: "c" }),
    expense(4, 10, [5, 5], { event: 0, id: "d", debts: circle(11) }),
    expense(5, 10, [5, 5], { event: 0, id: "e", debts: circle(9e13) }),
    plan(6, circle(9_999_999.99)),
  ];
  const target = { eventId: undefined, source: "evenly", events: FILE_EVENTS, total: 6 };
  const one = await begin(target);
  const sent = await send(one, rows);
  expect(sent.refused.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5]);
  const more = Array.from({ length: 100 }, (_, index) => plan(index + 10, circle(9_999_999.99)));
  expect(await send(one, more.slice(1))).toMatchObject({ imported: 99 });
  const { status, body } = await call("addImportRows", {
    as: ana,
    ...params(one),
    body: { rows: more.slice(0, 1) },
  });
  expect([status, body]).toMatchObject([409, { code: "conflict" }]);
});

test.each<[string, unknown]>([
  ["no list", {}],
  ["no rows", { rows: [] }],
  ["too many rows", { rows: Array.from({ length: 201 }, (_, row) => payment(row, 0, 1, 1)) }],
  ["another kind", { rows: [{ ...payment(1, 0, 1, 1), kind: "__proto__" }] }],
  ["a text as amount", { rows: [{ ...payment(1, 0, 1, 1), amount: "NaN" }] }],
  [
    "NaN",
    '{"rows": [{"kind": "payment", "row": 1, "date": "2026-03-14", "from": 0, "to": 1, "amount": 1e999}]}',
  ],
  ["a name as person", { rows: [payment(1, 0, 1, 1, { from: "constructor" })] }],
  ["half a person", { rows: [payment(1, 0, 1, 1, { from: 0.5 })] }],
])("a request with %s is refused", async (_what, body) => {
  const one = await begin();
  const before = await dump();
  expect(await call("addImportRows", { as: ana, ...params(one), body })).toMatchObject({ status: 422 });
  expect(await dump()).toEqual(before);
});

test.each<[string, () => Body, string]>([
  [
    "a member twice",
    () => ({ people: [PEOPLE()[0], { name: "Other", userId: ana.id }] }),
    "Two people of the file are the same member. Choose a different one for each.",
  ],
  [
    "somebody who is not a member",
    () => ({ people: [{ name: "X", userId: new ObjectId().toHexString() }] }),
    "Everyone selected must be a member of the group.",
  ],
  [
    "neither a member nor a guest",
    () => ({ people: [{ name: "X" }] }),
    "Say for each person of the file whether they are a member or get no account.",
  ],
  [
    "a long name",
    () => ({ people: [{ name: "x".repeat(300), guest: true }] }),
    "Please use at most 120 characters.",
  ],
  ["no target", () => ({ eventId: undefined }), "Send one of eventId, newEvent, monthly, and events."],
  ["two targets", () => ({ monthly: true }), "Send one of eventId, newEvent, monthly, and events."],
  [
    "an event of nobody",
    () => ({
      eventId: undefined,
      events: [{ title: "A", date: "2026-01-01", participants: [3] }],
    }),
    "An event names a person who is not in the list.",
  ],
])("an import of %s is refused", async (_what, more, message) => {
  const before = await dump();
  const body = { groupId, source: "splitwise", total: 3, people: PEOPLE(), eventId, ...more() };
  const { status, body: error } = await call("createImport", { as: ana, body });
  expect([status, (error as { error: string }).error]).toEqual([422, message]);
  expect(await dump()).toEqual(before);
});

test("guests get names that nobody else has", async () => {
  const names = ["Ben Carter", "Ben Carter", "b".repeat(100), "b".repeat(101)];
  const one = await begin({ eventId, people: names.map((name) => ({ name, guest: true })) });
  expect(one.people.map(({ person }) => person.name)).toEqual([
    "Ben Carter (2)",
    "Ben Carter (3)",
    "b".repeat(60),
    `${"b".repeat(56)} (2)`,
  ]);
  expect(one.people.map(({ name }) => name)).toEqual(names);
});

test("a group has room for 200 people", async () => {
  const people = Array.from({ length: 199 }, (_, index) => ({ name: `P${index}`, guest: true }));
  const body = { groupId, source: "splitwise", total: 3, eventId, people };
  expect(await call("createImport", { as: ana, body })).toMatchObject({
    status: 409,
    body: { code: "conflict" },
  });
  await begin({ eventId, people: people.slice(1) });
});

test("a group has room for 100 imports", async () => {
  const { imports } = await collections();
  const one = await begin({ eventId, people: PEOPLE().slice(0, 2) });
  const record = (await imports.findOne({ _id: new ObjectId(one._id) }))!;
  const more = Array.from({ length: 99 }, () => ({ ...record, _id: new ObjectId() }));
  await imports.insertMany(more);
  const body = { groupId, source: "splitwise", total: 3, people: PEOPLE(), eventId };
  expect(await call("createImport", { as: ben, body })).toMatchObject({
    status: 409,
    body: { code: "too-many-imports" },
  });
  expect((await undo(one)).status).toBe(200);
  await begin();
});

test("into a new event, which a later import finds", async () => {
  const newEvent = { title: "From Splitwise", date: "2026-04-01" };
  const { one } = await whole(THREE, { eventId: undefined, newEvent });
  expect(one.events).toMatchObject([{ title: "From Splitwise" }]);
  const event = await done<Event>("getEvent", ben, { params: { eventId: one.events[0]!._id } });
  expect(event.participants).toHaveLength(3);
  expect(event.date).toBe("2026-04-01T00:00:00.000Z");
  const people = PEOPLE().map((person, index) =>
    index === 2 ? { name: "Zoe", userId: zoeOf(one) } : person,
  );
  const { one: again } = await whole([...THREE, payment(4, 1, 0, 5)], {
    eventId: undefined,
    // That of the last row.
    newEvent: { ...newEvent, date: "2026-05-02" },
    people,
  });
  expect(again).toMatchObject({ imported: 1, events: one.events });
});

test("into an event for each month", async () => {
  const rows = ["2025-12-31", "2026-01-01", "2026-01-31"].map((date, row) =>
    expense(row, 10, [5, 5], { date }),
  );
  const { one } = await whole(rows, { eventId: undefined, monthly: true });
  expect(one.events.map(({ title }) => title)).toEqual(["Jan 2026", "Dec 2025"]);
  expect(await expenses(one.events[0]!._id)).toHaveLength(2);
});

const FILE_EVENTS = [
  { title: "Trip", date: "2026-01-01", participants: [0, 1], closed: true },
  { title: "Trip", date: "2026-01-01", participants: [2], closed: false },
  { title: "Empty", date: "2026-02-01", participants: [], closed: false },
];

test("into the events of the file, of which two can look the same", async () => {
  const rows = [
    expense(1, 10, [5, 5], { event: 0, id: "a" }),
    expense(2, 10, [5, 5], { event: 1, id: "b" }),
    expense(3, 10, [5, 5], { event: 3, id: "c" }),
    expense(4, 10, [5, 5], { id: "d" }),
  ];
  const target = { eventId: undefined, source: "evenly", events: FILE_EVENTS };
  const { one, sent } = await whole(rows, target);
  expect(sent.refused.map(({ row }) => row)).toEqual([3, 4]);
  const events = await done<Event[]>("listEvents", ana, { query: { groupId } });
  const made = events.filter(({ _id }) => _id !== eventId).reverse();
  expect(made.map(({ title, expenseCount, closedAt }) => [title, expenseCount, closedAt !== null])).toEqual([
    ["Trip", 1, true],
    ["Trip", 1, false],
    ["Empty", 0, false],
  ]);
  expect(made[0]!.participants).toHaveLength(2);
  const people = PEOPLE().map((person, index) =>
    index === 2 ? { name: "Zoe", userId: zoeOf(one) } : person,
  );
  const again = await begin({ ...target, people, total: 4 });
  expect(await send(again, rows)).toMatchObject({ imported: 0, skipped: 2 });
  await finish(again);
  expect(await done<Event[]>("listEvents", ana, { query: { groupId } })).toHaveLength(4);
  const closed = { as: ana, ...params(await begin({ ...target, people })) };
  expect(
    await call("addImportRows", { ...closed, body: { rows: [expense(5, 10, [5, 5], { event: 0 })] } }),
  ).toMatchObject({ status: 409, body: { code: "closed" } });
});

test("a plan is imported as a whole, or not at all", async () => {
  const part = (row: number, event: number, debts: Body[], more: Body = {}) => ({
    kind: "plan",
    row,
    id: `part ${row}`,
    date: "2026-03-16",
    event,
    plan: "p",
    of: "group",
    debts,
    replaced: [],
    usedAt: "2026-03-16T12:00:00.000Z",
    ...more,
  });
  const circle = [
    { from: 0, to: 1, amount: 5 },
    { from: 1, to: 2, amount: 5 },
  ];
  const rows = [
    expense(1, 30, [10, 10, 10], { event: 0, id: "e" }),
    part(2, 0, circle),
    part(3, 1, [{ from: 2, to: 0, amount: 5 }]),
    part(4, 1, [{ from: 2, to: 0, amount: 5 }], { plan: "half" }),
    part(5, 1, circle, { plan: "other", of: "event" }),
  ];
  const { one, sent } = await whole(rows, { eventId: undefined, source: "evenly", events: FILE_EVENTS });
  expect(sent.refused.map(({ row }) => row)).toEqual([4, 5]);
  expect(sent.imported).toBe(3);
  const { transfers } = await collections();
  const parts = await transfers.find({ groupId: new ObjectId(groupId) }).toArray();
  expect(new Set(parts.map(({ planId }) => String(planId))).size).toBe(1);
  expect(one.imported).toBe(3);
});

test.each<[string, Body[], Body?]>([
  ["of an event that is not in the file", [{}, { event: 7 }]],
  ["which is another row", [{}, {}], { kind: "expense", id: "part 1" }],
  ["with the id of another part", [{}, { id: "part 1" }]],
])("a plan with a part %s is refused as a whole", async (_what, more, other = {}) => {
  const debts = [
    { from: 0, to: 1, amount: 5 },
    { from: 1, to: 0, amount: 5 },
  ];
  const parts = more.map((one, index) => ({
    kind: "plan",
    row: index + 1,
    id: `part ${index + 1}`,
    date: "2026-03-16",
    event: 0,
    plan: "p",
    of: "group",
    debts: [debts[index]],
    replaced: [],
    usedAt: "2026-03-16T12:00:00.000Z",
    ...one,
  }));
  const rows = [expense(3, 10, [5, 5], { event: 0, id: "e", ...other }), ...parts];
  const { sent } = await whole(rows, { eventId: undefined, source: "evenly", events: FILE_EVENTS });
  expect(sent.refused.map(({ row }) => row)).toEqual([1, 2]);
  expect(sent.imported).toBe(1);
});

test("events that are closed, deleted, or of others take no rows", async () => {
  const one = await begin();
  await done("closeEvent", ben, { params: { eventId } });
  const rows = { ...params(one), body: { rows: THREE } };
  expect(await call("addImportRows", { as: ana, ...rows })).toMatchObject({
    status: 409,
    body: { error: "“Fondue” is closed. Reopen it to make changes." },
  });
  const body = { groupId, source: "splitwise", total: 3, people: PEOPLE(), eventId };
  expect(await call("createImport", { as: ana, body })).toMatchObject({
    status: 409,
    body: { code: "closed" },
  });
  await done("reopenEvent", ben, { params: { eventId } });
  await done("deleteEvent", ana, { params: { eventId } });
  expect((await call("addImportRows", { as: ana, ...rows })).status).toBe(404);
  const elsewhere = String(await anEvent(await aGroup("Other", [ana]), "Elsewhere", [ana]));
  expect((await call("createImport", { as: ana, body: { ...body, eventId: elsewhere } })).status).toBe(404);
  await done("closeEvent", ana, { params: { eventId: elsewhere } });
  expect((await call("createImport", { as: ana, body: { ...body, eventId: elsewhere } })).status).toBe(404);
  const ofOthers = await aGroup("Theirs", [ben]);
  const closed = String(await anEvent(ofOthers, "Party", [ben]));
  await done("closeEvent", ben, { params: { eventId: closed } });
  expect((await call("createImport", { as: ana, body: { ...body, eventId: closed } })).status).toBe(404);
});

test("one-to-one groups take no imports", async () => {
  await befriend(ana, ben);
  const body = { friendId: ben.id, description: "Tea", amount: 5, splitWith: [ana.id, ben.id] };
  const { eventId: pair } = await done<Expense>("createExpense", ana, { body });
  const event = await done<Event>("getEvent", ana, { params: { eventId: pair } });
  const { status } = await call("createImport", {
    as: ana,
    body: { groupId: event.groupId, source: "splitwise", total: 1, people: [PEOPLE()[0]], eventId: pair },
  });
  expect(status).toBe(403);
});

test("the page that imports into any group knows the viewer's imports that are not done", async () => {
  await whole(THREE);
  const one = await begin();
  await begin(undefined, ben);
  const { unfinished } = await loadImportPage(ana);
  expect(unfinished).toEqual([{ ...one, events: [] }]);
});

test("only who began an import continues and undoes it, and nothing follows when it is done", async () => {
  const one = await begin();
  const rows = { ...params(one), body: { rows: THREE } };
  expect((await call("addImportRows", { as: ben, ...rows })).status).toBe(403);
  expect((await undo(one, ben)).status).toBe(403);
  await finish(one);
  expect(await finish(one)).toMatchObject({ state: "done" });
  expect(await call("addImportRows", { as: ana, ...rows })).toMatchObject({ status: 409 });
});

/** Without what counts writes, and what tells of them. */
function withoutCounters({ activities: _, idempotencyKeys: __, ...dumped }: Dump): Dump {
  return { ...dumped, groups: dumped["groups"]!.map(({ touched: _, ...group }) => group) };
}

describe("undo", () => {
  test.each<[string, () => Body]>([
    ["an existing event", () => ({ eventId })],
    ["a new event", () => ({ eventId: undefined, newEvent: { title: "New", date: "2026-04-01" } })],
    ["months", () => ({ eventId: undefined, monthly: true })],
    ["the events of a file", () => ({ eventId: undefined, source: "evenly", events: FILE_EVENTS })],
  ])("of an import into %s restores the database", async (_what, target) => {
    const splitWith = [ana.id, ben.id];
    const body = { eventId, description: "Before", amount: 12.2, splitWith };
    await done("createExpense", ana, { body: { ...body, date: "2026-03-02" } });
    const before = await dump();
    // The second row settles exactly what was open, and the third opens it again.
    const rows = [
      expense(1, 30, [10, 10, 10], { event: 0 }),
      payment(2, 1, 0, 16.1, { event: 0 }),
      expense(3, 7, [1, 6], { event: 0, date: "2026-02-02" }),
      payment(4, 2, 0, 10, { event: 0 }),
    ];
    const one = await begin({ ...target(), total: 5 });
    for (const row of rows) await send(one, [row]);
    await finish(one);
    expect(withoutCounters(await dump())).not.toEqual(withoutCounters(before));
    expect(await undo(one)).toMatchObject({ status: 200, body: { success: true } });
    expect(withoutCounters(await dump())).toEqual(withoutCounters(before));
    expect((await call("getImport", { as: ana, ...params(one) })).status).toBe(404);
    const [latest] = await done<Activity[]>("groupActivity", ana, { params: { groupId } });
    expect(latest).toMatchObject({
      kind: "import-undone",
      title: expect.stringMatching(/^2 expenses and 2 payments from (Splitwise|Evenly)$/),
    });
  });

  const first = async () => (await expenses())[0]!;
  const settled = async () => {
    const query = { eventId, settled: "true" };
    return (await done<Settlement[]>("listSettlements", ana, { query }))[0]!;
  };
  /** Adds an expense of a far day, which repeats. */
  const repeating = (more: Body) =>
    done("createExpense", ben, {
      body: {
        ...{ eventId, description: "Rent", amount: 5, splitWith: [ben.id], date: "2999-01-31", ...more },
        repeats: { every: "month", timeZone: "UTC" },
      },
    });
  const presetWith = (...splitWith: string[]) => ({
    default: null,
    presets: [{ _id: "a".repeat(24), name: "Usual", splitWith, split: { mode: "equal", values: [] } }],
  });
  const edit = (one: Expense) =>
    done("editExpense", ana, {
      params: { expenseId: one._id },
      body: { description: "Other", amount: one.amount, splitWith: [ana.id] },
    });

  test.each<[string, (one: ImportOfFile) => Promise<unknown>, string]>([
    ["an expense was edited", async () => edit(await first()), "1 expense has"],
    [
      "an expense was deleted",
      async () => done("deleteExpense", ana, { params: { expenseId: (await first())._id } }),
      "1 expense has",
    ],
    [
      "there is a comment",
      async () =>
        done("addComment", ben, { params: { expenseId: (await first())._id }, body: { text: "Why?" } }),
      "1 expense has",
    ],
    [
      "expenses and a payment were changed",
      async () => {
        for (const one of await expenses()) await edit(one);
        await done("settle", ben, { params: { id: (await settled())._id }, body: { settled: false } });
      },
      "2 expenses and 1 payment have",
    ],
    [
      "a payment was unsettled and settled again",
      async () => {
        const { _id } = await settled();
        await done("settle", ben, { params: { id: _id }, body: { settled: false } });
        await done("settle", ben, { params: { id: _id }, body: { settled: true } });
      },
      "1 payment has",
    ],
    [
      "a guest has another expense",
      async (one) =>
        done("createExpense", ben, {
          body: { eventId, description: "New", amount: 5, splitWith: [zoeOf(one)] },
        }),
      "1 person has",
    ],
    [
      "a guest was invited",
      async (one) => done("createLink", ben, { params: { groupId }, body: { guestId: zoeOf(one) } }),
      "1 person has",
    ],
    [
      "a guest was named in what repeats",
      async (one) => repeating({ splitWith: [ben.id, zoeOf(one)] }),
      "1 person has",
    ],
    [
      "a guest was named as a payer of what repeats",
      async (one) => repeating({ payers: [{ user: zoeOf(one), amount: 5 }] }),
      "1 person has",
    ],
    [
      "a guest was named in a preset of the group",
      async (one) => done("editGroupSplits", ben, { params: { groupId }, body: presetWith(zoeOf(one)) }),
      "1 person has",
    ],
    [
      "a guest was named in a preset of an event",
      async (one) => done("editEventSplits", ben, { params: { eventId }, body: presetWith(zoeOf(one)) }),
      "1 person has",
    ],
  ])("is refused after %s", async (_what, change, message) => {
    const { one } = await whole(THREE);
    await change(one);
    const before = await dump();
    expect(await undo(one)).toMatchObject({
      status: 409,
      body: { code: "import-changed", error: `${message} been changed or used since. Nothing was undone.` },
    });
    expect(await dump()).toEqual(before);
  });

  test("is refused while a later import has its guests or its events", async () => {
    const { one } = await whole(THREE, { eventId: undefined, monthly: true });
    const [made] = one.events;
    const later = await begin({ people: [{ name: "Zoe", userId: zoeOf(one) }], eventId: made!._id });
    expect(await undo(one)).toMatchObject({
      status: 409,
      body: { error: "1 event and 1 person have been changed or used since. Nothing was undone." },
    });
    expect((await undo(later)).status).toBe(200);
    expect((await undo(one)).status).toBe(200);
  });

  /** Ben owes Ana, and Xi, a guest, owes Ben. */
  async function aChainWithXi(): Promise<string> {
    const { people } = await begin({ people: [{ name: "Xi", guest: true }], eventId });
    const xi = people[0]!.person._id;
    await spend(ana, 10, ben.id);
    await spend(ben, 10, xi);
    return xi;
  }
  const spend = (payer: Viewer, amount: number, ...splitWith: string[]) =>
    done("createExpense", payer, { body: { eventId, description: "Tea", amount, splitWith } });
  async function usePlan(): Promise<string> {
    const event = { params: { eventId } };
    const { payments: planned } = await done<PlanResponse>("eventPlan", ana, event);
    const shown = planned.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount }));
    const { _id } = await done<{ _id: string }>("applyEventPlan", ana, {
      ...event,
      body: { payments: shown },
    });
    return _id;
  }

  test("is refused after a plan that replaced a payment of a guest with itself", async () => {
    await aChainWithXi();
    const { one } = await whole([expense(1, 6, [], { shares: [{ person: 2, amount: 6 }] })]);
    await usePlan();
    expect(await undo(one)).toMatchObject({ status: 409, body: { code: "import-changed" } });
  });

  test("gives a payment its id again, but no plan that was undone", async () => {
    const xi = await aChainWithXi();
    const planId = await usePlan();
    const people = [...PEOPLE().slice(0, 2), { name: "Xi", userId: xi }];
    const { one } = await whole([payment(1, 2, 0, 10)], { eventId, people });
    await done("undoEventPlan", ana, { params: { eventId, planId } });
    await spend(ana, 4, xi);
    expect((await undo(one)).status).toBe(200);
    expect((await payments()).sort()).toEqual([
      "Ben Carter → Ana Silva 10",
      "Xi → Ana Silva 4",
      "Xi → Ben Carter 10",
    ]);
  });

  test.each<[string, (made: string) => Promise<unknown>]>([
    [
      "used",
      (made) =>
        done("createExpense", ben, {
          body: { eventId: made, description: "New", amount: 5, splitWith: [ben.id] },
        }),
    ],
    ["named in what repeats", (made) => repeating({ eventId: made })],
    [
      "given a preset",
      (made) => done("editEventSplits", ben, { params: { eventId: made }, body: presetWith(ben.id) }),
    ],
  ])("is refused after an event that it added was %s", async (_what, use) => {
    const { one } = await whole(THREE, { eventId: undefined, monthly: true });
    await use(one.events[0]!._id);
    expect(await undo(one)).toMatchObject({
      status: 409,
      body: { error: "1 event has been changed or used since. Nothing was undone." },
    });
  });

  test("leaves what others added meanwhile, and lets the file be imported again", async () => {
    const { one } = await whole(THREE);
    const body = { eventId, description: "Between", amount: 8, splitWith: [ana.id, ben.id] };
    await done("createExpense", ana, { body });
    expect((await undo(one)).status).toBe(200);
    expect(await payments()).toEqual(["Ben Carter → Ana Silva 4"]);
    expect((await whole(THREE)).sent).toMatchObject({ imported: 3, skipped: 0 });
  });
});

test("a guest who was claimed stays who they are in later imports", async () => {
  const { one } = await whole(THREE);
  const zoe = await aPerson("Zoe Real");
  await befriend(zoe, await aPerson("Friend"));
  const { token } = await createLink(ana._id, new ObjectId(groupId), new ObjectId(zoeOf(one)));
  await done("claimGuest", zoe, { params: { id: zoeOf(one) }, body: { token } });
  expect(await undo(one)).toMatchObject({ status: 409, body: { code: "import-changed" } });
  const people = PEOPLE().map((person, index) => (index === 2 ? { name: "Zoe", userId: zoe.id } : person));
  const { sent } = await whole([...THREE, payment(4, 2, 0, 1)], { eventId, people });
  expect(sent).toMatchObject({ imported: 1, skipped: 3 });
  expect((await done<ImportOfFile>("getImport", ana, params(one))).people[2]!.person._id).toBe(zoe.id);
});

test("a member who has claimed a guest is both in later imports, by the name in the file", async () => {
  const ofBen = [expense(1, 10, [5, 5])];
  const ofBenny = [expense(2, 20, [10, 10])];
  await whole(ofBen, { eventId, people: PEOPLE().slice(0, 2) });
  const asGuest = [PEOPLE()[0]!, { name: "Benny", guest: true }];
  const { one } = await whole(ofBenny, { eventId, people: asGuest });
  const benny = one.people[1]!.person._id;
  const { token } = await createLink(ana._id, new ObjectId(groupId), new ObjectId(benny));
  await done("claimGuest", ben, { params: { id: benny }, body: { token } });
  const claimed = [PEOPLE()[0]!, { name: "Benny", userId: ben.id }];
  expect((await whole(ofBenny, { eventId, people: claimed })).sent).toMatchObject({ skipped: 1 });
  expect((await whole(ofBen, { eventId, people: PEOPLE().slice(0, 2) })).sent).toMatchObject({ skipped: 1 });
});

test("nobody who has left gets a debt", async () => {
  const one = await begin();
  await done("removeMember", ana, { params: { groupId }, body: { userId: zoeOf(one) } });
  expect(await call("addImportRows", { as: ana, ...params(one), body: { rows: THREE } })).toMatchObject({
    status: 409,
    body: { code: "former-member" },
  });
  expect(await send(one, [THREE[1]!])).toMatchObject({ imported: 1 });
});

test("deleting a group deletes its imports, and restoring it restores them", async () => {
  const { one } = await whole(THREE);
  await done("deleteGroup", ana, { params: { groupId } });
  expect((await call("getImport", { as: ana, ...params(one) })).status).toBe(404);
  const { importRows } = await collections();
  expect(await importRows.countDocuments({ importId: new ObjectId(one._id), deletedAt: null })).toBe(0);
  await done<Group>("restoreGroup", ana, { params: { groupId } });
  expect(await done("getImport", ana, params(one))).toEqual(one);
  expect((await undo(one)).status).toBe(200);
});

test("imports are in the download of one's data, and keep no name of a deleted account", async () => {
  const { one } = await whole([THREE[1]!, payment(2, 1, 0, 5.01)]);
  const { imports } = await done<{ imports: unknown }>("exportMyData", ana);
  expect(imports).toEqual([
    {
      _id: one._id,
      source: "splitwise",
      state: "done",
      createdAt: one.createdAt,
      imported: 2,
      group: { _id: groupId, title: "Flat" },
    },
  ]);
  expect(await done("exportMyData", ben)).toMatchObject({ imports: [] });
  await done("deleteAccount", ben);
  const { people } = await done<ImportOfFile>("getImport", ana, params(one));
  expect(people[1]).toMatchObject({ name: "Deleted user", person: { name: "Deleted user" } });
});

describe("preview", () => {
  const csv = [
    "Date,Description,Category,Cost,Currency,Ana S,Ben C",
    "",
    "2026-03-14,Dinner,General,30.00,USD,15.00,-15.00",
    "2026-03-15,Ben C. paid Ana S.,Payment,5.00,USD,-5.00,5.00",
    "",
    '2026-03-16,Total balance," "," ",USD,10.00,-10.00',
    "",
  ].join("\n");
  const preview = (body: string, type = "text/csv") =>
    call("previewImport", { as: ana, body, headers: { "content-type": type } });

  test("tells what a file contains, and writes nothing", async () => {
    const before = await dump();
    const { status, body } = await preview(csv);
    expect([status, body as ImportPreview]).toEqual([
      200,
      {
        source: "splitwise",
        title: null,
        currency: "USD",
        refused: [],
        people: [
          { name: "Ana S", balance: 10, footer: 10 },
          { name: "Ben C", balance: -10, footer: -10 },
        ],
        from: "2026-03-14",
        until: "2026-03-15",
        expenses: 1,
        payments: 1,
        plans: 0,
      },
    ]);
    expect(await dump()).toEqual(before);
  });

  test.each([
    ["which does not sum to zero", csv.replace("-15.00", "-14.00"), "text/csv", 422],
    ["of an unknown format", "Hello", "text/csv", 422],
    ["of another type", csv, "text/plain", 415],
    ["of more than 5 MB", "x".repeat(5 * 1024 * 1024 + 1), "text/csv", 413],
  ])("refuses a file %s", async (_what, file, type, status) => {
    expect((await preview(file, type)).status).toBe(status);
  });
});
