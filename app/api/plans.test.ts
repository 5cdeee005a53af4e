import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { loadGroupPlanPage } from "@/lib/views/plans";
import { expectSound } from "@/testing/violations";
import { collections } from "@/lib/db/collections";
import type { Activity } from "@/lib/contract/activity";
import type { PlanResponse } from "@/lib/contract/plans";
import type { Settlement, Why } from "@/lib/contract/settlements";
import { countCommands, useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aChain, aGroup, anEvent, aPerson } from "@/testing/people";
import { call, done } from "@/testing/api/call";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let dana: Viewer;
let groupId: string;
let eventId: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben, cleo, dana] = (await Promise.all(
    ["Ana Silva", "Ben Carter", "Cleo Stone", "Dana Wolf"].map(aPerson),
  )) as [Viewer, Viewer, Viewer, Viewer];
  const group = await aGroup("Flat", [ana, ben, cleo, dana]);
  groupId = String(group);
  eventId = String(await anEvent(group, "Dinner", [ana, ben, cleo, dana]));
});

/** The laws hold in the whole database after each test. */
afterEach(expectSound);

const owes = (debtor: Viewer, creditor: Viewer, dollars: number, event = eventId) =>
  aChain(new ObjectId(event), [debtor, creditor], dollars * 100);

const open = async (event = eventId) =>
  (await done<Settlement[]>("listSettlements", ana, { query: { eventId: event } })).filter(
    (one) => !one.settled,
  );

/** `Ana→Dana 30` */
const asText = ({ from, to, amount }: Pick<Settlement, "from" | "to" | "amount">) =>
  `${from.name.split(" ")[0]}→${to.name.split(" ")[0]} ${amount}`;
const texts = (payments: readonly Pick<Settlement, "from" | "to" | "amount">[]) =>
  payments.map(asText).sort();

const ofEvent = () => ({ params: { eventId } });
const ofGroup = () => ({ params: { groupId } });
const asShown = ({ payments }: PlanResponse) => ({
  payments: payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount })),
});

/** Uses the plan of the event as it is shown. */
async function apply(scope: "Event" | "Group", as = ana) {
  const place = scope === "Event" ? ofEvent() : ofGroup();
  const shown = await done<PlanResponse>(scope === "Event" ? "eventPlan" : "groupPlan", as, place);
  const used = await done<{ _id: string; settlements: Settlement[] }>(`apply${scope}Plan`, as, {
    ...place,
    body: asShown(shown),
  });
  return { shown, used };
}

const refused = async (name: Parameters<typeof call>[0], input: Omit<Parameters<typeof call>[1], "as">) => {
  const { status, body } = await call(name, { as: ana, ...input });
  return [status, (body as { code: string }).code, (body as { error: string }).error];
};

/** Ana owes Ben $20 and Cleo $10, who owe Dana as much. */
async function dinner() {
  await owes(ana, ben, 20);
  await owes(ana, cleo, 10);
  await owes(ben, dana, 20);
  await owes(cleo, dana, 10);
}

test("the payments of an event become its plan, with the same balances, and come back", async () => {
  await dinner();
  const before = await open();
  const { shown, used } = await apply("Event");
  expect(shown).toMatchObject({ replaces: 4, optimal: true });
  expect(texts(shown.payments)).toEqual(["Ana→Dana 30"]);
  expect(texts(await open())).toEqual(["Ana→Dana 30"]);
  expect(used.settlements).toEqual(await open());
  const summary = await done<unknown>("friendSummary", ana);
  expect(summary).toMatchObject([{ name: "Dana Wolf", amount: -30 }]);
  await done("undoEventPlan", dana, { params: { eventId, planId: used._id } });
  expect(texts(await open())).toEqual(texts(before));
  const again = await refused("undoEventPlan", { params: { eventId, planId: used._id } });
  expect(again.slice(0, 2)).toEqual([404, "not-found"]);
});

test("debts in a circle disappear", async () => {
  await aChain(new ObjectId(eventId), [ana, ben, cleo, ana]);
  const { shown } = await apply("Event");
  expect(shown).toEqual({ payments: [], replaces: 3, optimal: true });
  expect(await open()).toEqual([]);
});

test("a plan that is another one now, or saves nothing, is refused", async () => {
  expect(await done("eventPlan", ana, ofEvent())).toEqual({ payments: [], replaces: 0, optimal: true });
  await dinner();
  const shown = asShown(await done<PlanResponse>("eventPlan", ana, ofEvent()));
  await owes(ana, dana, 1);
  const before = await open();
  expect(await refused("applyEventPlan", { ...ofEvent(), body: shown })).toEqual([
    409,
    "plan-changed",
    "The payments have changed since these were shown. Please check them and try again.",
  ]);
  expect(await open()).toEqual(before);
  await apply("Event");
  const now = asShown(await done<PlanResponse>("eventPlan", ana, ofEvent()));
  expect(await refused("applyEventPlan", { ...ofEvent(), body: now })).toEqual([
    409,
    "no-fewer-payments",
    "This would not reduce the number of payments.",
  ]);
});

test("a repeated request gets the first answer", async () => {
  await dinner();
  const body = asShown(await done<PlanResponse>("eventPlan", ana, ofEvent()));
  const once = () =>
    call("applyEventPlan", { as: ana, ...ofEvent(), body, headers: { "idempotency-key": "once" } });
  const [first, second] = [await once(), await once()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
});

test("a settled payment, in whole or in part, keeps the plan; an unsettled one lets it go", async () => {
  await dinner();
  const { used } = await apply("Event");
  const undo = { params: { eventId, planId: used._id } };
  const id = used.settlements[0]!._id;
  const { _id: part } = await done("settle", dana, {
    params: { id },
    body: { settled: true, amount: 30, part: 12.5 },
  });
  const refusal =
    "A payment in this plan is settled: Ana Silva paid Dana Wolf $12.50. Unsettle that payment first.";
  expect(await refused("undoEventPlan", undo)).toEqual([409, "plan-settled", refusal]);
  await done("settle", ana, { params: { id: part }, body: { settled: false } });
  // It has absorbed the rest, and is still a payment of the plan.
  await done("settle", ana, { params: { id: part }, body: { settled: true } });
  expect((await refused("undoEventPlan", undo))[1]).toBe("plan-settled");
  await done("settle", ana, { params: { id: part }, body: { settled: false } });
  await done("undoEventPlan", ana, undo);
  expect(await open()).toHaveLength(4);
});

test("later expenses change pairs as always, and a later plan is undone first", async () => {
  await dinner();
  const { used: first } = await apply("Event");
  await owes(dana, ana, 5);
  await aChain(new ObjectId(eventId), [cleo, ben, ana], 700);
  expect(texts(await open())).toEqual(["Ana→Dana 25", "Ben→Ana 7", "Cleo→Ben 7"]);
  const { used: second } = await apply("Event");
  expect(texts(await open())).toEqual(["Ana→Dana 18", "Cleo→Dana 7"]);
  expect(await refused("undoEventPlan", { params: { eventId, planId: first._id } })).toEqual([
    409,
    "plan-replaced",
    "A later plan builds on this one. Undo that one first.",
  ]);
  await done("undoEventPlan", ana, { params: { eventId, planId: second._id } });
  await done("undoEventPlan", ana, { params: { eventId, planId: first._id } });
  expect(texts(await open())).toEqual([
    "Ana→Ben 13",
    "Ana→Cleo 10",
    "Ben→Dana 20",
    "Cleo→Ben 7",
    "Cleo→Dana 10",
    "Dana→Ana 5",
  ]);
});

test.each([
  ["lowered", () => owes(dana, ana, 5)],
  ["replaced", () => owes(dana, ben, 30)],
])("a payment of a plan that a later plan %s is one of it again when that is undone", async (_, later) => {
  await dinner();
  const { used: first } = await apply("Event");
  await later();
  await aChain(new ObjectId(eventId), [cleo, ben, ana], 700);
  const { used: second } = await apply("Event");
  await done("undoEventPlan", ana, { params: { eventId, planId: second._id } });
  const payment = (await open()).find(({ from, to }) => from._id === ana.id && to._id === dana.id)!;
  await done("settle", ana, { params: { id: payment._id }, body: { settled: true } });
  const undo = await refused("undoEventPlan", { params: { eventId, planId: first._id } });
  expect(undo.slice(0, 2)).toEqual([409, "plan-settled"]);
});

test("a payment of a plan that an expense reversed is still one of it", async () => {
  await dinner();
  const { used } = await apply("Event");
  await owes(dana, ana, 40);
  const [payment] = await open();
  await done("settle", ana, { params: { id: payment!._id }, body: { settled: true } });
  const undo = await refused("undoEventPlan", { params: { eventId, planId: used._id } });
  expect(undo.slice(0, 2)).toEqual([409, "plan-settled"]);
});

test("a payment of a plan that an expense canceled is one of it again when the expense is deleted", async () => {
  await dinner();
  const { used } = await apply("Event");
  const body = { eventId, description: "A slip", amount: 30, splitWith: [dana.id] };
  const { _id: expenseId } = await done("createExpense", ana, { body });
  expect(await open()).toEqual([]);
  await done("deleteExpense", ana, { params: { expenseId } });
  const [payment] = await open();
  await done("settle", ana, { params: { id: payment!._id }, body: { settled: true } });
  const undo = await refused("undoEventPlan", { params: { eventId, planId: used._id } });
  expect(undo.slice(0, 2)).toEqual([409, "plan-settled"]);
});

test("the activity tells who used a plan, and who undid it", async () => {
  await dinner();
  const { used } = await apply("Event");
  await done("undoEventPlan", ben, { params: { eventId, planId: used._id } });
  const [undone, applied] = await done<Activity[]>("eventActivity", cleo, ofEvent());
  expect(applied).toMatchObject({
    kind: "plan-applied",
    actor: { name: "Ana Silva" },
    title: "Dinner",
    changes: [{ field: "Payments", before: "4", after: "1" }],
  });
  expect(applied!.people).toHaveLength(4);
  expect(undone).toMatchObject({ kind: "plan-undone", actor: { name: "Ben Carter" }, changes: [] });
});

test("why: a payment of a plan is explained by what it replaced, and the lines sum to it", async () => {
  await owes(ana, dana, 4);
  await dinner();
  await apply("Event", ben);
  const { commands, result: why } = await countCommands(async () =>
    done<Why>("why", dana, { params: { id: (await open())[0]!._id } }),
  );
  expect(commands.length).toBeLessThanOrEqual(6);
  expect(why.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["plan", 30],
    ["expense", 4],
  ]);
  expect(why.amount).toBe(34);
  const [line] = why.lines;
  expect(line).toMatchObject({ description: "Simplified payments", paidBy: { name: "Ben Carter" } });
  expect(texts(line!.plan!.replaced)).toEqual(["Ana→Ben 20", "Ana→Cleo 10", "Ana→Dana 4"]);
  expect(texts(line!.plan!.payments)).toEqual(["Ana→Dana 34"]);
  const behind = line!.plan!.behind.map(({ person, amount, description }) => [
    person.name,
    amount,
    description,
  ]);
  expect(behind.sort()).toEqual([
    ["Ben Carter", 20, "Something"],
    ["Cleo Stone", 10, "Something"],
    ["Dana Wolf", 4, "Something"],
  ]);
});

describe("a group's plan", () => {
  let other: string;
  beforeEach(async () => {
    other = String(await anEvent(new ObjectId(groupId), "Taxi", [ana], new Date("2026-03-15")));
    await owes(ana, ben, 20);
    await owes(ben, cleo, 20, other);
    await owes(cleo, dana, 5, other);
  });

  test("is over all its events; its payments are in the latest one", async () => {
    const { shown, used } = await apply("Group");
    expect(shown).toMatchObject({ replaces: 3, optimal: true });
    expect(texts(used.settlements)).toEqual(["Ana→Cleo 15", "Ana→Dana 5"]);
    expect(await open()).toEqual([]);
    expect(texts(await open(other))).toEqual(["Ana→Cleo 15", "Ana→Dana 5"]);
    // The ids of another scope are not found.
    const asEvents = await refused("undoEventPlan", { params: { eventId: other, planId: used._id } });
    expect(asEvents[1]).toBe("not-found");
    await done("undoGroupPlan", ana, { params: { groupId, planId: used._id } });
    expect(texts(await open())).toEqual(["Ana→Ben 20"]);
    expect(texts(await open(other))).toEqual(["Ben→Cleo 20", "Cleo→Dana 5"]);
  });

  test.each(["the event of its payments", "another event"])("is undone with %s, for good", async (which) => {
    await apply("Group");
    const deleted = which === "another event" ? eventId : other;
    const kept = deleted === other ? eventId : other;
    await done("deleteEvent", ana, { params: { eventId: deleted } });
    const before = { [eventId]: ["Ana→Ben 20"], [other]: ["Ben→Cleo 20", "Cleo→Dana 5"] };
    expect(texts(await open(kept))).toEqual(before[kept]);
    await done("restoreEvent", ana, { params: { eventId: deleted } });
    expect(texts(await open(deleted))).toEqual(before[deleted]);
    expect(
      await (
        await collections()
      ).transfers.countDocuments({ groupId: new ObjectId(groupId), deletedAt: null }),
    ).toBe(0);
    const [, undone] = (await done<Activity[]>("groupActivity", ana, ofGroup())).slice(0, 3).reverse();
    expect(undone).toMatchObject({ kind: expect.stringMatching(/plan-undone|event-deleted/) });
  });

  test("keeps its events while a payment of it is settled", async () => {
    const { used } = await apply("Group");
    const payment = used.settlements.find((one) => asText(one) === "Ana→Dana 5")!;
    await done("settle", ana, { params: { id: payment._id }, body: { settled: true } });
    for (const event of [eventId, other]) {
      expect(await refused("deleteEvent", { params: { eventId: event } })).toEqual([
        409,
        "plan-settled",
        "This event is part of a plan of the group, of which a payment is settled: Ana Silva paid Dana Wolf $5.00. " +
          "Unsettle that payment first.",
      ]);
    }
  });

  test("goes and comes back with its group", async () => {
    await apply("Group");
    await done("deleteGroup", ana, ofGroup());
    await done("restoreGroup", ana, ofGroup());
    expect(texts(await open(other))).toEqual(["Ana→Cleo 15", "Ana→Dana 5"]);
  });

  test("lets someone leave who owes nothing any more, and is not undone against them", async () => {
    const { used } = await apply("Group");
    await done("removeMember", ben, { ...ofGroup(), body: { userId: ben.id } });
    const undo = await refused("undoGroupPlan", { params: { groupId, planId: used._id } });
    expect(undo).toEqual([
      409,
      "former-member",
      expect.stringMatching(/^Ben Carter is no longer in this group/),
    ]);
    expect((await refused("deleteEvent", { params: { eventId: other } }))[1]).toBe("former-member");
    await done("deleteAccount", ben);
  });
});

test("an event's own plan goes and comes back with its event", async () => {
  await dinner();
  await apply("Event");
  await done("deleteEvent", ana, ofEvent());
  await done("restoreEvent", ana, ofEvent());
  expect(texts(await open())).toEqual(["Ana→Dana 30"]);
});

test("a plan and a payment at once: one comes first, and the laws hold at every command", async () => {
  const outcomes = new Set<string>();
  for (let position = 0; position < 20; position++) {
    const event = String(await anEvent(new ObjectId(groupId), "Race", [ana]));
    await aChain(new ObjectId(event), [ana, ben, cleo]);
    const [first] = await open(event);
    const params = { eventId: event };
    const body = asShown(await done<PlanResponse>("eventPlan", ana, { params }));
    const result = await interleave(
      position,
      () => call("applyEventPlan", { as: ana, params, body }),
      () =>
        call("settle", {
          as: ben,
          params: { id: first!._id },
          body: { settled: true, amount: first!.amount },
        }),
    );
    if (!result) break;
    outcomes.add(`${result.call.status} ${result.other.status}`);
  }
  // The payment was settled first; or the plan was used first, and the payment is gone.
  expect([...outcomes].sort()).toEqual(["201 404", "409 200"]);
});

test("the screen of a group's plan names the closed events that refuse it", async () => {
  await owes(ben, ana, 30);
  await owes(ana, cleo, 30);
  expect((await loadGroupPlanPage(ana, groupId)).closed).toEqual([]);
  await done("closeEvent", ana, { params: { eventId }, body: {} });
  expect((await loadGroupPlanPage(ana, groupId)).closed).toEqual([{ _id: eventId, title: "Dinner" }]);
});
