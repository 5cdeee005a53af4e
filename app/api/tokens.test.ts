import { createHash } from "node:crypto";
import { ObjectId } from "mongodb";
import type { ApiToken, NewToken } from "@/lib/contract/account";
import type { OperationName } from "@/lib/contract/operations";
import type { Expense } from "@/lib/contract/expenses";
import { CAPS } from "@/lib/core/limits";
import { dayOf, daysAgo, DAY_MS } from "@/lib/core/text/dates";
import { isInGroup } from "@/lib/db/account/tokens";
import { collections } from "@/lib/db/collections";
import { claimGuest } from "@/lib/db/guests/claims";
import { createLink } from "@/lib/db/links";
import { expectSound } from "@/testing/violations";
import { log } from "@/lib/log";
import type { Viewer } from "@/lib/server/access";
import { countCommands, useTestDatabase } from "@/testing/database";
import { guarded } from "@/testing/guarded";
import { aGroup, aGuest, anEvent, aPerson, befriend } from "@/testing/people";
import { call, done, type CallInput } from "@/testing/api/call";
import { signInAs } from "@/testing/session";
import { handler } from "@/lib/server/handler";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));
jest.mock("@/lib/db/account/tokens", () => {
  const actual = jest.requireActual<typeof import("@/lib/db/account/tokens")>("@/lib/db/account/tokens");
  return { ...actual, isInGroup: jest.fn(actual.isInGroup) };
});

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let groupId: ObjectId;
let group: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  delete (globalThis as { evenlyLimits?: unknown }).evenlyLimits;
  [ana, ben] = await Promise.all([aPerson("Ana"), aPerson("Ben")]);
  groupId = await aGroup("Trip", [ana, ben]);
  group = groupId.toHexString();
});

const create = (as: Viewer, body: object = {}) =>
  done<NewToken>("createToken", as, { body: { name: "Script", scope: "write", ...body } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** A request with a token and without a session. */
const withToken = (name: OperationName, token: string, input: Omit<CallInput, "as"> = {}) =>
  call(name, { as: null, ...input, headers: { ...input.headers, ...bearer(token) } });
const read = (token: string) => withToken("listGroups", token);
const listed = (as: Viewer) => done<ApiToken[]>("listTokens", as);

test("a token is told once, and only its hash is stored", async () => {
  const { token, ...made } = await create(ana, { name: " Bank\u200b script ", groupId: group, days: 30 });
  expect(token).toMatch(/^evenly_[\w-]{43}$/);
  expect(made).toMatchObject({ name: "Bank script", scope: "write", group: { _id: group, title: "Trip" } });
  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBeCloseTo(30 * DAY_MS, -4);
  const { tokens, idempotencyKeys } = await collections();
  const stored = await tokens.findOne({ user: ana._id });
  expect(stored?.hash).toBe(createHash("sha256").update(token).digest("hex"));
  const everything = JSON.stringify([await tokens.find().toArray(), await idempotencyKeys.find().toArray()]);
  expect(everything).not.toContain(token);
  expect(await listed(ana)).toEqual([made]);
  expect(await listed(ben)).toEqual([]);
});

test("by default, it works for 90 days and in all groups", async () => {
  const { group: only, createdAt, expiresAt } = await create(ana);
  expect(only).toBeNull();
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeCloseTo(90 * DAY_MS, -4);
});

test("a key does not make the request repeatable: nothing is kept that contains the token", async () => {
  const body = { name: "Script", scope: "read" };
  const send = () => call("createToken", { as: ana, body, headers: { "idempotency-key": "k" } });
  const tokens = [await send(), await send()].map((response) => (response.body as NewToken).token);
  expect(new Set(tokens).size).toBe(2);
  expect(await (await collections()).idempotencyKeys.countDocuments({ _id: { $gte: ana.id } })).toBe(0);
});

test.each([
  ["no name", { name: " " }, 422],
  ["a long name", { name: "x".repeat(61) }, 422],
  ["another scope", { scope: "admin" }, 422],
  ["no days", { days: 0 }, 422],
  ["too many days", { days: 366 }, 422],
  ["half a day", { days: 1.5 }, 422],
  ["a group that does not exist", { groupId: new ObjectId().toHexString() }, 404],
  ["a malformed id", { groupId: "../groups" }, 404],
  // Left blank by mistake, which must not mean all groups.
  ["a blank id", { groupId: "" }, 404],
])("it is not created with %s", async (_, change, status) => {
  const body = { name: "Script", scope: "read", ...change };
  expect((await call("createToken", { as: ana, body })).status).toBe(status);
  expect(await listed(ana)).toEqual([]);
});

test("it is only for one's own groups, and not for guests, pairs, and old sign-ins", async () => {
  const body = { name: "Script", scope: "read" };
  const cy = await aPerson("Cy");
  expect((await call("createToken", { as: cy, body: { ...body, groupId: group } })).status).toBe(404);
  const guest = await aGuest(ana, groupId, "Nina");
  expect((await call("createToken", { as: guest, body })).status).toBe(404);
  expect((await call("listTokens", { as: guest })).status).toBe(404);
  const old = await call("createToken", { as: ana, body, signedInMinutesAgo: 10 });
  expect(old.body).toMatchObject({ code: "sign-in-again" });
  await befriend(ana, ben);
  const expense = { friendId: ben.id, description: "Tea", amount: 4, splitWith: [ana.id, ben.id] };
  const { eventId } = await done<{ eventId: string }>("createExpense", ana, { body: expense });
  const { events } = await collections();
  const pair = String((await events.findOne({ _id: new ObjectId(eventId) }))!.groupId);
  expect((await call("createToken", { as: ana, body: { ...body, groupId: pair } })).status).toBe(403);
  const { tokens } = await collections();
  expect(await tokens.countDocuments({ user: { $in: [ana._id, cy._id, guest._id] } })).toBe(0);
});

test("one person can have 20; expired ones do not count", async () => {
  const { tokens } = await collections();
  const body = { name: "Script", scope: "read" };
  const results = await Promise.all(
    Array.from({ length: CAPS.tokens + 1 }, () => call("createToken", { as: ana, body })),
  );
  expect(results.filter(({ status }) => status === 201)).toHaveLength(CAPS.tokens);
  expect(results.find(({ status }) => status !== 201)?.body).toMatchObject({
    code: "too-many-tokens",
    error: "You can have 20 API tokens. Revoke one first.",
  });
  const one = await tokens.findOne({ user: ana._id });
  await tokens.updateOne({ _id: one!._id }, { $set: { expiresAt: daysAgo(0) } });
  expect((await call("createToken", { as: ana, body })).status).toBe(201);
  expect(await listed(ana)).toHaveLength(CAPS.tokens);
});

test("only its user can revoke it, and then it does not work", async () => {
  const { _id: tokenId, token } = await create(ana);
  expect((await call("revokeToken", { as: ben, params: { tokenId } })).status).toBe(404);
  expect((await read(token)).status).toBe(200);
  await done("revokeToken", ana, { params: { tokenId } });
  const refused = await read(token);
  expect([refused.status, refused.body]).toMatchObject([401, { error: "This API token does not work." }]);
  expect((await call("revokeToken", { as: ana, params: { tokenId } })).status).toBe(404);
});

test("a request uses the token, not the session that comes with it", async () => {
  const { token } = await create(ana, { scope: "read" });
  const mine = await call("listGroups", { as: await aPerson("Cy"), headers: bearer(token) });
  expect(mine.body).toMatchObject([{ _id: group }]);
  const write = await call("createEvent", {
    as: ben,
    headers: bearer(token),
    body: { groupId: group, title: "Day", date: "2026-05-01", participants: [ben.id] },
  });
  expect(write.body).toMatchObject({ code: "token-refused", error: "This API token can only read." });
});

test("the actor that a request names has to be the token's user", async () => {
  const { token } = await create(ana);
  const body = { groupId: group, title: "Day", date: "2026-05-01", participants: [ana.id] };
  const forged = await withToken("createEvent", token, { body: { ...body, createdBy: ben.id } });
  expect(forged.body).toMatchObject({ code: "wrong-actor" });
  const named = await withToken("createEvent", token, { body, headers: { "evenly-user": ben.id } });
  expect(named.body).toMatchObject({ code: "wrong-actor" });
  expect((await withToken("createEvent", token, { body })).body).toMatchObject({ title: "Day" });
});

test("a page of another site cannot write with a token, and gets no CORS headers", async () => {
  const { token } = await create(ana);
  const body = { groupId: group, title: "Day", date: "2026-05-01", participants: [ana.id] };
  const foreign = await withToken("createEvent", token, { body, headers: { origin: "https://evil.test" } });
  expect(foreign.body).toMatchObject({ code: "wrong-origin" });
  const seen = await withToken("listGroups", token, { headers: { origin: "https://evil.test" } });
  expect([...seen.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("lists of a token of one group contain only that group", async () => {
  const other = await aGroup("Zzsecret", [ana, ben]);
  for (const id of [groupId, other]) {
    const eventId = await anEvent(id, id === other ? "Zzsecret" : "Day", [ana, ben]);
    const body = { eventId, description: "Bread", amount: 5, splitWith: [ben.id] };
    await done("createExpense", ben, { body: { ...body, eventId: eventId.toHexString() } });
  }
  const { token } = await create(ana, { groupId: group, scope: "read" });
  const { token: everywhere } = await create(ana, { scope: "read" });
  for (const [name, query] of [
    ["listGroups", {}],
    ["listActivity", {}],
    ["newActivity", {}],
    ["searchExpenses", { q: "bread" }],
  ] as const) {
    const [one, all] = [
      await withToken(name, token, { query }),
      await withToken(name, everywhere, { query }),
    ];
    expect([name, one.status, one.text.includes("Zzsecret")]).toEqual([name, 200, false]);
    if (name !== "newActivity") expect([name, all.text.includes("Zzsecret")]).toEqual([name, true]);
    else expect((one.body as { count: number }).count).toBeLessThan((all.body as { count: number }).count);
  }
  const query = { q: "bread", group: other.toHexString() };
  expect((await withToken("searchExpenses", token, { query })).status).toBe(404);
});

test("a friend's expense is not in the group of a token", async () => {
  await befriend(ana, ben);
  const eventId = (await anEvent(groupId, "Day", [ana, ben])).toHexString();
  const { token } = await create(ana, { groupId: group });
  const expense = { description: "Tea", amount: 4, splitWith: [ana.id, ben.id] };
  const send = (where: object) => withToken("createExpense", token, { body: { ...expense, ...where } });
  expect((await send({ friendId: ben.id })).status).toBe(404);
  expect((await send({ friendId: ben.id, eventId })).status).toBe(422);
  expect((await send({ eventId })).status).toBe(201);
});

test("a write does not follow an expense that is moved to another group meanwhile", async () => {
  const [tea, flat] = [await anEvent(groupId, "Tea", [ana, ben]), await aGroup("Flat", [ana, ben])];
  const dinner = await anEvent(flat, "Dinner", [ana, ben]);
  const body = { eventId: String(tea), description: "Tea", amount: 4, splitWith: [ana.id, ben.id] };
  const { _id: expenseId } = await done<Expense>("createExpense", ana, { body });
  const { token } = await create(ana, { groupId: group });
  let moved = () => {};
  const move = new Promise<void>((resolve) => (moved = resolve));
  const actual = jest.mocked(isInGroup).getMockImplementation()!;
  const checked = new Promise<void>((resolve) =>
    jest.mocked(isInGroup).mockImplementationOnce(async (...args) => {
      const isThere = await actual(...args);
      resolve();
      await move;
      return isThere;
    }),
  );
  const deletion = withToken("deleteExpense", token, { params: { expenseId } });
  await checked;
  await done("moveExpense", ana, { params: { expenseId }, body: { eventId: String(dinner) } });
  moved();
  expect((await deletion).status).toBe(404);
  const stored = await done<Expense>("getExpense", ana, { params: { expenseId } });
  expect(stored.eventId).toBe(String(dinner));
  await expectSound();
});

test("whoever is removed from a group, or leaves it, loses the tokens of that group only", async () => {
  const made = [
    await create(ben, { groupId: group }),
    await create(ben),
    await create(ben, { groupId: String(await aGroup("Flat", [ben])) }),
  ];
  await done("removeMember", ana, { params: { groupId: group }, body: { userId: ben.id } });
  const params = { groupId: group };
  expect((await read(made[0]!.token)).status).toBe(401);
  expect((await withToken("getGroup", made[1]!.token, { params })).status).toBe(404);
  expect((await read(made[2]!.token)).status).toBe(200);
  await expectSound();
});

test("a token ends with the account", async () => {
  const { token } = await create(ben);
  await done("deleteAccount", ben);
  expect((await read(token)).status).toBe(401);
  expect(await (await collections()).tokens.countDocuments({ user: ben._id })).toBe(0);
});

test("an account that takes over a guest's id keeps its tokens", async () => {
  const guest = await aGuest(ana, groupId, "Nina");
  const nina = await aPerson("Nina");
  const { token } = await create(nina);
  const { token: secret } = await createLink(ana._id, groupId, guest._id);
  await claimGuest({ actor: nina._id, sessionId: new ObjectId(), guestId: guest._id, token: secret });
  expect((await read(token)).body).toMatchObject([{ _id: group }]);
});

test("its last use is recorded once a day", async () => {
  const { token } = await create(ana);
  expect(await listed(ana)).toMatchObject([{ lastUsedOn: null }]);
  const { commands } = await countCommands(() => read(token));
  expect(commands).toEqual(["aggregate", "update", "aggregate"]);
  expect((await countCommands(() => read(token))).commands).toEqual(["aggregate", "aggregate"]);
  const today = new Date().toISOString().slice(0, 10);
  expect(await listed(ana)).toMatchObject([{ lastUsedOn: today }]);
  const { tokens } = await collections();
  await tokens.updateMany({}, { $set: { lastUsedOn: dayOf(daysAgo(1)) } });
  await read(token);
  expect(await listed(ana)).toMatchObject([{ lastUsedOn: today }]);
});

describe("the header", () => {
  test.each([
    ["BEARER", (token: string) => `BEARER ${token}`, 200],
    ["bearer, and spaces", (token: string) => `bearer   ${token}`, 200],
    ["nothing else", () => "Bearer", 401],
    ["two headers", (token: string) => `Bearer ${token}, Bearer ${token}`, 401],
    ["text after it", (token: string) => `Bearer ${token} x`, 401],
    ["quotes", (token: string) => `Bearer "${token}"`, 401],
    ["another case", (token: string) => `Bearer ${token.toUpperCase()}`, 401],
    ["an operator", () => 'Bearer {"$ne":null}', 401],
    ["a megabyte", (token: string) => `Bearer ${token}${"x".repeat(1_000_000)}`, 401],
    // As a proxy with its own passwords sends it: not a token, and no session, either.
    ["another scheme", () => "Basic YTpi", 401],
  ])("with %s", async (_, header, status) => {
    const { token } = await create(ana);
    const response = await call("listGroups", { as: null, headers: { authorization: header(token) } });
    expect(response.status).toBe(status);
  });

  test("of another scheme leaves the session", async () => {
    const { status } = await call("listGroups", { as: ana, headers: { authorization: "Basic YTpi" } });
    expect(status).toBe(200);
  });

  test("that is missing is not replaced by the query or the body", async () => {
    const { token } = await create(ana);
    for (const name of ["token", "access_token", "authorization"]) {
      expect((await call("listGroups", { as: null, query: { [name]: token } })).status).toBe(401);
      expect((await call("createEvent", { as: null, body: { [name]: token } })).status).toBe(401);
    }
  });

  test("of a HEAD request counts like that of a GET", async () => {
    const { token } = await create(ana, { scope: "read" });
    signInAs(null);
    const GET = handler("listGroups", async () => ({ rows: [], nextCursor: null }));
    const request = new Request("http://evenly.test/api/groups", { method: "HEAD", headers: bearer(token) });
    expect((await GET(request, { params: Promise.resolve({}) })).status).toBe(200);
  });
});

describe("limits", () => {
  beforeEach(() => {
    delete process.env.RATE_LIMITS_OFF;
  });

  test("a token can read 300 times and write 60 times a minute, and leaves its user the rest", async () => {
    const { token } = await create(ana);
    for (let count = 0; count < 300; count++) expect((await read(token)).status).toBe(200);
    expect((await read(token)).status).toBe(429);
    expect((await call("listGroups", { as: ana })).status).toBe(200);
    const write = () => withToken("editGroup", token, { params: { groupId: group }, body: {} });
    for (let count = 0; count < 60; count++) expect((await write()).status).toBe(422);
    const refused = await write();
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await call("editGroup", { as: ana, params: { groupId: group }, body: {} })).status).toBe(422);
  });

  test("tokens that do not work count for their address", async () => {
    const send = (token: string, address: string) =>
      withToken("listGroups", token, { headers: guarded({ "x-forwarded-for": address }) });
    for (let count = 0; count < 600; count++)
      expect((await send(`evenly_${"a".repeat(43)}`, "203.0.113.9")).status).toBe(401);
    expect((await send("evenly_guess", "203.0.113.9")).status).toBe(429);
    expect((await send("evenly_guess", "203.0.113.10")).status).toBe(401);
    // Others at the address have one that works.
    expect((await send((await create(ana)).token, "203.0.113.9")).status).toBe(200);
  });
});

test("the log names the token by its id", async () => {
  const lines: Record<string, unknown>[] = [];
  log.level = "info";
  jest
    .spyOn(console, "warn")
    .mockImplementation((line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>));
  const { _id: tokenId, token } = await create(ana, { name: "Wombat" });
  const body = { groupId: group, title: "Day", date: "2026-05-01", participants: [ana.id] };
  await withToken("createEvent", token, { body });
  await done("revokeToken", ana, { params: { tokenId } });
  await read(token);
  log.level = "warn";
  expect(lines.filter(({ msg }) => msg === "event")).toMatchObject([
    { event: "createToken", user: ana.id, _id: tokenId },
    { event: "createEvent", user: ana.id, token: tokenId },
    { event: "revokeToken", user: ana.id, tokenId },
  ]);
  expect(lines.filter(({ msg }) => msg === "request")).toMatchObject([
    { status: 201, user: ana.id },
    { status: 201, user: ana.id, token: tokenId },
    { status: 200, user: ana.id },
    { status: 401, code: "unauthenticated" },
  ]);
  for (const secret of [token, "Wombat"]) expect(JSON.stringify(lines)).not.toContain(secret);
});
