import type { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { collections } from "@/lib/db/collections";
import { useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aGroup, aPerson, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";

// Open invitations end with the friendship of the two people.

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let [ana, bo, cleo]: Viewer[] = [];
beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, bo, cleo] = await Promise.all(["Ana", "Bo", "Cleo"].map(aPerson));
  for (const one of [ana!, cleo!]) await befriend(one, bo!);
});

const inviteTo = (groupId: ObjectId, from: Viewer, to: Viewer) =>
  call("inviteToGroup", { as: from, params: { groupId: String(groupId) }, body: { toUserId: to.id } });
const unfriend = (as: Viewer, friend: Viewer) =>
  call("deleteFriend", { as, params: { friendId: friend.id } });
const invitationsOf = async (viewer: Viewer) => {
  const list = await done<{ groupId: { title: string } }[]>("listGroupRequests", viewer);
  return list.map(({ groupId }) => groupId.title).sort();
};

test.each([
  ["the sender", () => [ana!, bo!] as const],
  ["the invited", () => [bo!, ana!] as const],
])("ending a friendship, by %s, withdraws the invitations between the two, and no others", async (_, who) => {
  await inviteTo(await aGroup("Hers", [ana!]), ana!, bo!);
  await inviteTo(await aGroup("His", [bo!]), bo!, ana!);
  await inviteTo(await aGroup("Other", [cleo!]), cleo!, bo!);
  expect([await invitationsOf(ana!), await invitationsOf(bo!)]).toEqual([["His"], ["Hers", "Other"]]);
  const [actor, friend] = who();
  expect((await unfriend(actor, friend)).status).toBe(200);
  expect([await invitationsOf(ana!), await invitationsOf(bo!)]).toEqual([[], ["Other"]]);
});

test("a friendship that cannot be ended withdraws nothing", async () => {
  await inviteTo(await aGroup("Hers", [ana!]), ana!, bo!);
  const { friendships } = await collections();
  await friendships.updateOne({ users: { $all: [ana!._id, bo!._id] } }, { $set: { status: "pending" } });
  expect((await unfriend(ana!, bo!)).status).toBe(404);
  expect(await invitationsOf(bo!)).toEqual(["Hers"]);
});

test("an invitation at the same time does not outlive the friendship", async () => {
  for (let position = 0; ; position++) {
    [ana, bo] = await Promise.all(["Ana", "Bo"].map(aPerson));
    await befriend(ana!, bo!);
    const group = await aGroup("Hers", [ana!]);
    const result = await interleave(
      position,
      () => unfriend(bo!, ana!),
      () => inviteTo(group, ana!, bo!),
    );
    if (!result) return expect(position).toBeGreaterThan(2);
    expect(result.call.status).toBe(200);
    expect(await invitationsOf(bo!)).toEqual([]);
  }
});
