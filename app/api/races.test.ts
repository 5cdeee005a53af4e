import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { netsByPair } from "@/lib/core/money/ledger";
import { collections } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import { requestFriendship } from "@/lib/db/requests/friend";
import { expectSound } from "@/testing/violations";
import type { Event } from "@/lib/contract/events";
import type { Settlement, Why } from "@/lib/contract/settlements";
import { countCommands, useTestDatabase } from "@/testing/database";
import { NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { interleave } from "@/testing/interleave";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { call, done, type ApiResponse } from "@/testing/api/call";
import { buildWorld, type World } from "@/testing/api/world";
import { rebuilder } from "@/testing/stored";

// A mock and its world count in one test file only, so idempotency.test.ts sets up the same.
jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

const rebuild = rebuilder(buildWorld);
let world: World;
let creator: Viewer;
let member: Viewer;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  world = await rebuild();
  ({ creator, member } = world.people);
});

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** The number of responses with each status. */
function tally(responses: ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function expectLaw(): Promise<void> {
  const eventId = new ObjectId(world.ids.event);
  const { expenses, settlements, events } = await collections();
  const rows = await expenses.find({ eventId, deletedAt: null }).toArray();
  const records = await settlements.find({ eventId, deletedAt: null }).toArray();
  expect(netsByPair(records)).toEqual(netsByPair(rows.flatMap(({ debts }) => debts)));
  expect(await events.findOne({ _id: eventId })).toMatchObject({
    expenseCount: rows.length,
    totalCents: rows.reduce((sum, { cents }) => sum + cents, 0),
  });
}

test("50 expenses added to one event at once: none lost, none duplicated", async () => {
  const responses = await times(50, (index) =>
    call("createExpense", {
      as: index % 2 ? creator : member,
      body: {
        eventId: world.ids.event,
        description: `At once ${index}`,
        amount: index + 0.37,
        splitWith: [creator.id, member.id, world.leaver.id],
      },
    }),
  );
  // Starts at 0.37, so that all amounts are valid.
  expect(tally(responses)).toEqual({ 201: 50 });
  const { expenses } = await collections();
  expect(await expenses.countDocuments({ description: /^At once/ })).toBe(50);
  await expectLaw();
});

test("50 people settle one payment at once: one succeeds", async () => {
  const responses = await times(50, () =>
    call("settle", { as: member, params: { id: world.ids.settlement }, body: { settled: true } }),
  );
  expect(tally(responses)).toEqual({ 200: 1, 409: 49 });
  for (const { status, body } of responses) {
    if (status === 409) expect(body).toMatchObject({ error: "This payment is already settled." });
  }
  const back = await times(50, () =>
    call("settle", { as: creator, params: { id: world.ids.settlement }, body: { settled: false } }),
  );
  expect(tally(back)).toEqual({ 200: 1, 409: 49 });
  await expectLaw();
});

test("an edit racing with a delete: the expense and its debts are gone", async () => {
  for (let round = 0; round < 10; round++) {
    const { _id: expenseId } = await createExpense({
      _id: new ObjectId(),
      eventId: new ObjectId(world.ids.event),
      recorder: creator._id,
      description: "Contested",
      cents: 5_000,
      splitWith: [member._id],
    });
    const params = { expenseId: expenseId.toHexString() };
    const change = { description: "Edited", amount: 70, splitWith: [member.id, creator.id] };
    const [edited, deleted] = await Promise.all([
      call("editExpense", { as: creator, params, body: change }),
      call("deleteExpense", { as: creator, params }),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(edited.status);
    await expectLaw();
  }
});

test("two edits of one revision at once: one is stale", async () => {
  const params = { expenseId: world.ids.expense };
  const responses = await times(2, (index) =>
    call("editExpense", {
      as: creator,
      params,
      body: { description: `Edit ${index}`, amount: 10 + index, splitWith: [member.id], rev: 0 },
    }),
  );
  expect(tally(responses)).toEqual({ 200: 1, 409: 1 });
  await expectLaw();
});

test("accepting a request racing with ignoring it: one of the two wins", async () => {
  for (let round = 0; round < 5; round++) {
    const asker = await aPerson("Asker");
    const { _id } = await requestFriendship(asker._id, member._id);
    const params = { id: _id.toHexString() };
    const responses = await Promise.all([
      call("acceptFriendRequest", { as: member, params }),
      call("ignoreFriendRequest", { as: member, params }),
    ]);
    expect(tally(responses)).toEqual({ 200: 1, 404: 1 });
    const { friendships } = await collections();
    const left = await friendships.findOne({ _id });
    expect(left?.status).toBe(responses[0].status === 200 ? "accepted" : "ignored");
  }
});

test("accepting an invitation racing with ignoring it: one of the two wins", async () => {
  const { invited } = world.people;
  const params = { id: world.ids.invitation };
  const responses = await Promise.all([
    call("acceptGroupRequest", { as: invited, params }),
    call("ignoreGroupRequest", { as: invited, params }),
  ]);
  expect(tally(responses)).toEqual({ 200: 1, 404: 1 });
  const { groups } = await collections();
  const inGroup = await groups.countDocuments({ _id: new ObjectId(world.ids.group), members: invited._id });
  expect(inGroup).toBe(responses[0].status === 200 ? 1 : 0);
});

test("two people who send each other requests at once are friends, with one record", async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = await times(2, (index) => aPerson(`Keen ${index}`));
    const responses = await Promise.all([
      call("sendFriendRequest", { as: a!, body: { to: b!.id } }),
      call("sendFriendRequest", { as: b!, body: { to: a!.id } }),
    ]);
    expect(tally(responses)).toEqual({ 201: 2 });
    const { friendships } = await collections();
    const records = await friendships.find({ users: a!._id }).toArray();
    expect(records.map(({ status }) => status)).toEqual(["accepted"]);
  }
});

test("a member is not removed while an expense that includes them is being added", async () => {
  for (let round = 0; round < 10; round++) {
    const { leaver } = world;
    const [added, removed] = await Promise.all([
      call("createExpense", {
        as: creator,
        body: { eventId: world.ids.event, description: "Late", amount: 8, splitWith: [leaver.id] },
      }),
      call("removeMember", {
        as: creator,
        params: { groupId: world.ids.group },
        body: { userId: leaver.id },
      }),
    ]);
    // Either the debt stands and the member stays, or the member left and the debt was refused.
    expect([
      [201, 409],
      [422, 200],
    ]).toContainEqual([added.status, removed.status]);
    await expectLaw();
    world = await rebuild();
    ({ creator, member } = world.people);
  }
});

test("an event deleted while expenses are added leaves nothing open", async () => {
  const [deleted] = await Promise.all([
    call("deleteEvent", { as: creator, params: { eventId: world.ids.event } }),
    ...Array.from({ length: 10 }, () =>
      call("createExpense", {
        as: creator,
        body: { eventId: world.ids.event, description: "Too late", amount: 8, splitWith: [member.id] },
      }),
    ),
  ]);
  expect(deleted.status).toBe(200);
  const { settlements, expenses } = await collections();
  const eventId = new ObjectId(world.ids.event);
  expect(await settlements.countDocuments({ eventId, deletedAt: null })).toBe(0);
  expect(await expenses.countDocuments({ eventId, deletedAt: null })).toBe(0);
  expect((await call("friendSummary", { as: member })).body).toEqual([]);
});

/** Runs the call with `other` before each of its database commands, in a fresh world each time. */
async function atEachCommand(
  read: () => Promise<ApiResponse>,
  other: () => Promise<ApiResponse>,
  check: (response: ApiResponse, other: ApiResponse) => unknown,
): Promise<void> {
  for (let position = 0; ; position += NEXT_POSITION) {
    world = await rebuild();
    ({ creator, member } = world.people);
    const result = await interleave(position, read, other);
    if (!result) return expect(position).toBeGreaterThan(0);
    await check(result.call, result.other);
  }
}

const MEANWHILE: [string, () => Promise<ApiResponse>][] = [
  [
    "is settled",
    () => call("settle", { as: member, params: { id: world.ids.settlement }, body: { settled: true } }),
  ],
  [
    "grows",
    () =>
      call("createExpense", {
        as: creator,
        body: {
          eventId: world.ids.event,
          description: "Meanwhile",
          amount: 8,
          splitWith: [creator.id, member.id, world.leaver.id],
        },
      }),
  ],
];

test.each(MEANWHILE)("a list of payments is complete when one %s", async (_, other) => {
  await atEachCommand(
    () => call("listSettlements", { as: creator, query: { eventId: world.ids.event } }),
    other,
    ({ body }) => {
      const rows = body as Settlement[];
      expect(rows.filter(({ _id }) => _id === world.ids.settlement)).toHaveLength(1);
    },
  );
});

test.each(MEANWHILE)("the reasons of a debt sum to it when it %s", async (_, other) => {
  await atEachCommand(
    () => call("why", { as: member, params: { id: world.ids.settlement } }),
    other,
    ({ status, body }) => {
      if (status !== 200) return expect(body).toMatchObject({ code: "already-settled" });
      const { amount, lines } = body as Why;
      expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBeCloseTo(amount, 5);
    },
  );
});

test("an event is closed while an expense is changed: one comes first", async () => {
  const outcomes = new Set<string>();
  const params = { eventId: world.ids.event };
  const edited = { description: "Dinner", amount: 90, splitWith: [creator.id, member.id] };
  await atEachCommand(
    () => call("editExpense", { as: creator, params: { expenseId: world.ids.expense }, body: edited }),
    () => call("closeEvent", { as: member, params }),
    async ({ status }, closed) => {
      expect(closed.status).toBe(200);
      outcomes.add(`${status} ${(await done<Event>("getEvent", creator, { params })).total}`);
      await expectSound();
    },
  );
  expect([...outcomes].sort()).toEqual(["200 90", "409 100.01"]);
});

test("a list of payments is complete when an expense adds many", async () => {
  const guests = await times(30, (index) => aPerson(`Guest ${index}`));
  const groupId = await aGroup("Party", [creator, ...guests]);
  const eventId = String(await anEvent(groupId, "Buffet", [creator, ...guests]));
  const body = { eventId, description: "Food", amount: 60, splitWith: guests.map(({ id }) => id) };
  const result = await interleave(
    1,
    () => call("listSettlements", { as: creator, query: { eventId } }),
    () => call("createExpense", { as: creator, body }),
  );
  expect(result!.call.body).toHaveLength(30);
});

test("writers of several events of a group, who change the same balances, wait for each other", async () => {
  const people: [Viewer, ...Viewer[]] = [creator, member, world.leaver];
  const group = await aGroup("Lodge", people);
  const events = await times(6, (index) => anEvent(group, `Evening ${index}`, people));
  const { result, commands } = await countCommands(() =>
    times(18, (index) =>
      call("createExpense", {
        as: creator,
        body: {
          eventId: events[index % events.length]!.toHexString(),
          description: `Round ${index}`,
          amount: 9,
          splitWith: people.map(({ id }) => id),
        },
      }),
    ),
  );
  expect(tally(result)).toEqual({ 201: 18 });
  // Each expense is inserted once or twice: a transaction that loses is stopped at its first command.
  expect(commands.filter((name) => name === "insert").length).toBeLessThan(2 * 2 * 18);
  await expectSound();
});
