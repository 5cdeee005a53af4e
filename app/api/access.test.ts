import { readdirSync } from "node:fs";
import { join } from "node:path";
import { EJSON } from "bson";
import { ObjectId } from "mongodb";
import { ERRORS } from "@/lib/errors";
import { actorFields, type Operation } from "@/lib/schemas/operation";
import { operations, type OperationName } from "@/lib/schemas/operations";
import { useTestDatabase } from "@/lib/testing/database";
import { call, routeFile, type CallInput } from "./_testing/call";
import {
  buildWorldWithPast,
  dump,
  restore,
  type Dump,
  ICON,
  ROLES,
  SECRETS,
  type Role,
  type WorldWithPast as World,
} from "./_testing/world";

jest.mock("@/lib/auth", () => jest.requireActual("@/lib/testing/session"));

useTestDatabase();

let world: World;
let stored: Dump;

beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  world = await buildWorldWithPast();
  stored = await dump();
});

type Request = Omit<CallInput, "as">;
type Statuses = [
  anonymous: number,
  stranger: number,
  invited: number,
  exMember: number,
  member: number,
  creator: number,
];

type Row = {
  /** A valid request by this person. */
  request: (world: World, role: Role) => Request;
  statuses: Statuses;
};

// The expected status for each role.
const OWN: Statuses = [401, 200, 200, 200, 200, 200];
const MEMBERS: Statuses = [401, 404, 404, 404, 200, 200];
const MEMBERS_CREATE: Statuses = [401, 404, 404, 404, 201, 201];
const CREATOR: Statuses = [401, 404, 404, 404, 403, 200];

const event = { title: "Job", date: "2026-05-01" };
const expense = { description: "Rope", amount: 12.34 };
const ofGroup = ({ ids }: World) => ({ params: { groupId: ids.group } });
const ofEvent = ({ ids }: World) => ({ params: { eventId: ids.event } });
const ofExpense = ({ ids }: World) => ({ params: { expenseId: ids.expense } });
const selfOf = ({ people }: World, role: Role) => people[role === "anonymous" ? "stranger" : role];

const MATRIX: Record<OperationName, Row> = {
  googleAuth: {
    request: (w, role) => ({ body: { email: selfOf(w, role).email, name: "Me" } }),
    statuses: OWN,
  },
  getUser: { request: (w) => ({ params: { id: w.bystander.id } }), statuses: OWN },
  searchUsers: { request: () => ({ query: { query: "nobody@" } }), statuses: OWN },
  listFriends: { request: () => ({}), statuses: OWN },
  friendSummary: { request: () => ({}), statuses: OWN },
  sendFriendRequest: {
    request: (w) => ({ body: { to: w.leaver.id } }),
    statuses: [401, 201, 201, 201, 201, 201],
  },
  listFriendRequests: { request: () => ({}), statuses: OWN },
  acceptFriendRequest: {
    request: (w) => ({ params: { id: w.ids.request } }),
    statuses: [401, 404, 404, 404, 200, 404],
  },
  ignoreFriendRequest: {
    request: (w) => ({ params: { id: w.ids.request } }),
    statuses: [401, 404, 404, 404, 200, 404],
  },
  deleteFriend: {
    request: (w) => ({ params: { friendId: w.people.creator.id } }),
    statuses: [401, 404, 200, 200, 200, 404],
  },
  listBlocked: { request: () => ({}), statuses: OWN },
  blockUser: { request: (w) => ({ body: { blockedId: w.leaver.id } }), statuses: OWN },
  unblockUser: {
    request: (w) => ({ params: { blockedId: w.nuisance.id } }),
    statuses: [401, 404, 404, 404, 200, 404],
  },
  listSessions: { request: () => ({}), statuses: OWN },
  endSession: {
    request: (w) => ({ params: { id: w.ids.session } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  exportMyData: { request: () => ({}), statuses: OWN },
  exportMyExpenses: { request: () => ({}), statuses: OWN },
  // Refused while a payment is open.
  deleteAccount: { request: () => ({}), statuses: [401, 200, 200, 200, 409, 409] },
  exportGroup: { request: ofGroup, statuses: MEMBERS },
  exportGroupExpenses: { request: ofGroup, statuses: MEMBERS },
  listGroups: { request: () => ({}), statuses: OWN },
  createGroup: {
    request: (w) => ({ body: { title: "New", icon: ICON, members: [w.friendOfAll.id] } }),
    statuses: [401, 201, 201, 201, 201, 201],
  },
  getGroup: { request: ofGroup, statuses: MEMBERS },
  deleteGroup: { request: ofGroup, statuses: CREATOR },
  editGroup: { request: (w) => ({ ...ofGroup(w), body: { title: "New", icon: ICON } }), statuses: MEMBERS },
  inviteToGroup: {
    request: (w) => ({ ...ofGroup(w), body: { toUserId: w.friendOfAll.id } }),
    statuses: MEMBERS_CREATE,
  },
  listPendingInvitations: { request: ofGroup, statuses: MEMBERS },
  removeMember: { request: (w) => ({ ...ofGroup(w), body: { userId: w.leaver.id } }), statuses: CREATOR },
  listGroupRequests: { request: () => ({}), statuses: OWN },
  acceptGroupRequest: {
    request: (w) => ({ params: { id: w.ids.invitation } }),
    statuses: [401, 404, 200, 404, 404, 404],
  },
  ignoreGroupRequest: {
    request: (w) => ({ params: { id: w.ids.invitation } }),
    statuses: [401, 404, 200, 404, 404, 200],
  },
  listEvents: { request: (w) => ({ query: { groupId: w.ids.group } }), statuses: MEMBERS },
  createEvent: {
    request: (w) => ({ body: { ...event, groupId: w.ids.group, participants: [w.people.creator.id] } }),
    statuses: MEMBERS_CREATE,
  },
  getEvent: { request: ofEvent, statuses: MEMBERS },
  editEvent: {
    request: (w) => ({ ...ofEvent(w), body: { ...event, participants: [w.people.member.id] } }),
    statuses: MEMBERS,
  },
  deleteEvent: { request: ofEvent, statuses: CREATOR },
  listExpenses: { request: (w) => ({ query: { eventId: w.ids.event } }), statuses: MEMBERS },
  createExpense: {
    request: (w) => ({ body: { ...expense, eventId: w.ids.event, splitWith: [w.people.member.id] } }),
    statuses: MEMBERS_CREATE,
  },
  getExpense: { request: ofExpense, statuses: MEMBERS },
  editExpense: {
    request: (w) => ({ ...ofExpense(w), body: { ...expense, splitWith: [w.people.member.id] } }),
    statuses: CREATOR,
  },
  deleteExpense: { request: ofExpense, statuses: CREATOR },
  listSettlements: { request: (w) => ({ query: { eventId: w.ids.event } }), statuses: MEMBERS },
  groupActivity: { request: ofGroup, statuses: MEMBERS },
  eventActivity: { request: ofEvent, statuses: MEMBERS },
  expenseActivity: { request: ofExpense, statuses: MEMBERS },
  listActivity: { request: () => ({}), statuses: OWN },
  newActivity: { request: () => ({}), statuses: OWN },
  seeActivity: { request: () => ({}), statuses: OWN },
  addComment: { request: (w) => ({ ...ofExpense(w), body: { text: "Why?" } }), statuses: MEMBERS_CREATE },
  deleteComment: { request: (w) => ({ params: { id: w.ids.comment } }), statuses: CREATOR },
  listDeleted: { request: ofGroup, statuses: MEMBERS },
  listDeletedGroups: { request: () => ({}), statuses: OWN },
  restoreExpense: {
    request: (w) => ({ params: { expenseId: w.ids.deletedExpense } }),
    statuses: CREATOR,
  },
  restoreEvent: { request: (w) => ({ params: { eventId: w.ids.deletedEvent } }), statuses: CREATOR },
  restoreGroup: {
    request: (w) => ({ params: { groupId: w.ids.deletedGroup } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  openPayments: { request: (w) => ({ params: { id: w.bystander.id } }), statuses: OWN },
  settleUp: {
    request: (w, role) => ({
      params: { id: (role === "creator" ? w.people.member : w.people.creator).id },
      body: { payments: [{ _id: w.ids.settlement, amount: w.owed }] },
    }),
    statuses: [401, 404, 404, 404, 201, 201],
  },
  undoSettleUp: {
    request: (w) => ({ params: { id: w.leaver.id, batchId: w.ids.batch } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  why: { request: (w) => ({ params: { id: w.ids.settlement } }), statuses: MEMBERS },
  settle: {
    request: (w) => ({ params: { id: w.ids.settlement }, body: { settled: true } }),
    statuses: MEMBERS,
  },
};

const NOT_FOUND = {
  success: false,
  error: ERRORS["not-found"].message,
  message: ERRORS["not-found"].message,
  code: "not-found",
};
const WRONG_ACTOR = {
  ...NOT_FOUND,
  error: "You can only do this as yourself.",
  message: "You can only do this as yourself.",
  code: "wrong-actor",
};
const SIGN_IN = {
  ...NOT_FOUND,
  error: "Please sign in.",
  message: "Please sign in.",
  code: "unauthenticated",
};

const names = Object.keys(operations) as OperationName[];
const cells = names.flatMap((name) => ROLES.map((role) => [name, role] as const));
const sessionOf = (role: Role) => (role === "anonymous" ? null : world.people[role]);

/** Refused calls and reads change nothing. `attempt` has restored what permitted writes changed. */
async function expectUnchanged(): Promise<void> {
  const now = await dump();
  // Jest's own comparison is slow, so it runs only to report a difference.
  if (EJSON.stringify(now) !== EJSON.stringify(stored)) expect(now).toEqual(stored);
}

/** Makes the call. Checks that refused calls reveal nothing. Each test ends with `expectUnchanged`. */
async function attempt(name: OperationName, role: Role, request: Request) {
  const answer = await call(name, { as: sessionOf(role), ...request });
  const refused = answer.status >= 400;
  if (!refused && operations[name].method !== "GET") await restore(stored);
  if (refused) {
    // A member gets the details of their own open payments.
    const mayKnow = ["member", "creator"].includes(role) && answer.status === 409;
    if (!mayKnow) for (const secret of SECRETS) expect(answer.text).not.toContain(secret);
  }
  return answer;
}

test.each(cells)("%s by %s: the expected answer", async (name, role) => {
  const row = MATRIX[name];
  const { status, body } = await attempt(name, role, row.request(world, role));
  expect(status).toBe(row.statuses[ROLES.indexOf(role)]);
  if (status === 404) expect(body).toEqual(NOT_FOUND);
  if (status === 401) expect(body).toEqual(SIGN_IN);
  if (status < 400) expect(operations[name].answer.safeParse(body).error).toBeUndefined();
  await expectUnchanged();
});

test("the fields that name the actor", () => {
  const fields = Object.entries(operations).map(([name, operation]) => [name, actorFields(operation)]);
  const named = (field: string, ...names: OperationName[]) => names.map((name) => [name, [field]]);
  expect(Object.fromEntries(fields.filter(([, list]) => list!.length > 0))).toEqual(
    Object.fromEntries([
      ...named("from", "sendFriendRequest"),
      ...named("fromUserId", "createGroup", "inviteToGroup"),
      ...named("createdBy", "createEvent"),
      ...named("paidBy", "createExpense"),
      ...named("userId", "listFriends", "friendSummary", "listFriendRequests", "deleteFriend", "listGroups"),
      ...named("userId", "listGroupRequests", "listDeletedGroups", "newActivity"),
      ...named("userId", "editGroup", "settle", "settleUp"),
      ...named("userId", "listActivity", "seeActivity", "groupActivity", "eventActivity", "expenseActivity"),
      ...named("userId", "listBlocked", "blockUser", "unblockUser"),
      ...named("userId", "listDeleted", "listEvents", "listExpenses", "listSettlements", "why"),
    ]),
  );
});

const withActor = cells.filter(([name]) => actorFields(operations[name]).length > 0);

test.each(withActor)("%s by %s: forged actor ids are refused", async (name, role) => {
  const operation: Operation = operations[name];
  const request = MATRIX[name].request(world, role);
  for (const forged of [world.bystander.id, "not-an-id", ""]) {
    const named = Object.fromEntries(actorFields(operation).map((field) => [field, forged]));
    const answer = await attempt(name, role, {
      ...request,
      ...(operation.body
        ? { body: { ...(request.body as object), ...named } }
        : { query: { ...request.query, ...named } }),
    });
    expect(answer.status).toBe(role === "anonymous" ? 401 : 403);
    expect(answer.body).toEqual(role === "anonymous" ? SIGN_IN : WRONG_ACTOR);
  }
  await expectUnchanged();
});

/** The ids that name the target of a call, in URL, query, or body. */
const REFERENCES = [
  "batchId",
  "groupId",
  "eventId",
  "expenseId",
  "friendId",
  "id",
  "to",
  "toUserId",
  "blockedId",
];

test.each(cells)(
  "%s by %s: malformed and unknown ids get the same answer as unseen ones",
  async (name, role) => {
    const request = MATRIX[name].request(world, role);
    const bad = ["not-an-id", new ObjectId().toHexString(), "../../groups", "\u0000", "{}"];
    for (const id of bad) {
      for (const part of ["params", "query", "body"] as const) {
        const values = (request[part] ?? {}) as Record<string, unknown>;
        for (const field of Object.keys(values).filter((key) => REFERENCES.includes(key))) {
          const answer = await attempt(name, role, { ...request, [part]: { ...values, [field]: id } });
          if (role === "anonymous") expect(answer.status).toBe(401);
          else if (name === "inviteToGroup" && field === "toUserId" && ObjectId.isValid(id)) {
            expect([404, 422]).toContain(answer.status);
          } else expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
        }
      }
    }
    await expectUnchanged();
  },
);

test("lists reveal nothing of the group to outsiders", async () => {
  for (const role of ["stranger", "exMember"] as const) {
    for (const name of [
      "listGroups",
      "listGroupRequests",
      "friendSummary",
      "exportMyExpenses",
      "deleteAccount",
    ] as const) {
      const { text } = await call(name, { as: sessionOf(role) });
      for (const secret of ["Hideout", "Heist"]) expect(text).not.toContain(secret);
    }
  }
  await restore(stored);
  const invited = await call("listGroupRequests", { as: sessionOf("invited") });
  expect(invited.body).toMatchObject([{ from: { name: "Mastermind" }, groupId: { title: "Hideout" } }]);
});

test("every route file is covered, with all its methods", () => {
  const open = ["/api/auth/[...nextauth]", "/api/health", "/api/openapi.json"].map(routeFile);
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts"))
    .map((file) => join(process.cwd(), "app", "api", file));
  const expected = new Map<string, string[]>();
  for (const { path, method } of Object.values(operations)) {
    expected.set(routeFile(path), [...(expected.get(routeFile(path)) ?? []), method].sort());
  }
  const actual = new Map(
    files
      .filter((file) => !open.includes(file))
      .map((file) => {
        const exported = Object.keys(jest.requireActual<object>(file));
        return [file, exported.filter((key) => /^[A-Z]+$/.test(key)).sort()];
      }),
  );
  expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
});
