import { ObjectId } from "mongodb";
import type { z } from "zod";
import type { myData } from "@/lib/contract/account";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { NewLink } from "@/lib/contract/links";
import type { OperationName } from "@/lib/contract/operations";
import type { Settlement } from "@/lib/contract/settlements";
import { collections } from "@/lib/db/collections";
import { listOwnGroups } from "@/lib/db/account/my-data";
import type { Viewer } from "@/lib/server/access";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aGroup, aGuest, aPerson, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { ICON } from "@/testing/api/world";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// The downloads of a person who has left a group hold the expenses that they paid or shared and their payments, as these
// are now, and nothing else of the group.

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

const on = (name: OperationName, by: Viewer, params: Record<string, string>, body?: object) =>
  done(name, by, { params, ...(body && { body }) });

const event = (title: string, people = [ana, ben, lea]) =>
  done<Event>("createEvent", ana, {
    body: { groupId, title, date: "2026-03-14", participants: people.map(({ id }) => id) },
  });

const expense = (eventId: string, by: Viewer, description: string, people: Viewer[], body: object = {}) =>
  done<Expense>("createExpense", by, {
    body: {
      eventId,
      description,
      amount: 30,
      date: "2026-03-02",
      splitWith: people.map(({ id }) => id),
      ...body,
    },
  });

const edit = (by: Viewer, { _id }: Expense, description: string, people: Viewer[], body: object = {}) =>
  on(
    "editExpense",
    by,
    { expenseId: _id },
    {
      description,
      amount: 30,
      splitWith: people.map(({ id }) => id),
      ...body,
    },
  );

async function settleAll(eventId: string, by: Viewer): Promise<void> {
  for (const { _id, settled } of await done<Settlement[]>("listSettlements", by, { query: { eventId } }))
    if (!settled) await on("settle", by, { id: _id }, { settled: true, method: "cash", note: "At the door" });
}

const leave = () => on("removeMember", lea, { groupId }, { userId: lea.id });
const tokenOf = ({ url }: NewLink) => url.split("/").at(-1)!;
const download = () => done<MyData>("exportMyData", lea);
const left = async () => (await download()).leftGroups;
const csv = async () => (await call("exportMyExpenses", { as: lea })).text.split("\r\n").slice(1, -1);
const described = async () => (await left()).expenses.map(({ description }) => description).sort();

const paidBy = (user: Viewer) => ({ payers: [{ user: user.id, amount: 30 }] });

/** Lea shares one expense, pays another, records a third for others, settles everything, and leaves. */
async function life() {
  const march = await event("March");
  const dinner = await expense(march._id, ana, "Dinner", [ana, lea], {
    note: "With wine",
    date: "2026-03-03",
  });
  const boat = await expense(march._id, lea, "Boat", [ana, ben, lea]);
  const rope = await expense(march._id, lea, "Rope", [ana, ben], paidBy(ana));
  const open = await event("Theirs", [ana, ben]);
  await expense(open._id, ben, "Only theirs", [ana, ben]);
  await settleAll(march._id, ana);
  await leave();
  return { march, dinner, boat, rope };
}

const DINNER = { date: "2026-03-03", event: "March", description: "Dinner", amount: 30 };
const BOAT = { ...DINNER, date: "2026-03-02", description: "Boat" };

test("what they paid and shared, and their payments, stay", async () => {
  const { dinner, boat } = await life();
  expect((await left()).expenses).toEqual([
    { _id: dinner._id, ...DINNER, paid: 0, share: 15 },
    { _id: boat._id, ...BOAT, paid: 30, share: 10 },
  ]);
  const { payments } = await left();
  const settled = { event: "March", method: "cash", note: "At the door" };
  expect(payments).toHaveLength(2);
  expect(payments).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...settled, from: "Lea", to: "Ana", amount: 5 }),
      expect.objectContaining({ ...settled, from: "Ben", to: "Lea", amount: 10 }),
    ]),
  );
  expect(await csv()).toEqual([
    "2026-03-03,,March,Dinner,,,,30.00,,15.00,",
    "2026-03-02,,March,Boat,,,,30.00,30.00,10.00,",
  ]);
});

test("nothing else of the group is in it, of before or of later", async () => {
  const { march, rope, dinner } = await life();
  await on("editGroup", ana, { groupId }, { title: "Secret house", icon: ICON });
  const secret = await event("Secret party", [ana, ben]);
  await expense(secret._id, ben, "Secret gift", [ana, ben]);
  await edit(ana, rope, "Secret tent", [ana, ben], paidBy(ana));
  await edit(ana, dinner, "Dinner", [ana, lea], { note: "Secret note" });
  await on("addComment", ana, { expenseId: dinner._id }, { text: "Secret comment" });
  const guest = await aGuest(ana, new ObjectId(groupId), "Secret guest");
  await expense(march._id, ana, "Secret cake", [ana, guest]);
  const data = await download();
  expect(data.groups).toEqual([]);
  const known = JSON.stringify(data) + String(await csv());
  expect(known).not.toMatch(/Secret|Flat|Rope|Theirs|Only theirs|wine|Activity/i);
  for (const id of [groupId, march._id, ana.id, ben.id, rope._id]) expect(known).not.toContain(id);
});

test("it shows expenses and events as they are now", async () => {
  const { march, dinner } = await life();
  await edit(ana, dinner, "Lunch", [ana, lea], { date: "2026-03-04" });
  await on(
    "editEvent",
    ben,
    { eventId: march._id },
    { title: "Spring", date: "2026-07-01", participants: [ana.id] },
  );
  const [first] = (await left()).expenses;
  expect(first).toMatchObject({ event: "Spring", description: "Lunch", date: "2026-03-04" });
  expect((await left()).payments.map((one) => one.event)).toEqual(["Spring", "Spring"]);
  expect((await csv())[0]).toBe("2026-03-04,,Spring,Lunch,,,,30.00,,15.00,");
});

test("what is deleted goes, and what is restored returns", async () => {
  const { march } = await life();
  await on("deleteEvent", ana, { eventId: march._id });
  expect(await left()).toEqual({ expenses: [], payments: [] });
  expect(await csv()).toEqual([]);
  await on("restoreEvent", ana, { eventId: march._id });
  expect(await described()).toEqual(["Boat", "Dinner"]);
  await on("deleteGroup", ana, { groupId });
  expect(await left()).toEqual({ expenses: [], payments: [] });
  await on("restoreGroup", ana, { groupId });
  expect(await described()).toEqual(["Boat", "Dinner"]);
});

test("a guest whom somebody has claimed is the one who has claimed them", async () => {
  const nina = await aGuest(ana, new ObjectId(groupId), "Nina");
  const march = await event("March", [ana, lea, nina]);
  await expense(march._id, lea, "Rope", [nina]);
  await settleAll(march._id, lea);
  await leave();
  expect((await left()).payments).toMatchObject([{ from: "Nina", to: "Lea", amount: 30 }]);
  const cleo = await aPerson("Cleo");
  await aGroup("Own", [cleo]);
  const token = tokenOf(await done("createLink", ana, { params: { groupId }, body: { guestId: nina.id } }));
  await done("claimGuest", cleo, { params: { id: nina.id }, body: { token } });
  expect((await left()).payments).toMatchObject([{ from: "Cleo", to: "Lea", amount: 30 }]);
});

test("who comes back has the group again; who leaves again, only their own", async () => {
  await befriend(ana, lea);
  const { rope } = await life();
  const { _id } = await done<{ _id: string }>("inviteToGroup", ana, {
    params: { groupId },
    body: { toUserId: lea.id },
  });
  expect(await described()).toEqual(["Boat", "Dinner"]);
  await on("acceptGroupRequest", lea, { id: _id });
  const back = await download();
  expect(back.leftGroups).toEqual({ expenses: [], payments: [] });
  expect(back.groups).toMatchObject([{ title: "Flat", role: "member" }]);
  expect(JSON.stringify(back)).toContain(rope._id);
  await leave();
  const again = await download();
  expect(again.groups).toEqual([]);
  expect(again.leftGroups.expenses).toHaveLength(2);
});

test("an invitation that they sent is not listed: its title is the group's", async () => {
  const cleo = await aPerson("Cleo");
  await befriend(lea, cleo);
  await done("inviteToGroup", lea, { params: { groupId }, body: { toUserId: cleo.id } });
  expect((await download()).invitations).toHaveLength(1);
  await leave();
  expect((await download()).invitations).toEqual([]);
});

test.each(["leaves", "comes back to"])("a group that one %s meanwhile is listed once", async (what) => {
  for (let position = 0; ; position++) {
    lea = await aPerson("Lea");
    groupId = (await aGroup("Flat", [ana, lea])).toHexString();
    const token = tokenOf(await done<NewLink>("createLink", ana, { params: { groupId }, body: {} }));
    const comeBack = () => done("joinByLink", lea, { params: { token }, body: {} });
    if (what !== "leaves") await leave();
    const result = await interleave(
      position,
      () => listOwnGroups(lea._id),
      what === "leaves" ? leave : comeBack,
    );
    if (!result) return expect(position).toBeGreaterThan(1);
    const { present, left: former } = result.call;
    const found = [...present.map(({ _id }) => _id), ...former].map(String);
    expect([position, found]).toEqual([position, [groupId]]);
  }
});

test("no activity keeps a copy of what it changed", async () => {
  const { march, rope } = await life();
  await edit(ana, rope, "Tent", [ana, ben], paidBy(ana));
  await on("editGroup", ana, { groupId }, { title: "House", icon: ICON });
  await on("deleteEvent", ana, { eventId: march._id });
  await on("restoreEvent", ana, { eventId: march._id });
  const { activities } = await collections();
  expect(await activities.countDocuments({ before: { $exists: true } } as never)).toBe(0);
});
