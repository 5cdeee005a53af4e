import type { ObjectId } from "mongodb";
import type { PlanResponse } from "@/lib/contract/plans";
import type { Settlement, Why } from "@/lib/contract/settlements";
import type { Viewer } from "@/lib/server/access";
import { removeMember } from "@/lib/db/groups";
import { expectSound } from "@/testing/violations";
import { loadFriendPage } from "@/lib/views/friends";
import { loadGroupPage } from "@/lib/views/groups";
import { useTestDatabase } from "@/testing/database";
import { aChain, aGroup, aGuest, anEvent, aPerson, befriend } from "@/testing/people";
import { call } from "@/testing/api/call";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let groupId: ObjectId;
let eventId: ObjectId;

beforeEach(async () => {
  [ana, ben, cleo] = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Cleo")];
  groupId = await aGroup("Flat", [ana, ben, cleo]);
  eventId = await anEvent(groupId, "Bills", [ana, ben]);
  // Ana owes Ben $20.00.
  await aChain(eventId, [ana, ben], 2000);
});

afterEach(expectSound);

const pay = (as: Viewer, to: Viewer, amount: unknown, more = {}) =>
  call("recordPayment", {
    as,
    params: { eventId: eventId.toHexString() },
    body: { to: to.id, amount, ...more },
  });

async function payments(): Promise<string[]> {
  const { body } = await call("listSettlements", { as: ana, query: { eventId: eventId.toHexString() } });
  return (body as Settlement[])
    .map(({ from, to, amount, settled }) => `${from.name} ${settled ? "paid" : "owes"} ${to.name} ${amount}`)
    .sort();
}

test("a payment lowers the debt, and what exceeds it is owed back", async () => {
  const part = await pay(ana, ben, 5, { method: "cash", note: "On Monday" });
  expect([part.status, part.body]).toMatchObject([
    201,
    {
      from: { name: "Ana" },
      to: { name: "Ben" },
      amount: 5,
      settled: true,
      method: "cash",
      note: "On Monday",
    },
  ]);
  expect(await payments()).toEqual(["Ana owes Ben 15", "Ana paid Ben 5"]);
  await pay(ana, ben, 15);
  expect(await payments()).toEqual(["Ana paid Ben 15", "Ana paid Ben 5"]);
  await pay(ana, ben, 2.5);
  expect(await payments()).toEqual([
    "Ana paid Ben 15",
    "Ana paid Ben 2.5",
    "Ana paid Ben 5",
    "Ben owes Ana 2.5",
  ]);
});

test("of exactly what is open, it settles that: another person who settles it meanwhile reads so", async () => {
  const { body } = await call("listSettlements", { as: ana, query: { eventId: eventId.toHexString() } });
  const [open] = body as Settlement[];
  expect((await pay(ana, ben, 20)).body).toMatchObject({ _id: open!._id, settled: true });
  const late = await call("settle", { as: ben, params: { id: open!._id }, body: { settled: true } });
  expect([late.status, late.body]).toMatchObject([409, { error: "This payment is already settled." }]);
});

test("without a debt, the other person owes the payment back, and 'Why' says so", async () => {
  await pay(cleo, ana, 7);
  expect(await payments()).toContain("Ana owes Cleo 7");
  const { body } = await call("listSettlements", { as: ana, query: { eventId: eventId.toHexString() } });
  const open = (body as Settlement[]).find(({ to, settled }) => to.name === "Cleo" && !settled);
  const why = await call("why", { as: cleo, params: { id: open!._id } });
  expect((why.body as Why).lines).toMatchObject([{ kind: "payment", amount: 7 }]);
});

test("is refused if something else is owed than was shown", async () => {
  expect((await pay(ana, ben, 20, { owed: 20 })).status).toBe(201);
  const late = await pay(ana, ben, 20, { owed: 20 });
  expect([late.status, late.body]).toMatchObject([409, { code: "amount-changed" }]);
  expect((await pay(ben, ana, 3, { owed: 0 })).status).toBe(201);
  expect((await pay(ana, ben, 1, { owed: -3 })).status).toBe(409);
  expect(await payments()).toEqual(["Ana owes Ben 3", "Ana paid Ben 20", "Ben paid Ana 3"]);
});

test("a payment that a plan asks for keeps the plan", async () => {
  await aChain(eventId, [ben, cleo], 2000);
  const scope = { params: { eventId: eventId.toHexString() } };
  const { payments: planned } = (await call("eventPlan", { as: ana, ...scope })).body as PlanResponse;
  const body = { payments: planned.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount })) };
  const plan = (await call("applyEventPlan", { as: ana, ...scope, body })).body as { _id: string };
  expect(await payments()).toEqual(["Ana owes Cleo 20"]);
  await pay(ana, cleo, 20);
  const undo = { as: ben, params: { ...scope.params, planId: plan._id } };
  expect((await call("undoEventPlan", undo)).status).toBe(409);
});

const gotFrom = (as: Viewer, from: Viewer, amount: unknown, more = {}) =>
  pay(as, as, amount, { from: from.id, ...more });

test("whoever was paid records it, too: what is owed, and more than that", async () => {
  const part = await gotFrom(ben, ana, 5);
  const expected = { from: { name: "Ana" }, to: { name: "Ben" }, amount: 5, settledBy: { name: "Ben" } };
  expect([part.status, part.body]).toMatchObject([201, expected]);
  expect(await payments()).toEqual(["Ana owes Ben 15", "Ana paid Ben 5"]);
  await gotFrom(ben, ana, 17);
  expect(await payments()).toEqual(["Ana paid Ben 17", "Ana paid Ben 5", "Ben owes Ana 2"]);
});

test("against the debt, it raises it: the payment is owed back, too", async () => {
  await gotFrom(ana, ben, 7);
  expect(await payments()).toEqual(["Ana owes Ben 27", "Ben paid Ana 7"]);
});

test("the debt that was shown is the payer's", async () => {
  expect((await gotFrom(ben, ana, 5, { owed: -20 })).status).toBe(409);
  expect((await gotFrom(ben, ana, 5, { owed: 20 })).status).toBe(201);
  expect((await pay(ben, ana, 5, { owed: -15 })).status).toBe(201);
});

test("members record what a guest paid them; others' payments are refused", async () => {
  const guest = await aGuest(ana, groupId, "Gus");
  expect((await gotFrom(ana, guest, 4)).status).toBe(201);
  expect(await payments()).toContain("Gus paid Ana 4");
  for (const [as, from, to] of [
    [cleo, ana, ben],
    [cleo, guest, ana],
  ] as const) {
    const refused = await pay(as, to, 5, { from: from.id });
    expect([refused.status, refused.body]).toMatchObject([403, { code: "wrong-actor" }]);
  }
  expect((await gotFrom(ana, ana, 5)).status).toBe(422);
  expect((await gotFrom(ana, await aPerson("Dana"), 5)).status).toBe(404);
  expect(await payments()).toHaveLength(3);
});

test("the group and the friend's page lead to the event in which most is owed", async () => {
  const path = (event: ObjectId, to: Viewer) =>
    `/groups/${groupId}/events/${event}/record-payment?to=${to.id}`;
  const trip = await anEvent(groupId, "Trip", [ana, cleo]);
  await aChain(trip, [cleo, ana], 3000);
  const record = async (as: Viewer) => (await loadGroupPage(as, String(groupId))).record;
  expect(await record(ana)).toBe(path(eventId, ben));
  expect(await record(ben)).toBe(path(eventId, ana));
  expect(await record(cleo)).toBe(path(trip, ana));
  await pay(ana, ben, 20);
  expect(await record(ana)).toBe(path(trip, cleo));
  expect(await record(ben)).toBe(`/groups/${groupId}/events/${trip}/record-payment`);
  expect((await loadFriendPage(cleo, ana.id)).recordIn).toMatchObject({ _id: String(trip) });
});

test("with a friend, what is open comes before what the two share one-to-one", async () => {
  await befriend(ana, ben);
  const shared = { friendId: ben.id, paidBy: ana.id, description: "Tea", amount: 4, splitWith: [ana.id] };
  expect((await call("createExpense", { as: ana, body: shared })).status).toBe(201);
  expect((await loadFriendPage(ana, ben.id)).recordIn).toMatchObject({ _id: String(eventId) });
});

test("it is undone by unsettling it", async () => {
  const paid = (await pay(ana, ben, 25)).body as Settlement;
  await call("settle", { as: ben, params: { id: paid._id }, body: { settled: false } });
  expect(await payments()).toEqual(["Ana owes Ben 20"]);
  const got = (await gotFrom(ana, cleo, 25)).body as Settlement;
  await call("settle", { as: ana, params: { id: got._id }, body: { settled: false } });
  expect(await payments()).toEqual(["Ana owes Ben 20"]);
});

test("refuses the payer, people outside of the group, and amounts that are none, and changes nothing", async () => {
  await removeMember(ana._id, groupId, cleo._id);
  for (const [to, amount] of [
    [ana, 5],
    [ben, 0],
    [ben, -5],
    [ben, 1.005],
    [ben, "five"],
  ] as const) {
    expect([(await pay(ana, to, amount)).status]).toEqual([422]);
  }
  for (const to of [cleo, await aPerson("Dana")]) expect((await pay(ana, to, 5)).status).toBe(404);
  expect((await pay(cleo, ana, 5)).status).toBe(404);
  expect(await payments()).toEqual(["Ana owes Ben 20"]);
});
