import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { CAPS } from "@/lib/core/limits";
import type { Activity } from "@/lib/contract/activity";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { FriendSummaryItem } from "@/lib/contract/friends";
import type { OpenPayment, Settlement, Why } from "@/lib/contract/settlements";
import { collections } from "@/lib/db/collections";
import { loadEventPage } from "@/lib/views/events";
import { expectSound } from "@/testing/violations";
import { useTestDatabase } from "@/testing/database";
import { loadAddPage, loadSharePage } from "@/lib/views/expenses";
import { aGroup, anEvent, aPerson, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { ICON } from "@/testing/api/world";
import { dump } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben, cleo] = await Promise.all([aPerson("Ana Silva"), aPerson("Ben Okafor"), aPerson("Cleo Marsh")]);
  await befriend(ana, ben);
});

const lunch = (friend: Viewer, more: object = {}) => ({
  friendId: friend.id,
  description: "Lunch",
  amount: 20,
  splitWith: [ana.id, ben.id],
  ...more,
});
const share = (as: Viewer, friend: Viewer, more?: object) =>
  done<Expense>("createExpense", as, { body: lunch(friend, more) });
const tryToShare = (as: Viewer, friend: { id: string }, more: object = {}) =>
  call("createExpense", { as, body: { ...lunch(ben), friendId: friend.id, ...more } });
const eventOf = (as: Viewer, { eventId }: Expense) => done<Event>("getEvent", as, { params: { eventId } });
const groupOf = async (as: Viewer, expense: Expense) =>
  done<Group>("getGroup", as, { params: { groupId: (await eventOf(as, expense)).groupId } });

test("two friends share an expense without a group, and each sees it as theirs", async () => {
  const first = await share(ana, ben);
  const second = await share(ben, ana, { amount: 5, payers: [{ user: ana.id, amount: 5 }] });
  expect(second.eventId).toBe(first.eventId);
  for (const [viewer, title] of [[ana, "You and Ben"] as const, [ben, "You and Ana"] as const]) {
    const event = await eventOf(viewer, first);
    expect(event).toMatchObject({ title, total: 25, expenseCount: 2 });
    expect(await groupOf(viewer, first)).toMatchObject({ title, pair: true, members: [{}, {}] });
    const { groupId } = event;
    expect(await done("listEvents", viewer, { query: { groupId } })).toMatchObject([{ title }]);
    expect((await done<Activity[]>("listActivity", viewer))[0]?.group.title).toBe(title);
    const exported = await done<{ group: Group; events: Event[] }>("exportGroup", viewer, {
      params: { groupId },
    });
    expect([exported.group.title, exported.events[0]?.title]).toEqual([title, title]);
    const mine = await done<{ groups: { title: string; events: { title: string }[] }[] }>(
      "exportMyData",
      viewer,
    );
    expect(mine.groups).toMatchObject([{ title, events: [{ title }] }]);
    expect(await done<string>("exportMyExpenses", viewer)).toContain(`,${title},${title},Lunch`);
    expect(JSON.stringify(await done("listGroups", viewer))).not.toContain(groupId);
    const other = viewer === ana ? ben : ana;
    const [open] = await done<OpenPayment[]>("openPayments", viewer, { params: { id: other.id } });
    expect(open).toMatchObject({ event: { title }, group: { title }, settlement: { amount: 12.5 } });
    const refused = await call("deleteAccount", { as: viewer });
    expect(refused.body).toMatchObject({ openEvents: [{ title, group: { title } }] });
  }
  const { eventId } = first;
  const [open] = await done<Settlement[]>("listSettlements", ben, { query: { eventId } });
  expect(open).toMatchObject({ from: { name: "Ben Okafor" }, to: { name: "Ana Silva" }, amount: 12.5 });
  const why = await done<Why>("why", ben, { params: { id: open!._id } });
  expect(why.lines.map(({ amount }) => amount).sort()).toEqual([10, 2.5]);
  expect(await done<FriendSummaryItem[]>("friendSummary", ana)).toMatchObject([
    { _id: ben.id, amount: 12.5 },
  ]);
  await done("settle", ben, { params: { id: open!._id }, body: { settled: true } });
  await done("deleteAccount", ben);
  expect(await groupOf(ana, first)).toMatchObject({
    title: "You and Deleted user",
    members: [{ _id: ana.id }],
  });
  await expectSound();
});

test("the first expenses of two friends at the same moment make one event", async () => {
  const body = (friend: Viewer) => lunch(friend, { amount: 2 });
  const made = await Promise.all(
    [...Array<undefined>(6)].map((_, nth) =>
      nth % 2
        ? done<Expense>("createExpense", ana, { body: body(ben) })
        : done<Expense>("createExpense", ben, { body: body(ana) }),
    ),
  );
  expect(new Set(made.map(({ eventId }) => eventId)).size).toBe(1);
  expect(await eventOf(ana, made[0]!)).toMatchObject({ expenseCount: 6, total: 12 });
  const { groups } = await collections();
  expect(await groups.countDocuments({ members: ana._id })).toBe(1);
  await expectSound();
});

test("a refused expense makes nothing, and a repeated request nothing twice", async () => {
  await befriend(ana, cleo);
  const stranger = await aPerson("Dan Reyes");
  const guestId = new ObjectId().toHexString();
  const refusals = [
    await tryToShare(ana, stranger, { splitWith: [ana.id, stranger.id] }),
    await tryToShare(ana, ben, { splitWith: [ana.id, cleo.id] }),
    await tryToShare(ana, ben, { payers: [{ user: cleo.id, amount: 20 }] }),
    await tryToShare(ana, ana),
    await tryToShare(ana, { id: guestId }),
    await tryToShare(ana, { id: "x" }),
    await tryToShare(ana, ben, { eventId: guestId }),
    await call("createExpense", { as: ana, body: { ...lunch(ben), friendId: undefined } }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([403, 422, 422, 404, 404, 404, 422, 422]);
  const { groups, events } = await collections();
  expect(await groups.countDocuments({ members: ana._id })).toBe(0);
  expect(await events.countDocuments({ createdBy: ana._id })).toBe(0);
  const headers = { "Idempotency-Key": "lunch-lunch-lunch-1" };
  const [one, two] = [
    await done<Expense>("createExpense", ana, { body: lunch(ben), headers }),
    await done<Expense>("createExpense", ana, { body: lunch(ben), headers }),
  ];
  expect(two).toEqual(one);
});

/** How two people stop being friends. */
const ENDS: [string, () => Promise<unknown>][] = [
  ["unfriending", () => done("deleteFriend", ana, { params: { friendId: ben.id } })],
  ["a block by the other", () => done("blockUser", ana, { body: { blockedId: ben.id } })],
  ["a block of the other", () => done("blockUser", ben, { body: { blockedId: ana.id } })],
];

test.each(ENDS)("after %s, debts are explained and settled, but no longer made", async (how, end) => {
  const expense = await share(ben, ana, { payers: [{ user: ana.id, amount: 20 }] });
  const other = await share(ben, ana, { amount: 6 });
  const { _id: expenseId, eventId } = expense;
  const deleted = await share(ben, ana);
  await done("deleteExpense", ben, { params: { expenseId: deleted._id } });
  const place = await eventOf(ben, expense);
  expect(await loadEventPage(ben, place.groupId, eventId)).toMatchObject({ friends: true });
  await end();
  const { friendId: _, ...body } = lunch(ana);
  const restoring = { params: { expenseId: deleted._id } };
  expect(await loadEventPage(ben, place.groupId, eventId)).toMatchObject({ friends: false });
  const refusals = [
    await tryToShare(ben, ana),
    await call("createExpense", { as: ben, body: { ...body, eventId } }),
    await call("editExpense", { as: ben, params: { expenseId }, body: { ...body, amount: 900 } }),
    await call("restoreExpense", { as: ben, ...restoring }),
    await call("recordPayment", { as: ben, params: { eventId }, body: { to: ana.id, amount: 5 } }),
  ];
  // Who was blocked does not learn that the other still exists.
  const first = how === "a block by the other" ? 404 : 403;
  expect(refusals.map(({ status }) => status)).toEqual([first, 403, 403, 403, 403]);
  const [open] = await done<Settlement[]>("listSettlements", ben, { query: { eventId } });
  expect(await done<Why>("why", ben, { params: { id: open!._id } })).toMatchObject({ lines: [{}, {}] });
  await done("deleteExpense", ben, { params: { expenseId: other._id } });
  const [left] = await done<Settlement[]>("listSettlements", ben, { query: { eventId } });
  await done("settle", ben, { params: { id: left!._id }, body: { settled: true } });
  await expectSound();
});

test("the group of a pair stays as it is, whoever asks", async () => {
  const expense = await share(ana, ben);
  await befriend(ana, cleo);
  const { eventId } = expense;
  const { groupId } = await eventOf(ana, expense);
  const before = await dump();
  const group = { params: { groupId } };
  const event = { title: "Other", date: "2026-05-01", participants: [ana.id] };
  const refusals = [
    await call("editGroup", { as: ana, ...group, body: { title: "Other", icon: ICON } }),
    await call("inviteToGroup", { as: ana, ...group, body: { toUserId: cleo.id } }),
    await call("addGuest", { as: ana, ...group, body: { name: "Nina" } }),
    await call("createLink", { as: ana, ...group, body: {} }),
    await call("removeMember", { as: ana, ...group, body: { userId: ben.id } }),
    await call("removeMember", { as: ben, ...group, body: { userId: ben.id } }),
    await call("deleteGroup", { as: ana, ...group }),
    await call("createEvent", { as: ana, body: { ...event, groupId } }),
    await call("editEvent", { as: ana, params: { eventId }, body: event }),
    await call("deleteEvent", { as: ana, params: { eventId } }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 403));
  expect(await dump()).toEqual(before);
  expect((await call("getGroup", { as: cleo, ...group })).status).toBe(404);
});

test("the picker begins with the event that was used last, then friends, then groups", async () => {
  const other = await aGroup("Flat", [ana, ben]);
  const march = await anEvent(other, "March", [ana, ben]);
  await aGroup("Empty", [ana]);
  expect(await loadAddPage(ana)).toMatchObject({
    last: null,
    friends: [{ _id: ben.id }],
    groups: [
      { title: "Flat", event: { title: "March" } },
      { title: "Empty", event: null },
    ],
  });
  const { eventId } = await share(ana, ben);
  const last = { _id: eventId, title: "You and Ben", group: { title: "You and Ben" } };
  expect(await loadAddPage(ana)).toMatchObject({ last, groups: [{ title: "Flat" }, { title: "Empty" }] });
  expect((await loadAddPage(ben)).last).toBeNull();
  await done("deleteFriend", ana, { params: { friendId: ben.id } });
  expect(await loadAddPage(ana)).toMatchObject({ last: null, friends: [] });
  const { friendId: _, ...body } = lunch(ben, { eventId: String(march) });
  await done("createExpense", ana, { body });
  expect(await loadAddPage(ana)).toMatchObject({ last: { title: "March", group: { title: "Flat" } } });
  await done("closeEvent", ana, { params: { eventId: String(march) } });
  const closed = await loadAddPage(ana);
  expect(closed.last).toBeNull();
  expect(closed.groups.map(({ event }) => event)).toEqual([null, null]);
  await done("reopenEvent", ana, { params: { eventId: String(march) } });
  await done("deleteEvent", ana, { params: { eventId: String(march) } });
  expect((await loadAddPage(ana)).last).toBeNull();
});

test("pairs take no room among a person's groups", async () => {
  const { groups } = await collections();
  const { groupId } = await eventOf(ana, await share(ana, ben));
  const { pair: _, ...one } = (await groups.findOne({ _id: new ObjectId(groupId) }))!;
  const group = () => ({ ...one, _id: new ObjectId(), members: [ana._id], createdAt: new Date(0) });
  await groups.insertMany(Array.from({ length: CAPS.groups - 1 }, group));
  const create = () =>
    call("createGroup", { as: ana, body: { title: "T", icon: ICON, members: [], guests: ["Nina"] } });
  expect((await create()).status).toBe(201);
  expect((await create()).body).toMatchObject({ code: "too-many-groups" });
  await befriend(ana, cleo);
  expect((await tryToShare(ana, cleo, { splitWith: [ana.id, cleo.id] })).status).toBe(201);
});

test("a friend's id that is malformed is not found, and no other rejection is left over", async () => {
  const leftOver = jest.fn();
  process.on("unhandledRejection", leftOver);
  await expect(loadSharePage(ana, "x")).rejects.toMatchObject({ code: "not-found" });
  await new Promise(setImmediate);
  process.off("unhandledRejection", leftOver);
  expect(leftOver).not.toHaveBeenCalled();
});
