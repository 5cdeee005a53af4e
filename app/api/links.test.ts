import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { CAPS } from "@/lib/core/limits";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { daysAgo } from "@/lib/core/text/dates";
import type { Activity } from "@/lib/contract/activity";
import { joinOffer, type Link, type NewLink } from "@/lib/contract/links";
import type { Group } from "@/lib/contract/groups";
import type { Profile } from "@/lib/contract/people";
import { collections } from "@/lib/db/collections";
import { expectSound } from "@/testing/violations";
import { ERRORS } from "@/lib/errors";
import { loadJoinPage } from "@/lib/views/links";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aPerson, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { dump } from "@/testing/stored";
import { tokenOf } from "@/testing/api/token-of";
import { GET } from "./join/[token]/route";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let group: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben, cleo] = await Promise.all([aPerson("Ana"), aPerson("Ben"), aPerson("Cleo")]);
  group = String(await aGroup("Trip", [ana, ben]));
});

const newLink = (as: Viewer, groupId = group) =>
  done<NewLink>("createLink", as, { params: { groupId }, body: {} });
const join = (as: Viewer | null, token: string) => call("joinByLink", { as, params: { token }, body: {} });
const listed = (as: Viewer) => done<Link[]>("listLinks", as, { params: { groupId: group } });

/** Everything stored, without the counters of locks. */
const stored = async () =>
  JSON.stringify(await dump(), (key, value: unknown) => (key === "touched" ? 0 : value));

/** What someone without a session gets. */
async function look(token: string) {
  const request = new Request(`http://localhost:3000/api/join/${token}`);
  const response = await GET(request, { params: Promise.resolve({ token }) });
  return { status: response.status, body: (await response.json()) as unknown };
}

test("whoever has a link sees the inviter and the group, and joins it at once", async () => {
  const made = await newLink(ben);
  expect(made.url).toMatch(/^http:\/\/localhost:3000\/join\/[\w-]{22}$/);
  expect(made.qr).toMatch(/^<svg /);
  const { status, body } = await look(tokenOf(made));
  expect(joinOffer.safeParse(body).error).toBeUndefined();
  const icon = expect.any(String) as string;
  expect([status, body]).toEqual([
    200,
    {
      inviter: { name: "Ben", picture: "" },
      group: { title: "Trip", icon, memberCount: 2 },
      guests: [],
      active: [],
    },
  ]);

  expect((await join(cleo, tokenOf(made))).body).toEqual({ groupId: group });
  const { members } = await done<Group>("getGroup", cleo, { params: { groupId: group } });
  expect(members.map(({ name }) => name)).toEqual(["Ana", "Ben", "Cleo"]);
  const profile = (id: string) => done<Profile>("getUser", cleo, { params: { id } });
  expect((await profile(ben.id)).relationship).toBe("friends");
  expect((await profile(ana.id)).relationship).toBe("none");
  const activity = await done<Activity[]>("groupActivity", ana, { params: { groupId: group } });
  expect(activity[0]).toMatchObject({ kind: "member-joined", actor: { name: "Cleo" } });
  expect(activity[0]?.people.map(({ name }) => name)).toEqual(["Cleo", "Ben"]);

  const before = await stored();
  expect((await join(cleo, tokenOf(made))).body).toEqual({ groupId: group });
  expect((await join(ben, tokenOf(made))).body).toEqual({ groupId: group });
  expect(await stored()).toEqual(before);
  await expectSound();
});

test("a link is stored as a hash, and its secret is told once", async () => {
  const token = tokenOf(await newLink(ben));
  expect(JSON.stringify(await dump())).not.toContain(token);
  expect(JSON.stringify(await listed(ana))).not.toContain(token);
});

/** Links that cannot be used, for whatever reason. */
const DEAD: [string, (made: NewLink) => Promise<unknown>][] = [
  ["unknown", () => Promise.resolve()],
  [
    "revoked by its creator",
    ({ _id }) => done("revokeLink", ben, { params: { groupId: group, linkId: _id } }),
  ],
  [
    "revoked by the group's creator",
    ({ _id }) => done("revokeLink", ana, { params: { groupId: group, linkId: _id } }),
  ],
  [
    "expired",
    async ({ _id }) => {
      const expired = { $set: { expiresAt: daysAgo(0) } };
      await (await collections()).links.updateOne({ _id: new ObjectId(_id) }, expired);
    },
  ],
  [
    "of someone who left",
    () => done("removeMember", ben, { params: { groupId: group }, body: { userId: ben.id } }),
  ],
  [
    "of someone who was removed",
    () => done("removeMember", ana, { params: { groupId: group }, body: { userId: ben.id } }),
  ],
  ["of a deleted account", () => done("deleteAccount", ben)],
  ["of a deleted group", () => done("deleteGroup", ana, { params: { groupId: group } })],
  ["of someone who blocked them", () => done("blockUser", ben, { body: { blockedId: cleo.id } })],
];

test.each(DEAD)("a link that is %s answers like one that never existed", async (kind, end) => {
  await expectDead(await newLink(ben), kind, end);
});

/** Ends a link of Ben, after which it can neither be looked at nor used. */
async function expectDead(made: NewLink, kind: string, end: (made: NewLink) => Promise<unknown>) {
  await end(made);
  const token = kind === "unknown" ? "AAAAAAAAAAAAAAAAAAAAAA" : tokenOf(made);
  const before = await dump();
  const refusal = { code: "not-found", error: ERRORS["not-found"].message };
  // Without a session, nobody knows who looks.
  if (!kind.includes("blocked")) expect(await look(token)).toMatchObject({ status: 404, body: refusal });
  await expect(loadJoinPage(token, cleo)).rejects.toMatchObject({ code: "not-found" });
  expect(await join(cleo, token)).toMatchObject({ status: 404, body: refusal });
  expect((await join(null, token)).status).toBe(401);
  expect(await dump()).toEqual(before);
}

test("someone who was removed cannot return with a link that they know", async () => {
  const token = tokenOf(await newLink(ana));
  await done("removeMember", ana, { params: { groupId: group }, body: { userId: ben.id } });
  expect((await join(ben, token)).status).toBe(404);
  const other = tokenOf(await newLink(ana));
  await join(cleo, other);
  await done("removeMember", cleo, { params: { groupId: group }, body: { userId: cleo.id } });
  expect((await join(cleo, other)).status).toBe(200);
});

test("members see and revoke their own links, the group's creator all", async () => {
  const [own, other] = [await newLink(ben), await newLink(ana)];
  await join(cleo, tokenOf(own));
  expect(await listed(cleo)).toEqual([]);
  expect((await listed(ben)).map(({ _id, uses }) => [_id, uses])).toEqual([[own._id, 1]]);
  expect((await listed(ana)).map(({ _id, createdBy }) => [_id, createdBy.name])).toEqual([
    [other._id, "Ana"],
    [own._id, "Ben"],
  ]);
  const revoke = (as: Viewer, groupId: string, linkId: string) =>
    call("revokeLink", { as, params: { groupId, linkId } });
  expect((await revoke(ben, group, other._id)).status).toBe(404);
  expect((await revoke(ben, String(await aGroup("Own", [ben])), own._id)).status).toBe(404);
  expect((await revoke(ana, group, own._id)).status).toBe(200);
  expect((await revoke(ana, group, own._id)).status).toBe(404);
});

test("a link leads to its own group only", async () => {
  const { groups } = await collections();
  const other = await aGroup("Secret", [ana]);
  await join(cleo, tokenOf(await newLink(ben)));
  expect((await groups.findOne({ _id: other }))?.members.map(String)).toEqual([ana.id]);
  expect((await call("getGroup", { as: cleo, params: { groupId: String(other) } })).status).toBe(404);
});

test("an invitation and a friend request are over when the person joins by link", async () => {
  await befriend(ana, cleo);
  await done("inviteToGroup", ana, { params: { groupId: group }, body: { toUserId: cleo.id } });
  await done("sendFriendRequest", cleo, { body: { to: ben.id } });
  await join(cleo, tokenOf(await newLink(ben)));
  expect(await done("listGroupRequests", cleo)).toEqual([]);
  expect(await done("listFriendRequests", ben)).toEqual([]);
  expect((await done<Profile>("getUser", ben, { params: { id: cleo.id } })).relationship).toBe("friends");
});

test("a request that the inviter ignored stays ignored, and people who blocked the inviter are told", async () => {
  const token = tokenOf(await newLink(ben));
  const { _id } = await done("sendFriendRequest", cleo, { body: { to: ben.id } });
  await done("ignoreFriendRequest", ben, { params: { id: _id } });
  expect((await join(cleo, token)).status).toBe(200);
  expect((await done<Profile>("getUser", cleo, { params: { id: ben.id } })).relationship).toBe("requested");
  const dan = await aPerson("Dan");
  await done("blockUser", dan, { body: { blockedId: ben.id } });
  expect((await join(dan, token)).body).toMatchObject({ code: "blocked" });
});

describe("a link without a group", () => {
  const own = (as: Viewer) => done<NewLink>("createOwnLink", as);
  const relation = async (as: Viewer, { id }: Viewer) =>
    (await done<Profile>("getUser", as, { params: { id } })).relationship;

  test("makes whoever uses it a friend of its creator, who lists and revokes it", async () => {
    const made = await own(ben);
    const { status, body } = await look(tokenOf(made));
    expect(joinOffer.safeParse(body).error).toBeUndefined();
    expect([status, body]).toEqual([200, { inviter: { name: "Ben", picture: "" } }]);
    for (const person of [cleo, ana, cleo, ben])
      expect((await join(person, tokenOf(made))).body).toEqual({ friendId: ben.id });
    expect([await relation(cleo, ben), await relation(ana, ben), await relation(ana, cleo)]).toEqual([
      "friends",
      "friends",
      "none",
    ]);
    const links = await done<Link[]>("listOwnLinks", ben);
    expect(links).toMatchObject([{ _id: made._id, createdBy: { name: "Ben" }, uses: 2 }]);
    expect([await done("listOwnLinks", ana), await listed(ana), await listed(ben)]).toEqual([[], [], []]);
    expect(JSON.stringify([await dump(), links])).not.toContain(tokenOf(made));
    await expectSound();
    // The operations of a group's links do not know it, and vice versa.
    const params = { groupId: group, linkId: made._id };
    expect((await call("revokeLink", { as: ben, params })).status).toBe(404);
    const { _id: ofGroup } = await newLink(ben);
    const revoke = (as: Viewer, linkId: string) => call("revokeOwnLink", { as, params: { linkId } });
    const tries = [await revoke(ben, ofGroup), await revoke(ana, made._id), await revoke(ben, made._id)];
    expect(tries.map((tried) => tried.status)).toEqual([404, 404, 200]);
  });

  const ends = DEAD.filter(([kind]) => !/group|left|removed|revoked/.test(kind)).concat([
    ["revoked", ({ _id }) => done("revokeOwnLink", ben, { params: { linkId: _id } })],
  ]);
  test.each(ends)("that is %s answers like one that never existed", async (kind, end) => {
    await expectDead(await own(ben), kind, end);
  });

  test("counts among the links of a person", async () => {
    for (let made = 0; made < CAPS.links; made++) await (made % 2 ? own(ben) : newLink(ben));
    for (const name of ["createOwnLink", "createLink"] as const)
      expect((await call(name, { as: ben, params: { groupId: group }, body: {} })).body).toMatchObject({
        code: "too-many-links",
      });
  });
});

test("caps: links of a person, members of a group, groups of a person", async () => {
  for (let made = 0; made < CAPS.links; made++) await newLink(ben);
  const refused = await call("createLink", { as: ben, params: { groupId: group }, body: {} });
  expect(refused.body).toMatchObject({ code: "too-many-links" });
  const token = tokenOf(await newLink(ana));
  const { groups } = await collections();
  const crowd = Array.from({ length: MAX_PEOPLE - 1 }, () => new ObjectId());
  await groups.updateOne({ _id: new ObjectId(group) }, { $set: { members: [ana._id, ...crowd] } });
  expect((await join(cleo, token)).body).toMatchObject({ code: "conflict" });
  await groups.updateOne({ _id: new ObjectId(group) }, { $set: { members: [ana._id] } });
  const [one] = await groups.find({ _id: new ObjectId(group) }).toArray();
  const many = Array.from({ length: CAPS.groups }, () => ({
    ...one!,
    _id: new ObjectId(),
    members: [cleo._id],
  }));
  await groups.insertMany(many);
  expect((await join(cleo, token)).body).toMatchObject({ code: "too-many-groups" });
});

test("an address that tries many links has to wait", async () => {
  delete process.env.RATE_LIMITS_OFF;
  const guess = () => look("AAAAAAAAAAAAAAAAAAAAAA");
  const statuses = new Set<number>();
  for (let tries = 0; tries < 310; tries++) statuses.add((await guess()).status);
  expect([...statuses]).toEqual([404, 429]);
  const token = tokenOf(await newLink(ana));
  // All requests of an address have a limit, too.
  for (let tries = 0; tries < 280; tries++) expect((await look(token)).status).toBe(200);
});
