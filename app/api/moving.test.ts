import { ObjectId } from "mongodb";
import type { Activity } from "@/lib/contract/activity";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { OperationName } from "@/lib/contract/operations";
import type { PlanResponse } from "@/lib/contract/plans";
import { collections } from "@/lib/db/collections";
import { createToken } from "@/lib/db/account/tokens";
import type { Viewer } from "@/lib/server/access";
import { call, done, type ApiResponse, type CallInput } from "@/testing/api/call";
import { paymentsOf } from "@/testing/api/expenses";
import { addTaxi, moving, taxi, twoGroups } from "@/testing/api/moving";
import { dump } from "@/testing/stored";
import { useTestDatabase } from "@/testing/database";
import { aChain, aGuest, aPerson, befriend } from "@/testing/people";
import { expectSound } from "@/testing/violations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let group: ObjectId;
let lisbon: string;
let porto: string;
/** In another group, without Cleo. */
let flat: ObjectId;
let march: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  ({ ana, ben, cleo, group, lisbon, porto, flat, march } = await twoGroups());
});

afterEach(expectSound);

const add = (eventId = lisbon, people = [ana, ben], as = ana) => addTaxi(as, eventId, people);
const move = (expenseId: string, eventId = porto, as = ana) =>
  done<Expense>("moveExpense", as, moving(expenseId, eventId));
const eventOf = (eventId: string, as = ana) => done<Event>("getEvent", as, { params: { eventId } });
const payments = (eventId: string) => paymentsOf(ana, eventId);
const activityOf = async (name: OperationName, input: Omit<CallInput, "as">, as = ana) =>
  (await done<Activity[]>(name, as, input)).map(({ kind, changes: [change] }) =>
    kind === "expense-moved" ? `${change?.before} to ${change?.after}` : kind,
  );
const refusalOf = ({ status, body }: ApiResponse) => {
  const { code, error } = body as { code: string; error: string };
  return [status, code, error];
};

/** Expects that a move is refused, and changes nothing. */
async function expectRefusal(expenseId: string, eventId: string, refusal: unknown[], as = ana, rev?: number) {
  const before = await dump();
  expect(refusalOf(await call("moveExpense", { as, ...moving(expenseId, eventId, rev) }))).toEqual(refusal);
  expect(await dump()).toEqual(before);
}

test("an expense moves with its debts, date, history, and comments to another event of its group", async () => {
  const expense = await add();
  await done("addComment", ben, { params: { expenseId: expense._id }, body: { text: "To the airport" } });
  const moved = await move(expense._id);
  expect(moved).toEqual({ ...expense, eventId: porto, rev: 1, updatedAt: expect.any(String) });
  expect(await eventOf(lisbon)).toMatchObject({ total: 0, expenseCount: 0, contributions: [] });
  expect(await eventOf(porto)).toMatchObject({ total: 20, expenseCount: 1 });
  expect(await payments(lisbon)).toEqual([]);
  expect(await payments(porto)).toMatchObject([{ from: { _id: ben.id }, to: { _id: ana.id }, amount: 10 }]);
  const history = ["Lisbon to Porto", "comment", "expense-added"];
  expect(await activityOf("expenseActivity", { params: { expenseId: expense._id } })).toEqual(history);
  expect(await activityOf("eventActivity", { params: { eventId: porto } })).toEqual([
    ...history,
    "event-created",
  ]);
  expect(await activityOf("eventActivity", { params: { eventId: lisbon } })).toEqual([
    "Lisbon to Porto",
    "event-created",
  ]);
  // Once, although it is in both events.
  const all = [...history, "event-created", "event-created", "group-created"];
  expect(await activityOf("groupActivity", { params: { groupId: String(group) } }, cleo)).toEqual(all);
  expect((await activityOf("listActivity", {}, cleo)).slice(0, 3)).toEqual(history);
  expect((await done<{ count: number }>("newActivity", cleo)).count).toBe(all.length);
  // And back, as Undo does.
  await move(expense._id, lisbon);
  expect(await payments(porto)).toEqual([]);
  expect(await payments(lisbon)).toHaveLength(1);
});

test("one that repeats stays in its series within the group only", async () => {
  const repeats = { every: "month", timeZone: "Europe/Lisbon" };
  const date = new Date().toISOString().slice(0, 10);
  const body = { eventId: lisbon, ...taxi([ana, ben]), date, repeats };
  const { _id, series } = await done<Expense>("createExpense", ana, { body });
  expect(series).toEqual(expect.any(String));
  expect(await move(_id)).toMatchObject({ series });
  expect(await move(_id, march)).not.toHaveProperty("series");
  await expectSound();
  // And back, as Undo does.
  expect(await move(_id, lisbon)).not.toHaveProperty("series");
});

test("to another group: its members learn the titles of their own event only", async () => {
  const { _id } = await add();
  await done("addComment", ben, { params: { expenseId: _id }, body: { text: "To the airport" } });
  await move(_id, march);
  expect(await payments(lisbon)).toEqual([]);
  expect(await payments(march)).toHaveLength(1);
  expect(await done("friendSummary", ben)).toMatchObject([{ _id: ana.id, amount: -10 }]);
  expect((await activityOf("listActivity", {}, cleo))[0]).toBe("Lisbon to ");
  const history = [" to March", "comment", "expense-added"];
  expect(await activityOf("expenseActivity", { params: { expenseId: _id } }, ben)).toEqual(history);
  expect((await call("getExpense", { as: cleo, params: { expenseId: _id } })).status).toBe(404);
  expect((await call("expenseActivity", { as: cleo, params: { expenseId: _id } })).status).toBe(404);
});

test("to another group after a move within its own: nobody learns the titles of the other group", async () => {
  const dan = await aPerson("Dan");
  const { groups } = await collections();
  await groups.updateOne({ _id: flat }, { $push: { members: dan._id } });
  const { _id } = await add();
  await move(_id);
  await move(_id, march);
  const told = async (as: Viewer, eventId: string) =>
    JSON.stringify([
      await done("expenseActivity", as, { params: { expenseId: _id } }),
      await done("eventActivity", as, { params: { eventId } }),
      await done("listActivity", as, {}),
    ]);
  expect(await told(dan, march)).not.toMatch(/Lisbon|Porto/);
  // Its own group still knows of both moves.
  expect(await activityOf("eventActivity", { params: { eventId: porto } }, cleo)).toEqual([
    "Porto to ",
    "Lisbon to Porto",
    "event-created",
  ]);
  await move(_id, lisbon);
  expect(await told(cleo, lisbon)).not.toMatch(/March/);
  expect(await activityOf("expenseActivity", { params: { expenseId: _id } }, cleo)).toEqual([
    " to Lisbon",
    "expense-added",
  ]);
});

test("one-to-one too, between friends", async () => {
  await befriend(ana, ben);
  const shared = await done<Expense>("createExpense", ana, {
    body: { friendId: ben.id, ...taxi([ana, ben]) },
  });
  await move(shared._id, lisbon);
  await move(shared._id, shared.eventId);
  await move(shared._id, lisbon);
  await done("deleteFriend", ana, { params: { friendId: ben.id } });
  const message = "Only friends can add or change expenses one-to-one.";
  await expectRefusal(shared._id, shared.eventId, [403, "forbidden", message]);
});

test("to where it already is: nothing changes, whatever the revision", async () => {
  const expense = await move((await add())._id);
  const stored = async () => {
    const { groups, ...rest } = await dump();
    return { ...rest, groups: groups!.map(({ touched: _, ...group }) => group) };
  };
  const before = await stored();
  for (const rev of [undefined, 0, expense.rev])
    expect(await done("moveExpense", ana, moving(expense._id, porto, rev))).toEqual(expense);
  expect(await stored()).toEqual(before);
  await expectRefusal(expense._id, porto, [403, "forbidden", expect.any(String)], ben);
});

const notFound = [404, "not-found", "We couldn't find that."];

const refusals: [
  what: string,
  refusal: unknown[],
  prepare: () => Promise<[string, string?, Viewer?, number?]>,
][] = [
  [
    "to an event that does not exist",
    notFound,
    async () => [(await add())._id, new ObjectId().toHexString()],
  ],
  ["to an event with a malformed id", notFound, async () => [(await add())._id, "porto"]],
  [
    "to a deleted event",
    notFound,
    async () => {
      await done("deleteEvent", ana, { params: { eventId: porto } });
      return [(await add())._id];
    },
  ],
  [
    "to an event of a group that the actor is not in",
    notFound,
    async () => [(await add(lisbon, [cleo], cleo))._id, march, cleo],
  ],
  ["by somebody outside", notFound, async () => [(await add(march))._id, porto, cleo]],
  [
    "of a deleted expense",
    notFound,
    async () => {
      const { _id } = await add();
      await done("deleteExpense", ana, { params: { expenseId: _id } });
      return [_id];
    },
  ],
  [
    "by a member who may not edit it",
    [403, "forbidden", "Only the person who paid can edit or delete this expense."],
    async () => [(await add())._id, porto, ben],
  ],
  [
    "out of a closed event",
    [409, "closed", "“Lisbon” is closed. Reopen it to make changes."],
    async () => {
      const { _id } = await add();
      await done("closeEvent", ben, { params: { eventId: lisbon } });
      return [_id];
    },
  ],
  [
    "into a closed event",
    [409, "closed", "“Porto” is closed. Reopen it to make changes."],
    async () => {
      await done("closeEvent", ben, { params: { eventId: porto } });
      return [(await add())._id];
    },
  ],
  [
    "of an older version",
    [409, "stale", "You changed this to $30.00 on another device. Reload to see the new version."],
    async () => {
      const { _id } = await add();
      await done("editExpense", ana, {
        params: { expenseId: _id },
        body: { ...taxi([ana, ben]), amount: 30 },
      });
      return [_id, porto, ana, 0];
    },
  ],
  [
    "to a group without a person in the split",
    [422, "invalid", "Cleo is not in that group. Everyone named in the expense or its history must be."],
    async () => [(await add(lisbon, [ana, ben, cleo]))._id, march],
  ],
  [
    "to a group without somebody who commented",
    [422, "invalid", "Cleo is not in that group. Everyone named in the expense or its history must be."],
    async () => {
      const { _id } = await add();
      await done("addComment", cleo, { params: { expenseId: _id }, body: { text: "Really?" } });
      return [_id, march];
    },
  ],
  [
    "to a group without somebody of an earlier split",
    [
      422,
      "invalid",
      "Cleo and Nina are not in that group. Everyone named in the expense or its history must be.",
    ],
    async () => {
      const { _id } = await add(lisbon, [ana, cleo, await aGuest(ana, group, "Nina")]);
      await done("editExpense", ana, { params: { expenseId: _id }, body: taxi([ana, ben]) });
      return [_id, march];
    },
  ],
  [
    "of what a former member owes",
    [409, "former-member", expect.stringMatching(/^Cleo is no longer in this group/)],
    async () => {
      const { _id } = await add(lisbon, [cleo]);
      const [open] = await payments(lisbon);
      await done("settle", ana, { params: { id: open!._id }, body: { settled: true } });
      await done("removeMember", cleo, { params: { groupId: String(group) }, body: { userId: cleo.id } });
      return [_id];
    },
  ],
  [
    "of what is settled",
    [
      ...[409, "payments-settled"],
      "Ben’s payment of $10.00 to Ana is settled and would exceed what remains. Unsettle it first.",
    ],
    async () => {
      const { _id } = await add();
      const [open] = await payments(lisbon);
      await done("settle", ana, { params: { id: open!._id }, body: { settled: true } });
      return [_id];
    },
  ],
  [
    "of what is settled in part, beyond what remains",
    [409, "payments-settled", expect.stringMatching(/^Ben’s payment of \$12.00 to Ana/)],
    async () => {
      const { _id } = await add();
      await add();
      await done("recordPayment", ben, { params: { eventId: lisbon }, body: { to: ana.id, amount: 12 } });
      return [_id];
    },
  ],
  [
    "while a plan of the event holds it",
    [409, "plan-in-use", "Ben has simplified the payments in the event since then. Undo that first."],
    async () => {
      const { _id } = await add(lisbon, [ben]);
      await aChain(new ObjectId(lisbon), [cleo, ben], 2_000);
      await usePlan("event");
      return [_id];
    },
  ],
  [
    "while a plan of the group holds it",
    [409, "plan-in-use", "Ben has simplified the payments in the group since then. Undo that first."],
    async () => {
      const { _id } = await add(lisbon, [ben]);
      await aChain(new ObjectId(porto), [cleo, ben], 2_000);
      await usePlan("group");
      return [_id];
    },
  ],
];

async function usePlan(of: "event" | "group"): Promise<void> {
  const params: Record<string, string> = of === "event" ? { eventId: lisbon } : { groupId: String(group) };
  const [preview, apply] = (
    of === "event" ? ["eventPlan", "applyEventPlan"] : ["groupPlan", "applyGroupPlan"]
  ) as [OperationName, OperationName];
  const plan = await done<PlanResponse>(preview, ben, { params });
  const shown = plan.payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount }));
  await done(apply, ben, { params, body: { payments: shown } });
}

test.each(refusals)("a move is refused: %s", async (_what, refusal, prepare) => {
  const [expenseId, eventId = porto, as, rev] = await prepare();
  await expectRefusal(expenseId, eventId, refusal, as, rev);
});

test("what remains covers the settled payments, and what came after a plan: it moves", async () => {
  const [{ _id }, other] = [await add(), await add()];
  await done("recordPayment", ben, { params: { eventId: lisbon }, body: { to: ana.id, amount: 10 } });
  await move(_id);
  expect(await payments(lisbon)).toMatchObject([{ settled: true, amount: 10 }]);
  await move(_id, lisbon);
  await done("recordPayment", ben, { params: { eventId: lisbon }, body: { to: ana.id, amount: 25 } });
  // The payments exceed it already; Ana's debt does not make this worse.
  const back = await add(lisbon, [ana], ben);
  await move(back._id, porto, ben);
  await done("deleteExpense", ana, { params: { expenseId: other._id } });
  await aChain(new ObjectId(porto), [cleo, ben], 2_000);
  await usePlan("group");
  const later = await add(lisbon, [ben]);
  await move(later._id, march);
});

test("a token of one group reaches no event of another", async () => {
  const { _id } = await add();
  const { token } = await createToken(ana._id, { name: "Script", scope: "write", groupId: group, days: 90 });
  const headers = { authorization: `Bearer ${token}` };
  const send = async (eventId: string) =>
    (await call("moveExpense", { as: null, headers, ...moving(_id, eventId) })).status;
  expect([await send(march), await send(porto)]).toEqual([404, 200]);
});

test("by a removed member, what they recorded, or into a group that they have left", async () => {
  const own = await add(lisbon, [cleo], cleo);
  const { groups } = await collections();
  await groups.updateOne({ _id: flat }, { $push: { members: cleo._id } });
  const other = await add(march, [cleo], cleo);
  const body = { userId: cleo.id };
  await done("removeMember", cleo, { params: { groupId: String(group) }, body });
  await expectRefusal(own._id, porto, notFound, cleo);
  await expectRefusal(own._id, march, notFound, cleo);
  await expectRefusal(other._id, lisbon, notFound, cleo);
});

test("by a guest, within their group only", async () => {
  const nina = await aGuest(ana, group, "Nina");
  const own = await add(lisbon, [nina], nina);
  await expectRefusal(own._id, march, notFound, nina);
  expect(await move(own._id, porto, nina)).toMatchObject({ eventId: porto });
  const { _id } = await add(lisbon, [ana, nina]);
  await expectRefusal(_id, march, [422, "invalid", expect.stringMatching(/^Nina is not in that group/)]);
});

test("many times at once: it is in one event, with the rows of each move", async () => {
  const { _id } = await add();
  const same = await Promise.all(
    Array.from({ length: 5 }, () => call("moveExpense", { as: ana, ...moving(_id, porto) })),
  );
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(same.map(({ body }) => (body as Expense).rev)).toEqual([1, 1, 1, 1, 1]);
  const each = await Promise.all(
    [lisbon, march, lisbon, porto, march].map((eventId) =>
      call("moveExpense", { as: ana, ...moving(_id, eventId) }),
    ),
  );
  expect(each.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { eventId, rev } = await done<Expense>("getExpense", ana, { params: { expenseId: _id } });
  const open = await Promise.all([lisbon, porto, march].map(payments));
  expect(open.map((rows) => rows.length)).toEqual(
    [lisbon, porto, march].map((one) => Number(one === eventId)),
  );
  const { activities } = await collections();
  // Each is told where it was, and where it is.
  expect(await activities.countDocuments({ kind: "expense-moved", actor: ana._id })).toBe(2 * rev);
});

test("a repeated request with its key moves nothing twice, and tells nothing to those who have left", async () => {
  const { _id } = await add();
  const send = (eventId: string) =>
    call("moveExpense", { as: ana, ...moving(_id, eventId), headers: { "idempotency-key": "once" } });
  expect((await send(march)).body).toMatchObject({ eventId: march, rev: 1 });
  await move(_id, lisbon);
  expect((await send(march)).body).toMatchObject({ eventId: march, rev: 1 });
  expect(await payments(march)).toEqual([]);
  expect(await payments(lisbon)).toHaveLength(1);
  expect((await send(porto)).status).toBe(409);
  const { groups } = await collections();
  await groups.updateOne({ _id: flat }, { $pull: { members: ana._id }, $push: { formerMembers: ana._id } });
  expect(await send(march)).toMatchObject({ status: 404, text: expect.not.stringContaining("Taxi") });
  await groups.updateOne({ _id: flat }, { $push: { members: ana._id }, $pull: { formerMembers: ana._id } });
});
