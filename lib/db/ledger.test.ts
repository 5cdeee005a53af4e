import fc from "fast-check";
import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/access";
import { expectedNets, netsByPair } from "@/lib/core/ledger";
import { AppError } from "@/lib/errors";
import { useTestDatabase } from "@/lib/testing/database";
import { aGroup, anEvent, aPerson } from "@/lib/testing/people";
import { collections } from "./collections";
import { createExpense, deleteExpense, ledgerShares, updateExpense } from "./expenses";
import { removeMember } from "./groups";
import { settle, unsettle } from "./settlements";

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
  | { do: "add"; payer: number; cents: number; split: number[] }
  | { do: "edit"; which: number; cents: number; split: number[] }
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
  { weight: 4, arbitrary: fc.record({ do: fc.constant("add" as const), payer: who, cents, split }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("edit" as const), which, cents, split }) },
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
        payer: idOf(one.payer),
        description: "Something",
        cents: one.cents,
        splitWith: one.split.map(idOf),
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
    const change = { description: "Changed", cents: one.cents, splitWith: one.split.map(idOf) };
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
  expect(netsByPair(records)).toEqual(expectedNets(rows.map(ledgerShares)));
  const unsettled = records.filter(({ settled }) => !settled);
  expect(unsettled.every(({ net }) => net !== 0)).toBe(true);
  expect(new Set(unsettled.map(({ pair }) => pair)).size).toBe(unsettled.length);
  expect(event).toMatchObject({
    expenseCount: rows.length,
    totalCents: rows.reduce((sum, row) => sum + row.cents, 0),
  });
  for (const { id } of people) {
    const paid = rows.reduce((sum, row) => sum + (row.paidBy.toHexString() === id ? row.cents : 0), 0);
    const shares = rows.flatMap((row) => row.shares).filter(({ user }) => user.toHexString() === id);
    const share = shares.reduce((sum, one) => sum + one.cents, 0);
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
        await perform(eventId, { do: "add", payer: 0, cents: 9_999, split: [0, 1, 2, 3] });
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
