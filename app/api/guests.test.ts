import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import type { Activity } from "@/lib/contract/activity";
import type { Event } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";
import type { FriendSummaryItem } from "@/lib/contract/friends";
import type { Person, Profile } from "@/lib/contract/people";
import type { Settlement } from "@/lib/contract/settlements";
import { collections } from "@/lib/db/collections";
import { expectSound } from "@/testing/violations";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aPerson, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { ICON } from "@/testing/api/world";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let group: string;
let nina: Person;

const ofGroup = () => ({ params: { groupId: group } });
const add = (name: string, as = ana) => call("addGuest", { as, ...ofGroup(), body: { name } });

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben] = await Promise.all([aPerson("Ana"), aPerson("Ben")]);
  group = String(await aGroup("Trip", [ana, ben]));
  nina = await done<Person>("addGuest", ben, { ...ofGroup(), body: { name: " Nina  " } });
});

test("a guest has a share, pays, owes, and is settled with, like everyone in the group", async () => {
  expect(nina).toEqual({ _id: expect.any(String) as string, name: "Nina", picture: "", guest: true });
  const { members } = await done<Group>("getGroup", ana, ofGroup());
  expect(members.map(({ name, guest = false }) => [name, guest])).toEqual([
    ["Ana", false],
    ["Ben", false],
    ["Nina", true],
  ]);
  const everyone = members.map(({ _id }) => _id);
  const { _id: eventId } = await done<Event>("createEvent", ana, {
    body: { groupId: group, title: "Dinner", date: "2026-03-14", participants: everyone },
  });
  const expense = { eventId, description: "Pizza", amount: 30, splitWith: everyone };
  await done("createExpense", ana, { body: expense });
  const payers = [{ user: nina._id, amount: 12 }];
  await done("createExpense", ana, { body: { ...expense, amount: 12, payers, splitWith: [ben.id] } });
  const open = await done<Settlement[]>("listSettlements", ben, { query: { eventId } });
  expect(open.map(({ from, to, amount }) => [from, to.guest ?? false, amount])).toContainEqual([
    nina,
    false,
    10,
  ]);
  const summary = await done<FriendSummaryItem[]>("friendSummary", ana);
  expect(summary).toContainEqual({
    ...nina,
    amount: 10,
    group: { _id: ofGroup().params.groupId, title: "Trip" },
  });
  const removal = { ...ofGroup(), body: { userId: nina._id } };
  expect((await call("removeMember", { as: ana, ...removal })).body).toMatchObject({
    error: "Nina still has unsettled payments in this group.",
  });
  for (const { _id } of open) await done("settle", ben, { params: { id: _id }, body: { settled: true } });
  expect((await call("removeMember", { as: ben, ...removal })).status).toBe(403);
  await done("removeMember", ana, removal);
  const [, last] = [await expectSound(), await done<Activity[]>("groupActivity", ana, ofGroup())];
  expect(last[0]).toMatchObject({ kind: "member-removed", people: [nina] });
  expect(last.at(-2)).toMatchObject({ kind: "guest-added", actor: { name: "Ben" }, people: [nina] });
});

test("a group can begin with guests alone, who are members at once", async () => {
  const body = { title: "Flat", icon: ICON, members: [], guests: ["Max", "Moritz"] };
  const { _id, members } = await done<Group>("createGroup", ana, { body });
  expect(members.map(({ name }) => name)).toEqual(["Ana", "Max", "Moritz"]);
  const activity = await done<Activity[]>("groupActivity", ana, { params: { groupId: _id } });
  expect(activity.map(({ kind }) => kind).sort()).toEqual(["group-created", "guest-added", "guest-added"]);
  for (const guests of [["Max", "max "], ["ANA"], [""], undefined])
    expect((await call("createGroup", { as: ana, body: { ...body, guests } })).status).toBe(422);
  await expectSound();
});

test("names in a group differ", async () => {
  for (const name of ["nina", "Ana", "BEN"])
    expect((await add(name)).body).toMatchObject({
      code: "invalid",
      error: expect.stringMatching(/^There is already a/) as string,
    });
  // The vowels of the latter two are marks.
  for (const name of ["Nina Berg", "मीना", "मोना"]) expect((await add(name)).status).toBe(201);
  for (const name of ["", " ", "\u200b", "x".repeat(61)]) expect((await add(name)).status).toBe(422);
});

test("outside the group, a guest does not exist", async () => {
  const cleo = await aPerson("Cleo");
  await befriend(ana, cleo);
  const other = String(await aGroup("Other", [ana, cleo]));
  const as = cleo;
  const calls = [
    await call("getUser", { as, params: { id: nina._id } }),
    await call("openPayments", { as, params: { id: nina._id } }),
    await call("sendFriendRequest", { as, body: { to: nina._id } }),
    await call("blockUser", { as, body: { blockedId: nina._id } }),
    await add("Max", cleo),
    // Not even for those who see the guest.
    await call("sendFriendRequest", { as: ana, body: { to: nina._id } }),
    await call("blockUser", { as: ana, body: { blockedId: nina._id } }),
  ];
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404));
  const invitation = { params: { groupId: other }, body: { toUserId: nina._id } };
  expect((await call("inviteToGroup", { as: ana, ...invitation })).status).toBe(422);
  const event = { groupId: other, title: "T", date: "2026-03-14", participants: [nina._id] };
  expect((await call("createEvent", { as: ana, body: event })).status).toBe(422);
  for (const query of ["nin", "Nina", "guest"])
    expect(await done("searchUsers", cleo, { query: { query } })).toEqual([]);
  const profile = await done<Profile>("getUser", ana, { params: { id: nina._id } });
  expect(profile).toEqual({ ...nina, email: "", relationship: "none" });
});

test("guests are deleted and restored with their group, and never inherit it", async () => {
  const { groups, users } = await collections();
  const stored = () => users.findOne({ _id: new ObjectId(nina._id) });
  await done("deleteGroup", ana, ofGroup());
  expect((await stored())?.deletedAt).toBeInstanceOf(Date);
  await done("restoreGroup", ana, ofGroup());
  expect((await stored())?.deletedAt).toBeNull();
  await done("deleteAccount", ana);
  expect((await groups.findOne({ _id: new ObjectId(group) }))?.createdBy).toEqual(ben._id);
  await expectSound();
  await done("deleteAccount", ben);
  expect((await groups.findOne({ _id: new ObjectId(group) }))?.deletedAt).toBeInstanceOf(Date);
  expect((await stored())?.deletedAt).toBeInstanceOf(Date);
  await expectSound();
});

test("a group has room for a limited number of guests, also of those who were removed", async () => {
  const { users } = await collections();
  const guest = { name: "G", image: null, emailVerified: null, guest: new ObjectId(group) };
  await users.insertMany(Array.from({ length: MAX_PEOPLE - 1 }, () => ({ ...guest, _id: new ObjectId() })));
  expect((await add("Max")).body).toMatchObject({ code: "conflict" });
});
