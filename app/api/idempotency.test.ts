import { ObjectId } from "mongodb";
import { saveDraft } from "@/components/offline/drafts";
import type { Viewer } from "@/lib/server/access";
import { ERRORS } from "@/lib/errors";
import { collections } from "@/lib/db/collections";
import { INDEXES } from "@/lib/db/indexes";
import { operations, type OperationName } from "@/lib/contract/operations";
import type { Expense } from "@/lib/contract/expenses";
import { useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { aGroup } from "@/testing/people";
import { call, done, type CallInput } from "@/testing/api/call";
import { buildWorldWithPast, ICON, type WorldWithPast } from "@/testing/api/world";
import { dump, rebuilder } from "@/testing/stored";
import { isClosedToOthers, OPERATIONS } from "@/testing/operations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

const rebuild = rebuilder(buildWorldWithPast);
let world: WorldWithPast;
let creator: Viewer;
let member: Viewer;
beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  world = await rebuild();
  ({ creator, member } = world.people);
});

/** Returns a function that repeats the same request. */
const sender = (name: OperationName, key: string, input: Omit<CallInput, "as">) => () =>
  call(name, { as: creator, ...input, headers: { "idempotency-key": key } });

const anExpense = (change: object = {}) => ({
  body: { eventId: world.ids.event, description: "Once", amount: 9.99, splitWith: [member.id], ...change },
});

test("a repeated create creates nothing, and returns the first result", async () => {
  const group = { body: { title: "Once", icon: ICON, members: [member.id] } };
  const event = {
    body: { groupId: world.ids.group, title: "Once", date: "2026-01-01", participants: [member.id] },
  };
  const calls: [OperationName, Omit<CallInput, "as">][] = [
    ["createExpense", anExpense()],
    ["createGroup", group],
    ["createEvent", event],
    ["addGuest", { params: { groupId: world.ids.group }, body: { name: "Once" } }],
  ];
  for (const [name, request] of calls) {
    const headers = { "idempotency-key": `key-${name}` };
    const first = await call(name, { as: creator, ...request, headers });
    expect(first.status).toBe(201);
    const before = await dump();
    const again = await Promise.all([1, 2, 3].map(() => call(name, { as: creator, ...request, headers })));
    for (const response of again) expect([response.status, response.body]).toEqual([201, first.body]);
    expect(await dump()).toEqual(before);
    const other = {
      ...request,
      body: { ...(request.body as object), title: "Other", description: "Other", name: "Other" },
    };
    expect((await call(name, { as: creator, ...other, headers })).status).toBe(409);
  }
});

test("repeating a friend request that accepted the other's accepts nothing else", async () => {
  const { exMember, stranger } = world.people;
  await call("sendFriendRequest", { as: exMember, body: { from: exMember.id, to: stranger.id } });
  const response = () => {
    const headers = { "idempotency-key": "mutual" };
    return call("sendFriendRequest", { as: stranger, body: { from: stranger.id, to: exMember.id }, headers });
  };
  const first = await response();
  expect(first.body).toMatchObject({ success: true, accepted: true });
  const again = await response();
  expect([again.status, again.body]).toEqual([first.status, first.body]);
});

test("twenty concurrent requests with one key create one expense", async () => {
  const request = {
    as: creator,
    body: { eventId: world.ids.event, description: "Double click", amount: 1, splitWith: [member.id] },
    headers: { "idempotency-key": "double-click" },
  };
  const responses = await Promise.all(Array.from({ length: 20 }, () => call("createExpense", request)));
  expect(new Set(responses.map(({ body }) => (body as Expense)._id)).size).toBe(1);
  const { expenses } = await collections();
  expect(await expenses.countDocuments({ description: "Double click" })).toBe(1);
});

const DELETED: [OperationName, OperationName, string, () => Omit<CallInput, "as">][] = [
  ["createExpense", "deleteExpense", "expenseId", anExpense],
  [
    "createEvent",
    "deleteEvent",
    "eventId",
    () => ({
      body: { groupId: world.ids.group, title: "Once", date: "2026-01-01", participants: [member.id] },
    }),
  ],
  [
    "createGroup",
    "deleteGroup",
    "groupId",
    () => ({ body: { title: "Once", icon: ICON, members: [member.id] } }),
  ],
  [
    "inviteToGroup",
    "ignoreGroupRequest",
    "id",
    () => ({ params: { groupId: world.ids.group }, body: { toUserId: world.friendOfAll.id } }),
  ],
  ["sendFriendRequest", "ignoreFriendRequest", "id", () => ({ body: { to: world.leaver.id } })],
];

test.each(DELETED)(
  "%s, repeated after %s, answers what it answered",
  async (create, remove, param, input) => {
    const send = sender(create, "deleted", input());
    const first = await send();
    expect(first.status).toBe(201);
    const { _id } = first.body as { _id: string };
    expect((await call(remove, { as: creator, params: { [param]: _id } })).status).toBe(200);
    const before = await dump();
    const again = await send();
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await dump()).toEqual(before);
  },
);

test("a retry returns the original document, even if it has changed since", async () => {
  const send = sender("createExpense", "changed", anExpense());
  const first = await send();
  const { _id } = first.body as Expense;
  const change = { description: "Twice", amount: 20, splitWith: [member.id] };
  await call("editExpense", { as: creator, params: { expenseId: _id }, body: change });
  expect((await send()).body).toEqual(first.body);
});

test("the same fields in another order are the same request", async () => {
  const { eventId, description, amount, splitWith } = anExpense().body;
  const first = await sender("createExpense", "order", {
    body: { eventId, description, amount, splitWith },
  })();
  const again = await sender("createExpense", "order", {
    body: { splitWith, amount, description, eventId },
  })();
  expect([again.status, again.body]).toEqual([201, first.body]);
});

test("the same key and body for another path are another request", async () => {
  const groups = [world.ids.group, String(await aGroup("Other", [creator]))];
  const ids = new Set<string>();
  for (const groupId of groups) {
    const input = { params: { groupId }, body: { toUserId: world.friendOfAll.id } };
    const response = await sender("inviteToGroup", "two-groups", input)();
    expect(response.status).toBe(201);
    ids.add((response.body as { _id: string })._id);
  }
  expect(ids.size).toBe(2);
  const { groupRequests } = await collections();
  const invited = await groupRequests.find({ to: world.friendOfAll._id }).toArray();
  expect(invited.map(({ groupId }) => String(groupId)).sort()).toEqual([...groups].sort());
});

function onePreset() {
  const preset = { _id: member.id, name: "Mine", splitWith: [member.id], split: { mode: "equal" } };
  return { default: member.id, presets: [preset] };
}

type Change = [name: string, operation: OperationName, input: () => Omit<CallInput, "as"> & { body: object }];
const CHANGES: Change[] = [
  [
    "an edited expense",
    "editExpense",
    () => ({
      params: { expenseId: world.ids.expense },
      body: { description: "Once", amount: 9.99, splitWith: [member.id], rev: 0 },
    }),
  ],
  [
    "an edited event",
    "editEvent",
    () => ({
      params: { eventId: world.ids.event },
      body: { title: "Once", date: "2026-01-01", participants: [member.id], rev: 0 },
    }),
  ],
  [
    "an edited group",
    "editGroup",
    () => ({ params: { groupId: world.ids.group }, body: { title: "Once", icon: ICON } }),
  ],
  [
    "a usual split",
    "editEventSplits",
    () => ({ params: { eventId: world.ids.event }, body: { ...onePreset(), rev: 0 } }),
  ],
  [
    "a part payment",
    "settle",
    () => ({
      params: { id: world.ids.settlement },
      body: { settled: true, amount: world.owed, part: 5 },
    }),
  ],
  ["a payment", "settle", () => ({ params: { id: world.ids.settlement }, body: { settled: true } })],
];

describe.each(CHANGES)("%s, sent again with its key", (_, name, input) => {
  test("is answered as before, and changes nothing", async () => {
    const send = sender(name, "again", input());
    const first = await send();
    expect(first.status).toBe(200);
    const before = await dump();
    for (let count = 0; count < 2; count++) {
      const again = await send();
      expect([again.status, again.body]).toEqual([200, first.body]);
    }
    expect(await dump()).toEqual(before);
  });

  test("with another body, is refused", async () => {
    const { params, body } = input();
    await sender(name, "other", { params, body })();
    const before = await dump();
    const change = { title: "Other", description: "Other", note: "Other", default: null };
    const other = await sender(name, "other", { params, body: { ...body, ...change } })();
    expect([other.status, other.body]).toMatchObject([409, { code: "conflict" }]);
    expect(await dump()).toEqual(before);
  });

  test("at the same time, is done once", async () => {
    const { activities } = await collections();
    const before = await activities.countDocuments();
    const send = sender(name, "at-once", input());
    const responses = await Promise.all(Array.from({ length: 5 }, send));
    for (const { status, body } of responses) expect([status, body]).toEqual([200, responses[0]!.body]);
    expect(await activities.countDocuments()).toBe(before + 1);
  });

  test("before the answer, wherever the first request is, is done once", async () => {
    const { activities } = await collections();
    for (let position = 0; ; position += NEXT_POSITION) {
      world = await rebuild();
      ({ creator, member } = world.people);
      const before = await activities.countDocuments();
      const send = sender(name, "early", input());
      const result = await interleave(position, send, send);
      if (!result) return expect(position).toBeGreaterThan(5);
      for (const { status, body } of [result.call, result.other])
        expect([status, body]).toEqual([200, result.other.body]);
      expect(await activities.countDocuments()).toBe(before + 1);
    }
  });
});

test("a part payment whose answer was lost is recorded once, even if as much is owed again", async () => {
  const pay = (key: string) =>
    sender("settle", key, {
      params: { id: world.ids.settlement },
      body: { settled: true, amount: world.owed, part: 5 },
    })();
  const first = await pay("lost");
  await call("createExpense", {
    as: creator,
    body: { eventId: world.ids.event, description: "Tip", amount: 5, splitWith: [member.id] },
  });
  expect((await pay("lost")).body).toEqual(first.body);
  const { settlements } = await collections();
  const parts = { eventId: new ObjectId(world.ids.event), settled: true };
  expect(await settlements.countDocuments(parts)).toBe(1);
  // With another key, it is another payment.
  expect((await pay("another")).status).toBe(200);
  expect(await settlements.countDocuments(parts)).toBe(2);
});

test("unsettling again gets the first answer, even if the payment has disappeared", async () => {
  const { settlement: id, event: eventId } = world.ids;
  await call("settle", { as: creator, params: { id }, body: { settled: true } });
  // The opposite debt, so that the two cancel out.
  const opposite = { eventId, description: "Back", amount: world.owed, splitWith: [creator.id] };
  expect((await call("createExpense", { as: member, body: opposite })).status).toBe(201);
  const send = sender("settle", "undo", { params: { id }, body: { settled: false } });
  const first = await send();
  expect([first.status, first.body]).toEqual([200, { success: true }]);
  const before = await dump();
  expect(await send()).toMatchObject({ status: 200, body: first.body });
  expect(await dump()).toEqual(before);
});

test("an edit of an expense that was deleted since is answered as before", async () => {
  const params = { expenseId: world.ids.expense };
  const body = { description: "Once", amount: 9.99, splitWith: [member.id], rev: 0 };
  const send = sender("editExpense", "gone", { params, body });
  const first = await send();
  await call("deleteExpense", { as: creator, params });
  const again = await send();
  expect([again.status, again.body]).toEqual([200, first.body]);
});

/** The operations with a key in a group. */
const IN_GROUP = (Object.keys(operations) as OperationName[]).filter(
  (name) => "keyed" in operations[name] && isClosedToOthers(name),
);

describe("after its sender was removed from the group", () => {
  test.each(IN_GROUP)("%s, sent again, is not found", async (name) => {
    const { _id: expense } = await done("createExpense", member, anExpense({ splitWith: [member.id] }));
    const input = OPERATIONS[name].request({ ...world, ids: { ...world.ids, expense } }, "member");
    const send = () => call(name, { as: member, ...input, headers: { "idempotency-key": "removed" } });
    const first = await send();
    expect(first.status).toBeLessThan(300);
    expect((await send()).body).toEqual(first.body);

    const { groups } = await collections();
    await groups.updateMany({}, { $pull: { members: member._id } });
    const before = await dump();
    const again = await send();
    const { message } = ERRORS["not-found"];
    expect(again.status).toBe(404);
    expect(again.body).toEqual({ success: false, error: message, message, code: "not-found" });
    expect(await dump()).toEqual(before);
  });

  test("a created group, of which someone else is the creator now, is not found", async () => {
    const send = sender("createGroup", "left", { body: { title: "Once", icon: ICON, members: [member.id] } });
    const { _id } = (await send()).body as { _id: string };
    const { groups } = await collections();
    const handedOver = { $set: { createdBy: member._id, members: [member._id] } };
    await groups.updateOne({ _id: new ObjectId(_id) }, handedOver);
    expect(await send()).toMatchObject({ status: 404, body: { code: "not-found" } });
  });
});

test("a failed request can be repeated with the same key when it can succeed", async () => {
  const input = { params: { groupId: world.ids.group }, body: { toUserId: world.bystander.id } };
  const send = sender("inviteToGroup", "later", input);
  expect((await send()).status).toBe(422);
  const asked = await call("sendFriendRequest", { as: creator, body: { to: world.bystander.id } });
  const { _id: id } = asked.body as { _id: string };
  await call("acceptFriendRequest", { as: world.bystander, params: { id } });
  expect((await send()).status).toBe(201);
});

test("keys are kept longer than the drafts that are sent again with them", () => {
  const setItem = jest.fn<void, [key: string, value: string]>();
  const { window } = globalThis;
  globalThis.window = { localStorage: { getItem: () => null, setItem } } as unknown as typeof window;
  saveDraft(creator.id, "/groups", { values: {}, untouched: {}, attempt: null });
  globalThis.window = window;
  const { until } = JSON.parse(setItem.mock.calls[0]![1]) as { until: number };
  const [, , options] = INDEXES.find(([name]) => name === "idempotencyKeys")!;
  expect(Date.now() + options!.expireAfterSeconds! * 1000).toBeGreaterThan(until);
});

test("keys contain neither names nor pictures", async () => {
  await sender("createExpense", "names", anExpense())();
  await sender("inviteToGroup", "names", {
    params: { groupId: world.ids.group },
    body: { toUserId: world.friendOfAll.id },
  })();
  const { idempotencyKeys } = await collections();
  const keys = await idempotencyKeys.find({ _id: new RegExp(`^${creator.id}:`) }).toArray();
  expect(keys.length).toBeGreaterThanOrEqual(2);
  for (const { name } of [creator, member, world.friendOfAll]) {
    expect(JSON.stringify(keys)).not.toContain(name);
  }
  expect(keys.every(({ result }) => result["_id"] instanceof ObjectId)).toBe(true);
});
