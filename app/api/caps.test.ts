import { EJSON } from "bson";
import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { CAPS } from "@/lib/core/limits";
import { collections, type FriendshipDoc, type GroupDoc, type GroupRequestDoc } from "@/lib/db/collections";
import { pairKeyOf } from "@/lib/db/friends";
import type { OperationName } from "@/lib/contract/operations";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aGroup, aPerson, befriend } from "@/testing/people";
import { call, type CallInput } from "@/testing/api/call";
import { ICON } from "@/testing/api/world";
import { dump } from "@/testing/stored";

// What one person can have is capped (lib/core/limits.ts).

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let [ana, bo]: Viewer[] = [];
beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  await clearDatabase();
  [ana, bo] = await Promise.all(["Ana", "Bo"].map(aPerson));
  await befriend(ana!, bo!);
});

const OLD = new Date("2026-01-01T00:00:00.000Z");
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));

async function addGroups(count: number, change: Partial<GroupDoc> = {}): Promise<void> {
  const { groups } = await collections();
  const creator = change.createdBy ?? ana!._id;
  await groups.insertMany(
    many(count, (n) => ({
      _id: new ObjectId(),
      title: `Group ${n}`,
      icon: ICON,
      createdBy: creator,
      members: [creator],
      formerMembers: [],
      createdAt: OLD,
      rev: 0,
      touched: 0,
      deletedAt: null,
      ...change,
    })),
  );
}

/** Open invitations in groups that the test does not need. */
async function addInvitations(count: number, change: Partial<GroupRequestDoc>): Promise<void> {
  const { groupRequests } = await collections();
  const one = () => ({ _id: new ObjectId(), groupId: new ObjectId(), createdAt: OLD });
  const ids = () => ({ from: new ObjectId(), to: new ObjectId() });
  await groupRequests.insertMany(many(count, () => ({ ...one(), ...ids(), ...change })));
}

/** Requests between a person and people that the test does not need. */
async function addRequests(count: number, person: Viewer, change: Partial<FriendshipDoc>): Promise<void> {
  const { friendships } = await collections();
  await friendships.insertMany(
    many(count, () => {
      const other = new ObjectId();
      return {
        _id: new ObjectId(),
        pair: pairKeyOf(person._id, other),
        users: [person._id, other],
        requestedBy: other,
        status: "pending" as const,
        createdAt: OLD,
        ...change,
      };
    }),
  );
}

const create = (members: Viewer[] = [bo!]) =>
  call("createGroup", {
    as: ana!,
    body: { title: "One more", icon: ICON, members: members.map(({ id }) => id) },
  });
const inviteBo = (groupId: ObjectId) =>
  call("inviteToGroup", { as: ana!, params: { groupId: String(groupId) }, body: { toUserId: bo!.id } });
const ask = (from: Viewer, to: Viewer) => call("sendFriendRequest", { as: from, body: { to: to.id } });

async function expectRefused(name: OperationName, input: CallInput, code: string, error: string) {
  const before = await dump();
  const response = await call(name, input);
  expect([response.status, response.body]).toEqual([409, { success: false, error, message: error, code }]);
  // Jest's own comparison of many documents is slow.
  expect(EJSON.stringify(await dump()) === EJSON.stringify(before)).toBe(true);
}

const TOO_MANY_GROUPS = "You are already in 500 groups. Leave or delete one first.";
const TOO_MANY_INVITATIONS = "You can have 100 open invitations. Withdraw some, or wait for answers.";

describe("groups that one is in", () => {
  const createInput = () => ({ as: ana!, body: { title: "One more", icon: ICON, members: [bo!.id] } });

  test("creating the 501st is refused, and a deleted one does not count", async () => {
    await addGroups(CAPS.groups - 1);
    await addGroups(3, { deletedAt: new Date(), deletedBy: ana!._id });
    expect((await create()).status).toBe(201);
    await expectRefused("createGroup", createInput(), "too-many-groups", TOO_MANY_GROUPS);
  });

  test("accepting an invitation to the 501st is refused, and the invitation stays", async () => {
    await addGroups(CAPS.groups, { createdBy: bo!._id });
    const invited = await inviteBo(await aGroup("One more", [ana!]));
    const input = { as: bo!, params: { id: (invited.body as { _id: string })._id } };
    await expectRefused("acceptGroupRequest", input, "too-many-groups", TOO_MANY_GROUPS);
    const { groups } = await collections();
    await groups.deleteOne({ members: bo!._id });
    expect((await call("acceptGroupRequest", input)).status).toBe(200);
  });

  test("a deleted group can always be restored, and counts then", async () => {
    const id = await aGroup("Deleted", [ana!]);
    const input = { as: ana!, params: { groupId: String(id) } };
    expect((await call("deleteGroup", input)).status).toBe(200);
    await addGroups(CAPS.groups - 1);
    expect((await call("restoreGroup", input)).status).toBe(200);
    await expectRefused("createGroup", createInput(), "too-many-groups", TOO_MANY_GROUPS);
  });

  test("who has more already keeps them", async () => {
    await addGroups(CAPS.groups + 20);
    const response = await call("listGroups", { as: ana! });
    expect([response.status, (response.body as unknown[]).length]).toEqual([200, 500]);
  });

  test("creating the 51st of a day is refused, deleted ones included", async () => {
    const now = new Date();
    await addGroups(CAPS.groupsCreatedPerDay - 2, { createdAt: now });
    await addGroups(1, { createdAt: now, deletedAt: now });
    await addGroups(5, { createdAt: new Date(now.getTime() - 25 * 60 * 60 * 1000) });
    expect((await create()).status).toBe(201);
    const error = "You can create 50 groups a day. Please try again tomorrow.";
    await expectRefused("createGroup", createInput(), "too-many-new-groups", error);
  });

  test("parallel requests cannot exceed the cap", async () => {
    await addGroups(CAPS.groups - 2);
    const responses = await Promise.all(many(5, () => create([bo!])));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(await (await collections()).groups.countDocuments({ members: ana!._id })).toBe(CAPS.groups);
  });

  test("nor can a request in the middle of another", async () => {
    for (let position = 0; ; position++) {
      [ana, bo] = await Promise.all(["Ana", "Bo"].map(aPerson));
      await befriend(ana!, bo!);
      await addGroups(CAPS.groups - 1);
      const result = await interleave(position, create, create);
      if (!result) return expect(position).toBeGreaterThan(5);
      expect([result.call.status, result.other.status].sort()).toEqual([201, 409]);
    }
  });
});

describe("invitations", () => {
  test("a second one to the same group is refused", async () => {
    const group = await aGroup("Flat", [ana!]);
    expect((await inviteBo(group)).status).toBe(201);
    const input = { as: ana!, params: { groupId: String(group) }, body: { toUserId: bo!.id } };
    await expectRefused("inviteToGroup", input, "already-invited", "This person has already been invited.");
  });

  test("the 101st of a sender is refused; those in deleted groups count, since restoring brings them back", async () => {
    await addInvitations(CAPS.invitationsSent - 3, { from: ana!._id });
    await addInvitations(2, { from: ana!._id, deletedAt: new Date() });
    expect((await inviteBo(await aGroup("Flat", [ana!]))).status).toBe(201);
    const group = await aGroup("House", [ana!]);
    const input = { as: ana!, params: { groupId: String(group) }, body: { toUserId: bo!.id } };
    await expectRefused("inviteToGroup", input, "too-many-invitations", TOO_MANY_INVITATIONS);
    const created = { as: ana!, body: { title: "One more", icon: ICON, members: [bo!.id] } };
    await expectRefused("createGroup", created, "too-many-invitations", TOO_MANY_INVITATIONS);
  });

  test("creating a group counts all that it invites", async () => {
    const cleo = await aPerson("Cleo");
    await befriend(ana!, cleo);
    await addInvitations(CAPS.invitationsSent - 1, { from: ana!._id });
    const created = { as: ana!, body: { title: "One more", icon: ICON, members: [bo!.id, cleo.id] } };
    await expectRefused("createGroup", created, "too-many-invitations", TOO_MANY_INVITATIONS);
    expect((await create([cleo])).status).toBe(201);
  });

  test("someone with 200 open ones gets no other", async () => {
    await addInvitations(CAPS.invitationsReceived - 1, { to: bo!._id });
    await addInvitations(3, { to: bo!._id, deletedAt: new Date() });
    expect((await inviteBo(await aGroup("Flat", [ana!]))).status).toBe(201);
    const group = await aGroup("House", [ana!]);
    const input = { as: ana!, params: { groupId: String(group) }, body: { toUserId: bo!.id } };
    const error = "Bo can't be invited right now.";
    await expectRefused("inviteToGroup", input, "not-invitable", error);
    const created = { as: ana!, body: { title: "One more", icon: ICON, members: [bo!.id] } };
    await expectRefused("createGroup", created, "not-invitable", error);
  });

  test("parallel ones cannot exceed a cap", async () => {
    await addInvitations(CAPS.invitationsReceived - 1, { to: bo!._id });
    const cleo = await aPerson("Cleo");
    await befriend(cleo, bo!);
    const groups = await Promise.all([ana!, cleo, ana!].map((one) => aGroup("Flat", [one])));
    const responses = await Promise.all(
      groups.map((groupId, n) =>
        call("inviteToGroup", {
          as: n === 1 ? cleo : ana!,
          params: { groupId: String(groupId) },
          body: { toUserId: bo!.id },
        }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe("friend requests", () => {
  let cleo: Viewer;
  beforeEach(async () => {
    cleo = await aPerson("Cleo");
  });

  test("the 101st open one of a sender is refused; ignored ones look the same, so they count", async () => {
    await addRequests(60, ana!, { requestedBy: ana!._id });
    await addRequests(39, ana!, { requestedBy: ana!._id, status: "ignored", ignoredAt: new Date() });
    const withdrawn = { status: "ignored", ignoredAt: new Date(), withdrawn: true } as const;
    await addRequests(5, ana!, { requestedBy: ana!._id, ...withdrawn });
    await addRequests(5, ana!, {});
    expect((await ask(ana!, cleo)).status).toBe(201);
    const dan = await aPerson("Dan");
    const error = "You can have 100 open friend requests. Withdraw some, or wait for answers.";
    const input = { as: ana!, body: { to: dan.id } };
    await expectRefused("sendFriendRequest", input, "too-many-friend-requests", error);
    // Accepting theirs adds no request.
    expect((await ask(dan, ana!)).status).toBe(201);
    expect(await call("sendFriendRequest", input)).toMatchObject({ status: 201, body: { accepted: true } });
  });

  test("someone with 200 open ones gets no other", async () => {
    await addRequests(CAPS.friendRequestsReceived - 1, cleo, {});
    await addRequests(5, cleo, { requestedBy: cleo._id });
    expect((await ask(ana!, cleo)).status).toBe(201);
    const error = "This person can't receive friend requests right now.";
    await expectRefused("sendFriendRequest", { as: bo!, body: { to: cleo.id } }, "not-askable", error);
  });

  test("parallel ones cannot exceed a cap", async () => {
    await addRequests(CAPS.friendRequestsReceived - 1, cleo, {});
    const responses = await Promise.all([ana!, bo!].map((one) => ask(one, cleo)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
