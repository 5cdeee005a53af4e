import fc from "fast-check";
import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { collections } from "@/lib/db/collections";
import { createLink } from "@/lib/db/links";
import { operations, type OperationName } from "@/lib/contract/operations";
import { useTestDatabase } from "@/testing/database";
import { aGuest } from "@/testing/people";
import { call, type Answered } from "@/testing/api/call";
import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { aChain, anEvent } from "@/testing/people";
import { buildWorld, dump, ICON, restore, type World } from "@/testing/api/world";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// An independent server takes much longer.
const REQUESTS = runs(5_000);

let world: World;
/** An expense that the member may edit. */
let ownExpense: string;
/** An event with payments that a plan can replace. */
let chained: string;
beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  world = await buildWorld();
  const groupId = new ObjectId(world.ids.group);
  guest = await aGuest(world.people.member, groupId, "Nina");
  claimToken = (await createLink(world.people.member._id, groupId, guest._id)).token;
  const body = { eventId: world.ids.event, ...anExpense(world) };
  const added = await call("createExpense", { as: world.people.member, body });
  expect(added.status).toBe(201);
  ownExpense = (added.body as { _id: string })._id;
  const { member, creator } = world.people;
  const event = await anEvent(new ObjectId(world.ids.group), "Chain", [creator]);
  await aChain(event, [member, world.leaver, creator]);
  chained = event.toHexString();
});

let guest: Viewer;
let claimToken: string;

type Target = {
  name: OperationName;
  params?: (world: World) => Record<string, string>;
  body: (world: World) => Record<string, unknown>;
};

/** The body fields of every call are attacked within an otherwise valid request. */
const TARGETS: Target[] = [
  { name: "googleAuth", body: (w) => ({ email: w.people.member.email, name: "M", picture: "", sub: "1" }) },
  { name: "sendFriendRequest", body: (w) => ({ to: w.leaver.id, from: w.people.member.id }) },
  { name: "blockUser", body: (w) => ({ blockedId: w.nuisance.id }) },
  {
    name: "createGroup",
    body: (w) => ({
      title: "T",
      icon: ICON,
      members: [w.people.creator.id],
      guests: ["G"],
      fromUserId: w.people.member.id,
    }),
  },
  {
    name: "editGroup",
    params: (w) => ({ groupId: w.ids.group }),
    body: (w) => ({ title: "T", icon: ICON, userId: w.people.member.id, rev: undefined }),
  },
  {
    name: "inviteToGroup",
    params: (w) => ({ groupId: w.ids.group }),
    body: (w) => ({ toUserId: w.friendOfAll.id, fromUserId: w.people.member.id }),
  },
  { name: "addGuest", params: (w) => ({ groupId: w.ids.group }), body: () => ({ name: "G" }) },
  { name: "createLink", params: (w) => ({ groupId: w.ids.group }), body: () => ({ guestId: guest.id }) },
  {
    name: "createSharedLink",
    params: (w) => ({ eventId: w.ids.event }),
    body: (w) => ({ settlementId: w.ids.settlement }),
  },
  { name: "claimGuest", params: () => ({ id: guest.id }), body: () => ({ token: claimToken }) },
  { name: "joinByLink", params: (w) => ({ token: w.token }), body: () => ({ name: "G" }) },
  {
    name: "removeMember",
    params: (w) => ({ groupId: w.ids.group }),
    body: (w) => ({ userId: w.people.creator.id }),
  },
  {
    name: "createEvent",
    body: (w) => ({
      title: "T",
      date: "2026-01-01",
      participants: [w.people.member.id],
      createdBy: w.people.member.id,
      groupId: w.ids.group,
    }),
  },
  {
    name: "editEvent",
    params: (w) => ({ eventId: w.ids.event }),
    body: (w) => ({ title: "T", date: "2026-01-01", participants: [w.people.member.id], rev: undefined }),
  },
  {
    name: "createExpense",
    body: (w) => ({ eventId: w.ids.event, paidBy: w.people.member.id, ...anExpense(w) }),
  },
  {
    name: "editExpense",
    params: () => ({ expenseId: ownExpense }),
    body: (w) => ({ ...anExpense(w), rev: undefined }),
  },
  {
    name: "settle",
    params: (w) => ({ id: w.ids.settlement }),
    body: (w) => ({ settled: true, userId: w.people.member.id, amount: w.owed, part: 1, ...HOW_PAID }),
  },
  {
    name: "recordPayment",
    params: (w) => ({ eventId: w.ids.event }),
    body: (w) => ({ to: w.people.creator.id, amount: 5, ...HOW_PAID }),
  },
  {
    name: "settleUp",
    params: (w) => ({ id: w.people.creator.id }),
    body: (w) => ({
      userId: w.people.member.id,
      payments: [{ _id: w.ids.settlement, amount: w.owed }],
      ...HOW_PAID,
    }),
  },
  {
    name: "applyEventPlan",
    params: () => ({ eventId: chained }),
    body: (w) => ({ payments: [{ from: w.people.member.id, to: w.people.creator.id, amount: 10 }] }),
  },
  {
    name: "applyGroupPlan",
    params: (w) => ({ groupId: w.ids.group }),
    body: (w) => ({ payments: [{ from: w.people.member.id, to: w.people.creator.id, amount: w.owed + 10 }] }),
  },
  { name: "addComment", params: (w) => ({ expenseId: w.ids.expense }), body: () => ({ text: "T" }) },
];

const HOW_PAID = { method: "cash", note: "N" };

const anExpense = ({ people: { member } }: World) => ({
  description: "D",
  amount: 1.5,
  splitWith: [member.id],
  split: { mode: "equal", values: [] },
  payers: [{ user: member.id, amount: 1.5 }],
  note: "N",
  date: "2026-01-01",
  category: "dining",
});

test("every call with a body is attacked", () => {
  const withBody = Object.entries(operations).filter(([, operation]) => "body" in operation);
  expect(TARGETS.map(({ name }) => name).sort()).toEqual(withBody.map(([name]) => name).sort());
});

test.each(TARGETS)("the body of $name is valid without an attack", async ({ name, params, body }) => {
  const before = await dump();
  const answer = await call(name, {
    as: world.people.member,
    params: params?.(world) ?? {},
    body: body(world),
  });
  // Only the creator can remove others; a member who leaves could do nothing else in the group. Nobody with a session
  // becomes a guest.
  expect(["removeMember", "joinByLink"].includes(name) ? [403] : [200, 201]).toContain(answer.status);
  await restore(before);
});

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    { $gt: "" },
    { $ne: null },
    { $where: "sleep(1000)" },
    { $set: { createdBy: 1 } },
    "$where",
    "a.b.$[]",
    ["$in"],
    [[["deep"]]],
    { __proto__: { admin: true } },
    JSON.parse('{"__proto__":{"polluted":true}}'),
    { constructor: { prototype: { polluted: true } } },
    null,
    true,
    -0,
    1e308,
    -1,
    0.1 + 0.2,
    2 ** 53,
    "NaN",
    "Infinity",
    "1e5",
    "0x10",
    "\u0000",
    "\u0000title\u0000",
    "\ud800",
    "\u202Eevil\u202C",
    "\u3164",
    "\u200B\u00AD\u2060",
    "pay\u200Bpal\u200F",
    "\u200D\uFE0F",
    "\u2800",
    "مرحبا بالعالم",
    "👩‍👩‍👧‍👦🧾",
    "e\u0301".repeat(30),
    "x".repeat(1_000_000),
    "x".repeat(60_000),
    "<script>alert(1)</script>",
    "'; DROP TABLE users; --",
    "2026-13-45",
    "+275760-09-13",
    "0000-00-00",
    "",
    " \t\n ",
    [],
    {},
    Array.from({ length: 5_000 }, () => "a"),
    "000000000000000000000000",
    "zzzzzzzzzzzzzzzzzzzzzzzz",
  ),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 6 }),
);

const deep = "[".repeat(20_000) + "]".repeat(20_000);

/** Characters that must never reach the database in a line of text. */
const UNCLEAN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u00AD\u200B\u2060\uFEFF\u3164\uFFA0]/u;

/** Texts without visible characters. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\s\u2800]*$/u;

async function storedTexts(): Promise<string[]> {
  const { groups, events, expenses, users, settlements, activities } = await collections();
  const lines = (text: string | null | undefined) => (text ?? "").split("\n").filter((line) => line !== "");
  return [
    ...(await groups.find().toArray()).map(({ title }) => title),
    ...(await events.find().toArray()).map(({ title }) => title),
    ...(await expenses.find().toArray()).flatMap(({ description, note }) => [description, ...lines(note)]),
    ...(await settlements.find().toArray()).flatMap(({ note }) => lines(note)),
    ...(await activities.find().toArray()).flatMap(({ text }) => lines(text)),
    ...(await users.find().toArray()).map(({ name }) => name),
  ];
}

function expectDecent(answer: Answered): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expect(answer.body).toMatchObject({ success: false, error: expect.any(String) });
}

test(
  `${REQUESTS} hostile requests: no failure of the server, nothing unclean stored`,
  async () => {
    const log = jest.spyOn(console, "error").mockImplementation(() => {});
    const attack = fc.record({
      target: fc.constantFrom(...TARGETS),
      fields: fc.array(fc.record({ pick: fc.nat(9), value: nasty }), { minLength: 1, maxLength: 3 }),
      extra: fc.option(fc.record({ key: fc.constantFrom("$set", "_id", "deletedAt", "net"), value: nasty })),
    });
    await fc.assert(
      fc.asyncProperty(attack, async ({ target, fields, extra }) => {
        const body = target.body(world);
        const keys = Object.keys(body);
        for (const { pick, value } of fields) body[keys[pick % keys.length]!] = value;
        if (extra) body[extra.key] = extra.value;
        expectDecent(
          await call(target.name, {
            as: world.people.member,
            params: target.params?.(world) ?? {},
            body,
          }),
        );
      }),
      { numRuns: REQUESTS },
    );
    expect(log).not.toHaveBeenCalled();
    expect((await storedTexts()).filter((text) => UNCLEAN.test(text) || INVISIBLE.test(text))).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const { groups } = await collections();
    for (const group of await groups.find().toArray()) expect(group).toMatchObject({ deletedAt: null });
  },
  10 * 60_000,
);

test.each([
  ["deep JSON", deep],
  ["a number", "12"],
  ["a string", '"text"'],
  ["nothing", ""],
  ["half a document", '{"title": "'],
  ["a megabyte", JSON.stringify({ title: "x".repeat(1_000_000) })],
])("%s as a body changes nothing", async (_, body) => {
  const before = await dump();
  for (const { name, params } of TARGETS) {
    const answer = await call(name, { as: world.people.member, params: params?.(world) ?? {}, body });
    expectDecent(answer);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
  expect(await dump()).toEqual(before);
});
