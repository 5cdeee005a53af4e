import { createHash } from "node:crypto";
import { ObjectId } from "mongodb";
import type { Operation } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import { TOKEN_ITEMS, type TokenItem, type TokenScope } from "@/lib/core/tokens";
import { createToken, revokeToken } from "@/lib/db/account/tokens";
import { collections } from "@/lib/db/collections";
import { daysAgo } from "@/lib/core/text/dates";
import { ERRORS } from "@/lib/errors";
import type { Viewer } from "@/lib/server/access";
import { cases } from "@/packages/embedded-mongodb/src/testing/runs";
import { useTestDatabase } from "@/testing/database";
import { call, type ApiResponse } from "@/testing/api/call";
import { buildWorldWithPast, SECRETS, type WorldWithPast as World } from "@/testing/api/world";
import { dump, expectStored, restorer } from "@/testing/stored";
import { aPerson } from "@/testing/people";
import { OPERATIONS, ROLES, statusFor, type OperationRequest, type Role } from "@/testing/operations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// Every operation with every kind of token, by its row in testing/operations.ts and in lib/contract.

let world: World;
let restore: () => Promise<void>;
let expectUnchanged: () => Promise<void>;
/** Tokens that work: of all groups, by role and scope. */
const all = new Map<string, string>();
/** Tokens of the creator that may write in one group, by the group's name in `world.ids`. */
const ofGroup = new Map<string, string>();
/** Tokens that do not work, by why. */
const dead = new Map<string, string>();

const GROUPS = ["group", "otherGroup", "planned", "deletedGroup"] as const;
const PEOPLE = ROLES.filter((role) => role !== "anonymous");

/** Stores a token of a person, past the rule that they are a member of its group. */
async function aToken(person: Viewer, scope: TokenScope, groupId: string | null = null): Promise<string> {
  const { stored: made, token } = await createToken(person._id, {
    name: "Heist",
    scope,
    groupId: null,
    days: 90,
  });
  const { tokens } = await collections();
  if (groupId) await tokens.updateOne({ _id: made._id }, { $set: { groupId: new ObjectId(groupId) } });
  return token;
}

const idOf = async (token: string) => {
  const hash = createHash("sha256").update(token).digest("hex");
  return (await (await collections()).tokens.findOne({ hash }))!._id;
};

beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  world = await buildWorldWithPast();
  const { creator, exMember } = world.people;
  for (const role of PEOPLE)
    for (const scope of ["read", "write"] as const)
      all.set(`${role} ${scope}`, await aToken(world.people[role], scope));
  for (const name of GROUPS) ofGroup.set(name, await aToken(creator, "write", world.ids[name]));
  ofGroup.set("of another group", await aToken(creator, "write", new ObjectId().toHexString()));
  ofGroup.set("read", await aToken(creator, "read", world.ids.group));
  ofGroup.set("removed member", await aToken(exMember, "write", world.ids.group));

  const deleted = await aPerson("Deleted");
  const [revoked, expired, gone] = [
    await aToken(creator, "write"),
    await aToken(creator, "write"),
    await aToken(deleted, "write"),
  ];
  await revokeToken(creator._id, await idOf(revoked));
  const { tokens, users } = await collections();
  await tokens.updateOne({ _id: await idOf(expired) }, { $set: { expiresAt: daysAgo(0) } });
  // As if the deletion of the account had left it.
  await users.updateOne({ _id: deleted._id }, { $set: { deletedAt: new Date() } });
  dead.set("revoked", revoked).set("expired", expired).set("of a deleted account", gone);
  dead.set("garbage", "evenly_garbage").set("an id", creator.id).set("nothing", "");
  dead.set("one character more", `${all.get("creator write")}A`);
  dead.set("its hash", createHash("sha256").update(all.get("creator write")!).digest("hex"));
  // Their first use of a day is written, also of one that begins during the test.
  await tokens.updateMany({}, { $set: { lastUsedOn: daysAgo(-1) } });
  const stored = await dump();
  restore = await restorer(stored);
  expectUnchanged = expectStored(stored);
});

const names = Object.keys(operations) as OperationName[];
const contractOf = (name: OperationName): Operation => operations[name];
const isRead = (name: OperationName) => contractOf(name).method === "GET";
/** The first of the people who may send the request of the row, otherwise the creator. */
const roleOf = (name: OperationName): Exclude<Role, "anonymous"> =>
  (["creator", "member", "invited"] as const).find((role) => statusFor(name, role) < 400) ?? "creator";

async function send(
  name: OperationName,
  token: string,
  request: OperationRequest,
  as: Viewer | null = null,
): Promise<ApiResponse> {
  const response = await call(name, { as, ...request, headers: { authorization: `Bearer ${token}` } });
  if (response.status < 400 && !isRead(name)) await restore();
  return response;
}

const codeOf = ({ status, body }: ApiResponse) =>
  status < 400 ? status : [status, (body as { code: string }).code];

test.each(cases(names))("%s with the tokens of everybody who has one for all groups", async (name) => {
  for (const role of PEOPLE) {
    for (const scope of ["read", "write"] as const) {
      const request = OPERATIONS[name].request(world, role);
      const response = await send(name, all.get(`${role} ${scope}`)!, request);
      const may = contractOf(name).tokens && (isRead(name) || scope === "write");
      if (!may) expect([role, scope, codeOf(response)]).toEqual([role, scope, [403, "token-refused"]]);
      else expect([role, scope, response.status]).toEqual([role, scope, statusFor(name, role)]);
      if (response.status < 400)
        expect(operations[name].response.safeParse(response.body).error).toBeUndefined();
    }
  }
  await expectUnchanged();
});

test.each(cases(names))("%s with tokens that do not work", async (name) => {
  const role = roleOf(name);
  for (const [why, token] of dead) {
    // The session of the same request does not count.
    const response = await send(name, token, OPERATIONS[name].request(world, role), world.people[role]);
    expect([why, codeOf(response)]).toEqual([why, [401, "unauthenticated"]]);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    for (const secret of SECRETS) expect(response.text).not.toContain(secret);
  }
  await expectUnchanged();
});

test.each(cases(names))("%s with tokens of one group", async (name) => {
  const { tokens } = contractOf(name);
  const request = OPERATIONS[name].request(world, "creator");
  const own: string[] = [];
  for (const [of, token] of ofGroup) {
    const response = await send(name, token, request);
    const code = codeOf(response);
    if (!tokens) expect([of, code]).toEqual([of, [403, "token-refused"]]);
    else if (tokens === "account") expect([of, code]).toEqual([of, [404, "not-found"]]);
    else if (of === "read" && !isRead(name)) expect([of, code]).toEqual([of, [403, "token-refused"]]);
    else if (response.status !== 404) own.push(of);
    if (response.status === 404)
      expect(response.body).toEqual({
        success: false,
        code: "not-found",
        error: ERRORS["not-found"].message,
        message: ERRORS["not-found"].message,
      });
    // The title of the creator's other groups is the same: their ids tell them.
    for (const group of GROUPS)
      if (group !== of && !(of === "read" && group === "group"))
        expect([of, group, response.text.includes(world.ids[group])]).toEqual([of, group, false]);
  }
  if (!tokens || tokens === "account") return expectUnchanged();
  // Searching names the group here.
  if (tokens === "list" && name !== "searchExpenses") expect(own).toEqual([...ofGroup.keys()]);
  // The creator may not do it, either.
  else if (statusFor(name, "creator") === 404) expect(own).toEqual([]);
  else {
    const reads = isRead(name) && own.includes("group") ? ["read"] : [];
    expect(own).toEqual([own[0], ...reads]);
    expect(GROUPS).toContain(own[0]);
    const { status } = await send(name, ofGroup.get(own[0]!)!, request);
    expect(status).toBe(statusFor(name, "creator"));
  }
  await expectUnchanged();
});

const itemsOf = ({ tokens = "list" }: Operation): TokenItem[] =>
  [tokens].flat().filter((item): item is TokenItem => item in TOKEN_ITEMS);

/** Where the contract says that an item is named: exactly one of path, query, and body. */
test.each(names.flatMap((name) => itemsOf(contractOf(name)).map((item) => [name, item] as const)))(
  "%s names its %s once",
  (name, item) => {
    const { path, query, body } = contractOf(name);
    const field = TOKEN_ITEMS[item];
    const places = [path.includes(`{${field}}`), field in (query?.shape ?? {}), field in (body?.shape ?? {})];
    expect(places.filter(Boolean)).toHaveLength(1);
    // `id` is a settlement's or a comment's, not a person's.
    if (field === "id") expect(path).toMatch(/^\/api\/(settlements|comments)\//);
  },
);

test("what is never open to tokens", () => {
  const closed = names.filter((name) => !contractOf(name).tokens);
  expect(closed.sort()).toEqual(
    [
      ...["googleAuth", "listSessions", "endSession", "listTokens", "createToken", "revokeToken"],
      ...["deleteAccount", "exportMyData", "exportMyExpenses"],
      ...["createLink", "listLinks", "revokeLink", "createOwnLink", "listOwnLinks", "revokeOwnLink"],
      ...["createSharedLink", "listSharedLinks", "revokeSharedLink", "joinByLink"],
      ...["claimPreview", "claimGuest", "declineClaim", "unsubscribe"],
      ...["listGuests", "endGuestSessions", "confirmDevice", "refuseDevice"],
      ...["noticeSettings", "editNoticeSettings"],
      ...["listPushDevices", "addPushDevice", "removePushDevice"],
      // Of screens.
      ...["revision", "seeActivity"],
    ].sort(),
  );
  for (const name of names)
    if (contractOf(name).recentSignIn) expect([name, contractOf(name).tokens]).toEqual([name, undefined]);
});
