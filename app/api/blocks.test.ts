import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { ERRORS } from "@/lib/errors";
import { collections } from "@/lib/db/collections";
import type { FriendSummaryItem } from "@/lib/contract/friends";
import type { FriendRequest, SentFriendRequest } from "@/lib/contract/requests";
import type { Person, Profile } from "@/lib/contract/people";
import type { OperationName } from "@/lib/contract/operations";
import { useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aGroup, anEvent, aPerson, befriend } from "@/testing/people";
import { loadFriendPage, relationshipsView } from "@/lib/views/friends";
import { call, done, type CallInput } from "@/testing/api/call";
import { ICON } from "@/testing/api/world";
import { dump } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let bo: Viewer;
beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, bo] = [await aPerson("Ana"), await aPerson("Bo")];
});

const ask = (from: Viewer, to: Viewer) => call("sendFriendRequest", { as: from, body: { to: to.id } });
const see = async (viewer: Viewer, user: Viewer) => {
  const { relationship } = await done<Profile>("getUser", viewer, { params: { id: user.id } });
  const listed = (await relationshipsView(viewer))[user.id];
  // The list is for search results, which have no blocked people. An entry without a relationship would reveal an
  // ignored request.
  expect(listed).toBe(/none|blocked/.test(relationship) ? undefined : relationship);
  return relationship;
};
const requestsOf = async (viewer: Viewer) => {
  const list = await done<FriendRequest[]>("listFriendRequests", viewer);
  return list.map(({ from }) => from.name);
};
const ignore = (viewer: Viewer, id: string) => call("ignoreFriendRequest", { as: viewer, params: { id } });

const ALREADY_SENT = {
  success: false,
  error: "Request already sent.",
  message: "Request already sent.",
  code: "already-requested",
};
const NOT_FOUND = {
  success: false,
  error: ERRORS["not-found"].message,
  message: ERRORS["not-found"].message,
  code: "not-found",
};

/** Simulates that the given number of days has passed since Ana ignored the request. */
async function daysPass(days: number): Promise<void> {
  const { friendships } = await collections();
  const row = (await friendships.findOne({ users: bo._id, status: "ignored" }))!;
  const ignoredAt = new Date(row.ignoredAt!.getTime() - days * 24 * 60 * 60 * 1000);
  await friendships.updateOne({ _id: row._id }, { $set: { ignoredAt } });
}

describe("an ignored friend request", () => {
  let sent: SentFriendRequest;
  beforeEach(async () => {
    sent = (await ask(bo, ana)).body as SentFriendRequest;
    expect(await requestsOf(ana)).toEqual(["Bo"]);
    expect((await ignore(ana, sent._id)).status).toBe(200);
  });

  test("cannot be repeated for 30 days, and looks as if it were pending", async () => {
    for (const days of [0, 15, 14]) {
      await daysPass(days);
      const again = await ask(bo, ana);
      expect([again.status, again.body]).toEqual([409, ALREADY_SENT]);
      expect(await see(bo, ana)).toBe("requested");
      const { requestId } = await done<Profile>("getUser", bo, { params: { id: ana.id } });
      expect(requestId).toBe(sent._id);
      expect(await see(ana, bo)).toBe("none");
      expect(await requestsOf(ana)).toEqual([]);
    }
    await daysPass(1.1);
    expect(await see(bo, ana)).toBe("none");
    const late = await ask(bo, ana);
    expect([late.status, late.body]).toEqual([
      201,
      { success: true, _id: expect.any(String), accepted: false },
    ]);
    expect(await requestsOf(ana)).toEqual(["Bo"]);
  });

  test("is withdrawn and sent again like any other, without reaching anyone", async () => {
    const waiting = (await ask(bo, await aPerson("Cy"))).body as SentFriendRequest;
    expect((await ignore(bo, waiting._id)).status).toBe(200);
    const withdrawn = await ignore(bo, sent._id);
    expect([withdrawn.status, withdrawn.body]).toEqual([200, { success: true }]);
    expect((await ignore(bo, sent._id)).body).toEqual(NOT_FOUND);
    expect(await see(bo, ana)).toBe("none");

    const again = await ask(bo, ana);
    expect([again.status, again.body]).toEqual([
      201,
      { success: true, _id: expect.any(String), accepted: false },
    ]);
    expect((again.body as SentFriendRequest)._id).not.toBe(sent._id);
    expect(await see(bo, ana)).toBe("requested");
    expect([await see(ana, bo), await requestsOf(ana)]).toEqual(["none", []]);
    expect((await ask(bo, ana)).body).toEqual(ALREADY_SENT);
  });

  test("cannot be repeated after a block either", async () => {
    for (const [blocker, blocked, times] of [
      [bo, ana, 1],
      [bo, ana, 2],
      [ana, bo, 1],
    ] as const) {
      for (let n = 0; n < times; n++) await done("blockUser", blocker, { body: { blockedId: blocked.id } });
      await done("unblockUser", blocker, { params: { blockedId: blocked.id } });
    }
    expect(await see(bo, ana)).toBe("none");
    expect((await ask(bo, ana)).status).toBe(201);
    expect([await see(ana, bo), await requestsOf(ana)]).toEqual(["none", []]);
    await daysPass(31);
    expect((await ask(bo, ana)).status).toBe(201);
    expect(await requestsOf(ana)).toEqual(["Bo"]);
  });

  test("is accepted if the person who ignored it sends one", async () => {
    const back = await ask(ana, bo);
    expect([back.status, back.body]).toMatchObject([201, { accepted: true }]);
    expect(await see(bo, ana)).toBe("friends");
    // The friendship is not purged with the ignored request.
    const { friendships } = await collections();
    expect(await friendships.findOne({ users: bo._id })).not.toHaveProperty("ignoredAt");
  });

  test("once withdrawn, does not prevent a new request by the person who ignored it", async () => {
    await ignore(bo, sent._id);
    const back = await ask(ana, bo);
    expect([back.status, back.body]).toMatchObject([201, { accepted: false }]);
    expect(await requestsOf(bo)).toEqual(["Ana"]);
  });

  test("can no longer be accepted through the API", async () => {
    const late = await call("acceptFriendRequest", { as: ana, params: { id: sent._id } });
    expect([late.status, late.body]).toEqual([404, NOT_FOUND]);
  });
});

describe("a block", () => {
  const blockBo = () => done("blockUser", ana, { body: { blockedId: bo.id } });

  test("ends friendship, requests, and invitations between the two, and hides them from each other", async () => {
    await befriend(ana, bo);
    const group = await done<{ _id: string }>("createGroup", ana, {
      body: { title: "Flat", icon: ICON, members: [bo.id] },
    });
    await done("createGroup", bo, { body: { title: "Trip", icon: ICON, members: [ana.id] } });
    await blockBo();
    for (const viewer of [ana, bo]) {
      expect(await done("listFriends", viewer)).toEqual([]);
      expect(await done("listGroupRequests", viewer)).toEqual([]);
    }
    const outside: [OperationName, Omit<CallInput, "as">][] = [
      ["getUser", { params: { id: ana.id } }],
      ["openPayments", { params: { id: ana.id } }],
      ["settleUp", { params: { id: ana.id }, body: { payments: [{ _id: ana.id, amount: 1 }] } }],
      ["sendFriendRequest", { body: { to: ana.id } }],
      ["deleteFriend", { params: { friendId: ana.id } }],
      ["blockUser", { body: { blockedId: ana.id } }],
      ["unblockUser", { params: { blockedId: ana.id } }],
    ];
    for (const [name, input] of outside) {
      const before = await dump();
      const response = await call(name, { as: bo, ...input });
      expect([name, response.status, response.body]).toEqual([name, 404, NOT_FOUND]);
      expect(await dump()).toEqual(before);
    }
    const invitation = await call("createGroup", {
      as: bo,
      body: { title: "Trip", icon: ICON, members: [ana.id] },
    });
    expect([invitation.status, invitation.body]).toMatchObject([
      422,
      { error: "You can only invite your friends." },
    ]);
    const search = (as: Viewer, whom: Viewer) =>
      done<Person[]>("searchUsers", as, { query: { query: whom.email } });
    expect(await search(bo, ana)).toEqual([]);
    expect(await search(ana, bo)).toEqual([]);
    expect(await search(await aPerson("Cy"), ana)).toHaveLength(1);
    expect(group._id).toMatch(/^[0-9a-f]{24}$/);
  });

  test("is listed, and after it ends the two have no relationship", async () => {
    await blockBo();
    await blockBo();
    expect(await done("listBlocked", ana)).toEqual([{ _id: bo.id, name: "Bo", picture: "" }]);
    expect(await done("listBlocked", bo)).toEqual([]);
    expect(await see(ana, bo)).toBe("blocked");
    const asked = await ask(ana, bo);
    expect([asked.status, asked.body]).toMatchObject([
      409,
      { code: "blocked", error: "You have blocked this person. Unblock them first." },
    ]);
    const unblock = () => call("unblockUser", { as: ana, params: { blockedId: bo.id } });
    expect((await unblock()).status).toBe(200);
    expect((await unblock()).status).toBe(404);
    expect([await see(ana, bo), await see(bo, ana)]).toEqual(["none", "none"]);
    expect((await ask(bo, ana)).status).toBe(201);
  });

  test("replaces a request from either person", async () => {
    const { _id } = (await ask(bo, ana)).body as SentFriendRequest;
    await blockBo();
    expect(await requestsOf(ana)).toEqual([]);
    expect((await call("acceptFriendRequest", { as: ana, params: { id: _id } })).status).toBe(404);
    expect((await call("ignoreFriendRequest", { as: bo, params: { id: _id } })).body).toEqual(NOT_FOUND);
    expect((await ask(bo, ana)).body).toEqual(NOT_FOUND);
  });

  test("keeps debts and shared groups", async () => {
    const groupId = await aGroup("Flat", [ana, bo]);
    const eventId = String(await anEvent(groupId, "March", [ana, bo]));
    await done("createExpense", ana, {
      body: { eventId, description: "Rent", amount: 10, splitWith: [ana.id, bo.id] },
    });
    await blockBo();
    expect(await done<FriendSummaryItem[]>("friendSummary", bo)).toMatchObject([{ name: "Ana", amount: -5 }]);
    await done("getEvent", bo, { params: { eventId } });
    // Home links to the debt.
    const { profile, open } = await loadFriendPage(bo, ana.id);
    expect(profile).toMatchObject({ name: "Ana", relationship: "none" });
    expect(open).toMatchObject([{ settlement: { amount: 5, from: { _id: bo.id } } }]);
    await done("settleUp", bo, {
      params: { id: ana.id },
      body: { payments: [{ _id: open[0]!.settlement._id, amount: 5 }] },
    });
    await expect(loadFriendPage(bo, ana.id)).rejects.toMatchObject({ code: "not-found" });
  });

  test("leaves nothing behind if the account of either person is deleted meanwhile", async () => {
    for (const gone of ["Blocker", "Blocked"]) {
      for (let position = 0; ; position++) {
        const [blocker, blocked] = [await aPerson("Blocker"), await aPerson("Blocked")];
        const deleted = gone === "Blocker" ? blocker : blocked;
        const result = await interleave(
          position,
          () => call("blockUser", { as: blocker, body: { blockedId: blocked.id } }),
          () => call("deleteAccount", { as: deleted }),
        );
        if (!result) break;
        expect([position, result.other.status]).toEqual([position, 200]);
        const { friendships } = await collections();
        expect([gone, position, await friendships.countDocuments({ users: deleted._id })]).toEqual([
          gone,
          position,
          0,
        ]);
      }
    }
  });

  test("of oneself, or of an unknown user, is refused", async () => {
    const own = await call("blockUser", { as: ana, body: { blockedId: ana.id } });
    expect([own.status, own.body]).toMatchObject([422, { error: "You can't block yourself." }]);
    const nobody = await call("blockUser", { as: ana, body: { blockedId: String(new ObjectId()) } });
    expect([nobody.status, nobody.body]).toEqual([404, NOT_FOUND]);
  });
});
