import { ObjectId } from "mongodb";
import type { GroupSpending, UserSpending } from "@/lib/contract/spending";
import { balanceToCents, sumCents } from "@/lib/core/money/money";
import { monthAfter, monthOf } from "@/lib/core/spending";
import { loadGroupPage } from "@/lib/views/groups";
import { loadSpendingPage } from "@/lib/views/spending";
import type { Viewer } from "@/lib/server/access";
import { collections } from "@/lib/db/collections";
import { deleteEvent } from "@/lib/db/events/delete";
import { createExpense, deleteExpense, updateExpense } from "@/lib/db/expenses";
import { removeMember } from "@/lib/db/groups";
import { restoreEvent } from "@/lib/db/groups/deleted";
import { countCommands, useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { call } from "@/testing/api/call";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let groupId: ObjectId;
let eventId: ObjectId;

beforeEach(async () => {
  [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  groupId = await aGroup("Flat", [ana, ben]);
  eventId = await anEvent(groupId, "Bills", [ana, ben]);
});

const now = new Date();
const thisMonth = monthOf(now);
const monthsAgo = (count: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count));

const add = (description: string, cents: number, day: Date, by = ana, event = eventId) =>
  createExpense({
    _id: new ObjectId(),
    eventId: event,
    recorder: by._id,
    description,
    cents,
    splitWith: [ana._id, ben._id],
    day,
  });

async function spendingOf(as: Viewer, query: Record<string, string> = {}): Promise<GroupSpending> {
  const response = await call("groupSpending", { as, params: { groupId: groupId.toHexString() }, query });
  expect(response.status).toBe(200);
  return response.body as GroupSpending;
}

test("shares count in the month and category of their expense, and months without any are zero", async () => {
  await add("Dinner", 3001, monthsAgo(2));
  await add("Taxi", 1000, now, ben);
  const { months, people } = await spendingOf(ana);
  expect(months.map(({ month, total }) => [month, total])).toEqual([
    [monthOf(monthsAgo(2)), 30.01],
    [monthOf(monthsAgo(1)), 0],
    [thisMonth, 10],
  ]);
  expect(months[2]).toEqual({
    month: thisMonth,
    total: 10,
    mine: 5,
    categories: [{ category: "transport", total: 10, mine: 5 }],
  });
  const sums = people.map(({ user, paid, share }) => [user.name, paid, Math.round(share)]);
  expect(sums.sort()).toEqual([
    ["Ana", 30.01, 20],
    ["Ben", 10, 20],
  ]);
});

test("edits, deletions, and restored events move the figures", async () => {
  const expense = await add("Dinner", 3000, now);
  await add("Taxi", 1000, now, ben);
  const change = { description: "Gifts", cents: 2000, splitWith: [ben._id], day: monthsAgo(1) };
  await updateExpense(ana._id, expense._id, change, undefined);
  const figures = async () =>
    (await spendingOf(ben)).months.map(({ month, total, mine, categories }) => [
      month,
      total,
      mine,
      categories.map(({ category }) => category),
    ]);
  const edited = [
    [monthOf(monthsAgo(1)), 20, 20, ["gifts"]],
    [thisMonth, 10, 5, ["transport"]],
  ];
  expect(await figures()).toEqual(edited);
  await deleteEvent(ana._id, eventId);
  expect(await figures()).toEqual([]);
  await restoreEvent(ana._id, eventId);
  expect(await figures()).toEqual(edited);
  await deleteExpense(ana._id, expense._id);
  expect(await figures()).toEqual([[thisMonth, 10, 5, ["transport"]]]);
});

test("the number of months decides which figures are sent", async () => {
  await add("Dinner", 3000, monthsAgo(1));
  await add("Taxi", 1000, now);
  await add("Flight", 500, new Date(`${monthAfter(thisMonth)}-15`));
  const months = async (count: string) =>
    (await spendingOf(ana, { months: count })).months.map(({ total }) => total);
  expect(await months("1")).toEqual([10, 5]);
  expect(await months("2")).toEqual([30, 10, 5]);
  for (const wrong of ["0", "121", "1.5", "x"]) {
    const response = await call("groupSpending", {
      as: ana,
      params: { groupId: groupId.toHexString() },
      query: { months: wrong },
    });
    expect([response.status, response.body]).toMatchObject([422, { code: "invalid" }]);
  }
});

test("one's own shares are summed over all groups that one is in", async () => {
  await add("Dinner", 3000, now);
  const other = await aGroup("Club", [ben, ana]);
  await add("Taxi", 1000, now, ben, await anEvent(other, "Trip", [ben]));
  const mine = async () => ((await call("userSpending", { as: ana })).body as UserSpending).months;
  expect(await mine()).toEqual([{ month: thisMonth, mine: 20 }]);
  const { settlements } = await collections();
  await settlements.updateMany({ groupId: other }, { $set: { settled: true } });
  await removeMember(ben._id, other, ana._id);
  expect(await mine()).toEqual([{ month: thisMonth, mine: 15 }]);
});

test("it takes two commands, whatever the number of expenses", async () => {
  for (let index = 0; index < 12; index++) await add("Dinner", 1000, now);
  const { commands } = await countCommands(() => spendingOf(ana));
  expect(commands).toHaveLength(2);
});

test("the screen of any month sums what it lists", async () => {
  await add("Dinner", 3000, now);
  await add("Ski pass", 4000, monthsAgo(30));
  for (const [age, total] of [
    [0, 30],
    [30, 40],
  ] as const) {
    const month = monthOf(monthsAgo(age));
    const { spending, found } = await loadSpendingPage(ana, groupId.toHexString(), { month });
    expect(spending.months.find((one) => one.month === month)?.total).toBe(total);
    expect(found.map(({ amount, eventTitle }) => [amount, eventTitle])).toEqual([[total, "Bills"]]);
  }
});

test("the screen of a month without spending knows that there is some in others", async () => {
  await add("Dinner", 3000, monthsAgo(1));
  const { spending, found } = await loadSpendingPage(ana, groupId.toHexString(), { month: monthOf(now) });
  expect(spending.months.map(({ month, total }) => [month, total])).toEqual([
    [monthOf(monthsAgo(1)), 30],
    [thisMonth, 0],
  ]);
  expect(found).toEqual([]);
});

test("the screen of a person lists the expenses behind their figures, and sums to those of the group's screen", async () => {
  await add("Dinner", 3000, now);
  await add("Ski pass", 4000, now, ben);
  const { people } = await spendingOf(ana);
  const cents = (list: readonly { amount: number }[]) =>
    sumCents(list.map(({ amount }) => balanceToCents(amount)));
  for (const { user, paid, share } of people) {
    const { found } = await loadSpendingPage(ana, groupId.toHexString(), { person: user._id });
    const payments = found.flatMap(({ payers }) => payers.filter((one) => one.user._id === user._id));
    const shares = found.flatMap((one) => one.shares.filter((part) => part.user === user._id));
    expect([cents(payments), cents(shares)]).toEqual([balanceToCents(paid), balanceToCents(share)]);
  }
  const { contributions } = await loadGroupPage(ana, groupId.toHexString());
  expect(contributions).toEqual(people);
});

test("the screen of a month, a category, or a person reads no further than it lists", async () => {
  const dinner = await add("Dinner", 1000, now);
  const { expenses } = await collections();
  await expenses.insertMany(Array.from({ length: 2500 }, () => ({ ...dinner, _id: new ObjectId() })));
  const id = groupId.toHexString();
  for (const filter of [{ month: thisMonth }, { category: "dining" as const }, { person: ben.id }]) {
    const { result, commands } = await countCommands(() => loadSpendingPage(ana, id, filter));
    expect([result.found.length, result.hasMore]).toEqual([200, true]);
    expect(commands).not.toContain("getMore");
  }
});
