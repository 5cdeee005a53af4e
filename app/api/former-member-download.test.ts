import { ObjectId } from "mongodb";
import type { z } from "zod";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { NewLink } from "@/lib/contract/links";
import type { PlanAnswer } from "@/lib/contract/plans";
import type { Settlement } from "@/lib/contract/settlements";
import type { myData } from "@/lib/contract/account";
import type { OperationName } from "@/lib/contract/operations";
import { daysAgo } from "@/lib/core/text/dates";
import { listActivitiesOf } from "@/lib/db/activities";
import { collections } from "@/lib/db/collections";
import { listAllGroups } from "@/lib/db/my-data";
import type { Viewer } from "@/lib/server/access";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aChain, aGroup, aGuest, aPerson, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { ICON } from "@/testing/api/world";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// The downloads of a person who has left a group hold what they could see when they left, whatever others do later.

type MyData = z.infer<typeof myData>;

let ana: Viewer, ben: Viewer, lea: Viewer;
let groupId: string;

beforeAll(() => {
  process.env.RATE_LIMITS_OFF = "true";
});
beforeEach(async () => {
  await clearDatabase();
  [ana, ben, lea] = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Lea")];
  groupId = (await aGroup("Flat", [ana, ben, lea])).toHexString();
});

const event = (title: string, people = [ana, ben, lea]) =>
  done<Event>("createEvent", ana, {
    body: { groupId, title, date: "2026-03-14", participants: people.map(({ id }) => id) },
  });

const expense = (eventId: string, by: Viewer, description: string, body: object = {}) =>
  done<Expense>("createExpense", by, {
    body: { eventId, description, amount: 30, splitWith: [ana.id, ben.id], ...body },
  });

const on = (name: OperationName, by: Viewer, params: Record<string, string>, body?: object) =>
  done(name, by, { params, ...(body && { body }) });

async function settleAll(eventId: string, by: Viewer): Promise<void> {
  for (const { _id, settled } of await done<Settlement[]>("listSettlements", by, { query: { eventId } }))
    if (!settled) await on("settle", by, { id: _id }, { settled: true, method: "cash", note: "In March" });
}

const leave = () => on("removeMember", lea, { groupId }, { userId: lea.id });
const download = async () => (await done<MyData>("exportMyData", lea)).groups;
const csv = async () => (await call("exportMyExpenses", { as: lea })).text.split("\r\n").sort();
const byId = (a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1);
/**
 * What the download said before, apart from the role and the activity of leaving. Lists are in the order of the
 * present days, so their order does not count.
 */
const asSeen = (groups: MyData["groups"]) =>
  groups.map(({ role: _, activity, events, ...group }) => ({
    ...group,
    events: events
      .map((one) => ({ ...one, expenses: one.expenses.sort(byId), settlements: one.settlements.sort(byId) }))
      .sort(byId),
    activity: activity.filter(({ kind }) => kind !== "member-left"),
  }));

const paid = (user: Viewer) => ({ payers: [{ user: user.id, amount: 30 }] });

test("edits after leaving change nothing: texts, amounts, payers, splits, days, participants", async () => {
  const march = await event("March");
  const dinner = await expense(march._id, ana, "Dinner", { splitWith: [ana.id, lea.id], note: "With wine" });
  // Lea recorded it, and neither paid nor shares it: the others may still change its money.
  const rope = await expense(march._id, lea, "Rope", {
    ...paid(ana),
    note: "Blue",
    category: "travel",
    date: "2026-03-02",
  });
  await settleAll(march._id, ana);
  const seen = await download();
  const table = await csv();
  expect(table.join()).toContain("With wine");
  await leave();

  await on("editGroup", ana, { groupId }, { title: "House", icon: ICON.replace(/\w+\.svg/, "pig.svg") });
  await on("editGroup", ana, { groupId }, { title: "Palace", icon: ICON });
  const { title, date } = { title: "Secret party", date: "2026-07-01" };
  await on("editEvent", ana, { eventId: march._id }, { title, date, participants: [ana.id] });
  await on(
    "editEvent",
    ben,
    { eventId: march._id },
    { title: "Second", date, participants: [ana.id, ben.id] },
  );
  const edit = (by: Viewer, one: Expense, body: object) =>
    on("editExpense", by, { expenseId: one._id }, body);
  await edit(ana, dinner, {
    description: "Surprise",
    amount: 30,
    splitWith: [ana.id, lea.id],
    note: "For Lea",
  });
  await edit(ana, dinner, {
    description: "Gift",
    amount: 30,
    splitWith: [ana.id, lea.id],
    note: "",
    date: "2026-07-01",
  });
  await edit(ana, rope, {
    description: "Rope and tent",
    amount: 100,
    splitWith: [ana.id, ben.id],
    split: {
      mode: "percent",
      values: [
        { user: ana.id, value: 10 },
        { user: ben.id, value: 90 },
      ],
    },
    category: "home",
    date: "2026-07-02",
    note: "Red",
  });
  await edit(ana, rope, {
    description: "Tent",
    amount: 80,
    splitWith: [ben.id],
    payers: [{ user: ben.id, amount: 80 }],
  });
  await expense(march._id, ben, "Later");
  await event("Later event", [ana, ben]);

  expect(asSeen(await download())).toEqual(asSeen(seen));
  expect(await csv()).toEqual(table);
});

test("what others delete after leaving stays, and what they restore stays away", async () => {
  const march = await event("March");
  const kept = await expense(march._id, lea, "Kept", paid(ana));
  const gone = await expense(march._id, lea, "Gone", paid(ana));
  await on("deleteExpense", ana, { expenseId: gone._id });
  const april = await event("April");
  const tea = await expense(april._id, lea, "Tea", paid(ana));
  const late = await expense(april._id, lea, "Late", paid(ana));
  const may = await event("May");
  await expense(may._id, lea, "Soup", paid(ana));
  await on("deleteEvent", ana, { eventId: may._id });
  await settleAll(march._id, ana);
  await settleAll(april._id, ana);
  const seen = await download();
  const table = await csv();
  const descriptions = seen.flatMap((group) =>
    group.events.flatMap((one) => one.expenses.map((x) => x.description)),
  );
  expect(descriptions.sort()).toEqual(["Kept", "Late", "Tea"]);
  await leave();

  await on("restoreExpense", ana, { expenseId: gone._id });
  await on("deleteExpense", ana, { expenseId: kept._id });
  await on("deleteExpense", ana, { expenseId: late._id });
  await on("deleteEvent", ana, { eventId: april._id });
  await on("restoreEvent", ana, { eventId: may._id });
  expect(asSeen(await download())).toEqual(asSeen(seen));
  expect(await csv()).toEqual(table);

  // Back and forth.
  await on("restoreEvent", ana, { eventId: april._id });
  await on("restoreExpense", ana, { expenseId: late._id });
  await on("deleteExpense", ana, { expenseId: tea._id });
  await on("restoreExpense", ana, { expenseId: kept._id });
  await on("deleteExpense", ana, { expenseId: gone._id });
  await on("deleteEvent", ana, { eventId: may._id });
  expect(asSeen(await download())).toEqual(asSeen(seen));
  expect(await csv()).toEqual(table);
});

test("a group that is deleted after leaving stays until it is purged", async () => {
  const march = await event("March");
  const nina = await aGuest(ana, new ObjectId(groupId), "Nina");
  await expense(march._id, lea, "Rope", { ...paid(ana), splitWith: [ana.id, lea.id, nina.id] });
  await settleAll(march._id, ana);
  const seen = await download();
  const table = await csv();
  expect(seen[0]!.activity).not.toEqual([]);
  await leave();

  await on("deleteGroup", ana, { groupId });
  expect(asSeen(await download())).toEqual(asSeen(seen));
  expect(await csv()).toEqual(table);

  const { groups } = await collections();
  await groups.updateOne({ _id: new ObjectId(groupId) }, { $set: { deletedAt: daysAgo(31) } });
  expect(await download()).toEqual([]);
});

test.each(["leaves", "comes back to"])("a group that one %s meanwhile is listed once", async (what) => {
  for (let position = 0; ; position++) {
    lea = await aPerson("Lea");
    groupId = (await aGroup("Flat", [ana, lea])).toHexString();
    const { url } = await done<NewLink>("createLink", ana, { params: { groupId }, body: {} });
    const comeBack = () => done("joinByLink", lea, { params: { token: url.split("/").at(-1)! }, body: {} });
    if (what !== "leaves") await leave();
    const result = await interleave(
      position,
      () => listAllGroups(lea._id),
      what === "leaves" ? leave : comeBack,
    );
    if (!result) return expect(position).toBeGreaterThan(1);
    expect([position, result.call.map(({ _id }) => String(_id))]).toEqual([position, [groupId]]);
  }
});

test("payments that one settled for others stay, also if they are undone later", async () => {
  const march = await event("March");
  await expense(march._id, lea, "Rope", paid(ana));
  const [open] = await done<Settlement[]>("listSettlements", lea, { query: { eventId: march._id } });
  await on("settle", lea, { id: open!._id }, { settled: true, method: "cash", note: "At the door" });
  const seen = await download();
  expect(JSON.stringify(seen)).toContain("At the door");
  await leave();

  await on("settle", ben, { id: open!._id }, { settled: false });
  expect(asSeen(await download())).toEqual(asSeen(seen));
  await on("settle", ben, { id: open!._id }, { settled: true, method: "other", note: "Secret" });
  expect(asSeen(await download())).toEqual(asSeen(seen));
  // Opposite debts cancel out: the payment disappears.
  await expense(march._id, ben, "Boat");
  await on("settle", ben, { id: open!._id }, { settled: false });
  expect(await (await collections()).settlements.countDocuments()).toBe(0);
  expect(asSeen(await download())).toEqual(asSeen(seen));
});

test("plans that one used stay, also if they are undone later; later ones stay away", async () => {
  const cleo = await aGuest(ana, new ObjectId(groupId), "Cleo");
  const march = await event("March");
  const chain = () => aChain(new ObjectId(march._id), [cleo, ben, ana]);
  const use = async (by: Viewer) => {
    const { payments } = await done<PlanAnswer>("eventPlan", by, { params: { eventId: march._id } });
    const shown = payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount }));
    return done("applyEventPlan", by, { params: { eventId: march._id }, body: { payments: shown } });
  };
  await chain();
  const { _id: planId } = await use(lea);
  const seen = await download();
  expect(seen[0]!.events[0]!.plans).toMatchObject([{ planId, usedBy: { name: "Lea" } }]);
  await leave();

  await on("undoEventPlan", ben, { eventId: march._id, planId });
  expect(asSeen(await download())).toEqual(asSeen(seen));
  await use(ana);
  expect(asSeen(await download())).toEqual(asSeen(seen));
  await on("deleteEvent", ana, { eventId: march._id });
  expect(asSeen(await download())).toEqual(asSeen(seen));
});

test.each([
  ["a new account", false, false],
  ["an account that was in no group of theirs", true, false],
  ["an account that joined later", true, true],
])("a guest who is claimed by %s keeps their name", async (_by, isOld, joins) => {
  const nina = await aGuest(ana, new ObjectId(groupId), "Nina");
  const march = await event("March", [ana, nina]);
  await expense(march._id, lea, "Rope", { ...paid(ana), splitWith: [ana.id, nina.id] });
  const seen = await download();
  const table = await csv();
  expect(table.join()).toContain("Nina");
  await leave();

  const cleo = await aPerson("Cleo");
  if (isOld) await aGroup("Own", [cleo]);
  const linkTo = async (guestId?: string) => {
    const input = { params: { groupId }, body: guestId ? { guestId } : {} };
    return (await done<NewLink>("createLink", ana, input)).url.split("/").at(-1)!;
  };
  if (joins) await done("joinByLink", cleo, { params: { token: await linkTo() }, body: {} });
  await done("claimGuest", cleo, { params: { id: nina.id }, body: { token: await linkTo(nina.id) } });
  // What they did in the group stays the account's, under another id.
  const texts = (groups: MyData["groups"]) =>
    JSON.stringify(asSeen(groups))
      .replaceAll(cleo.id, nina.id)
      .replaceAll(/"rev":\d+/g, "");
  expect(texts(await download())).toBe(texts(seen));
  expect(await csv()).toEqual(table);
});

test("someone whom one knew keeps their name when they claim a guest", async () => {
  const nina = await aGuest(ana, new ObjectId(groupId), "Nina");
  const march = await event("March", [ana, nina]);
  await expense(march._id, lea, "Rope", { ...paid(ana), splitWith: [ana.id, ben.id, nina.id] });
  await leave();
  const input = { params: { groupId }, body: { guestId: nina.id } };
  const token = (await done<NewLink>("createLink", ana, input)).url.split("/").at(-1)!;
  await done("claimGuest", ben, { params: { id: nina.id }, body: { token } });
  const [rope] = (await download()).flatMap(({ events }) => events.flatMap(({ expenses }) => expenses));
  expect(rope!.splitWith.map((one) => one.name).sort()).toEqual(["Ana", "Ben"]);
});

test("who comes back sees the present; who leaves again, what they could see then", async () => {
  await befriend(ana, lea);
  const march = await event("March");
  const rope = await expense(march._id, lea, "Rope", paid(ana));
  const rename = (description: string) =>
    on("editExpense", ana, { expenseId: rope._id }, { description, amount: 30, splitWith: [ana.id, ben.id] });
  await leave();
  await rename("While away");
  const { _id } = await done<{ _id: string }>("inviteToGroup", ana, {
    params: { groupId },
    body: { toUserId: lea.id },
  });
  await on("acceptGroupRequest", lea, { id: _id });
  const back = await download();
  expect(JSON.stringify(back)).toContain("While away");
  expect(back[0]!.role).toBe("member");
  await leave();
  await rename("Away again");
  const again = await download();
  expect(again[0]!.events).toEqual(back[0]!.events);
  expect(again[0]!.role).toBe("former member");
});

test("a group without former members keeps no copies", async () => {
  const march = await event("March");
  const rope = await expense(march._id, lea, "Rope", paid(ana));
  await on("deleteExpense", ana, { expenseId: rope._id });
  await on("editGroup", ana, { groupId }, { title: "House", icon: ICON });
  const { activities } = await collections();
  expect(await activities.countDocuments({ before: { $exists: true } })).toBe(0);
});

test("the copies are not read for a list of activity", async () => {
  const march = await event("March");
  await leave();
  const { _id: expenseId } = await expense(march._id, ana, "Dinner");
  await on("editExpense", ana, { expenseId }, { description: "Lunch", amount: 30, splitWith: [ana.id] });
  const group = new ObjectId(groupId);
  expect(await (await collections()).activities.countDocuments({ before: { $exists: true } })).toBe(1);
  const { page } = (await listActivitiesOf(ana._id, { groupId: group }, {}))(new Date(0));
  expect(page.rows.filter((row) => "before" in row)).toEqual([]);
});
