import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { expectSound } from "@/testing/violations";
import type { Activity } from "@/lib/contract/activity";
import type { Statement } from "@/lib/contract/statements";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { OperationName } from "@/lib/contract/operations";
import type { PlanResponse } from "@/lib/contract/plans";
import type { Settlement } from "@/lib/contract/settlements";
import { useTestDatabase } from "@/testing/database";
import { aChain, aGroup, anEvent, aPerson, befriend } from "@/testing/people";
import { call, done, type CallInput } from "@/testing/api/call";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let groupId: string;
let eventId: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben, cleo] = (await Promise.all(["Ana Silva", "Ben Carter", "Cleo Stone"].map(aPerson))) as [
    Viewer,
    Viewer,
    Viewer,
  ];
  const group = await aGroup("Flat", [ana, ben, cleo]);
  groupId = String(group);
  eventId = String(await anEvent(group, "Fondue", [ana, ben, cleo]));
});

afterEach(expectSound);

const CLOSED = [409, "closed", "This event is closed. Reopen it to make changes."];

const ofEvent = (event = eventId) => ({ params: { eventId: event } });
const close = (as = ana, event = eventId) => done<Event>("closeEvent", as, ofEvent(event));
const reopen = (as = ana, event = eventId) => done<Event>("reopenEvent", as, ofEvent(event));
const dinner = () => ({ description: "Cheese", amount: 60, splitWith: [ana.id, ben.id, cleo.id] });
const add = (as = ana, event = eventId) =>
  done<Expense>("createExpense", as, { body: { eventId: event, ...dinner() } });
const eventNow = () => done<Event>("getEvent", ana, ofEvent());
const payments = (event = eventId) =>
  done<Settlement[]>("listSettlements", ana, { query: { eventId: event } });
const kinds = async () => (await done<Activity[]>("eventActivity", ana, ofEvent())).map(({ kind }) => kind);

const refusal = async (name: OperationName, input: Omit<CallInput, "as">, as = ana) => {
  const { status, body } = await call(name, { as, ...input });
  const { code, error } = body as { code: string; error: string };
  return [status, code, error];
};

test("any member closes an event, and any member reopens it; repeating changes nothing", async () => {
  expect(await eventNow()).toMatchObject({ closedAt: null, closedBy: null });
  const closed = await close(ben);
  expect(closed).toMatchObject({ closedAt: expect.any(String), closedBy: { _id: ben.id, name: ben.name } });
  expect(await eventNow()).toEqual(closed);
  // Whoever closes it again does not become the one who closed it.
  expect(await close(cleo)).toEqual(closed);
  expect(await kinds()).toEqual(["event-closed", "event-created"]);
  const open = await reopen(cleo);
  expect(open).toEqual({ ...closed, closedAt: null, closedBy: null });
  expect(await reopen(ana)).toEqual(open);
  expect(await kinds()).toEqual(["event-reopened", "event-closed", "event-created"]);
});

test("a closed event refuses every write that would change its figures, until it is reopened", async () => {
  const { _id: expenseId } = await add();
  const gone = await add();
  await done("deleteExpense", ana, { params: { expenseId: gone._id } });
  await aChain(new ObjectId(eventId), [cleo, ben, ana]);
  const plan = await done<PlanResponse>("eventPlan", ana, ofEvent());
  const shown = plan.payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount }));
  const mayRestore = async () => {
    const list = await done<{ mayRestore: boolean }[]>("listDeleted", ana, { params: { groupId } });
    return list.map((one) => one.mayRestore);
  };
  expect(await mayRestore()).toEqual([true]);
  const before = await close();
  expect(await mayRestore()).toEqual([false]);
  const edited = { title: "Raclette", date: "2026-05-01", participants: [ana.id] };
  const writes: [OperationName, Omit<CallInput, "as">][] = [
    ["applyEventPlan", { ...ofEvent(), body: { payments: shown } }],
    ["createExpense", { body: { eventId, ...dinner() } }],
    ["editExpense", { params: { expenseId }, body: { ...dinner(), amount: 10 } }],
    ["deleteExpense", { params: { expenseId } }],
    ["restoreExpense", { params: { expenseId: gone._id } }],
    ["editEvent", { ...ofEvent(), body: edited }],
    ["deleteEvent", ofEvent()],
  ];
  for (const [name, input] of writes)
    expect([name, ...(await refusal(name, input))]).toEqual([name, ...CLOSED]);
  expect(await eventNow()).toEqual(before);
  await reopen();
  for (const [name, input] of writes.filter(([one]) => one !== "deleteEvent")) await done(name, ana, input);
});

test("the plan of a closed event is not undone", async () => {
  await aChain(new ObjectId(eventId), [cleo, ben, ana]);
  const plan = await done<PlanResponse>("eventPlan", ana, ofEvent());
  const shown = plan.payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount }));
  const { _id: planId } = await done("applyEventPlan", ana, { ...ofEvent(), body: { payments: shown } });
  await close();
  const undo = { params: { eventId, planId } };
  expect(await refusal("undoEventPlan", undo)).toEqual(CLOSED);
  await reopen();
  await done("undoEventPlan", ana, undo);
});

test("a group's plan that includes a closed event is refused, used and undone alike", async () => {
  const other = String(await anEvent(new ObjectId(groupId), "Hike", [ana, ben, cleo]));
  await aChain(new ObjectId(eventId), [cleo, ben]);
  await aChain(new ObjectId(other), [ben, ana]);
  const ofGroup = { params: { groupId } };
  const use = async () => {
    const { payments: planned } = await done<PlanResponse>("groupPlan", ana, ofGroup);
    const body = {
      payments: planned.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount })),
    };
    return { ...ofGroup, body };
  };
  const named = [409, "closed", "“Fondue” is closed. Reopen it to make changes."];
  await close();
  expect(await refusal("applyGroupPlan", await use())).toEqual(named);
  await reopen();
  const { _id: planId } = await done("applyGroupPlan", ana, await use());
  await close();
  const undo = { params: { groupId, planId } };
  expect(await refusal("undoGroupPlan", undo)).toEqual(named);
  // Deleting another event of the plan would undo it.
  expect(await refusal("deleteEvent", ofEvent(other))).toEqual(named);
  await reopen();
  await done("undoGroupPlan", ana, undo);
});

test("in a closed event, payments are settled and unsettled, and comments are added", async () => {
  const { _id: expenseId } = await add();
  await close();
  const [payment] = await payments();
  const params = { id: payment!._id };
  await done("settle", ben, { params, body: { settled: true } });
  await done("settle", ben, { params, body: { settled: false } });
  await done("addComment", ben, { params: { expenseId }, body: { text: "Thanks!" } });
  const open = (await payments()).map(({ _id, amount }) => ({ _id, amount }));
  const mine = open.filter(({ _id }) => _id === payment!._id);
  await done("settleUp", ben, { params: { id: ana.id }, body: { payments: mine } });
  expect((await payments()).map(({ settled }) => settled).sort()).toEqual([false, true]);
  // As the statement says, which need not be as the payments are.
  await done("recordPayment", cleo, { ...ofEvent(), body: { to: ben.id, amount: 5 } });
});

test("an expense that was sent before the event was closed is answered again when its request is repeated", async () => {
  const request = { body: { eventId, ...dinner() }, headers: { "idempotency-key": "fondue" } };
  const added = await done<Expense>("createExpense", ana, request);
  await close();
  expect(await done("createExpense", ana, request)).toEqual(added);
});

test("what two friends share one-to-one is not closed", async () => {
  await befriend(ana, ben);
  const body = { friendId: ben.id, description: "Lunch", amount: 20, splitWith: [ana.id, ben.id] };
  const { eventId: ofTwo } = await done<Expense>("createExpense", ana, { body });
  expect((await refusal("closeEvent", ofEvent(ofTwo))).slice(0, 2)).toEqual([403, "forbidden"]);
  expect((await refusal("reopenEvent", ofEvent(ofTwo))).slice(0, 2)).toEqual([403, "forbidden"]);
});

test("the statement of an event, open or closed: what each person paid and shares, the payments made and left", async () => {
  const dan = await aPerson("Dan Wolf");
  const group = await aGroup("Hut", [ana, ben, cleo, dan]);
  const hut = String(await anEvent(group, "Weekend", [ana, ben, cleo, dan]));
  const statement = () => done<Statement>("eventStatement", ben, ofEvent(hut));
  const inWords = ({ people, made, left }: Statement) => ({
    people: people.map(({ user, paid, share, net }) => [user.name, paid, share, net]),
    made: made.map(({ from, to, amount }) => [from.name, to.name, amount]),
    left: left.map(({ from, to, amount }) => [from.name, to.name, amount]),
  });
  const nothing = { made: [], left: [] };
  const everyone = [ana, ben, cleo, dan].map(({ name }) => [name, 0, 0, 0]);
  expect(inWords(await statement())).toEqual({ people: everyone, ...nothing });
  await add(ana, hut);
  const back = { description: "Bread", amount: 30, splitWith: [ana.id, cleo.id] };
  await done("createExpense", ben, { body: { eventId: hut, ...back } });
  const people = [
    ["Ana Silva", 60, 35, 25],
    ["Ben Carter", 30, 20, 10],
    ["Cleo Stone", 0, 35, -35],
    ["Dan Wolf", 0, 0, 0],
  ];
  // Ben owes Ana $5; Cleo owes Ana $20 and Ben $15.
  const left = [
    ["Cleo Stone", "Ana Silva", 25],
    ["Cleo Stone", "Ben Carter", 10],
  ];
  expect(inWords(await statement())).toEqual({ people, made: [], left });
  const open = await payments(hut);
  const fromBen = open.find(({ from }) => from._id === ben.id)!;
  await done("settle", ben, { params: { id: fromBen._id }, body: { settled: true } });
  await close(ana, hut);
  const after = await statement();
  expect(inWords(after)).toEqual({
    people,
    made: [["Ben Carter", "Ana Silva", 5]],
    left: [
      ["Cleo Stone", "Ana Silva", 20],
      ["Cleo Stone", "Ben Carter", 15],
    ],
  });
  const inOneDay = after.daily.map(({ day, paid }) => [
    day,
    paid.map(({ user, amount }) => [user.name, amount]),
  ]);
  expect(inOneDay).toEqual([
    [
      after.days?.last.slice(0, 10),
      expect.arrayContaining([
        ["Ana Silva", 60],
        ["Ben Carter", 30],
      ]),
    ],
  ]);
  expect(after.event).toEqual(await done("getEvent", ana, ofEvent(hut)));
});

test("in a statement, what everyone paid, the payments made, and those left come out even", async () => {
  for (const [payer, amount] of [[ana, 10.01] as const, [ben, 43.36] as const, [cleo, 76.7] as const]) {
    await done("createExpense", payer, { body: { eventId, ...dinner(), amount } });
  }
  const [first] = await payments();
  const part = { settled: true, amount: first!.amount, part: 0.5 };
  await done("settle", ben, { params: { id: first!._id }, body: part });
  await close();
  const { people, made, left, event } = await done<Statement>("eventStatement", ana, ofEvent());
  const cents = (dollars: number) => Math.round(dollars * 100);
  const sum = (list: number[]) => list.reduce((all, one) => all + cents(one), 0);
  expect(sum(people.map(({ paid }) => paid))).toBe(cents(event.total));
  expect(sum(people.map(({ share }) => share))).toBe(cents(event.total));
  for (const { user, net } of people) {
    const all = [...made, ...left];
    const given = sum(all.filter(({ from }) => from._id === user._id).map(({ amount }) => amount));
    const got = sum(all.filter(({ to }) => to._id === user._id).map(({ amount }) => amount));
    expect([user.name, cents(net) + given - got]).toEqual([user.name, 0]);
  }
});

test("a statement has what each person paid on the last 14 days with expenses, and before them", async () => {
  const spend = (as: Viewer, day: number, amount: number) =>
    done<Expense>("createExpense", as, {
      body: {
        eventId,
        ...dinner(),
        amount,
        date: new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10),
      },
    });
  for (let day = 1; day <= 16; day += 1) await spend(ana, day, 0.1);
  await spend(ben, 16, 0.2);
  const gone = await spend(cleo, 17, 5);
  await done("deleteExpense", cleo, { params: { expenseId: gone._id } });
  const { daily, event } = await done<Statement>("eventStatement", ana, ofEvent());
  const days = daily.map(({ day, paid }) => [day, paid.map(({ user, amount }) => [user.name, amount])]);
  expect(days).toHaveLength(15);
  expect(days[0]).toEqual([null, [["Ana Silva", 0.2]]]);
  expect(days[1]).toEqual(["2026-01-03", [["Ana Silva", 0.1]]]);
  expect(days[14]).toEqual([
    "2026-01-16",
    [
      ["Ben Carter", 0.2],
      ["Ana Silva", 0.1],
    ],
  ]);
  const cents = daily.flatMap(({ paid }) => paid.map(({ amount }) => Math.round(amount * 100)));
  expect(cents.reduce((all, one) => all + one, 0)).toBe(Math.round(event.total * 100));
});
