import type { Document } from "mongodb";
import { ObjectId } from "mongodb";
import type { Viewer } from "./access";
import { getClient, getDb } from "./db/client";
import { createExpense } from "./db/expenses";
import { invite } from "./db/group-requests";
import { removeMember } from "./db/groups";
import { requestFriendship } from "./db/friend-requests";
import { listUnsettled, settle } from "./db/settlements";
import { countCommands, useTestDatabase } from "./testing/database";
import { aGroup, anEvent, aPerson, befriend } from "./testing/people";
import * as views from "./views";
import { friendScreen } from "./views/open-payments";
import { whyScreen } from "./views/why";
import {
  eventActivityScreen,
  FIRST_ACTIVITY,
  groupActivityScreen,
  recentActivityView,
} from "./views/activity";
import { deletedGroupsView, deletedScreen } from "./views/deleted";

jest.mock("@/lib/auth", () => jest.requireActual("@/lib/testing/session"));

useTestDatabase();

let ana: Viewer;
let groupId: string;
let eventId: string;
let expenseId: string;
let settlementId: string;
let benId: string;

beforeAll(async () => {
  ana = await aPerson("Ana");
  const [ben, cleo, dan] = await Promise.all(["Ben", "Cleo", "Dan"].map(aPerson));
  for (const friend of [ben!, cleo!, dan!]) await befriend(ana, friend);
  await requestFriendship((await aPerson("Eve"))._id, ana._id);
  const group = await aGroup("Flat", [ana, ben!, cleo!]);
  await invite(ana._id, group, dan!._id);
  const event = await anEvent(group, "March", [ana, ben!, cleo!]);
  const expense = {
    _id: new ObjectId(),
    eventId: event,
    recorder: ana._id,
    description: "Rent",
    cents: 90_000,
  };
  await createExpense({ ...expense, splitWith: [ana._id, ben!._id] });
  // Somebody whose name is still needed has left.
  await removeMember(ana._id, group, cleo!._id);
  const [open] = await listUnsettled(event);
  settlementId = String(open!._id);
  benId = ben!.id;
  [groupId, eventId, expenseId] = [group, event, expense._id].map(String) as [string, string, string];
});

/** Every guarded screen: the top bar's counts, and what the screen itself asks for. */
const SCREENS: [string, () => Promise<unknown>][] = [
  ["/friends", () => views.friendsScreen(ana)],
  ["/add-friend", () => Promise.all([views.friendsView(ana), views.friendRequestsView(ana)])],
  ["/requests", () => views.requestsScreen(ana)],
  ["/friends/{friendId}", () => friendScreen(ana, benId)],
  ["/account", () => views.accountScreen(ana)],
  ["/groups", () => Promise.all([views.groupsScreen(ana), views.groupRequestsView(ana)])],
  ["/create-group", () => views.friendsView(ana)],
  ["/groups/{groupId}", () => views.groupScreen(ana, groupId)],
  ["/groups/{groupId}/edit", () => views.groupForm(ana, groupId)],
  ["/groups/{groupId}/add-event", () => views.eventForm(ana, groupId)],
  ["…/events/{eventId}", () => views.eventScreen(ana, groupId, eventId)],
  ["…/events/{eventId}/edit", () => views.eventForm(ana, groupId, eventId)],
  ["…/add-expense", () => views.newExpenseForm(ana, groupId, eventId)],
  ["…/add-expense?copy", () => views.newExpenseForm(ana, groupId, eventId, expenseId)],
  ["…/expenses/{expenseId}", () => views.expenseScreen(ana, groupId, eventId, expenseId)],
  ["…/why/{settlementId}", () => whyScreen(ana, { groupId, eventId, settlementId })],
  ["/activity", () => recentActivityView(ana, { limit: FIRST_ACTIVITY })],
  ["/groups/{groupId}/activity", () => groupActivityScreen(ana, groupId)],
  ["…/events/{eventId}/activity", () => eventActivityScreen(ana, groupId, eventId)],
  ["/groups/{groupId}/deleted", () => deletedScreen(ana, groupId)],
  ["/groups/deleted", () => deletedGroupsView(ana)],
];

test.each(SCREENS)("%s takes at most 4 database commands", async (_, load) => {
  const { commands } = await countCommands(() => Promise.all([views.requestCounts(ana), load()]));
  expect(commands.length).toBeLessThanOrEqual(4);
});

/** Stage names anywhere in an answer of `explain`. */
function stagesOf(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(stagesOf);
  if (typeof plan !== "object" || plan === null) return [];
  const own = "stage" in plan && typeof plan.stage === "string" ? [plan.stage] : [];
  return [...own, ...Object.values(plan).flatMap(stagesOf)];
}

/**
 * Whether explain tells what MongoDB would do. The independent server of `npm run test:db` answers COLLSCAN for
 * filters with a null or a $ne in them, indexed or not, and gives itself a git version of zeros.
 */
async function plansLikeMongoDB(): Promise<boolean> {
  const { gitVersion } = await (await getDb()).admin().command({ buildInfo: 1 });
  return !/^0+$/.test(String(gitVersion));
}

test.each(SCREENS)("%s reads by index only", async (_, load) => {
  if (!(await plansLikeMongoDB())) return;
  const client = await getClient();
  const reads: Document[] = [];
  const note = ({ commandName, command }: { commandName: string; command: Document }) => {
    if (commandName !== "find" && commandName !== "aggregate") return;
    const { lsid: _lsid, $db: _db, $clusterTime: _time, ...rest } = command;
    reads.push(rest);
  };
  client.on("commandStarted", note);
  try {
    await Promise.all([views.requestCounts(ana), load()]);
  } finally {
    client.off("commandStarted", note);
  }
  expect(reads.length).toBeGreaterThan(0);
  const db = await getDb();
  for (const command of reads) {
    const stages = stagesOf(await db.command({ explain: command, verbosity: "queryPlanner" }));
    const scanned =
      stages.includes("COLLSCAN") || !stages.some((stage) => /IXSCAN|IDHACK|EXPRESS/.test(stage));
    expect(scanned ? command : null).toBeNull();
  }
});

test("home has the newest events of the viewer's groups, and nobody else's", async () => {
  const fay = await aPerson("Fay");
  const gil = await aPerson("Gil");
  const [mine, theirs] = [await aGroup("Mine", [fay]), await aGroup("Theirs", [gil])];
  for (const title of ["One", "Two", "Three", "Four", "Five"]) await anEvent(mine, title, [fay]);
  await anEvent(theirs, "Secret", [gil]);
  const { recentEvents } = await views.friendsScreen(fay);
  expect(recentEvents.map(({ title }) => title)).toEqual(["Five", "Four", "Three", "Two"]);
  expect(recentEvents[0]?.group).toMatchObject({ _id: String(mine), title: "Mine" });
});

test("each group and event has the viewer's balance, in dollars from their side", async () => {
  const ben = new ObjectId((await views.groupScreen(ana, groupId)).group.members[1]?._id);
  const asBen = { ...ana, _id: ben, id: ben.toHexString() };
  expect((await views.groupsScreen(ana)).balances).toEqual({ [groupId]: 450 });
  expect((await views.groupScreen(ana, groupId)).balances).toEqual({ [eventId]: 450 });
  expect((await views.groupsScreen(asBen)).balances).toEqual({ [groupId]: -450 });
  expect((await views.groupScreen(asBen, groupId)).balances).toEqual({ [eventId]: -450 });
});

test("the group shows who is invited to its creator, and to others only whom they invited", async () => {
  const { group, invited } = await views.groupScreen(ana, groupId);
  expect(invited.map(({ name }) => name)).toEqual(["Dan"]);
  const ben = new ObjectId(group.members[1]!._id);
  const seen = await views.groupScreen({ ...ana, _id: ben, id: ben.toHexString() }, groupId);
  expect(seen.invited).toEqual([]);
});

test("the form of a group knows what keeps people in it: the creator of everybody, others of themselves", async () => {
  const nets = { [ana.id]: 450, [benId]: -450 };
  const form = await views.groupForm(ana, groupId);
  expect(form.unsettled).toEqual([{ _id: eventId, title: "March", nets }]);
  expect(form.invitations).toMatchObject([{ to: { name: "Dan" } }]);
  const ben = { ...ana, _id: new ObjectId(benId), id: benId };
  expect((await views.groupForm(ben, groupId)).unsettled).toEqual([{ _id: eventId, title: "March", nets }]);
  const hal = await aPerson("Hal");
  const other = await aGroup("Quiet", [ana, hal]);
  const event = await anEvent(other, "Lunch", [ana]);
  await createExpense({
    _id: new ObjectId(),
    eventId: event,
    recorder: ana._id,
    description: "Soup",
    cents: 700,
    splitWith: [ana._id],
  });
  expect((await views.groupForm(hal, String(other))).unsettled).toEqual([]);
});

test("people who have left keep their names", async () => {
  const { event, group } = await views.eventScreen(ana, groupId, eventId);
  expect(group.members.map(({ name }) => name)).toEqual(["Ana", "Ben"]);
  expect(event.participants.map(({ name }) => name)).toEqual(["Ana", "Ben", "Cleo"]);
});

test("ids that do not belong together are not found", async () => {
  const other = String(await aGroup("Other", [ana]));
  await expect(views.eventScreen(ana, other, eventId)).rejects.toMatchObject({ code: "not-found" });
  await expect(eventActivityScreen(ana, other, eventId)).rejects.toMatchObject({ code: "not-found" });
  await expect(views.eventForm(ana, other, eventId)).rejects.toMatchObject({ code: "not-found" });
  await expect(views.expenseScreen(ana, other, eventId, expenseId)).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(views.expenseScreen(ana, groupId, groupId, expenseId)).rejects.toMatchObject({
    code: "not-found",
  });
  const form = await views.newExpenseForm(ana, groupId, eventId, groupId);
  expect(form).not.toHaveProperty("copied");
});

test("nobody outside gets any screen of a group", async () => {
  const eve = await aPerson("Outsider");
  const attempts = [
    views.groupScreen(eve, groupId),
    views.groupForm(eve, groupId),
    views.eventForm(eve, groupId),
    views.eventScreen(eve, groupId, eventId),
    views.eventForm(eve, groupId, eventId),
    views.newExpenseForm(eve, groupId, eventId),
    views.newExpenseForm(eve, groupId, eventId, expenseId),
    views.expenseScreen(eve, groupId, eventId, expenseId),
    groupActivityScreen(eve, groupId),
    eventActivityScreen(eve, groupId, eventId),
    deletedScreen(eve, groupId),
  ];
  for (const attempt of await Promise.allSettled(attempts)) {
    expect(attempt).toMatchObject({ status: "rejected", reason: { code: "not-found" } });
  }
});

test("why: a payment is explained within its own event only, and a settled one says so", async () => {
  const place = { groupId, eventId, settlementId };
  expect(await whyScreen(ana, place)).toMatchObject({
    event: { title: "March" },
    open: {
      settlement: { amount: 450, from: { name: "Ben" }, to: { name: "Ana" } },
      lines: [{ description: "Rent", total: 900, amount: 450 }],
    },
  });
  const eve = await aPerson("Stranger");
  const elsewhere = [
    whyScreen(eve, place),
    whyScreen(ana, { ...place, eventId: groupId }),
    whyScreen(ana, { ...place, groupId: eventId }),
  ];
  for (const attempt of await Promise.allSettled(elsewhere)) {
    expect(attempt).toMatchObject({ status: "rejected", reason: { code: "not-found" } });
  }
  expect((await friendScreen(ana, benId)).open).toMatchObject([
    { settlement: { amount: 450 }, event: { title: "March" }, group: { title: "Flat" } },
  ]);
  expect((await friendScreen(ana, ana.id)).open).toEqual([]);
  await settle(ana._id, new ObjectId(settlementId));
  expect(await whyScreen(ana, place)).toMatchObject({ open: null });
});
