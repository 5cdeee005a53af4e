import { ObjectId } from "mongodb";
import { collections } from "@/lib/db/collections";
import { encodeCursor } from "@/lib/db/page";
import { createExpense } from "@/lib/db/expenses";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Settlement } from "@/lib/contract/settlements";
import { loadEventPage } from "@/lib/views/events";
import { loadEditGroupPage, loadGroupPage } from "@/lib/views/groups";
import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { clearDatabase, countCommands, countExamined, useTestDatabase } from "@/testing/database";
import { operations, type OperationName } from "@/lib/contract/operations";
import { OPERATIONS, statusFor } from "@/testing/operations";
import { call, done, type CallInput } from "@/testing/api/call";
import { buildWorld, buildWorldWithPast, ICON, type World, type WorldWithPast } from "@/testing/api/world";
import { dump, rebuilder } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

/** Only there, a test knows which documents a query examined. */
const embedded = !process.env.TEST_MONGODB_URI;

const rebuild = rebuilder(buildWorld);
let world: World;
/** For the reads, which include those of what is there only after a while. */
let past: WorldWithPast;
beforeAll(async () => {
  world = await rebuild();
});

async function addExpenses(count: number): Promise<void> {
  const { creator, member } = world.people;
  for (let index = 0; index < count; index++) {
    await createExpense({
      _id: new ObjectId(),
      eventId: new ObjectId(world.ids.event),
      recorder: creator._id,
      description: `Number ${index}`,
      cents: 100 + index,
      splitWith: [creator._id, member._id],
      // Several at the same moment, so that the id decides.
      at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1000),
    });
  }
}

test("pages add up to the whole list, without gaps or duplicates", async () => {
  await addExpenses(12);
  const as = world.people.member;
  const all = (await call("listExpenses", { as, query: { eventId: world.ids.event } })).body as Expense[];
  expect(all).toHaveLength(13);
  const seen: Expense[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query = { eventId: world.ids.event, limit: "4", ...(cursor && { cursor }) };
    const page = await call("listExpenses", { as, query });
    seen.push(...(page.body as Expense[]));
    cursor = page.headers.get("x-next-cursor");
    expect(page.headers.get("link") !== null).toBe(cursor !== null);
  }
  expect(seen).toEqual(all);
});

/** Payments settled at different moments, several at the same one. */
async function addSettled(count: number): Promise<void> {
  const { settlements } = await collections();
  const pattern = (await settlements.findOne({ _id: new ObjectId(world.ids.settlement) }))!;
  const rows = Array.from({ length: count }, (_, index) => ({
    ...pattern,
    _id: new ObjectId(),
    settled: true,
    settledBy: world.people.member._id,
    settledAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1000),
    createdAt: new Date(Date.UTC(2025, 0, 1) + ((index * 7) % count) * 1000),
  }));
  await settlements.insertMany(rows);
}

test("payments are paginated, the unsettled ones first", async () => {
  world = await rebuild();
  await addSettled(605);
  const as = world.people.member;
  const eventId = world.ids.event;
  const { settlements } = await collections();
  const stored = await settlements.find({ eventId: new ObjectId(eventId) }).toArray();
  for (const limit of [undefined, "20"]) {
    const seen: Settlement[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query = { eventId, ...(limit && { limit }), ...(cursor && { cursor }) };
      const page = await call("listSettlements", { as, query });
      const rows = page.body as Settlement[];
      const settled = rows.filter((row) => row.settled);
      expect(rows.length - settled.length).toBe(cursor === "" ? 1 : 0);
      expect(settled.length).toBeLessThanOrEqual(Number(limit ?? 500));
      const newest = [...settled].map(({ settledAt }) => settledAt ?? "").sort();
      const before = seen.filter((row) => row.settled).map(({ settledAt }) => settledAt ?? "");
      expect(before.every((one) => one >= (newest.at(-1) ?? ""))).toBe(true);
      seen.push(...rows);
      cursor = page.headers.get("x-next-cursor");
      expect(page.headers.get("link") !== null).toBe(cursor !== null);
    }
    expect(seen.map(({ _id }) => _id).sort()).toEqual(stored.map(({ _id }) => String(_id)).sort());
  }
});

test("more than 500 unsettled payments are paginated, too", async () => {
  world = await rebuild();
  await addSettled(30);
  const { settlements } = await collections();
  const pattern = (await settlements.findOne({ _id: new ObjectId(world.ids.settlement) }))!;
  const rows = Array.from({ length: 704 }, (_, index) => ({
    ...pattern,
    _id: new ObjectId(),
    pair: `${index}`.padStart(24, "0") + ":" + "f".repeat(24),
    createdAt: new Date(Date.UTC(2025, 0, 1) + ((index * 7) % 704) * 1000),
  }));
  await settlements.insertMany(rows);
  const eventId = world.ids.event;
  const read = async (more: Record<string, string>) => {
    const seen: Settlement[] = [];
    const sizes: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query = { eventId, ...more, ...(cursor && { cursor }) };
      const page = await call("listSettlements", { as: world.people.member, query });
      seen.push(...(page.body as Settlement[]));
      sizes.push((page.body as Settlement[]).length);
      cursor = page.headers.get("x-next-cursor");
    }
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(seen.length);
    return { sizes, states: seen.map(({ settled }) => settled) };
  };
  const states = [...Array<boolean>(705).fill(false), ...Array<boolean>(30).fill(true)];
  const all = await read({});
  expect(all.sizes).toEqual([500, 235]);
  expect([...all.states].sort()).toEqual(states);
  expect((await read({ limit: "300" })).states).toEqual(states);
  expect((await read({ settled: "false" })).states).toEqual(states.slice(0, 705));
  expect((await read({ settled: "true", limit: "7" })).states).toEqual(states.slice(705));
});

if (embedded) {
  test("a later page examines only its own rows", async () => {
    world = await rebuild();
    await addSettled(300);
    const { settlements } = await collections();
    const [oldest] = await settlements
      .find({ settled: true })
      .sort({ settledAt: 1, _id: 1 })
      .skip(10)
      .toArray();
    const cursor = encodeCursor(oldest!.settledAt!, oldest!._id);
    const query = { eventId: world.ids.event, cursor };
    const examined = await countExamined(() => call("listSettlements", { as: world.people.member, query }));
    expect(examined).toBeLessThan(20);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a group", () => loadGroupPage(world.people.member, world.ids.group)],
    ["its form", () => loadEditGroupPage(world.people.creator, world.ids.group)],
  ])("%s examines no settled payments", async (_, read) => {
    world = await rebuild();
    await addSettled(300);
    expect(await countExamined(read)).toBeLessThan(30);
  });
}

test("the first page is in order of creation", async () => {
  world = await rebuild();
  await addSettled(40);
  const query = { eventId: world.ids.event };
  const { body } = await call("listSettlements", { as: world.people.member, query });
  const { settlements } = await collections();
  const inOrder = await settlements
    .find({ eventId: new ObjectId(world.ids.event) })
    .sort({ createdAt: 1, _id: 1 })
    .toArray();
  expect((body as Settlement[]).map(({ _id }) => _id)).toEqual(inOrder.map(({ _id }) => String(_id)));
});

test("screens start with the last settled payments and the newest events", async () => {
  world = await rebuild();
  const { ids, people } = world;
  const event = await loadEventPage(people.member, ids.group, ids.event);
  expect([event.settlements.length, event.settledCursor]).toEqual([1, null]);
  const group = await loadGroupPage(people.member, ids.group);
  expect([group.events.length, group.nextCursor, group.eventCount]).toEqual([1, null, 1]);

  await addSettled(21);
  const later = await loadEventPage(people.member, ids.group, ids.event);
  expect([later.settlements.length, later.settledCursor]).toEqual([21, expect.any(String)]);
  const { events } = await collections();
  const pattern = (await events.findOne({ _id: new ObjectId(ids.event) }))!;
  await events.insertMany(Array.from({ length: 40 }, () => ({ ...pattern, _id: new ObjectId() })));
  const full = await loadGroupPage(people.member, ids.group);
  expect([full.events.length, full.eventCount]).toEqual([30, 41]);
  const query = { groupId: ids.group, cursor: full.nextCursor! };
  const rest = (await call("listEvents", { as: people.member, query })).body as Event[];
  const all = [...full.events, ...rest].map(({ _id }) => _id);
  expect([rest.length, new Set(all).size]).toEqual([11, 41]);
});

test.each(["listExpenses", "listEvents", "listSettlements"] as const)(
  "%s: a malformed cursor",
  async (name) => {
    const query = { eventId: world.ids.event, groupId: world.ids.group, cursor: "nonsense" };
    const response = await call(name, { as: world.people.member, query });
    expect([response.status, response.body]).toEqual([422, expect.objectContaining({ code: "invalid" })]);
  },
);

test("a stale revision changes nothing", async () => {
  const { creator, member } = world.people;
  const params = { expenseId: world.ids.expense, eventId: world.ids.event, groupId: world.ids.group };
  const people = [creator.id, member.id];
  const edits: [OperationName, object, to: string][] = [
    ["editExpense", { description: "Van", amount: 12, splitWith: people }, " to $12.00"],
    ["editEvent", { title: "Night", date: "2026-02-02", participants: people }, ""],
    ["editGroup", { title: "Den", icon: ICON }, ""],
  ];
  for (const [name, change, to] of edits) {
    const first = await call(name, { as: creator, params, body: { ...change, rev: undefined } });
    const { rev } = first.body as { rev: number };
    expect((await call(name, { as: creator, params, body: { ...change, rev } })).status).toBe(200);
    const before = await dump();
    const stale = await call(name, { as: creator, params, body: { ...change, rev } });
    expect([stale.status, stale.body]).toEqual([
      409,
      expect.objectContaining({
        error: `You changed this${to} on another device. Reload to see the new version.`,
      }),
    ]);
    // The same in a header, over which the body takes precedence.
    const current = rev + 1;
    const inHeader: [ifMatch: string, rev: number | undefined, status: number][] = [
      [`"${rev}"`, undefined, 409],
      [`${rev}`, undefined, 409],
      [`${current}`, rev, 409],
      ["*", undefined, 422],
      [`W/"${current}"`, undefined, 422],
    ];
    for (const [ifMatch, inBody, status] of inHeader) {
      const headers = { "if-match": ifMatch };
      const response = await call(name, { as: creator, params, headers, body: { ...change, rev: inBody } });
      expect([name, ifMatch, response.status]).toEqual([name, ifMatch, status]);
    }
    const after = await dump();
    expect({ ...after, rateLimits: [] }).toEqual({ ...before, rateLimits: [] });
    const headers = { "if-match": `"${current}"` };
    expect((await call(name, { as: creator, params, headers, body: change })).status).toBe(200);
  }
});

test("members who join or leave do not make a group's new title stale", async () => {
  const { people, leaver, ids } = await rebuild();
  const { creator, invited, member } = people;
  const params = { groupId: ids.group };
  const { rev } = await done<{ rev: number }>("getGroup", member, { params });
  await done("acceptGroupRequest", invited, { params: { id: ids.invitation } });
  await done("removeMember", creator, { params, body: { userId: leaver.id } });
  await done("removeMember", invited, { params, body: { userId: invited.id } });
  const renamed = await done<{ rev: number }>("editGroup", member, {
    params,
    body: { title: "Den", icon: ICON, rev },
  });
  expect(renamed).toMatchObject({ title: "Den", rev: rev + 1 });
});

test("the total, the tally, and the settlements follow the expenses", async () => {
  world = await rebuild();
  const { ids } = world;
  const as = world.people.creator;
  const event = (await call("getEvent", { as, params: { eventId: ids.event } })).body as Event;
  expect(event).toMatchObject({ total: 100.01, expenseCount: 1 });
  expect(event.contributions.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100.01, 5);
  const [owed] = (await call("listSettlements", { as, query: { eventId: ids.event } })).body as Settlement[];
  expect(owed).toMatchObject({ from: { name: "Safecracker" }, to: { name: "Mastermind" }, settled: false });
  expect([50, 50.01]).toContain(owed!.amount);
  await call("deleteExpense", { as, params: { expenseId: ids.expense } });
  const after = (await call("getEvent", { as, params: { eventId: ids.event } })).body as Event;
  expect(after).toMatchObject({ total: 0, expenseCount: 0, contributions: [] });
  expect((await call("listSettlements", { as, query: { eventId: ids.event } })).body).toEqual([]);
});

test("a debt can exceed the largest expense", async () => {
  world = await rebuild();
  const { creator: as, member } = world.people;
  const { event: eventId } = world.ids;
  const body = { eventId, description: "A house", amount: 9_999_999.99, splitWith: [member.id] };
  for (let count = 0; count < 2; count += 1) {
    expect((await call("createExpense", { as, body })).status).toBe(201);
  }
  const list = async () =>
    (await call("listSettlements", { as, query: { eventId } })).body as [Settlement, ...Settlement[]];
  const [{ _id: id, amount }] = await list();
  expect(amount).toBeGreaterThan(19_999_999);
  for (const settled of [true, false]) {
    const response = await call("settle", { as, params: { id }, body: { settled, amount } });
    expect([response.status, response.body]).toEqual([200, expect.objectContaining({ settled, amount })]);
  }
  const wrong = await call("settle", { as, params: { id }, body: { settled: true, amount: 1.005 } });
  expect([wrong.status, wrong.body]).toEqual([
    422,
    expect.objectContaining({ error: "Enter an amount in dollars with at most 2 decimals." }),
  ]);
});

if (embedded) {
  test("an expense examines no more in an event with many other debts", async () => {
    world = await rebuild();
    const { creator: as, member } = world.people;
    const { settlements } = await collections();
    const pattern = (await settlements.findOne({ _id: new ObjectId(world.ids.settlement) }))!;
    await settlements.insertMany(
      Array.from({ length: 1000 }, (_, n) => ({ ...pattern, _id: new ObjectId(), pair: `${n}:${n}` })),
    );
    const body = { eventId: world.ids.event, description: "Rope", amount: 10, splitWith: [member.id] };
    expect(await countExamined(() => call("createExpense", { as, body }))).toBeLessThan(100);
  });
}

const READS = (Object.keys(operations) as OperationName[])
  // Downloads have everything.
  .filter((name) => operations[name].method === "GET" && !name.startsWith("export"))
  .filter((name) => statusFor(name, "creator") === 200)
  .map((name): [OperationName, () => Omit<CallInput, "as">] => [
    name,
    () => OPERATIONS[name].request(past, "creator"),
  ]);

const WRITES: [OperationName, () => Omit<CallInput, "as">][] = [
  ["sendFriendRequest", () => ({ body: { to: world.leaver.id } })],
  ["createGroup", () => ({ body: { title: "Budget", icon: ICON, members: [world.people.member.id] } })],
  ["editGroup", () => ({ params: { groupId: world.ids.group }, body: { title: "Budget", icon: ICON } })],
  [
    "inviteToGroup",
    () => ({ params: { groupId: world.ids.group }, body: { toUserId: world.friendOfAll.id } }),
  ],
  [
    "createEvent",
    () => ({
      body: {
        groupId: world.ids.group,
        title: "Budget",
        date: "2026-01-01",
        participants: [world.people.member.id],
      },
    }),
  ],
  [
    "editEvent",
    () => ({
      params: { eventId: world.ids.event },
      body: { title: "Budget", date: "2026-01-01", participants: [world.people.member.id] },
    }),
  ],
  [
    "createExpense",
    () => ({
      body: {
        eventId: world.ids.event,
        description: "Budget",
        amount: 30,
        splitWith: [world.people.creator.id, world.people.member.id, world.leaver.id],
      },
    }),
  ],
  [
    "editExpense",
    () => ({
      params: { expenseId: world.ids.expense },
      body: { description: "Budget", amount: 40, splitWith: [world.people.member.id, world.leaver.id] },
    }),
  ],
  ["addComment", () => ({ params: { expenseId: world.ids.expense }, body: { text: "Budget" } })],
  ["seeActivity", () => ({})],
  ["settle", () => ({ params: { id: world.ids.settlement }, body: { settled: true } })],
  ["settle", () => ({ params: { id: world.ids.settlement }, body: { settled: false } })],
  ["closeEvent", () => ({ params: { eventId: world.ids.event } })],
  ["reopenEvent", () => ({ params: { eventId: world.ids.event } })],
  ["deleteExpense", () => ({ params: { expenseId: world.ids.expense } })],
  ["restoreExpense", () => ({ params: { expenseId: world.ids.expense } })],
  ["deleteEvent", () => ({ params: { eventId: world.ids.event } })],
  ["restoreEvent", () => ({ params: { eventId: world.ids.event } })],
  ["deleteGroup", () => ({ params: { groupId: world.ids.group } })],
  ["restoreGroup", () => ({ params: { groupId: world.ids.group } })],
];

// An independent server takes much longer to insert as many.
describe.each(embedded ? [30, runs(10_000, 3_000)] : [30])(
  "with %i expenses in the event, as many deleted ones, and as much activity",
  (count) => {
    beforeAll(async () => {
      await clearDatabase();
      world = past = await buildWorldWithPast();
      const { activities, expenses } = await collections();
      const pattern = (await expenses.findOne({ _id: new ObjectId(world.ids.expense) }))!;
      const happened = (await activities.findOne({ expenseId: pattern._id }))!;
      const deletion = { deletedAt: new Date(), deletedWith: null };
      for (let done = 0; done < count; done += 1000) {
        const batch = Array.from({ length: Math.min(1000, count - done) }, () => ({
          ...pattern,
          _id: new ObjectId(),
        }));
        await expenses.insertMany(batch);
        await expenses.insertMany(
          batch.map((one) => ({ ...one, ...deletion, _id: new ObjectId(), deletedBy: one.createdBy })),
        );
        await activities.insertMany(batch.map(() => ({ ...happened, _id: new ObjectId() })));
      }
    });

    test("a read takes at most 3 commands, a write with its key at most 12, of which 4 only read", async () => {
      const used: Record<string, number> = {};
      const readBy: Record<string, number> = {};
      for (const [index, [name, request]] of [...READS, ...WRITES].entries()) {
        const headers = { "idempotency-key": `budget-${count}-${index}` };
        const { result, commands } = await countCommands(() =>
          call(name, { as: world.people.creator, ...request(), headers }),
        );
        expect([name, result.status < 300]).toEqual([name, true]);
        used[name] = commands.length;
        readBy[name] = commands.filter((command) => ["find", "aggregate"].includes(command)).length;
      }
      const over = (list: typeof READS, counts: typeof used, most: number) =>
        list.map(([name]) => name).filter((name) => (counts[name] ?? 0) > most);
      const without = (commands: number, ...names: string[]) =>
        Object.fromEntries(names.map((name) => [name, (used[name] ?? 0) - commands]));
      expect({
        // A search is counted twice: per minute and per day.
        reads: over(READS, { ...used, ...without(2, "searchUsers") }, 3),
        // Expenses move the spending, which is deleted with its event, like transfers; with a group, guests, imports, and series, too.
        // On another server, a transaction may be repeated, which counts again.
        writes: embedded
          ? over(
              WRITES,
              {
                ...used,
                ...without(1, "createExpense", "editExpense", "deleteExpense", "restoreExpense"),
                ...without(2, "deleteEvent", "restoreEvent"),
                ...without(6, "deleteGroup", "restoreGroup"),
              },
              12,
            )
          : [],
        readByWrites: embedded ? over(WRITES, readBy, 4) : [],
        used,
      }).toMatchObject({ reads: [], writes: [], readByWrites: [] });
    });

    // A read examines the rows that it returns, and deleted ones between them. Only the recent activity of several
    // groups is read at once, to be sorted; a search and a report sum up all that they find.
    if (embedded) {
      const reads = READS.filter(
        ([name]) => !["listActivity", "searchExpenses", "groupReport"].includes(name),
      );
      test.each(reads)("%s examines no more for a long history", async (name, request) => {
        const examined = await countExamined(() => call(name, { as: world.people.creator, ...request() }));
        expect(examined).toBeLessThanOrEqual(2_500);
      });
    }
  },
);
