import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { collections } from "@/lib/db/collections";
import { actorFields, type Operation } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import { useTestDatabase } from "@/testing/database";
import { call } from "@/testing/api/call";
import { buildWorld, ICON, type World } from "@/testing/api/world";
import { dump } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let world: World;
let creator: Viewer;
let member: Viewer;

beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  world = await buildWorld();
  ({ creator, member } = world.people);
});

type Case = {
  title: string;
  name: OperationName;
  params?: () => Record<string, string>;
  body: () => unknown;
  status?: number;
  error: string;
  field?: string;
};

const group = { title: "Trip", icon: ICON };
const members = () => [member.id];
const groupParams = () => ({ groupId: world.ids.group });
const eventParams = () => ({ eventId: world.ids.event });
const expenseParams = () => ({ expenseId: world.ids.expense });
const event = () => ({ title: "Dinner", date: "2026-05-01", participants: members() });
const expense = () => ({ description: "Rope", amount: 5, splitWith: members() });
const newEvent = (change: object) => () => ({ ...event(), groupId: world.ids.group, ...change });
const newExpense = (change: object) => () => ({ ...expense(), eventId: world.ids.event, ...change });
const payer = ({ id }: { id: string }, amount: number) => ({ user: id, amount });
const ofPart = (amount: number, mode: string, value: number) => () => ({
  ...newExpense({ amount, splitWith: [creator.id] })(),
  split: { mode, values: [{ user: creator.id, value }] },
});

const NAME = "Please enter a group name.";
const FIELDS = "All fields are required.";
const AMOUNT = "Description and amount are required.";
const RANGE =
  "Enter an amount from $0.01 to $9,999,999.99 with at most 2 decimals, or with a minus for a refund.";

// The messages and the order of the checks (docs/rules.md#input).
const CASES: Case[] = [
  {
    title: "group: a blank title comes first",
    name: "createGroup",
    body: () => ({ title: "  ", icon: "", members: [] }),
    error: NAME,
    field: "title",
  },
  { title: "group: no title", name: "createGroup", body: () => ({}), error: NAME },
  { title: "group: a title that is no text", name: "createGroup", body: () => ({ title: 5 }), error: NAME },
  {
    title: "group: only control characters",
    name: "createGroup",
    body: () => ({ ...group, title: "\u0000\u0007\t", members: members() }),
    error: NAME,
  },
  {
    title: "group: a title that nobody sees",
    name: "createGroup",
    body: () => ({ ...group, title: "\u3164\u200B\u00AD", members: members() }),
    error: NAME,
  },
  {
    title: "event: a title that nobody sees",
    name: "createEvent",
    body: newEvent({ title: "\u200D\u2060\uFE0F" }),
    error: FIELDS,
    field: "title",
  },
  {
    title: "expense: a description that nobody sees",
    name: "createExpense",
    body: newExpense({ description: "\u2800 \u115F" }),
    error: AMOUNT,
    field: "description",
  },
  {
    title: "group: then the icon",
    name: "createGroup",
    body: () => ({ title: "Trip", icon: "", members: [] }),
    error: "Group icon is missing.",
    field: "icon",
  },
  {
    title: "group: an icon that is none of ours",
    name: "createGroup",
    body: () => ({ ...group, icon: "https://elsewhere.test/x.png", members: members() }),
    error: "Please choose one of the group icons.",
  },
  {
    title: "group: then the participants",
    name: "createGroup",
    body: () => ({ ...group, members: [] }),
    error: "Please select at least one participant.",
    field: "members",
  },
  {
    title: "group: oneself is no participant",
    name: "createGroup",
    body: () => ({ ...group, members: [creator.id] }),
    error: "Please select at least one participant.",
    field: "members",
  },
  {
    title: "group: only friends",
    name: "createGroup",
    body: () => ({ ...group, members: [world.bystander.id] }),
    error: "You can only invite your friends.",
    field: "members",
  },
  {
    title: "edit group: title",
    name: "editGroup",
    params: groupParams,
    body: () => ({ ...group, title: "" }),
    error: NAME,
  },
  {
    title: "edit group: icon",
    name: "editGroup",
    params: groupParams,
    body: () => ({ title: "Trip" }),
    error: "Group icon is missing.",
  },
  {
    title: "invite: already a member",
    name: "inviteToGroup",
    params: groupParams,
    body: () => ({ toUserId: member.id }),
    status: 409,
    error: "This person is already a member.",
  },
  {
    title: "invite: already invited",
    name: "inviteToGroup",
    params: groupParams,
    body: () => ({ toUserId: world.people.invited.id }),
    status: 409,
    error: "This person has already been invited.",
  },
  {
    title: "invite: not a friend",
    name: "inviteToGroup",
    params: groupParams,
    body: () => ({ toUserId: world.bystander.id }),
    error: "You can only invite your friends.",
  },
  {
    title: "remove member: unsettled payments",
    name: "removeMember",
    params: groupParams,
    body: () => ({ userId: member.id }),
    status: 409,
    error: "Safecracker still has unsettled payments in this group.",
  },
  {
    title: "remove member: the creator",
    name: "removeMember",
    params: groupParams,
    body: () => ({ userId: creator.id }),
    status: 403,
    error: "The creator of the group can't be removed.",
  },
  {
    title: "event: title",
    name: "createEvent",
    body: newEvent({ title: " " }),
    error: FIELDS,
    field: "title",
  },
  { title: "event: date", name: "createEvent", body: newEvent({ date: "" }), error: FIELDS, field: "date" },
  {
    title: "event: participants",
    name: "createEvent",
    body: newEvent({ participants: [] }),
    error: FIELDS,
    field: "participants",
  },
  {
    title: "event: an impossible day",
    name: "createEvent",
    body: newEvent({ date: "2026-02-30" }),
    error: "Please enter a date like 2026-03-14.",
  },
  {
    title: "event: an outsider",
    name: "createEvent",
    body: () => ({ ...newEvent({})(), participants: [world.bystander.id] }),
    error: "Everyone selected must be a member of the group.",
    field: "participants",
  },
  {
    title: "edit event: title",
    name: "editEvent",
    params: eventParams,
    body: () => ({ ...event(), title: "" }),
    error: FIELDS,
  },
  {
    title: "edit event: participants",
    name: "editEvent",
    params: eventParams,
    body: () => ({ ...event(), participants: [] }),
    error: FIELDS,
  },
  {
    title: "expense: description",
    name: "createExpense",
    body: newExpense({ description: " " }),
    error: AMOUNT,
    field: "description",
  },
  {
    title: "expense: amount",
    name: "createExpense",
    body: newExpense({ amount: "" }),
    error: AMOUNT,
    field: "amount",
  },
  {
    title: "expense: no amount",
    name: "createExpense",
    body: newExpense({ amount: undefined }),
    error: AMOUNT,
  },
  {
    title: "expense: participants",
    name: "createExpense",
    body: newExpense({ splitWith: [] }),
    error: "Please select participants.",
    field: "splitWith",
  },
  { title: "expense: zero", name: "createExpense", body: newExpense({ amount: 0 }), error: RANGE },
  {
    title: "expense: a refund that is too large",
    name: "createExpense",
    body: newExpense({ amount: -10_000_000 }),
    error: RANGE,
  },
  {
    title: "expense: a refund by adjustments",
    name: "createExpense",
    body: ofPart(-60, "adjust", 0),
    error: "A refund can't be split by adjustments.",
    field: "split",
  },
  {
    title: "expense: a refund with a positive amount of a person",
    name: "createExpense",
    body: ofPart(-60, "amounts", 60),
    error: "In a refund, amounts can't be positive.",
    field: "split",
  },
  {
    title: "expense: a negative amount of a person",
    name: "createExpense",
    body: ofPart(60, "amounts", -60),
    error: "Values can't be negative.",
    field: "split",
  },
  {
    title: "expense: a refund of which some was paid",
    name: "createExpense",
    body: () => ({ ...newExpense({ amount: -60 })(), payers: [payer(creator, -70), payer(member, 10)] }),
    error: "In a refund, the amount of each payer must be negative.",
    field: "payers",
  },
  {
    title: "expense: a refund that was paid",
    name: "createExpense",
    body: () => ({ ...newExpense({ amount: -60 })(), payers: [payer(creator, 60)] }),
    error: "The payments total $60.00, but the expense is −$60.00.",
    field: "payers",
  },
  {
    title: "expense: a third decimal",
    name: "createExpense",
    body: newExpense({ amount: 1.005 }),
    error: RANGE,
  },
  {
    title: "expense: too much",
    name: "createExpense",
    body: newExpense({ amount: 10_000_000 }),
    error: RANGE,
  },
  {
    title: "expense: an outsider",
    name: "createExpense",
    body: () => ({ ...newExpense({})(), splitWith: [world.bystander.id] }),
    error: "Everyone selected must be a member of the group.",
    field: "splitWith",
  },
  {
    title: "edit expense: description",
    name: "editExpense",
    params: expenseParams,
    body: () => ({ ...expense(), description: "" }),
    error: AMOUNT,
  },
  {
    title: "edit expense: participants",
    name: "editExpense",
    params: expenseParams,
    body: () => ({ ...expense(), splitWith: [] }),
    error: "Please select participants.",
  },
  {
    title: "friend request: to oneself",
    name: "sendFriendRequest",
    body: () => ({ to: creator.id }),
    error: "You can't be friends with yourself.",
  },
  {
    title: "friend request: already friends",
    name: "sendFriendRequest",
    body: () => ({ to: member.id }),
    status: 409,
    error: "You are already friends.",
  },
  {
    title: "unsettle: not settled",
    name: "settle",
    params: () => ({ id: world.ids.settlement }),
    body: () => ({ settled: false }),
    status: 409,
    error: "This payment is not settled.",
  },
  {
    title: "settle: the amount is another by now",
    name: "settle",
    params: () => ({ id: world.ids.settlement }),
    body: () => ({ settled: true, amount: 49 }),
    status: 409,
    error: "The payment has changed. Please check it and try again.",
  },
];

test.each(CASES)("$title", async ({ name, params, body, status = 422, error, field }) => {
  const before = await dump();
  const response = await call(name, { as: creator, params: params?.() ?? {}, body: body() });
  expect(response.status).toBe(status);
  expect(response.body).toMatchObject({ success: false, error, message: error });
  if (field)
    expect(response.body).toMatchObject({ fieldErrors: { [field]: expect.arrayContaining([error]) } });
  expect(await dump()).toEqual(before);
});

test.each(["0", "-1", "501", "1.5", "abc", ""])("a limit of %p is refused", async (limit) => {
  const error = "limit must be a whole number from 1 to 500.";
  for (const name of ["listExpenses", "listEvents", "listSettlements"] as const) {
    const query = { eventId: world.ids.event, groupId: world.ids.group, limit };
    const response = await call(name, { as: creator, query });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ error, message: error, fieldErrors: { limit: [error] } });
  }
});

const withBody = (Object.keys(operations) as OperationName[]).flatMap((name) => {
  const operation: Operation = operations[name];
  const actors = actorFields(operation);
  const fields = Object.keys(operation.body?.shape ?? {}).filter((field) => !actors.includes(field));
  return operation.body ? [{ name, fields }] : [];
});

test.each(withBody)(
  "$name: invalid values are refused with a user-facing message",
  async ({ name, fields }) => {
    const params = { ...groupParams(), ...eventParams(), ...expenseParams(), id: world.ids.settlement };
    for (const value of [5, true, null, [], [5], {}, "x".repeat(1000)]) {
      const body = Object.fromEntries(fields.map((field) => [field, value]));
      const response = await call(name, { as: creator, params, body });
      expect(response.status).toBeGreaterThanOrEqual(400);
      // zod's default messages.
      expect(response.text).not.toMatch(
        /invalid (input|string|option|type|email|url)|too (big|small)|expected/i,
      );
    }
  },
);

test("a repeated request is refused, a mutual one is accepted", async () => {
  const { stranger } = world.people;
  const first = await call("sendFriendRequest", { as: stranger, body: { to: world.leaver.id } });
  expect(first.body).toMatchObject({ success: true, accepted: false });
  const again = await call("sendFriendRequest", { as: stranger, body: { to: world.leaver.id } });
  expect([again.status, again.body]).toEqual([
    409,
    expect.objectContaining({ error: "Request already sent." }),
  ]);
  const back = await call("sendFriendRequest", { as: world.leaver, body: { to: stranger.id } });
  expect([back.status, back.body]).toEqual([201, expect.objectContaining({ accepted: true })]);
});

test("joining a group that has 200 members is refused", async () => {
  const { groups, groupRequests } = await collections();
  const invited = await groupRequests.findOne({ to: world.people.invited._id });
  const members = Array.from({ length: 200 }, () => new ObjectId());
  const before = await groups.findOneAndUpdate({ _id: invited!.groupId }, { $set: { members } });
  const response = await call("acceptGroupRequest", {
    as: world.people.invited,
    params: { id: String(invited!._id) },
  });
  expect([response.status, response.body]).toMatchObject([
    409,
    { error: "This group already has 200 members." },
  ]);
  expect((await groups.findOne({ _id: invited!.groupId }))!.members).toHaveLength(200);
  await groups.updateOne({ _id: invited!.groupId }, { $set: { members: before!.members } });
});

test("settling a settled payment is refused", async () => {
  const request = { as: member, params: { id: world.ids.settlement }, body: { settled: true, amount: 50 } };
  const { expenses } = await collections();
  const shares = (await expenses.findOne({ description: "Getaway car" }))!.shares;
  const owed = shares.find(({ user }) => user.toHexString() === member.id)!.cents / 100;
  request.body.amount = owed;
  expect((await call("settle", request)).body).toMatchObject({
    amount: owed,
    settled: true,
    from: { name: "Safecracker" },
    to: { name: "Mastermind" },
    settledBy: { name: "Safecracker" },
  });
  const again = await call("settle", request);
  expect([again.status, again.body]).toEqual([
    409,
    expect.objectContaining({ success: false, error: "This payment is already settled." }),
  ]);
});
