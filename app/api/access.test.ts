import { readdirSync } from "node:fs";
import { join } from "node:path";
import { EJSON } from "bson";
import { ObjectId } from "mongodb";
import { ERRORS } from "@/lib/server/errors";
import { actorFields, type Operation } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import type { Viewer } from "@/lib/server/access";
import { removeMember } from "@/lib/db/groups";
import { claimGuest } from "@/lib/db/claims";
import { createLink, revokeLink } from "@/lib/db/links";
import { createSharedLink } from "@/lib/db/shared-links";
import { useTestDatabase } from "@/testing/database";
import { aGuest, aPerson, befriend } from "@/testing/people";
import { call, done, routeFile, type CallInput } from "@/testing/api/call";
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
} from "@/testing/api/world";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let world: World;
let stored: Dump;
/** People with and without an account, by their relation to the group's guests and links. */
let guests: Record<"guest" | "removedGuest" | "claimedGuest" | "revokedLink", Viewer>;
let revokedToken: string;

beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  world = await buildWorldWithPast();
  await addGuestsAndLinks();
  stored = await dump();
});

async function addGuestsAndLinks(): Promise<void> {
  const { creator } = world.people;
  const groupId = new ObjectId(world.ids.group);
  const [guest, removedGuest] = [
    await aGuest(creator, groupId, "Nina"),
    await aGuest(creator, groupId, "Rob"),
  ];
  await removeMember(creator._id, groupId, removedGuest._id);
  const revoked = await createLink(creator._id, groupId);
  await revokeLink(creator._id, groupId, revoked.link._id);
  revokedToken = revoked.token;
  // Removing someone has ended the links from before.
  const { link, token } = await createLink(creator._id, groupId);
  const shared = await createSharedLink(creator._id, new ObjectId(world.ids.event), null);
  const links = { link: link._id.toHexString(), sharedLink: shared.link._id.toHexString() };
  world = { ...world, token, ids: { ...world.ids, ...links } };
  const [revokedLink, claimedGuest] = [await aPerson("Holder"), await aPerson("Claimant")];
  for (const one of [revokedLink, claimedGuest]) await befriend(one, world.friendOfAll);
  const { _id: former } = await aGuest(creator, groupId, "Paula");
  const own = await createLink(creator._id, groupId, former);
  await claimGuest({ actor: claimedGuest._id, sessionId: former, guestId: former, token: own.token });
  guests = { guest, removedGuest, claimedGuest, revokedLink };
}

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
  /** The status for a guest with a session. Default: 404, because what is not stated is closed. */
  guest?: number;
  /** The status for someone without an account who was a guest, where it is not 404. */
  removedGuest?: number;
  /** The status for someone with an account who has claimed a guest, where it is not a member's. */
  claimedGuest?: number;
  /** The status for a stranger who holds a revoked link, where it is not a stranger's. */
  revokedLink?: number;
};

// The expected status for each role.
const OWN: Statuses = [401, 200, 200, 200, 200, 200];
const MEMBERS: Statuses = [401, 404, 404, 404, 200, 200];
const MEMBERS_CREATE: Statuses = [401, 404, 404, 404, 201, 201];
const NOBODY: Statuses = [401, 404, 404, 404, 404, 404];
const CREATOR: Statuses = [401, 404, 404, 404, 403, 200];

const event = { title: "Job", date: "2026-05-01" };
const expense = { description: "Rope", amount: 12.34 };
const ofGroup = ({ ids }: World) => ({ params: { groupId: ids.group } });
const ofEvent = ({ ids }: World) => ({ params: { eventId: ids.event } });
const ofExpense = ({ ids }: World) => ({ params: { expenseId: ids.expense } });
const chainedPlan = ({ people: { member, creator } }: World) => ({
  payments: [{ from: member.id, to: creator.id, amount: 10 }],
});
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
    claimedGuest: 404,
  },
  ignoreFriendRequest: {
    request: (w) => ({ params: { id: w.ids.request } }),
    statuses: [401, 404, 404, 404, 200, 404],
    claimedGuest: 404,
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
    claimedGuest: 404,
  },
  listSessions: { request: () => ({}), statuses: OWN },
  endSession: {
    request: (w) => ({ params: { id: w.ids.session } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  exportMyData: { request: () => ({}), statuses: OWN },
  exportMyExpenses: { request: () => ({}), statuses: OWN },
  // Refused while a payment is open.
  deleteAccount: { request: () => ({}), statuses: [401, 200, 200, 200, 409, 409], claimedGuest: 200 },
  exportGroup: { request: ofGroup, statuses: MEMBERS },
  exportGroupExpenses: { request: ofGroup, statuses: MEMBERS },
  listGroups: { request: () => ({}), statuses: OWN },
  createGroup: {
    request: (w) => ({ body: { title: "New", icon: ICON, members: [w.friendOfAll.id] } }),
    statuses: [401, 201, 201, 201, 201, 201],
  },
  getGroup: { request: ofGroup, statuses: MEMBERS, guest: 200 },
  deleteGroup: { request: ofGroup, statuses: CREATOR },
  editGroup: { request: (w) => ({ ...ofGroup(w), body: { title: "New", icon: ICON } }), statuses: MEMBERS },
  inviteToGroup: {
    request: (w) => ({ ...ofGroup(w), body: { toUserId: w.friendOfAll.id } }),
    statuses: MEMBERS_CREATE,
  },
  addGuest: { request: (w) => ({ ...ofGroup(w), body: { name: "Nora" } }), statuses: MEMBERS_CREATE },
  listGuests: { request: ofGroup, statuses: MEMBERS },
  endGuestSessions: {
    request: (w) => ({ params: { groupId: w.ids.group, guestId: guests.guest.id } }),
    statuses: MEMBERS,
  },
  claimPreview: { request: () => ({ params: { id: guests.guest.id } }), statuses: NOBODY },
  claimGuest: { request: () => ({ params: { id: guests.guest.id }, body: {} }), statuses: NOBODY },
  declineClaim: { request: () => ({ params: { id: guests.guest.id } }), statuses: NOBODY },
  createLink: {
    request: (w) => ({ ...ofGroup(w), body: { guestId: guests.guest.id } }),
    statuses: MEMBERS,
  },
  listLinks: { request: ofGroup, statuses: MEMBERS },
  revokeLink: {
    request: (w) => ({ params: { groupId: w.ids.group, linkId: w.ids.link } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  // Why the member owes the creator, for the other one of them: of the same event as the statement.
  createSharedLink: {
    request: (w) => ({ ...ofEvent(w), body: { settlementId: w.ids.settlement } }),
    statuses: MEMBERS,
    // Of the group, but not of the debt.
    claimedGuest: 403,
  },
  listSharedLinks: { request: ofEvent, statuses: MEMBERS },
  revokeSharedLink: {
    request: (w) => ({ params: { eventId: w.ids.event, linkId: w.ids.sharedLink } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  createOwnLink: { request: () => ({}), statuses: OWN },
  listOwnLinks: { request: () => ({}), statuses: OWN },
  revokeOwnLink: {
    request: (w) => ({ params: { linkId: w.ids.ownLink } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  // Of a guest, that is a question of the body: they could become someone else.
  joinByLink: {
    request: (w) => ({ params: { token: w.token }, body: {} }),
    statuses: OWN,
    guest: 401,
    removedGuest: 401,
    revokedLink: 404,
  },
  listPendingInvitations: { request: ofGroup, statuses: MEMBERS },
  groupSpending: { request: ofGroup, statuses: MEMBERS },
  userSpending: { request: () => ({}), statuses: OWN },
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
  listEvents: { request: (w) => ({ query: { groupId: w.ids.group } }), statuses: MEMBERS, guest: 200 },
  createEvent: {
    request: (w) => ({ body: { ...event, groupId: w.ids.group, participants: [w.people.creator.id] } }),
    statuses: MEMBERS_CREATE,
  },
  getEvent: { request: ofEvent, statuses: MEMBERS, guest: 200 },
  editEvent: {
    request: (w) => ({ ...ofEvent(w), body: { ...event, participants: [w.people.member.id] } }),
    statuses: MEMBERS,
  },
  deleteEvent: { request: ofEvent, statuses: CREATOR },
  eventStatement: { request: ofEvent, statuses: MEMBERS, guest: 200 },
  closeEvent: { request: ofEvent, statuses: MEMBERS },
  reopenEvent: {
    request: (w) => ({ params: { eventId: w.ids.closed } }),
    statuses: MEMBERS,
    claimedGuest: 404,
  },
  listExpenses: { request: (w) => ({ query: { eventId: w.ids.event } }), statuses: MEMBERS, guest: 200 },
  createExpense: {
    request: (w) => ({ body: { ...expense, eventId: w.ids.event, splitWith: [w.people.member.id] } }),
    statuses: MEMBERS_CREATE,
    guest: 201,
  },
  getExpense: { request: ofExpense, statuses: MEMBERS, guest: 200 },
  editExpense: {
    request: (w) => ({ ...ofExpense(w), body: { ...expense, splitWith: [w.people.member.id] } }),
    statuses: CREATOR,
    guest: 403,
  },
  deleteExpense: { request: ofExpense, statuses: CREATOR, guest: 403 },
  listSettlements: { request: (w) => ({ query: { eventId: w.ids.event } }), statuses: MEMBERS, guest: 200 },
  groupActivity: { request: ofGroup, statuses: MEMBERS, guest: 200 },
  eventActivity: { request: ofEvent, statuses: MEMBERS, guest: 200 },
  expenseActivity: { request: ofExpense, statuses: MEMBERS, guest: 200 },
  listActivity: { request: () => ({}), statuses: OWN },
  newActivity: { request: () => ({}), statuses: OWN },
  // Of someone who was removed, it says nothing about the group.
  revision: { request: () => ({}), statuses: OWN, guest: 200, removedGuest: 200 },
  seeActivity: { request: () => ({}), statuses: OWN },
  addComment: {
    request: (w) => ({ ...ofExpense(w), body: { text: "Why?" } }),
    statuses: MEMBERS_CREATE,
    guest: 201,
  },
  deleteComment: { request: (w) => ({ params: { id: w.ids.comment } }), statuses: CREATOR, guest: 403 },
  listDeleted: { request: ofGroup, statuses: MEMBERS },
  listDeletedGroups: { request: () => ({}), statuses: OWN },
  restoreExpense: {
    request: (w) => ({ params: { expenseId: w.ids.deletedExpense } }),
    statuses: CREATOR,
    claimedGuest: 404,
  },
  restoreEvent: {
    request: (w) => ({ params: { eventId: w.ids.deletedEvent } }),
    statuses: CREATOR,
    claimedGuest: 404,
  },
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
    claimedGuest: 404,
  },
  undoSettleUp: {
    request: (w) => ({ params: { id: w.leaver.id, batchId: w.ids.batch } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  why: { request: (w) => ({ params: { id: w.ids.settlement } }), statuses: MEMBERS, guest: 200 },
  minimalPayments: { request: ofEvent, statuses: MEMBERS, guest: 200 },
  eventPlan: { request: ofEvent, statuses: MEMBERS },
  applyEventPlan: {
    request: (w) => ({ params: { eventId: w.ids.chained }, body: chainedPlan(w) }),
    statuses: MEMBERS_CREATE,
    claimedGuest: 404,
  },
  undoEventPlan: {
    request: (w) => ({ params: { eventId: w.ids.circle, planId: w.ids.plan } }),
    statuses: MEMBERS,
    claimedGuest: 404,
  },
  groupPlan: { request: ofGroup, statuses: MEMBERS },
  applyGroupPlan: {
    request: (w) => ({ params: { groupId: w.ids.otherGroup }, body: chainedPlan(w) }),
    statuses: MEMBERS_CREATE,
    claimedGuest: 404,
  },
  undoGroupPlan: {
    request: (w) => ({ params: { groupId: w.ids.planned, planId: w.ids.groupPlan } }),
    statuses: MEMBERS,
    claimedGuest: 404,
  },
  recordPayment: {
    request: (w, role) => ({
      ...ofEvent(w),
      body: { to: (role === "creator" ? w.people.member : w.people.creator).id, amount: 5 },
    }),
    statuses: MEMBERS_CREATE,
    guest: 201,
  },
  settle: {
    request: (w) => ({ params: { id: w.ids.settlement }, body: { settled: true } }),
    statuses: MEMBERS,
    guest: 403,
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

/** The columns of guests and links: who, with what, and the status. */
const GUEST_COLUMNS = {
  guest: ({ guest = 404 }: Row) => guest,
  removedGuest: ({ removedGuest = 404 }: Row) => removedGuest,
  claimedGuest: ({ statuses, claimedGuest }: Row) => claimedGuest ?? statuses[ROLES.indexOf("member")]!,
  revokedLink: ({ statuses, revokedLink }: Row) => revokedLink ?? statuses[ROLES.indexOf("stranger")]!,
} satisfies Record<keyof typeof guests, (row: Row) => number>;

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

async function revisionsOf(people: readonly Viewer[]): Promise<string[]> {
  const revisions: string[] = [];
  for (const as of people) revisions.push((await done<{ revision: string }>("revision", as)).revision);
  return revisions;
}

/** Changes of which a member of the group sees nothing: they concern the actor, or other groups and people. */
const UNSEEN: OperationName[] = [
  "googleAuth",
  "sendFriendRequest",
  "blockUser",
  "createGroup",
  "restoreGroup",
  "createOwnLink",
  "revokeOwnLink",
  "seeActivity",
  "endSession",
];

test.each(names.filter((name) => operations[name].method !== "GET"))(
  "%s by the creator tells open screens: a member's, and nobody's outside of the group",
  async (name) => {
    const { member, stranger, exMember } = world.people;
    const people = [member, stranger, exMember, guests.removedGuest];
    const before = await revisionsOf(people);
    const { status } = await call(name, {
      as: world.people.creator,
      ...MATRIX[name].request(world, "creator"),
    });
    const after = await revisionsOf(people);
    await restore(stored);
    expect(status).toBe(MATRIX[name].statuses[ROLES.indexOf("creator")]);
    expect(after.map((now, index) => now !== before[index])).toEqual([
      status < 400 && !UNSEEN.includes(name),
      false,
      false,
      false,
    ]);
  },
);

const guestCells = names.flatMap((name) =>
  (Object.keys(GUEST_COLUMNS) as (keyof typeof GUEST_COLUMNS)[]).map((column) => [name, column] as const),
);

test.each(guestCells)("%s by %s: the expected answer", async (name, column) => {
  const row = MATRIX[name];
  const request = row.request(
    column === "revokedLink" ? { ...world, token: revokedToken } : world,
    "stranger",
  );
  if (name === "googleAuth") request.body = { email: guests[column].email };
  const { status, body, text } = await call(name, { as: guests[column], ...request });
  if (status < 400 && operations[name].method !== "GET") await restore(stored);
  expect(status).toBe(GUEST_COLUMNS[column](row));
  if (status === 404) expect(body).toEqual(NOT_FOUND);
  if (status >= 400) for (const secret of SECRETS) expect(text).not.toContain(secret);
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
  "linkId",
  "planId",
  "token",
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
  const open = [
    "auth/[...nextauth]",
    "health",
    "jobs",
    "live",
    "metrics",
    "openapi.json",
    "sign-in",
    "sign-out",
  ].map((name) => routeFile(`/api/${name}`));
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts"))
    .map((file) => join(process.cwd(), "app", "api", file));
  const expected = new Map<string, string[]>();
  for (const { path, method, form } of Object.values<Operation>(operations)) {
    const methods = [...(expected.get(routeFile(path)) ?? []), method, ...(form ? ["POST"] : [])];
    expected.set(routeFile(path), [...new Set(methods)].sort());
  }
  // Who has the link sees what it is for, without a session.
  expected.get(routeFile(operations.joinByLink.path))?.unshift("GET");
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
