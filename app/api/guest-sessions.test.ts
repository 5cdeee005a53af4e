import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { CAPS } from "@/lib/core/limits";
import { ACTOR_HEADER } from "@/lib/core/account";
import { daysAgo } from "@/lib/core/text/dates";
import type { Activity } from "@/lib/contract/activity";
import type { Guest } from "@/lib/contract/guests";
import type { Group } from "@/lib/contract/groups";
import { joinOffer, type Link, type NewLink } from "@/lib/contract/links";
import type { Operation } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import type { Settlement } from "@/lib/contract/settlements";
import { collections } from "@/lib/db/collections";
import { getUserOfSession } from "@/lib/db/account/sessions";
import { expectSound } from "@/testing/violations";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aGuest, anEvent, aPerson } from "@/testing/people";
import { joinedSession } from "@/testing/session";
import { interleave } from "@/testing/interleave";
import { NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { call, done } from "@/testing/api/call";
import { ICON } from "@/testing/api/world";
import { tokenOf } from "@/testing/api/token-of";
import { GET } from "./join/[token]/route";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let nina: Viewer;
let groupId: ObjectId;
let group: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben] = await Promise.all([aPerson("Ana"), aPerson("Ben")]);
  groupId = await aGroup("Trip", [ana, ben]);
  group = groupId.toHexString();
  nina = await aGuest(ana, groupId, "Nina");
});

const newLink = async (body: { guestId?: string } = {}, as = ben) =>
  tokenOf(await done<NewLink>("createLink", as, { params: { groupId: group }, body }));
const join = (token: string, body: object, as: Viewer | null = null, actor?: string) =>
  call("joinByLink", {
    as,
    params: { token },
    body,
    ...(actor !== undefined && { headers: { [ACTOR_HEADER]: actor } }),
  });
const listed = () => done<Guest[]>("listGuests", ana, { params: { groupId: group } });

async function offered(token: string) {
  const request = new Request(`http://localhost:3000/api/join/${token}`);
  const response = await GET(request, { params: Promise.resolve({ token }) });
  return joinOffer.parse(await response.json()).guests?.map(({ name }) => name);
}

/** The guest whose session the last call has begun, as later requests with its cookie see them. */
async function holder(): Promise<Viewer | null> {
  const { user, session } = joinedSession()!;
  const key = { sub: user.toHexString(), sid: session.toHexString() };
  const found = await getUserOfSession(key, daysAgo(-14));
  if (!found?.guest) return null;
  const [id, guest] = [found._id.toHexString(), found.guest.toHexString()];
  return { _id: found._id, id, name: found.name, email: "", picture: "", guest };
}

test("someone without an account becomes a guest whom a member has added, or a new one", async () => {
  const token = await newLink();
  expect(await offered(token)).toEqual(["Nina"]);
  expect((await join(token, { guestId: nina.id })).body).toEqual({ groupId: group });
  expect(await holder()).toEqual(nina);
  expect(await offered(token)).toEqual([]);
  expect((await join(token, { name: " Olga  " })).body).toEqual({ groupId: group });
  const olga = await holder();
  expect(olga?.name).toBe("Olga");
  const { members } = await done<Group>("getGroup", olga!, { params: { groupId: group } });
  expect(members.map(({ name, guest = false }) => [name, guest])).toEqual([
    ["Ana", false],
    ["Ben", false],
    ["Nina", true],
    ["Olga", true],
  ]);
  expect((await listed()).map(({ name, sessions }) => [name, sessions[0]?.invitedBy.name])).toEqual([
    ["Nina", "Ben"],
    ["Olga", "Ben"],
  ]);
  const activity = await done<Activity[]>("groupActivity", ana, { params: { groupId: group } });
  const joined = activity.filter(({ kind }) => kind === "member-joined");
  expect(joined.map(({ people }) => people.map(({ name }) => name))).toEqual([
    ["Olga", "Ben"],
    ["Nina", "Ben"],
  ]);
  await expectSound();
});

test("a guest's link is for that guest, and says so in the list", async () => {
  const dora = await aGuest(ana, groupId, "Dora");
  const token = await newLink({ guestId: nina.id });
  const links = await done<Link[]>("listLinks", ana, { params: { groupId: group } });
  expect(links.map(({ guest, uses }) => [guest?.name, uses])).toEqual([["Nina", 0]]);
  expect(await offered(token)).toEqual(["Nina"]);
  expect((await join(token, { guestId: dora.id })).status).toBe(404);
  expect((await join(token, { name: "Eva" })).status).toBe(404);
  expect((await join(token, {}, await aPerson("Cleo"))).body).toMatchObject({ code: "link-for-guest" });
  expect((await join(token, { guestId: nina.id })).status).toBe(200);
  expect((await join(token, { guestId: nina.id })).status).toBe(409);
  for (const guestId of [ben.id, new ObjectId().toHexString()]) {
    const refused = await call("createLink", { as: ben, params: { groupId: group }, body: { guestId } });
    expect(refused.status).toBe(404);
  }
});

test("nobody becomes a guest as whom someone takes part; a member can end that", async () => {
  const [token, own] = [await newLink(), await newLink({ guestId: nina.id })];
  await join(token, { guestId: nina.id });
  const first = await holder();
  expect(first).not.toBeNull();
  const refused = await join(token, { guestId: nina.id });
  expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: "guest-active" })]);
  expect(await offered(own)).toEqual([]);
  expect((await join(own, { guestId: nina.id })).status).toBe(409);
  const params = { groupId: group, guestId: nina.id };
  await done("endGuestSessions", ben, { params });
  expect(await holder()).toBeNull();
  // The refusals did not use it up.
  expect((await join(own, { guestId: nina.id })).status).toBe(200);
  await done("removeMember", ana, { params: { groupId: group }, body: { userId: nina.id } });
  expect(await holder()).toBeNull();
  expect((await join(token, { guestId: nina.id })).status).toBe(404);
  expect((await call("endGuestSessions", { as: ben, params })).status).toBe(404);
});

test("two people become the same guest at once: one does, and the other is told", async () => {
  const statuses: number[][] = [];
  for (let position = 0; position < 20; position++) {
    const { sessions } = await collections();
    await sessions.deleteMany({ user: nina._id });
    const token = await newLink();
    const attempt = () => join(token, { guestId: nina.id });
    const outcome = await interleave(position, attempt, attempt);
    if (!outcome) break;
    statuses.push([outcome.call.status, outcome.other.status].sort());
    expect(await sessions.countDocuments({ user: nina._id })).toBe(1);
    await (await collections()).links.deleteMany({});
  }
  expect(statuses.length).toBeGreaterThan(3);
  expect(new Set(statuses.map(String))).toEqual(new Set(["200,409"]));
});

test("joining while the link is being revoked: either it was first, or nobody has joined", async () => {
  const { users } = await collections();
  const outcomes = new Set<string>();
  for (let position = 0; position < 20; position++) {
    const made = await done<NewLink>("createLink", ben, { params: { groupId: group }, body: {} });
    const token = tokenOf(made);
    const name = `Guest ${position}`;
    const outcome = await interleave(
      position,
      () => join(token, { name }),
      () => call("revokeLink", { as: ana, params: { groupId: group, linkId: made._id } }),
    );
    if (!outcome) break;
    expect(outcome.other.status).toBe(200);
    expect(await users.countDocuments({ name, guest: groupId })).toBe(outcome.call.status === 200 ? 1 : 0);
    outcomes.add(`${outcome.otherFirst} ${outcome.call.status}`);
  }
  expect(outcomes).toContain("true 404");
  expect(outcomes).not.toContain("true 200");
});

test("a guest adds what they paid, and settles what they owe and are owed", async () => {
  const eventId = await anEvent(groupId, "Dinner", [ana, ben, nina]);
  const event = eventId.toHexString();
  const everyone = [ana, ben, nina].map(({ id }) => id);
  const body = { eventId: event, description: "Taxi", amount: 30, splitWith: everyone };
  const { _id: expenseId } = await done("createExpense", nina, { body });
  const others = [{ user: ana.id, amount: 30 }];
  const forAna = await call("createExpense", { as: nina, body: { ...body, payers: others } });
  expect([forAna.status, forAna.body]).toEqual([403, expect.objectContaining({ code: "forbidden" })]);
  const params = { expenseId };
  expect((await call("editExpense", { as: nina, params, body: { ...body, payers: others } })).status).toBe(
    403,
  );
  await done("editExpense", nina, { params, body: { ...body, amount: 60 } });
  await done("createExpense", ana, { body: { ...body, amount: 3, splitWith: [ben.id] } });
  await done("addComment", nina, { params, body: { text: "Mine" } });

  const open = await done<Settlement[]>("listSettlements", nina, { query: { eventId: event } });
  const settle = (id: string, settled: boolean) =>
    call("settle", { as: nina, params: { id }, body: { settled } });
  for (const { _id, from, to } of open) {
    const own = [from._id, to._id].includes(nina.id);
    expect((await settle(_id, true)).status).toBe(own ? 200 : 403);
    expect((await call("why", { as: nina, params: { id: _id } })).status).toBe(own ? 409 : 200);
    if (own) expect((await settle(_id, false)).status).toBe(200);
  }
  expect(open).toHaveLength(3);
  await done("deleteExpense", nina, { params });
  await done("restoreExpense", nina, { params });
  await expectSound();
});

test("a guest does not change what another person has changed meanwhile to pay", async () => {
  const event = String(await anEvent(groupId, "Dinner", [ana, ben, nina]));
  const everyone = [ana, ben, nina].map(({ id }) => id);
  const taxi = (own: number, others: number) => ({
    eventId: event,
    description: "Taxi",
    amount: own + others,
    splitWith: everyone,
    payers: [
      { user: nina.id, amount: own },
      { user: ben.id, amount: others },
    ],
  });
  const { expenses } = await collections();
  const refused: boolean[] = [];
  for (let position = 0; position < 40; position += NEXT_POSITION) {
    const { _id: expenseId } = await done("createExpense", ben, { body: taxi(30, 20) });
    const params = { expenseId };
    const outcome = await interleave(
      position,
      () => call("editExpense", { as: nina, params, body: taxi(35, 20) }),
      () => done("editExpense", ben, { params, body: taxi(30, 10) }),
    );
    if (!outcome) break;
    const { payers } = (await expenses.findOne({ _id: new ObjectId(expenseId) }))!;
    expect(payers.find(({ user }) => user.equals(ben._id))?.cents).toBe(10_00);
    refused.push(outcome.call.status === 403);
  }
  expect(new Set(refused)).toEqual(new Set([true, false]));
});

test("nobody with a session becomes a guest by a request that does not know of it", async () => {
  const token = await newLink();
  const other = await aGroup("Secret plans", [ben]);
  const olga = await aGuest(ben, other, "Olga");
  const before = joinedSession();
  for (const body of [{ name: "Pia" }, { guestId: nina.id }]) {
    for (const [as, actor] of [
      [ana, undefined],
      [ana, ana.id],
      [ana, ""],
      [olga, undefined],
      [olga, ""],
      [olga, nina.id],
      [null, olga.id],
    ] as const) {
      const { status, body: response } = await join(token, body, as, actor);
      expect([as?.name, actor, status, response]).toEqual([
        ...[as?.name, actor, 403],
        expect.objectContaining({ code: "wrong-actor" }),
      ]);
    }
  }
  expect(joinedSession()).toBe(before);
  expect((await listed()).map(({ name, sessions }) => [name, sessions])).toEqual([["Nina", []]]);
  expect((await join(token, { guestId: nina.id }, olga, olga.id)).status).toBe(200);
  expect(await holder()).toEqual(nina);
});

/** A valid request for another group, by each call that names something in one. */
test("a guest's session reads nothing and changes nothing in another group, or anywhere else", async () => {
  const { revision } = await done<{ revision: string }>("revision", nina);
  const other = String(await aGroup("Secret plans", [ben]));
  const event = String(await anEvent(new ObjectId(other), "Secret event", [ben]));
  const expense = await done("createExpense", ben, {
    body: { eventId: event, description: "Secret", amount: 5, splitWith: [ben.id] },
  });
  const ids = { groupId: other, eventId: event, expenseId: expense._id, id: expense._id };
  const names = Object.keys(operations) as OperationName[];
  for (const name of names.filter((one) => one !== "joinByLink" && one !== "revision")) {
    const of = { params: ids, query: { ...ids, group: other } };
    const body = {
      ...ids,
      title: "T",
      icon: ICON,
      description: "D",
      amount: 1,
      date: "2026-01-01",
      settled: true,
      text: "T",
      name: "N",
      participants: [nina.id],
      splitWith: [nina.id],
      members: [ben.id],
      to: ben.id,
    };
    const { status, text } = await call(name, {
      as: nina,
      ...of,
      ...("body" in operations[name] && { body }),
    });
    expect([name, status]).toEqual([name, 404]);
    expect(text).not.toContain("Secret");
  }
  expect(await done("revision", nina)).toEqual({ revision });
});

test("only what is stated is open to guests", () => {
  const all = Object.entries<Operation>(operations);
  const writes = all.flatMap(([name, { guests, method }]) => (guests && method !== "GET" ? [name] : []));
  expect(writes).toEqual([
    "joinByLink",
    "createExpense",
    "editExpense",
    "deleteExpense",
    "moveExpense",
    "restoreExpense",
    "settle",
    "recordPayment",
    "addComment",
    "deleteComment",
    "unsubscribe",
  ]);
});

test("a name must be given, and differ from those in the group; a link adds a limited number", async () => {
  const token = await newLink();
  expect((await join(token, {})).status).toBe(401);
  for (const name of ["", "  ", "ben", "x".repeat(61)]) {
    expect([name, (await join(token, { name })).status]).toEqual([name, 422]);
  }
  expect((await join(token, { name: "Olga", guestId: nina.id })).status).toBe(422);
  const { links } = await collections();
  await links.updateOne({ groupId }, { $set: { uses: CAPS.guestsOfLink } });
  expect((await join(token, { name: "Olga" })).body).toMatchObject({ code: "too-many-guests" });
  expect((await join(token, { guestId: nina.id })).status).toBe(200);
});

test("of two who use the last place of a link at once, one gets it", async () => {
  const { links, users } = await collections();
  for (let position = 0, tried = true; tried; position += NEXT_POSITION) {
    const token = await newLink();
    await links.updateMany({ groupId }, { $set: { uses: CAPS.guestsOfLink - 1 } });
    const before = await users.countDocuments({ guest: groupId });
    const as = (name: string) => () => join(token, { name: `${name} ${position}` });
    tried = (await interleave(position, as("Olga"), as("Pia"))) !== null;
    expect((await users.countDocuments({ guest: groupId })) - before).toBe(1);
    await links.deleteMany({ groupId });
  }
  await expectSound();
});

test("a wedding on one Wi-Fi: a link that works is limited by its uses, those that do not work by address", async () => {
  const token = await newLink();
  delete process.env.RATE_LIMITS_OFF;
  const joined = new Set<number>();
  for (let guest = 1; guest <= 60; guest++)
    joined.add((await join(token, { name: `Guest ${guest}` })).status);
  expect([...joined]).toEqual([200]);
  const refused = new Set<number>();
  let last = await join(token, { guestId: new ObjectId().toHexString() });
  for (let tries = 0; tries < 310; tries++) {
    last = await join("AAAAAAAAAAAAAAAAAAAAAA", { name: "Mallory" });
    refused.add(last.status);
  }
  expect([...refused]).toEqual([404, 429]);
  expect(last.body).toMatchObject({
    error: expect.stringMatching(/^Too many requests\. Try again in (9|10) minutes\.$/),
  });
  const [, minutes] = /in (\d+) minutes/.exec(JSON.stringify(last.body))!;
  expect(Number(last.headers.get("retry-after"))).toBe(Number(minutes) * 60);
  // Those with the link are not held up.
  expect((await join(token, { name: "Guest 61" })).status).toBe(200);
});
