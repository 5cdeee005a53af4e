import { type Document, ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { getDb } from "@/lib/db/client";
import { createExpense } from "@/lib/db/expenses";
import { invite } from "@/lib/db/requests/group";
import { removeMember } from "@/lib/db/groups";
import { requestFriendship } from "@/lib/db/requests/friend";
import { listUnsettled } from "@/lib/db/settlements/lists";
import { settle } from "@/lib/db/settlements";
import { countCommands, countRounds, useTestDatabase } from "@/testing/database";
import { getSessionUser, signInAs } from "@/testing/session";
import { aGroup, anEvent, aPerson, befriend } from "@/testing/people";
import { loadEditEventPage, loadEventPage } from "./events";
import { loadAddExpensePage, loadExpensePage, loadAddPage, loadSharePage } from "./expenses";
import {
  groupView,
  loadCreateEventPage,
  loadEditGroupPage,
  loadGroupPage,
  loadGroupsPage,
  loadCreateGroupPage,
} from "./groups";
import { loadSearchPage, searchView } from "./search";
import { loadAccountPage } from "./account";
import { relationshipsView, loadFriendsPage, loadFriendPage } from "./friends";
import { requestCounts, loadRequestsPage, groupRequestsView, friendRequestsView } from "./requests";
import { loadInvitePage, loadTablePage, ownLinksView } from "./links";
import { loadGroupPlanPage } from "./plans";
import { loadReportPage } from "./report";
import { loadEditSeriesPage, loadSeriesPage } from "./series";
import { loadStatementPage } from "./statements";
import { loadRecordPaymentPage, loadWhyPage, whyView } from "./settlements";
import { loadSpendingPage } from "./spending";
import { noticesView } from "./notices";
import { loadNoticeSettingsPage } from "./notice-settings";
import { eventActivityView, FIRST_ACTIVITY, groupActivityView, recentActivityView } from "./activity";
import { loadGroupImportPage, loadImportPage } from "./imports";
import { deletedGroupsView, deletedView } from "./groups/deleted";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let groupId: string;
let eventId: string;
let expenseId: string;
let settlementId: string;
let seriesId: string;
let benId: string;

beforeAll(async () => {
  ana = await aPerson("Ana");
  signInAs(ana);
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
  // A former member whose name is still needed.
  await removeMember(ana._id, group, cleo!._id);
  const [open] = await listUnsettled(event);
  settlementId = String(open!._id);
  benId = ben!.id;
  // Far ahead: there is no expense yet.
  const repeats = { every: "month", timeZone: "UTC" } as const;
  const ahead = { ...expense, _id: new ObjectId(), day: new Date("2999-01-01"), repeats };
  seriesId = String((await createExpense({ ...ahead, splitWith: [ana._id] })).series);
  [groupId, eventId, expenseId] = [group, event, expense._id].map(String) as [string, string, string];
});

/** Every guarded screen: the top bar's counts, and what the screen itself loads. */
const SCREENS: [string, () => Promise<unknown>][] = [
  ["/friends", () => loadFriendsPage(ana)],
  ["/add-friend", () => Promise.all([relationshipsView(ana), friendRequestsView(ana), ownLinksView(ana)])],
  ["/notifications", () => noticesView(ana)],
  ["/notifications/settings", () => loadNoticeSettingsPage(ana, { push: true, email: true })],
  ["/requests", () => loadRequestsPage(ana)],
  ["/add", () => loadAddPage(ana)],
  ["/friends/{friendId}/add-expense", () => loadSharePage(ana, benId)],
  ["/friends/{friendId}", () => loadFriendPage(ana, benId)],
  ["/account", () => loadAccountPage(ana)],
  ["/groups", () => Promise.all([loadGroupsPage(ana), groupRequestsView(ana)])],
  ["/create-group", () => loadCreateGroupPage(ana)],
  ["/create-event", () => loadCreateEventPage(ana)],
  ["/groups/{groupId}", () => loadGroupPage(ana, groupId)],
  ["/groups/{groupId}/edit", () => loadEditGroupPage(ana, groupId)],
  ["/groups/{groupId}/invite", () => loadInvitePage(ana, groupId)],
  ["/groups/{groupId}/plan", () => loadGroupPlanPage(ana, groupId)],
  ["/groups/{groupId}/add-event", () => groupView(ana, groupId)],
  ["…/events/{eventId}", () => loadEventPage(ana, groupId, eventId)],
  ["…/events/{eventId}/statement", () => loadStatementPage(ana, groupId, eventId)],
  ["…/events/{eventId}/table", () => loadTablePage(ana, groupId, eventId)],
  ["…/events/{eventId}/edit", () => loadEditEventPage(ana, groupId, eventId)],
  ["…/record-payment", () => loadRecordPaymentPage(ana, groupId, eventId)],
  ["…/add-expense", () => loadAddExpensePage(ana, groupId, eventId)],
  ["…/add-expense?copy", () => loadAddExpensePage(ana, groupId, eventId, expenseId)],
  ["…/expenses/{expenseId}", () => loadExpensePage(ana, groupId, eventId, expenseId)],
  ["…/why/{settlementId}", () => loadWhyPage(ana, groupId, eventId, settlementId)],
  ["/activity", () => recentActivityView(ana, { limit: FIRST_ACTIVITY })],
  ["/groups/{groupId}/activity", () => groupActivityView(ana, groupId)],
  ["…/events/{eventId}/activity", () => eventActivityView(ana, eventId, groupId)],
  ["/search", () => loadSearchPage(ana, { q: "rent" })],
  ["/search?event", () => loadSearchPage(ana, { q: "home", event: eventId })],
  ["/groups/{groupId}/spending", () => loadSpendingPage(ana, groupId, {})],
  ["/groups/{groupId}/report", () => loadReportPage(ana, groupId, {})],
  [
    "/groups/{groupId}/report?from&until",
    () => loadReportPage(ana, groupId, { from: "2026-03-02", until: "2026-04-05" }),
  ],
  ["/groups/{groupId}/series", () => loadSeriesPage(ana, groupId)],
  ["…/series/{seriesId}", () => loadEditSeriesPage(ana, groupId, seriesId)],
  ["/groups/{groupId}/deleted", () => deletedView(ana, groupId)],
  ["/groups/deleted", () => deletedGroupsView(ana)],
  ["/groups/import", () => loadImportPage(ana)],
  ["/groups/{groupId}/import", () => loadGroupImportPage(ana, groupId)],
];

test.each(SCREENS)("%s takes at most 4 database commands", async (_, load) => {
  const { commands } = await countCommands(() => Promise.all([requestCounts(ana), load()]));
  expect(commands.length).toBeLessThanOrEqual(4);
});

/** Those that cannot ask for everything at once. */
const TWO_ROUNDS = [
  "/notifications",
  "/add",
  "/friends/{friendId}",
  "/groups/{groupId}/edit",
  "/groups/{groupId}/plan",
  "/search",
  "/search?event",
  "…/why/{settlementId}",
  "/activity",
  "/groups/import",
];

// With the session's own round trip, a screen waits for at most three, and a call that reads the same for two.
test.each(SCREENS)("%s waits for one round trip to the database, or two", async (name, load) => {
  const rounds = await countRounds(() => Promise.all([requestCounts(ana), load()]));
  expect(rounds).toBeLessThanOrEqual(TWO_ROUNDS.includes(name) ? 2 : 1);
});

test("GET …/why waits for one more round trip than its session, which reads whose debt it is; for two if that has changed", async () => {
  const { settlement } = (await getSessionUser("settlement", settlementId))!;
  const open = await loadWhyPage(ana, groupId, eventId, settlementId);
  const waitsFor = async (known: Viewer["settlement"]) => {
    let response: unknown;
    const rounds = await countRounds(async () => {
      response = await whyView({ ...ana, ...(known && { settlement: known }) }, settlementId, {});
    });
    expect(response).toMatchObject({ rows: { amount: 450, lines: open.open?.lines } });
    return rounds;
  };
  const changed = settlement && { ...settlement, pair: `${benId}.${new ObjectId().toHexString()}` };
  expect([await waitsFor(settlement), await waitsFor(changed), await waitsFor(undefined)]).toEqual([1, 2, 2]);
});

/** The stage names anywhere in a response of `explain`. */
function stagesOf(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(stagesOf);
  if (typeof plan !== "object" || plan === null) return [];
  const own = "stage" in plan && typeof plan.stage === "string" ? [plan.stage] : [];
  return [...own, ...Object.values(plan).flatMap(stagesOf)];
}

/**
 * Whether explain reflects what MongoDB would do. The independent server of `npm run test:db` answers COLLSCAN for
 * filters that contain null or $ne, indexed or not, and reports a git version of zeros.
 */
async function plansLikeMongoDB(): Promise<boolean> {
  const { gitVersion } = await (await getDb()).admin().command({ buildInfo: 1 });
  return !/^0+$/.test(String(gitVersion));
}

test.each(SCREENS)("%s reads by index only", async (_, load) => {
  if (!(await plansLikeMongoDB())) return;
  const { client } = await getDb();
  const reads: Document[] = [];
  const note = ({ commandName, command }: { commandName: string; command: Document }) => {
    if (commandName !== "find" && commandName !== "aggregate") return;
    const { lsid: _lsid, $db: _db, $clusterTime: _time, ...rest } = command;
    reads.push(rest);
  };
  client.on("commandStarted", note);
  try {
    await Promise.all([requestCounts(ana), load()]);
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

test("home has the newest events of the viewer's own groups", async () => {
  const fay = await aPerson("Fay");
  const gil = await aPerson("Gil");
  const [mine, theirs] = [await aGroup("Mine", [fay]), await aGroup("Theirs", [gil])];
  for (const title of ["One", "Two", "Three", "Four", "Five"]) await anEvent(mine, title, [fay]);
  await anEvent(theirs, "Secret", [gil]);
  const { recentEvents } = await loadFriendsPage(fay);
  expect(recentEvents.map(({ title }) => title)).toEqual(["Five", "Four", "Three", "Two"]);
  expect(recentEvents[0]?.group).toMatchObject({ _id: String(mine), title: "Mine" });
});

test("home has the newest requests to the viewer, and only friends among the friends", async () => {
  const [ida, jon, kit, lea, max] = await Promise.all(["Ida", "Jon", "Kit", "Lea", "Max"].map(aPerson));
  await befriend(ida!, jon!);
  await requestFriendship(ida!._id, max!._id);
  for (const sender of [kit!, lea!]) await requestFriendship(sender._id, ida!._id);
  const { friends, requests } = await loadFriendsPage(ida!);
  expect(friends.map(({ name }) => name)).toEqual(["Jon"]);
  expect(requests.rows.map(({ from }) => from.name)).toEqual(["Lea", "Kit"]);
  expect(requests).toEqual(await friendRequestsView(ida!));
});

test("each group and event has the viewer's balance, in dollars and with their sign", async () => {
  const ben = new ObjectId((await loadGroupPage(ana, groupId)).group.members[1]?._id);
  const asBen = { ...ana, _id: ben, id: ben.toHexString() };
  expect((await loadGroupsPage(ana)).balances).toEqual({ [groupId]: 450 });
  expect((await loadGroupPage(ana, groupId)).balances).toEqual({ [eventId]: 450 });
  expect((await loadGroupsPage(asBen)).balances).toEqual({ [groupId]: -450 });
  expect((await loadGroupPage(asBen, groupId)).balances).toEqual({ [eventId]: -450 });
  expect((await loadGroupPage(ana, groupId)).debts).toMatchObject([{ person: { name: "Ben" }, amount: 450 }]);
  expect((await loadGroupPage(asBen, groupId)).debts).toMatchObject([
    { person: { name: "Ana" }, amount: -450 },
  ]);
});

test("a group shows all invitees to its creator, and to others only their own", async () => {
  const { group, invited } = await loadGroupPage(ana, groupId);
  expect(invited.map(({ name }) => name)).toEqual(["Dan"]);
  const ben = new ObjectId(group.members[1]!._id);
  const seen = await loadGroupPage({ ...ana, _id: ben, id: ben.toHexString() }, groupId);
  expect(seen.invited).toEqual([]);
});

test("the edit page of a group loads open payments: all for the creator, their own for others", async () => {
  const nets = { [ana.id]: 450, [benId]: -450 };
  const form = await loadEditGroupPage(ana, groupId);
  expect(form.unsettled).toEqual([{ _id: eventId, title: "March", nets }]);
  expect(form.invitations).toMatchObject([{ to: { name: "Dan" } }]);
  const ben = { ...ana, _id: new ObjectId(benId), id: benId };
  expect((await loadEditGroupPage(ben, groupId)).unsettled).toEqual([{ _id: eventId, title: "March", nets }]);
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
  expect((await loadEditGroupPage(hal, String(other))).unsettled).toEqual([]);
});

test("the edit page of a group tells its creator who owes whom in it, over all events", async () => {
  const [una, vic, wes] = [await aPerson("Una"), await aPerson("Vic"), await aPerson("Wes")];
  const group = await aGroup("Cabin", [una, vic, wes]);
  const debts = async (viewer: Viewer) =>
    (await loadEditGroupPage(viewer, String(group))).debts
      .map(({ from, to, amount }) => [from.name, to.name, amount])
      .sort();
  const pay = async (payer: Viewer, event: ObjectId, cents: number, others: Viewer[]) =>
    createExpense({
      _id: new ObjectId(),
      eventId: event,
      recorder: payer._id,
      description: "Wood",
      cents,
      splitWith: others.map(({ _id }) => _id),
    });
  const [first, second] = [await anEvent(group, "First", [una]), await anEvent(group, "Second", [una])];
  expect(await debts(una)).toEqual([]);
  await pay(una, first, 5000, [vic]);
  await pay(vic, second, 2000, [una]);
  await pay(vic, second, 700, [wes]);
  // These two are even.
  await pay(una, first, 300, [wes]);
  await pay(wes, second, 300, [una]);
  expect(await debts(una)).toEqual([
    ["Vic", "Una", 30],
    ["Wes", "Vic", 7],
  ]);
  // Others cannot delete it.
  expect(await debts(vic)).toEqual([]);
});

test("former members keep their names", async () => {
  const { event, group } = await loadEventPage(ana, groupId, eventId);
  expect(group.members.map(({ name }) => name)).toEqual(["Ana", "Ben"]);
  expect(event.participants.map(({ name }) => name)).toEqual(["Ana", "Ben", "Cleo"]);
});

test("ids that do not belong together are not found", async () => {
  const other = String(await aGroup("Other", [ana]));
  await expect(loadEventPage(ana, other, eventId)).rejects.toMatchObject({ code: "not-found" });
  await expect(eventActivityView(ana, eventId, other)).rejects.toMatchObject({ code: "not-found" });
  await expect(loadStatementPage(ana, other, eventId)).rejects.toMatchObject({ code: "not-found" });
  await expect(loadEditEventPage(ana, other, eventId)).rejects.toMatchObject({ code: "not-found" });
  await expect(loadExpensePage(ana, other, eventId, expenseId)).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(loadExpensePage(ana, groupId, groupId, expenseId)).rejects.toMatchObject({
    code: "not-found",
  });
  const form = await loadAddExpensePage(ana, groupId, eventId, groupId);
  expect(form).not.toHaveProperty("copied");
});

test("a search finds participants and categories, also suggested ones, and says so; payers and texts show", async () => {
  const reasons = async (text: string) =>
    (await searchView(ana, { q: text, group: groupId }, {})).rows.expenses.map(
      ({ description, reasons: found }) => [description, found],
    );
  expect(await reasons("ben")).toEqual([["Rent", ["with Ben"]]]);
  expect(await reasons("home ben")).toEqual([["Rent", ["Home", "with Ben"]]]);
  for (const text of ["rent", "ana", "900"]) expect(await reasons(text)).toEqual([["Rent", []]]);
  expect(await reasons("transport")).toEqual([]);
});

test("outsiders get no page of a group", async () => {
  const eve = await aPerson("Outsider");
  const attempts = [
    loadGroupPage(eve, groupId),
    loadGroupPlanPage(eve, groupId),
    loadEditGroupPage(eve, groupId),
    groupView(eve, groupId),
    loadEventPage(eve, groupId, eventId),
    loadEditEventPage(eve, groupId, eventId),
    loadStatementPage(eve, groupId, eventId),
    loadReportPage(eve, groupId, {}),
    loadSpendingPage(eve, groupId, {}),
    loadSeriesPage(eve, groupId),
    loadEditSeriesPage(eve, groupId, seriesId),
    loadInvitePage(eve, groupId),
    loadTablePage(eve, groupId, eventId),
    loadRecordPaymentPage(eve, groupId, eventId),
    loadAddExpensePage(eve, groupId, eventId),
    loadAddExpensePage(eve, groupId, eventId, expenseId),
    loadExpensePage(eve, groupId, eventId, expenseId),
    groupActivityView(eve, groupId),
    eventActivityView(eve, eventId, groupId),
    loadSearchPage(eve, { q: "rent", group: groupId }),
    loadSearchPage(eve, { q: "rent", event: eventId }),
    deletedView(eve, groupId),
    loadGroupImportPage(eve, groupId),
  ];
  for (const attempt of await Promise.allSettled(attempts)) {
    expect(attempt).toMatchObject({ status: "rejected", reason: { code: "not-found" } });
  }
});

test("why: a payment is explained within its own event only, and a settled one is reported as such", async () => {
  expect(await loadWhyPage(ana, groupId, eventId, settlementId)).toMatchObject({
    event: { title: "March" },
    open: {
      settlement: { amount: 450, from: { name: "Ben" }, to: { name: "Ana" } },
      lines: [{ description: "Rent", total: 900, amount: 450 }],
    },
  });
  // Ids of URLs may be in upper case, as on every other screen.
  const upperCase = loadWhyPage(ana, groupId.toUpperCase(), eventId.toUpperCase(), settlementId);
  expect(await upperCase).toMatchObject({ event: { title: "March" } });
  const series = loadEditSeriesPage(ana, groupId.toUpperCase(), seriesId.toUpperCase());
  expect(await series).toMatchObject({ group: { _id: groupId } });
  const eve = await aPerson("Stranger");
  const elsewhere = [
    loadWhyPage(eve, groupId, eventId, settlementId),
    loadWhyPage(ana, groupId, groupId, settlementId),
    loadWhyPage(ana, eventId, eventId, settlementId),
  ];
  for (const attempt of await Promise.allSettled(elsewhere)) {
    expect(attempt).toMatchObject({ status: "rejected", reason: { code: "not-found" } });
  }
  expect((await loadFriendPage(ana, benId)).open).toMatchObject([
    { settlement: { amount: 450 }, event: { title: "March" }, group: { title: "Flat" } },
  ]);
  expect((await loadFriendPage(ana, ana.id)).open).toEqual([]);
  await settle(ana._id, new ObjectId(settlementId));
  expect(await loadWhyPage(ana, groupId, eventId, settlementId)).toMatchObject({ open: null });
});
