import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ObjectId } from "mongodb";
import { ERRORS } from "@/lib/errors";
import { actorFields, type Operation } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import type { Viewer } from "@/lib/server/access";
import { cases } from "@/packages/embedded-mongodb/src/testing/runs";
import { useTestDatabase } from "@/testing/database";
import { call, done, routeFile } from "@/testing/api/call";
import { buildWorldWithPast, SECRETS, type WorldWithPast as World } from "@/testing/api/world";
import { dump, expectStored, restorer } from "@/testing/stored";
import { OPERATIONS, type OperationRequest, ROLES, type Role, statusFor } from "@/testing/operations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let world: World;
let restore: () => Promise<void>;
/** Refused requests and reads change nothing. What permitted writes changed is restored at once. */
let expectUnchanged: () => Promise<void>;

beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  world = await buildWorldWithPast();
  const stored = await dump();
  restore = await restorer(stored);
  expectUnchanged = expectStored(stored);
});

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
const GUEST_COLUMNS: Record<keyof World["guests"], (name: OperationName) => number> = {
  guest: (name) => OPERATIONS[name].guest ?? 404,
  removedGuest: (name) => OPERATIONS[name].removedGuest ?? 404,
  claimedGuest: (name) => OPERATIONS[name].claimedGuest ?? statusFor(name, "member"),
  revokedLink: (name) => OPERATIONS[name].revokedLink ?? statusFor(name, "stranger"),
};

const names = Object.keys(operations) as OperationName[];
const sessionOf = (role: Role) => (role === "anonymous" ? null : world.people[role]);

/** Sends the request. Checks that refused requests reveal nothing. Each test ends with `expectUnchanged`. */
async function attempt(name: OperationName, role: Role, request: OperationRequest) {
  const response = await call(name, { as: sessionOf(role), ...request });
  const refused = response.status >= 400;
  if (!refused && operations[name].method !== "GET") await restore();
  if (refused) {
    // A member gets the details of their own open payments.
    const mayKnow = ["member", "creator"].includes(role) && response.status === 409;
    if (!mayKnow) for (const secret of SECRETS) expect(response.text).not.toContain(secret);
  }
  return response;
}

test.each(names)("%s by everybody: the expected answer", async (name) => {
  for (const role of ROLES) {
    const { status, body } = await attempt(name, role, OPERATIONS[name].request(world, role));
    expect([role, status]).toEqual([role, statusFor(name, role)]);
    if (status === 404) expect([role, body]).toEqual([role, NOT_FOUND]);
    if (status === 401) expect([role, body]).toEqual([role, SIGN_IN]);
    if (status < 400) expect(operations[name].response.safeParse(body).error).toBeUndefined();
  }
  await expectUnchanged();
});

async function revisionsOf(people: readonly Viewer[]): Promise<string[]> {
  const revisions: string[] = [];
  for (const as of people) revisions.push((await done<{ revision: string }>("revision", as)).revision);
  return revisions;
}

test.each(cases(names.filter((name) => operations[name].method !== "GET")))(
  "%s by the creator tells open screens: a member's, and nobody's outside of the group",
  async (name) => {
    const { member, stranger, exMember } = world.people;
    const people = [member, stranger, exMember, world.guests.removedGuest];
    const before = await revisionsOf(people);
    const { status } = await call(name, {
      as: world.people.creator,
      ...OPERATIONS[name].request(world, "creator"),
    });
    const after = await revisionsOf(people);
    await restore();
    expect(status).toBe(statusFor(name, "creator"));
    expect(after.map((now, index) => now !== before[index])).toEqual([
      status < 400 && !OPERATIONS[name].unseen,
      false,
      false,
      false,
    ]);
  },
);

test.each(names)("%s by guests and with a revoked link: the expected answer", async (name) => {
  for (const column of Object.keys(GUEST_COLUMNS) as (keyof typeof GUEST_COLUMNS)[]) {
    const as = world.guests[column];
    const asStranger = { ...world, people: { ...world.people, stranger: as } };
    const request = OPERATIONS[name].request(
      column === "revokedLink" ? { ...asStranger, token: world.revokedToken } : asStranger,
      "stranger",
    );
    const { status, body, text } = await call(name, { as, ...request });
    if (status < 400 && operations[name].method !== "GET") await restore();
    expect([column, status]).toEqual([column, GUEST_COLUMNS[column](name)]);
    if (status === 404) expect([column, body]).toEqual([column, NOT_FOUND]);
    if (status >= 400) for (const secret of SECRETS) expect(text).not.toContain(secret);
    if (status < 400) expect(operations[name].response.safeParse(body).error).toBeUndefined();
  }
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
      ...named(
        "userId",
        "history",
        "listFriends",
        "friendSummary",
        "listFriendRequests",
        "deleteFriend",
        "listGroups",
      ),
      ...named("userId", "listGroupRequests", "listDeletedGroups", "newActivity", "overview"),
      ...named("userId", "editGroup", "settle", "settleUp"),
      ...named("userId", "listActivity", "seeActivity", "groupActivity", "eventActivity", "expenseActivity"),
      ...named(
        "userId",
        "listBlocked",
        "blockUser",
        "unblockUser",
        "groupReport",
        "listImports",
        "listNotices",
      ),
      ...named(
        "userId",
        "listDeleted",
        "listEvents",
        "listExpenses",
        "listSettlements",
        "why",
        "searchExpenses",
      ),
    ]),
  );
});

const withActor = names.filter((name) => actorFields(operations[name]).length > 0);

test.each(cases(withActor))("%s by everybody: forged actor ids are refused", async (name) => {
  const operation: Operation = operations[name];
  for (const role of ROLES) {
    const request = OPERATIONS[name].request(world, role);
    const expected = role === "anonymous" ? [401, SIGN_IN] : [403, WRONG_ACTOR];
    for (const forged of [world.bystander.id, "not-an-id", ""]) {
      const named = Object.fromEntries(actorFields(operation).map((field) => [field, forged]));
      const { status, body } = await attempt(name, role, {
        ...request,
        ...(operation.body
          ? { body: { ...(request.body as object), ...named } }
          : { query: { ...request.query, ...named } }),
      });
      expect([role, status, body]).toEqual([role, ...expected]);
    }
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

test.each(cases(names))(
  "%s by everybody: malformed and unknown ids get the answer of unseen ones",
  async (name) => {
    const bad = ["not-an-id", new ObjectId().toHexString(), "../../groups", "\u0000", "{}"];
    for (const role of ROLES) {
      const request = OPERATIONS[name].request(world, role);
      for (const id of bad) {
        for (const part of ["params", "query", "body"] as const) {
          const values = (request[part] ?? {}) as Record<string, unknown>;
          for (const field of Object.keys(values).filter((key) => REFERENCES.includes(key))) {
            const { status, body } = await attempt(name, role, {
              ...request,
              [part]: { ...values, [field]: id },
            });
            if (statusFor(name, role) === 401) expect(status).toBe(401);
            else if (name === "inviteToGroup" && field === "toUserId" && ObjectId.isValid(id))
              expect([404, 422]).toContain(status);
            else expect([role, field, id, status, body]).toEqual([role, field, id, 404, NOT_FOUND]);
          }
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
  await restore();
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
  for (const { path } of [operations.joinByLink, operations.unsubscribe])
    expected.get(routeFile(path))?.unshift("GET");
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
