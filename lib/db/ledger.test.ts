import fc from "fast-check";
import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { expectedNets, netsByPair } from "@/lib/core/money/ledger";
import { netByPerson } from "@/lib/core/money/payments";
import { asPayment, planPayments } from "@/lib/core/money/plan";
import { entriesOf, spendingOf, sumSpending, type SpendingEntry } from "@/lib/core/money/spending";
import { sumCents } from "@/lib/core/money/totals";
import { AppError } from "@/lib/server/errors";
import { useTestDatabase } from "@/testing/database";
import { enteredMoney, payersFrom, splitFrom, type EnteredMoney } from "@/testing/entered-money";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { listBalances, listGroupBalances, rebuildBalances } from "./balances";
import { getDb } from "./client";
import { claimGuest } from "./claims";
import { collections, type ExpenseDoc } from "./collections";
import { closeEvent, reopenEvent } from "./close-event";
import { restoreEvent, restoreExpense, restoreGroup } from "./deleted";
import { deleteEvent } from "./delete-event";
import { countedExpense, ledgerEntryOf } from "./expense-money";
import { createExpense, deleteExpense, updateExpense } from "./expenses";
import { deleteGroup, removeMember } from "./groups";
import { listReplaceable, undoPlan, applyPlan, type PlanScope } from "./plans";
import { createLink } from "./links";
import { listOpenBetween, settleUp, undoSettleUp } from "./settle-up";
import { recordPayment } from "./record-payment";
import { getGroupFigures } from "./group-figures";
import { settle, unsettle } from "./settlements";
import { verifyDatabase } from "./verify";
import { listReasons } from "./why";

useTestDatabase();

// The number of runs. The ledger law (docs/rules.md#ledger) over random histories.
const RUNS = Number(process.env.LEDGER_RUNS ?? 300);

/** Four people, their group, and two events. */
type Scene = { people: Viewer[]; groupId: ObjectId; events: ObjectId[] };

async function aScene(): Promise<Scene> {
  const people = await Promise.all(["Ana", "Ben", "Cleo", "Dan"].map(aPerson));
  const members = people as [Viewer, ...Viewer[]];
  const groupId = await aGroup("Ledger", members);
  return {
    people,
    groupId,
    events: [await anEvent(groupId, "First", members), await anEvent(groupId, "Second", members)],
  };
}

type Money = { cents: number; split: number[]; money: EnteredMoney | null };
type Step =
  | ({ do: "add"; event: number; who: number } & Money)
  | ({ do: "edit"; which: number } & Money)
  | { do: "delete" | "restore" | "settle" | "unsettle"; which: number }
  | { do: "pay-part"; which: number; percent: number }
  | { do: "record-payment"; event: number; who: number; friend: number; cents: number }
  | { do: "settle-up" | "undo-settle-up"; who: number; friend: number }
  | { do: "delete-event" | "restore-event"; event: number }
  | { do: "close" | "reopen"; event: number; who: number }
  | { do: "apply-plan"; who: number; of: "event" | "group"; event: number }
  | { do: "undo-plan"; which: number }
  | { do: "leave" | "join"; who: number };

const event = fc.nat(1);
const who = fc.nat(3);
const which = fc.nat(40);
const money = {
  cents: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100_000 })),
  split: fc.uniqueArray(who, { minLength: 1, maxLength: 4 }),
};
const kind = <Kind extends Step["do"]>(...kinds: Kind[]) => fc.constantFrom(...kinds);
const anyMoney: fc.Arbitrary<EnteredMoney> = enteredMoney;
const steps: fc.WeightedArbitrary<Step>[] = [
  { weight: 8, arbitrary: fc.record({ do: kind("add"), event, who, ...money, money: enteredMoney }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: kind("edit"), which, ...money, money: fc.option(anyMoney, { nil: null }) }),
  },
  { weight: 8, arbitrary: fc.record({ do: kind("delete", "restore", "settle", "unsettle"), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: kind("pay-part"), which, percent: fc.integer({ min: 1, max: 120 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: kind("record-payment"), event, who, friend: who, cents: money.cents }),
  },
  { weight: 3, arbitrary: fc.record({ do: kind("settle-up", "undo-settle-up"), who, friend: who }) },
  { weight: 1, arbitrary: fc.record({ do: kind("delete-event", "restore-event"), event }) },
  { weight: 2, arbitrary: fc.record({ do: kind("close", "reopen"), event, who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: kind("apply-plan"),
      who,
      of: fc.constantFrom("event" as const, "group" as const),
      event,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: kind("undo-plan"), which }) },
];
const step = fc.oneof(...steps);
const stepWithLeaving = fc.oneof(...steps, {
  weight: 6,
  arbitrary: fc.record({ do: kind("leave", "join"), who }),
});

const pick = <T>(list: T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** Steps that an earlier step made impossible are refused and change nothing. */
async function attempt(step: Promise<unknown>): Promise<void> {
  await step.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

/** Without `money`, as a client that knows neither uneven splits nor payers. */
function moneyOf({ people }: Scene, one: Money) {
  const splitWith = one.split.map((index) => people[index]!._id);
  if (!one.money) return { cents: one.cents, splitWith };
  const ids = (list: readonly ObjectId[]) => list.map((id) => id.toHexString());
  return {
    cents: one.cents,
    splitWith,
    split: splitFrom(one.money, one.cents, ids(splitWith)),
    payers: payersFrom(one.money, one.cents, ids(people.map(({ _id }) => _id))),
  };
}

async function perform(scene: Scene, one: Step): Promise<void> {
  const { people, groupId, events } = scene;
  const { expenses, settlements, groups } = await collections();
  const idOf = (index: number) => people[index]!._id;
  const anExpense = async (filter: object): Promise<ExpenseDoc | undefined> =>
    pick(
      await expenses
        .find({ groupId, ...filter })
        .sort({ _id: 1 })
        .toArray(),
      "which" in one ? one.which : 0,
    );
  switch (one.do) {
    case "add":
      return attempt(
        createExpense({
          _id: new ObjectId(),
          eventId: events[one.event]!,
          recorder: idOf(one.who),
          description: "Something",
          ...moneyOf(scene, one),
        }),
      );
    case "edit": {
      const found = await anExpense({ deletedAt: null });
      const change = { description: "Changed", ...moneyOf(scene, one) };
      return found && attempt(updateExpense(found.createdBy, found._id, change, undefined));
    }
    case "delete": {
      const found = await anExpense({ deletedAt: null });
      return found && attempt(deleteExpense(found.paidBy, found._id));
    }
    case "restore": {
      const found = await anExpense({ deletedBy: { $ne: null } });
      return found && attempt(restoreExpense(found.paidBy, found._id));
    }
    case "settle":
    case "unsettle":
    case "pay-part": {
      const all = await settlements.find({ groupId, deletedAt: null }).sort({ _id: 1 }).toArray();
      const found = pick(all, one.which);
      if (!found) return;
      if (one.do === "unsettle") return attempt(unsettle(idOf(0), found._id));
      const part = one.do === "pay-part" ? Math.ceil((Math.abs(found.net) * one.percent) / 100) : undefined;
      return attempt(settle(idOf(0), found._id, { seen: { cents: Math.abs(found.net) }, part }));
    }
    case "record-payment":
      return attempt(
        recordPayment(idOf(one.who), events[one.event]!, { to: idOf(one.friend), cents: one.cents }),
      );
    case "settle-up": {
      if (one.who === one.friend) return;
      const open = await listOpenBetween(idOf(one.who), idOf(one.friend));
      const shown = open.map(({ _id, net }) => ({ _id, cents: Math.abs(net) }));
      return attempt(settleUp(idOf(one.who), idOf(one.friend), shown, { method: null, note: "" }));
    }
    case "undo-settle-up": {
      const batch = await settlements.findOne({ groupId, batchId: { $ne: null }, settled: true });
      if (!batch?.batchId) return;
      return attempt(undoSettleUp(batch.users[0]!, batch.users[1]!, batch.batchId));
    }
    case "delete-event":
      return attempt(deleteEvent(idOf(0), events[one.event]!));
    case "restore-event":
      return attempt(restoreEvent(idOf(0), events[one.event]!));
    case "close":
      return attempt(closeEvent(idOf(one.who), events[one.event]!));
    case "reopen":
      return attempt(reopenEvent(idOf(one.who), events[one.event]!));
    case "apply-plan": {
      const scope: PlanScope = { of: one.of, id: one.of === "event" ? events[one.event]! : groupId };
      const { payments } = planPayments(await listReplaceable(scope));
      return attempt(applyPlan(idOf(one.who), scope, payments));
    }
    case "undo-plan": {
      const { transfers } = await collections();
      const used = await transfers.find({ groupId, deletedAt: null }).sort({ _id: 1 }).toArray();
      const found = pick(used, one.which);
      if (!found) return;
      const scope = { of: found.of, id: found.of === "event" ? found.eventId : groupId };
      return attempt(undoPlan(idOf(0), scope, found.planId));
    }
    case "leave":
      return attempt(removeMember(idOf(one.who), groupId, idOf(one.who)));
    case "join":
      await groups.updateOne({ _id: groupId }, { $addToSet: { members: idOf(one.who) } });
  }
}

/** A new scene after these steps. */
async function play(history: readonly Step[]): Promise<Scene> {
  const scene = await aScene();
  for (const one of history) await perform(scene, one);
  return scene;
}

async function expectLaw(scene: Scene): Promise<void> {
  for (const eventId of scene.events) await expectLawOfEvent(scene, eventId);
  await expectZeroSums(scene);
  await expectSameBalances(scene);
}

/** The transfers of each plan sum to zero for each person. */
async function expectZeroSums({ groupId }: Scene): Promise<void> {
  const { transfers } = await collections();
  const parts = await transfers.find({ groupId, deletedAt: null }).toArray();
  for (const planId of new Set(parts.map((part) => part.planId.toHexString()))) {
    const ofPlan = parts.filter((part) => part.planId.toHexString() === planId);
    expect(netByPerson(ofPlan.flatMap(({ debts }) => debts.map(asPayment)))).toEqual(new Map());
  }
}

async function expectLawOfEvent({ people }: Scene, eventId: ObjectId): Promise<void> {
  const { expenses, transfers, settlements, events, spending } = await collections();
  const [rows, moved, records, found] = await Promise.all([
    expenses.find({ eventId, deletedAt: null }).toArray(),
    transfers.find({ eventId, deletedAt: null }).toArray(),
    settlements.find({ eventId, deletedAt: null }).toArray(),
    events.findOne({ _id: eventId, deletedAt: null }),
  ]);
  expect(netsByPair(records)).toEqual(expectedNets([...rows.map(ledgerEntryOf), ...moved]));
  expect(records.every(({ net }) => net !== 0)).toBe(true);
  const unsettled = records.filter(({ settled }) => !settled);
  expect(new Set(unsettled.map(({ pair }) => pair)).size).toBe(unsettled.length);
  // Every balance is explained: the listed reasons sum to it.
  for (const settlement of unsettled) {
    const { rows: reasons } = await listReasons(settlement, {});
    expect(reasons.reduce((sum, { net }) => sum + net, 0)).toBe(settlement.net);
  }
  if (!found) {
    expect([rows, moved, records]).toEqual([[], [], []]);
    return;
  }
  expect(found).toMatchObject({
    expenseCount: rows.length,
    totalCents: rows.reduce((sum, row) => sum + row.cents, 0),
  });
  for (const { id } of people) {
    const sumOf = (parts: { user: ObjectId; cents: number }[]) =>
      parts.filter(({ user }) => user.toHexString() === id).reduce((sum, one) => sum + one.cents, 0);
    const paid = sumOf(rows.flatMap((row) => row.payers));
    const share = sumOf(rows.flatMap((row) => row.shares));
    expect(found.tally[id] ?? { paid: 0, share: 0 }).toEqual({ paid, share });
  }
  const figures = (all: SpendingEntry[]) =>
    sumSpending(all)
      .map((one) => JSON.stringify(one))
      .sort();
  expect(figures((await spending.find({ eventId, deletedAt: null }).toArray()).flatMap(entriesOf))).toEqual(
    figures(rows.flatMap((row) => spendingOf(countedExpense(row)))),
  );
}

/** The stored balances are the sums of what is open, with each person and in the group, event by event. */
async function expectSameBalances({ people, groupId }: Scene): Promise<void> {
  for (const person of people) {
    const balances = new Map(
      (await listBalances(person._id)).map((one) => [one.person._id.toHexString(), one.cents]),
    );
    for (const other of people) {
      if (other === person) continue;
      const open = await listOpenBetween(person._id, other._id);
      const owed = open.reduce((sum, { users, net }) => sum + (users[0]!.equals(person._id) ? -net : net), 0);
      expect(balances.get(other.id) ?? 0).toBe(owed);
    }
    const { events, members } = await getGroupFigures(person._id, groupId);
    const inGroup = (await listGroupBalances(person._id)).get(groupId.toHexString());
    expect(inGroup ?? 0).toBe(sumCents([...events.values()]));
    expect(members.get(person.id) ?? 0).toBe(inGroup ?? 0);
  }
}

const LONG = 10 * 60_000;

test(
  "settlements match expenses after any history",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 24 }), async (history) => {
        const scene = await play(history);
        await expectLaw(scene);
      }),
      { numRuns: RUNS },
    );
  },
  LONG,
);

test(
  "settlements match expenses after eight steps at once",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (history) => {
        const scene = await aScene();
        const split = [0, 1, 2, 3];
        for (const index of [0, 1]) {
          await perform(scene, { do: "add", event: index, who: index, cents: 9_999, split, money: null });
        }
        for (let start = 0; start < history.length; start += 8) {
          await Promise.all(history.slice(start, start + 8).map((one) => perform(scene, one)));
        }
        await expectLaw(scene);
      }),
      { numRuns: Math.ceil(RUNS / 6) },
    );
  },
  LONG,
);

test(
  "settlements match expenses after members leave and return, and former members owe nothing",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepWithLeaving, { minLength: 8, maxLength: 24 }), async (history) => {
        const scene = await play(history);
        await expectLaw(scene);
        const { groups, settlements } = await collections();
        const { members } = (await groups.findOne({ _id: scene.groupId }))!;
        const open = await settlements
          .find({ groupId: scene.groupId, settled: false, deletedAt: null })
          .toArray();
        const owing = open.flatMap(({ users }) => users.map(String));
        expect(owing.filter((user) => !members.map(String).includes(user))).toEqual([]);
      }),
      { numRuns: Math.ceil(RUNS / 8) },
    );
  },
  LONG,
);

test(
  "settlements match expenses after a guest is claimed, by a member or by someone else, and after more steps",
  async () => {
    const history = fc.array(step, { minLength: 8, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(history, history, fc.boolean(), async (before, after, byMember) => {
        const scene = await aScene();
        const { people, groupId } = scene;
        const guest = people[3]!;
        const { groups, users } = await collections();
        await users.updateOne({ _id: guest._id }, { $set: { guest: groupId }, $unset: { email: true } });
        for (const one of before) await perform(scene, one);
        const outsider = await aPerson("Eva");
        await aGroup("Own", [outsider]);
        const claimant = byMember ? people[2]! : outsider;
        const { token } = await createLink(people[0]!._id, groupId, guest._id);
        await claimGuest({ actor: claimant._id, sessionId: groupId, guestId: guest._id, token });
        // The others' indexes stay; what the guest did is now done by the claimant.
        scene.people[3] = claimant;
        await expectLaw({ ...scene, people: [...new Set(scene.people)] });
        const { members } = (await groups.findOne({ _id: groupId }))!;
        expect(members.map(String)).not.toContain(guest.id);
        if (!byMember) for (const one of after) await perform(scene, one);
        await expectLaw({ ...scene, people: [...new Set(scene.people)] });
      }),
      { numRuns: Math.ceil(RUNS / 20) },
    );
    const problems: unknown[] = [];
    await verifyDatabase((problem) => problems.push(problem));
    expect(problems).toEqual([]);
  },
  LONG,
);

/** What a closed event keeps: everything but which payments are settled. */
async function figuresOf(eventId: ObjectId) {
  const { events, expenses, settlements, transfers } = await collections();
  const records = await settlements.find({ eventId, deletedAt: null }).toArray();
  return {
    event: await events.findOne({ _id: eventId }),
    expenses: await expenses.find({ eventId }).sort({ _id: 1 }).toArray(),
    transfers: await transfers.find({ eventId }).sort({ _id: 1 }).toArray(),
    nets: netsByPair(records),
  };
}

test(
  "while an event is closed, its figures stay, whatever is tried, and payments are settled",
  async () => {
    const history = fc.array(step, { minLength: 4, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(history, history, async (before, meanwhile) => {
        const scene = await play(before);
        const [closed] = scene.events as [ObjectId];
        await perform(scene, { do: "restore-event", event: 0 });
        await perform(scene, { do: "close", event: 0, who: 1 });
        const figures = await figuresOf(closed);
        expect(figures.event?.closedBy).toEqual(expect.any(ObjectId));
        const isOther = (one: Step) => !(one.do === "reopen" && one.event === 0);
        await Promise.all(meanwhile.filter(isOther).map((one) => perform(scene, one)));
        expect(await figuresOf(closed)).toEqual(figures);
        await expectLaw(scene);
        await perform(scene, { do: "reopen", event: 0, who: 2 });
        await perform(scene, { do: "add", event: 0, who: 0, cents: 301, split: [1], money: null });
        expect((await figuresOf(closed)).expenses).toHaveLength(figures.expenses.length + 1);
        await expectLaw(scene);
      }),
      { numRuns: Math.ceil(RUNS / 6) },
    );
  },
  LONG,
);

test("what is undone or restored counts in the balances again", async () => {
  const scene = await aScene();
  const [ana, ben] = [scene.people[0]!._id, scene.people[1]!._id];
  for (const index of [0, 1]) {
    await perform(scene, { do: "add", event: index, who: 0, cents: 1_000, split: [0, 1, 2, 3], money: null });
  }
  const owedByBen = async () => (await listBalances(ben)).map(({ cents }) => cents);
  expect(await owedByBen()).toEqual([-500]);
  const open = await listOpenBetween(ana, ben);
  const { _id: batch } = await settleUp(ana, ben, open, { method: null, note: "" });
  expect(await owedByBen()).toEqual([]);
  await undoSettleUp(ana, ben, batch);
  expect(await owedByBen()).toEqual([-500]);
  await deleteEvent(ana, scene.events[0]!);
  expect(await owedByBen()).toEqual([-250]);
  await restoreEvent(ana, scene.events[0]!);
  expect(await owedByBen()).toEqual([-500]);
  await expectLaw(scene);
});

test(
  "balances disappear and return with their group, and can be computed from the payments at any time",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (history) => {
        const scene = await play(history);
        const { _id: creator } = scene.people[0]!;
        const balancesOf = () =>
          Promise.all(
            scene.people.map(async ({ _id }) => [await listBalances(_id), await listGroupBalances(_id)]),
          );
        const before = await balancesOf();
        await deleteGroup(creator, scene.groupId);
        expect(await balancesOf()).toEqual(scene.people.map(() => [[], new Map()]));
        await restoreGroup(creator, scene.groupId);
        expect(await balancesOf()).toEqual(before);
        // A repair of missing and wrong balances, while others write.
        const { balances } = await collections();
        const users = scene.people.map(({ _id }) => _id);
        await balances.deleteMany({ user: users[0] });
        await balances.updateMany({ user: users[1] }, { $inc: { cents: 1 } });
        await Promise.all([
          rebuildBalances(await getDb()),
          perform(scene, { do: "add", event: 0, who: 2, cents: 301, split: [2, 3], money: null }),
        ]);
        await expectSameBalances(scene);
      }),
      { numRuns: Math.ceil(RUNS / 20) },
    );
  },
  LONG,
);
