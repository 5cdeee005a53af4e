import fc from "fast-check";
import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/access";
import { expectedNets, netsByPair } from "@/lib/core/ledger";
import { AppError } from "@/lib/errors";
import { useTestDatabase } from "@/lib/testing/database";
import { enteredMoney, payersFrom, splitFrom, type EnteredMoney } from "@/lib/testing/entered-money";
import { aGroup, anEvent, aPerson } from "@/lib/testing/people";
import { collections } from "./collections";
import { ledgerEntryOf } from "./expense-money";
import { createExpense, deleteExpense, updateExpense } from "./expenses";
import { removeMember } from "./groups";
import { settle, unsettle } from "./settlements";
import { listReasons } from "./why";

useTestDatabase();

// How often and how long: the law of design section 3 over random histories.
const RUNS = Number(process.env.LEDGER_RUNS ?? 300);

let people: Viewer[];
let groupId: ObjectId;

beforeAll(async () => {
  people = await Promise.all(["Ana", "Ben", "Cleo", "Dan"].map(aPerson));
  groupId = await aGroup("Ledger", people as [Viewer, ...Viewer[]]);
});

type Step =
  | { do: "add"; payer: number; cents: number; split: number[]; money: EnteredMoney }
  | { do: "edit"; which: number; cents: number; split: number[]; money: EnteredMoney | null }
  | { do: "delete"; which: number }
  | { do: "settle"; which: number }
  | { do: "unsettle"; which: number }
  | { do: "leave"; who: number }
  | { do: "join"; who: number };

const who = fc.nat(3);
const split = fc.uniqueArray(who, { minLength: 1, maxLength: 4 });
const cents = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100_000 }));
const which = fc.nat(40);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("add" as const), payer: who, cents, split, money: enteredMoney }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      which,
      cents,
      split,
      money: fc.option(enteredMoney),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("settle" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unsettle" as const), which }) },
);

/** Ana, who created the group, stays. */
const someoneElse = fc.integer({ min: 1, max: 3 });
const stepWithLeaving: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: step },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("settle" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("leave" as const), who: someoneElse }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("join" as const), who: someoneElse }) },
);

const idOf = (index: number) => people[index]!._id;
const pick = <T>(list: T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** Without `money`, as a client would send it that knows neither uneven splits nor payers. */
function moneyOf(one: { cents: number; split: number[]; money: EnteredMoney | null }) {
  const splitWith = one.split.map(idOf);
  if (!one.money) return { cents: one.cents, splitWith };
  const ids = (list: readonly ObjectId[]) => list.map((id) => id.toHexString());
  return {
    cents: one.cents,
    splitWith,
    split: splitFrom(one.money, one.cents, ids(splitWith)),
    payers: payersFrom(one.money, one.cents, ids(people.map(({ _id }) => _id))),
  };
}

const PLAIN: EnteredMoney = { mode: "equal", weights: [1], paying: [] };

/** What another step has settled, unsettled or deleted meanwhile is refused, and changes nothing. */
async function attempt(step: Promise<unknown>): Promise<void> {
  await step.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function perform(eventId: ObjectId, one: Step): Promise<void> {
  const { expenses, settlements, events, groups } = await collections();
  if (one.do === "add") {
    await attempt(
      createExpense({
        _id: new ObjectId(),
        eventId,
        recorder: idOf(one.payer),
        description: "Something",
        ...moneyOf(one),
      }),
    );
    return;
  }
  if (one.do === "leave" || one.do === "join") {
    const event = await events.findOne({ _id: eventId });
    const who = idOf(one.who);
    if (one.do === "leave") await attempt(removeMember(who, event!.groupId, who));
    else await groups.updateOne({ _id: event!.groupId }, { $addToSet: { members: who } });
    return;
  }
  if (one.do === "settle" || one.do === "unsettle") {
    const found = pick(await settlements.find({ eventId }).sort({ _id: 1 }).toArray(), one.which);
    if (!found) return;
    await attempt(one.do === "settle" ? settle(idOf(0), found._id) : unsettle(idOf(0), found._id));
    return;
  }
  const found = pick(await expenses.find({ eventId, deletedAt: null }).sort({ _id: 1 }).toArray(), one.which);
  if (!found) return;
  if (one.do === "delete") await attempt(deleteExpense(found.paidBy, found._id));
  else {
    const change = { description: "Changed", ...moneyOf(one) };
    await attempt(updateExpense(found.paidBy, found._id, change, undefined));
  }
}

async function expectLaw(eventId: ObjectId): Promise<void> {
  const { expenses, settlements, events } = await collections();
  const [rows, records, event] = await Promise.all([
    expenses.find({ eventId, deletedAt: null }).toArray(),
    settlements.find({ eventId, deletedAt: null }).toArray(),
    events.findOne({ _id: eventId }),
  ]);
  expect(netsByPair(records)).toEqual(expectedNets(rows.map(ledgerEntryOf)));
  const unsettled = records.filter(({ settled }) => !settled);
  // Every figure is explained: what is listed as its reasons sums to it.
  for (const settlement of unsettled) {
    const { rows: reasons } = await listReasons(settlement);
    expect(reasons.reduce((sum, { net }) => sum + net, 0)).toBe(settlement.net);
  }
  expect(unsettled.every(({ net }) => net !== 0)).toBe(true);
  expect(new Set(unsettled.map(({ pair }) => pair)).size).toBe(unsettled.length);
  expect(event).toMatchObject({
    expenseCount: rows.length,
    totalCents: rows.reduce((sum, row) => sum + row.cents, 0),
  });
  for (const { id } of people) {
    const sumOf = (parts: { user: ObjectId; cents: number }[]) =>
      parts.filter(({ user }) => user.toHexString() === id).reduce((sum, one) => sum + one.cents, 0);
    const paid = sumOf(rows.flatMap((row) => row.payers));
    const share = sumOf(rows.flatMap((row) => row.shares));
    expect(event?.tally[id] ?? { paid: 0, share: 0 }).toEqual({ paid, share });
  }
}

test(
  "after any history, what expenses say is what settlements say",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const eventId = await anEvent(groupId, "History", people as [Viewer, ...Viewer[]]);
        for (const one of steps) await perform(eventId, one);
        await expectLaw(eventId);
      }),
      { numRuns: RUNS },
    );
  },
  10 * 60_000,
);

test(
  "after histories that run at once, too",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const eventId = await anEvent(groupId, "Race", people as [Viewer, ...Viewer[]]);
        await perform(eventId, { do: "add", payer: 0, cents: 9_999, split: [0, 1, 2, 3], money: PLAIN });
        await Promise.all(steps.map((one) => perform(eventId, one)));
        await expectLaw(eventId);
      }),
      { numRuns: Math.ceil(RUNS / 6) },
    );
  },
  10 * 60_000,
);

test(
  "after histories in which people leave and come back, too, and nobody who is gone owes anything",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepWithLeaving, { minLength: 8, maxLength: 40 }), async (steps) => {
        const group = await aGroup("Leaving", people as [Viewer, ...Viewer[]]);
        const eventId = await anEvent(group, "History", people as [Viewer, ...Viewer[]]);
        for (const one of steps) await perform(eventId, one);
        await expectLaw(eventId);
        const { groups, settlements } = await collections();
        const { members } = (await groups.findOne({ _id: group }))!;
        const open = await settlements.find({ eventId, settled: false }).toArray();
        const owing = open.flatMap(({ users }) => users.map(String));
        expect(owing.filter((user) => !members.map(String).includes(user))).toEqual([]);
      }),
      { numRuns: Math.ceil(RUNS / 8) },
    );
  },
  10 * 60_000,
);
