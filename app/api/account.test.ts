import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { collections } from "@/lib/db/collections";
import { getDb } from "@/lib/db/client";
import { findOrCreateUser } from "@/lib/db/people";
import { expectSound } from "@/testing/violations";
import type { Event, OpenEvent } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";
import type { Operation } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { aGroup, aPerson, befriend } from "@/testing/people";
import { call, done, type CallInput } from "@/testing/api/call";
import { createFullAccount, type FullAccount } from "@/testing/api/full-account";
import { ICON } from "@/testing/api/world";
import { dump } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

beforeAll(() => {
  process.env.RATE_LIMITS_OFF = "true";
});

/** Everything stored, including request counters. */
async function everything(): Promise<string> {
  const db = await getDb();
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["idempotencyKeys", "rateLimits", "accounts", "users"]));
  const contents = await Promise.all(names.map((name) => db.collection(name).find().toArray()));
  return JSON.stringify(contents);
}

test.each(["exportMyData", "exportMyExpenses", "deleteAccount"] as const)(
  "%s asks for a sign-in within the last ten minutes",
  async (name) => {
    const ana = await aPerson("Ana");
    const before = await dump();
    const { status, body } = await call(name, { as: ana, signedInMinutesAgo: 10 });
    expect([status, body]).toMatchObject([
      403,
      { success: false, code: "sign-in-again", error: "Please sign in again first." },
    ]);
    expect(await dump()).toEqual(before);
    expect((await call(name, { as: ana, signedInMinutesAgo: 9 })).status).toBe(200);
  },
);

test("no other call does", () => {
  const asking = Object.entries<Operation>(operations).filter(([, { recentSignIn }]) => recentSignIn);
  expect(asking.map(([name]) => name).sort()).toEqual([
    "createToken",
    "deleteAccount",
    "exportMyData",
    "exportMyExpenses",
  ]);
});

describe("an account with unsettled payments", () => {
  let life: FullAccount;
  beforeAll(async () => {
    life = await createFullAccount();
  });

  test("is not deleted; the answer lists the events", async () => {
    const before = await dump();
    const { status, body } = await call("deleteAccount", { as: life.me });
    expect([status, body]).toMatchObject([
      409,
      {
        code: "unsettled-payments",
        error: "You still have unsettled payments. Settle them first, then delete your account.",
      },
    ]);
    const { openEvents } = body as { openEvents: OpenEvent[] };
    expect(openEvents.map(({ title, group }) => [title, group.title]).sort()).toEqual([
      ["Dinner", "Own group"],
      ["Trip", "Joined group"],
    ]);
    for (const { _id, group } of openEvents) {
      const event = await done<Event>("getEvent", life.me, { params: { eventId: _id } });
      expect(event.groupId).toBe(group._id);
    }
    expect(await dump()).toEqual(before);
  });
});

describe("a deleted account", () => {
  let life: FullAccount;
  let before: string;
  beforeAll(async () => {
    await clearDatabase();
    life = await createFullAccount();
    // Requests that leave data behind: idempotency keys and counters.
    delete process.env.RATE_LIMITS_OFF;
    await done("createGroup", life.me, {
      body: { title: "Keyed", icon: ICON, members: [life.people.ben.id] },
      headers: { "idempotency-key": "left-behind" },
    });
    process.env.RATE_LIMITS_OFF = "true";
    await life.settleUp();
    before = await everything();
    await done("deleteAccount", life.me);
  });

  test("leaves no name, address, picture, or account in any collection", async () => {
    const { me, account, device } = life;
    const traces = [me.name, me.email, me.picture, account.providerAccountId, device, `${me.id}:POST`];
    const after = await everything();
    for (const trace of traces) {
      expect([trace, before.includes(trace)]).toEqual([trace, true]);
      expect([trace, after.includes(trace)]).toEqual([trace, false]);
    }
  });

  test("has no friendships, requests, blocks, or invitations left, in either direction", async () => {
    const { friendships, groupRequests, accounts } = await collections();
    const user = life.me._id;
    expect(await friendships.countDocuments({ users: user })).toBe(0);
    expect(await groupRequests.countDocuments({ $or: [{ to: user }, { from: user }] })).toBe(0);
    expect(await accounts.countDocuments({ userId: user })).toBe(0);
  });

  test("has no sessions left, and an old one can do nothing", async () => {
    const { sessions } = await collections();
    expect(await sessions.countDocuments({ user: life.me._id })).toBe(0);
    const stored = await dump();
    const attempts: [OperationName, Omit<CallInput, "as">][] = [
      ["deleteAccount", {}],
      ["sendFriendRequest", { body: { to: life.people.cy.id } }],
      ["getGroup", { params: { groupId: life.groups.own } }],
      ["exportMyData", {}],
    ];
    for (const [name, input] of attempts) {
      expect([name, (await call(name, { as: life.me, ...input })).status]).toEqual([name, 404]);
    }
    const group = { title: "New", icon: ICON, members: [life.people.ana.id] };
    expect((await call("createGroup", { as: life.me, body: group })).status).toBe(422);
    expect(await dump()).toEqual(stored);
  });

  test("cannot be found, seen, or sent a request", async () => {
    const { ana } = life.people;
    const id = life.me.id;
    expect(await done("searchUsers", ana, { query: { query: life.me.email } })).toEqual([]);
    expect(await done("searchUsers", ana, { query: { query: "deleted" } })).toEqual([]);
    expect((await call("getUser", { as: ana, params: { id } })).status).toBe(404);
    expect((await call("sendFriendRequest", { as: ana, body: { to: id } })).status).toBe(404);
    expect((await call("blockUser", { as: ana, body: { blockedId: id } })).status).toBe(404);
  });

  test("stays in the history of its groups as a deleted user", async () => {
    const { ana } = life.people;
    const event = await done<Event>("getEvent", ana, { params: { eventId: life.events.dinner } });
    expect(event.createdBy).toEqual({ _id: life.me.id, name: "Deleted user", picture: "" });
    expect(event.contributions.map(({ user }) => user.name).sort()).toEqual(["Ana", "Deleted user"]);
    expect(event).toMatchObject({ total: 42.34, expenseCount: 2 });
  });

  test("passes its groups to the member who joined first, and deletes those without other members", async () => {
    const { ana, ben } = life.people;
    const own = await done<Group>("getGroup", ana, { params: { groupId: life.groups.own } });
    expect([own.createdBy.name, own.members.map(({ name }) => name)]).toEqual([
      "Ana",
      ["Ana", "Nina", "Zoe"],
    ]);
    const { groups } = await collections();
    const empty = await groups.findOne({ _id: new ObjectId(life.groups.empty) });
    expect(empty?.deletedAt).toBeInstanceOf(Date);
    expect((await call("getGroup", { as: ben, params: { groupId: life.groups.empty } })).status).toBe(404);
    await done("deleteGroup", ana, { params: { groupId: life.groups.own } });
  });

  test("leaves a consistent database", async () => {
    await expectSound();
  });

  test("can be created again with the same address, as a new user", async () => {
    const { email, name } = life.me;
    const again = await findOrCreateUser({ email, name, image: null });
    expect(again._id.equals(life.me._id)).toBe(false);
    const viewer: Viewer = { ...life.me, _id: again._id, id: String(again._id) };
    expect(await done("listGroups", viewer)).toEqual([]);
  });
});

test("two accounts can be deleted, one after the other", async () => {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  await befriend(ana, ben);
  await aGroup("Both", [ana, ben]);
  await done("deleteAccount", ana);
  await done("deleteAccount", ben);
  const { groups } = await collections();
  const left = await groups.find({ formerMembers: ana._id, deletedAt: null }).toArray();
  expect(left).toEqual([]);
});
