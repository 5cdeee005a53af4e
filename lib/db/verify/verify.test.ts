import { type Collection, type Document, Long, ObjectId } from "mongodb";
import type { z } from "zod";
import { planPayments } from "@/lib/core/plans";
import { seedIfEmpty } from "@/lib/seed/seed-if-empty";
import { cases } from "@/packages/embedded-mongodb/src/testing/runs";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { rebuildBalances } from "../settlements/balances";
import { getDb } from "../client";
import { collections, type Collections } from "../collections";
import * as documents from "../documents";
import { createExpense, deleteExpense } from "../expenses";
import { createLink } from "../links";
import { aSubscription } from "@/testing/operations";
import { tokenDoc } from "../account/documents";
import { noticeDoc } from "../notices/documents";
import { makeNotices } from "../notices/outbox";
import { addPushDevice } from "../notices/push";
import { createToken } from "../account/tokens";
import { applyPlan, listReplaceable } from "../plans";
import { settle } from "../settlements";
import { verifyLedger } from ".";

useTestDatabase();

// Valid data. Each test starts from a copy of it.
const sound: { name: string; documents: Document[] }[] = [];

beforeAll(async () => {
  await seedIfEmpty(7);
  const group = (await (await collections()).groups.findOne({}))!;
  await createLink(group.createdBy, group._id);
  const event = (await (
    await collections()
  ).events.findOne({ groupId: group._id, closedAt: { $exists: false } }))!;
  await createExpense({
    _id: new ObjectId(),
    eventId: event._id,
    recorder: group.createdBy,
    description: "Rent",
    cents: 120_000,
    splitWith: group.members,
    repeats: { every: "month", timeZone: "Pacific/Auckland" },
  });
  await createToken(group.createdBy, { name: "Script", scope: "read", groupId: group._id, days: 90 });
  const device = { userId: group.createdBy, sessionId: new ObjectId(), device: "Chrome on Linux" };
  await addPushDevice({ ...device, ...aSubscription("phone") });
  await simplify();
  await refundDinner();
  while (await makeNotices(new Date()));
  for (const collection of Object.values(await collections())) {
    sound.push({ name: collection.collectionName, documents: await collection.find().toArray() });
  }
});

/** Uses the plan of a group over two events or more. */
async function simplify(): Promise<void> {
  const { groups } = await collections();
  for await (const { _id, createdBy } of groups.find({ deletedAt: null })) {
    const open = await listReplaceable({ of: "group", id: _id });
    const { payments } = planPayments(open);
    const events = new Set(open.map(({ eventId }) => eventId.toHexString()));
    if (events.size < 2 || payments.length === 0 || payments.length >= open.length) continue;
    await applyPlan(createdBy, { of: "group", id: _id }, payments);
    return;
  }
  throw new Error("No group needs fewer payments.");
}

const refund = { cents: { $lt: 0 } };

/** $60.00 come back for everyone in an event. */
async function refundDinner(): Promise<void> {
  const event = (await (
    await collections()
  ).events.findOne({ deletedAt: null, "participants.2": { $exists: true } }))!;
  await createExpense({
    _id: new ObjectId(),
    eventId: event._id,
    recorder: event.createdBy,
    description: "Dinner",
    cents: -6000,
    splitWith: event.participants,
  });
}

beforeEach(async () => {
  await clearDatabase();
  const db = await getDb();
  for (const { name, documents } of sound) {
    if (documents.length > 0) await db.collection(name).insertMany(documents);
  }
});

/** Without the ids of what they are about. */
async function violations(): Promise<string[]> {
  const found: string[] = [];
  await verifyLedger(({ subject, problem }) => void found.push(`${subject.split(" ")[0]}: ${problem}`));
  return found;
}

it("finds no violations in the application's own data, and reports what it checked", async () => {
  const found: unknown[] = [];
  const checked = await verifyLedger((violation) => void found.push(violation));
  expect(found).toEqual([]);
  expect(checked).toMatchObject({ groups: 3, events: 8, expenses: 62 });
  expect(checked.settlements).toBeGreaterThan(20);
});

it("takes what the database sends between two events, so that it need not wait for it afterwards", async () => {
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const turns = new Set<number>();
  try {
    const checked = await verifyLedger(
      () => {},
      (what) => what === "Checking events" && turns.add(turn),
    );
    expect(turns.size).toBe(checked.events);
  } finally {
    clearImmediate(next);
  }
});

/** Settles one cent of an open payment. @returns the settled part */
async function payPart(): Promise<ObjectId> {
  const { settlements } = await collections();
  const open = (await settlements.findOne({ settled: false, net: { $gt: 1 } }))!;
  const { _id } = await settle(open.users[0]!, open._id, { seen: { cents: open.net }, part: 1 });
  return _id;
}

const aGuest = { name: "Nina", image: null, emailVerified: null };

/** A pair of two people who do not exist. */
const otherPair = `${"1".repeat(24)}:${"2".repeat(24)}`;

/** [label, the manual change, the expected violation] */
const corruptions: [string, (all: Collections) => Promise<unknown>, RegExp][] = [
  [
    "an amount changed, its shares left",
    ({ expenses }) => expenses.updateOne({}, { $inc: { cents: 1 } }),
    /^expense: its shares sum to \$[\d.]+, not to \$[\d.]+$/,
  ],
  [
    "a share moved to another person",
    ({ expenses }) =>
      expenses.updateOne(
        { "shares.2": { $exists: true } },
        { $inc: { "shares.0.cents": 1, "shares.1.cents": -1 } },
      ),
    /^expense: its debts are not what was paid minus the shares$/,
  ],
  [
    "a debt of an expense changed",
    ({ expenses }) => expenses.updateOne({ "debts.0": { $exists: true } }, { $inc: { "debts.0.net": 1 } }),
    /^event: between .* the expenses and plans add up to -?\d+ cents, but the settlements add up to -?\d+ cents$/,
  ],
  [
    "a payment changed",
    ({ expenses }) => expenses.updateOne({}, { $inc: { "payers.0.cents": 100 } }),
    /^expense: its payments sum to \$[\d.]+, not to \$[\d.]+$/,
  ],
  [
    "a payment of half a cent",
    ({ expenses }) => expenses.updateOne({}, { $inc: { "payers.0.cents": 0.5 } }),
    /^expense: its payers\.0\.cents is [\d.]+, not a whole number$/,
  ],
  [
    "somebody with two payments of it",
    async ({ expenses }) => {
      const one = await expenses.findOne({});
      await expenses.updateOne({ _id: one?._id }, { $push: { payers: one!.payers[0]! } });
    },
    /^expense: a person is listed twice in its payments$/,
  ],
  [
    "somebody with two shares of it",
    async ({ expenses }) => {
      const one = await expenses.findOne({});
      await expenses.updateOne({ _id: one?._id }, { $push: { shares: one!.shares[0]! } });
    },
    /^expense: a person is listed twice in its shares$/,
  ],
  [
    "nobody who paid",
    ({ expenses }) => expenses.updateOne({}, { $set: { payers: [] } }),
    /^expense: nobody paid it$/,
  ],
  [
    "another payer named than who paid most",
    ({ expenses }) => expenses.updateOne({}, { $set: { paidBy: new ObjectId() } }),
    /^expense: its main payer did not pay the most$/,
  ],
  [
    "a percentage of another person",
    ({ expenses }) =>
      expenses.updateOne({ "split.mode": "percent" }, { $set: { "split.values.0.user": new ObjectId() } }),
    /^expense: its input and its split have different people$/,
  ],
  [
    "percentages that are not 100",
    ({ expenses }) =>
      expenses.updateOne({ "split.mode": "percent" }, { $inc: { "split.values.0.value": 1 } }),
    /^expense: its input is not a split of its amount$/,
  ],
  [
    "shares of other people",
    ({ expenses }) =>
      expenses.updateOne({ "splitWith.1": { $exists: true } }, { $push: { splitWith: new ObjectId() } }),
    /^expense: its shares and its split have different people$/,
  ],
  [
    "a share of half a cent",
    ({ expenses }) => expenses.updateOne({}, { $inc: { "shares.0.cents": 0.5 } }),
    /^expense: its shares\.0\.cents is [\d.]+, not a whole number$/,
  ],
  [
    "a series gone",
    ({ series }) => series.deleteMany({}),
    /^expense: its series [0-9a-f]{24} does not exist$/,
  ],
  [
    "an occurrence of a series that it has not made",
    ({ expenses }) => expenses.updateOne({ series: { $exists: true } }, { $set: { number: 2 } }),
    /^expense: its series has not made number 2$/,
  ],
  [
    "an occurrence of a series of another group",
    ({ series }) => series.updateOne({}, { $set: { groupId: new ObjectId() } }),
    /^expense: its series is of another group$/,
  ],
  [
    "a series of a group that does not exist",
    ({ series }) => series.updateOne({}, { $set: { groupId: new ObjectId() } }),
    /^series: its group [0-9a-f]{24} does not exist$/,
  ],
  [
    "a series whose next day is another one",
    ({ series }) => series.updateOne({}, { $set: { nextDay: new Date("2000-01-01") } }),
    /^series: its next day is not the one after those that were made$/,
  ],
  [
    "a series that begins on another day than it repeats",
    ({ series }) => series.updateOne({}, { $set: { on: { day: 31 }, first: new Date("2026-01-30") } }),
    /^series: its first day is not one on which it repeats$/,
  ],
  [
    "a series of another amount than its payments",
    ({ series }) => series.updateOne({}, { $inc: { cents: 1 } }),
    /^series: its payments are not its amount$/,
  ],
  [
    "a series whose split is not of its amount",
    ({ series }) =>
      series.updateOne({}, { $set: { everyone: false, split: { mode: "percent", values: [] } } }),
    /^series: its input is not a split of its amount$/,
  ],
  [
    "a series of somebody who has never been in its group",
    ({ series }) => series.updateOne({}, { $set: { createdBy: new ObjectId() } }),
    /^series: user [0-9a-f]{24} has never been in its group$/,
  ],
  [
    "a series in a time zone that does not exist",
    ({ series }) => series.updateOne({}, { $set: { timeZone: "Mars/Olympus" } }),
    /^series: its time zone does not exist$/,
  ],
  [
    "a series without an end of its pause",
    ({ series }) => series.updateOne({}, { $set: { paused: {} as never } }),
    /^series: its paused\.reason is missing$/,
  ],
  [
    "an amount of nothing",
    ({ expenses }) => expenses.updateOne({}, { $set: { cents: 0 } }),
    /^expense: its amount is 0 cents$/,
  ],
  [
    "an expense that became a refund",
    ({ expenses }) => expenses.updateOne({}, { $set: { cents: -100 } }),
    /^expense: one of its payments has the wrong sign$/,
  ],
  [
    "a refund whose shares sum to more",
    ({ expenses }) => expenses.updateOne(refund, { $inc: { "shares.0.cents": 1 } }),
    /^expense: its shares sum to −\$[\d.]+, not to −\$[\d.]+$/,
  ],
  [
    "a refund with a share that costs",
    ({ expenses }) =>
      expenses.updateOne(refund, { $inc: { "shares.0.cents": 9000, "shares.1.cents": -9000 } }),
    /^expense: one of its shares has the wrong sign$/,
  ],
  [
    "a refund whose shares have moved",
    ({ expenses }) => expenses.updateOne(refund, { $inc: { "shares.0.cents": 1, "shares.1.cents": -1 } }),
    /^expense: its debts are not what was paid minus the shares$/,
  ],
  [
    "a refund whose shares have flipped",
    async ({ expenses }) => {
      const { _id, shares } = (await expenses.findOne(refund))!;
      const flipped = shares.map(({ user, cents }) => ({ user, cents: -cents }));
      await expenses.updateOne({ _id }, { $set: { shares: flipped } });
    },
    /^expense: its shares sum to \$[\d.]+, not to −\$[\d.]+$/,
  ],
  [
    "a refund whose debts have flipped",
    async ({ expenses }) => {
      const { _id, debts } = (await expenses.findOne(refund))!;
      const flipped = debts.map(({ pair, net }) => ({ pair, net: -net }));
      await expenses.updateOne({ _id }, { $set: { debts: flipped } });
    },
    /^expense: its debts are not what was paid minus the shares$/,
  ],
  [
    "a refund that is adjusted",
    ({ expenses }) => expenses.updateOne(refund, { $set: { "split.mode": "adjust" } }),
    /^expense: its input and its split have different people$/,
  ],
  [
    "a refund that nobody received",
    ({ expenses }) => expenses.updateOne(refund, { $set: { payers: [] } }),
    /^expense: nobody paid it$/,
  ],
  [
    "a settlement of one cent more",
    ({ settlements }) => settlements.updateOne({ settled: false }, { $inc: { net: 1 } }),
    /^event: between /,
  ],
  [
    "a settled amount changed afterwards",
    ({ settlements }) => settlements.updateOne({ settled: true }, { $inc: { net: -5 } }),
    /^event: between /,
  ],
  [
    "a settlement gone",
    ({ settlements }) => settlements.deleteOne({ settled: false }),
    /^event: between .* cents, but the settlements add up to 0 cents$/,
  ],
  [
    "a settlement that turned round",
    async ({ settlements }) => {
      const { _id, net } = (await settlements.findOne({ settled: false }))!;
      await settlements.updateOne({ _id }, { $inc: { net: -2 * net } });
    },
    /^event: between /,
  ],
  [
    "a part payment that does not exist",
    async ({ settlements }) => settlements.deleteOne({ _id: await payPart() }),
    /^event: between /,
  ],
  [
    "a part payment of one cent more",
    async ({ settlements }) => settlements.updateOne({ _id: await payPart() }, { $inc: { net: 1 } }),
    /^event: between /,
  ],
  [
    "an expense deleted, its debts left",
    ({ expenses }) =>
      expenses.updateOne({ "debts.0": { $exists: true } }, { $set: { deletedAt: new Date() } }),
    /^event: between /,
  ],
  [
    "an expense moved, its debts left",
    async ({ expenses, events }) => {
      const one = (await expenses.findOne({ "debts.0": { $exists: true } }))!;
      const other = (await events.findOne({ groupId: one.groupId, _id: { $ne: one.eventId } }))!;
      await expenses.updateOne({ _id: one._id }, { $set: { eventId: other._id } });
    },
    /^event: between /,
  ],
  [
    "an expense moved, its numbers left",
    async ({ expenses, events }) => {
      const one = (await expenses.findOne({}))!;
      const other = (await events.findOne({ groupId: one.groupId, _id: { $ne: one.eventId } }))!;
      await expenses.updateOne({ _id: one._id }, { $set: { eventId: other._id } });
    },
    /^event: its expenseCount is \d+, but its expenses make it \d+$/,
  ],
  [
    "a deleted expense brought back, its debts not",
    async ({ expenses }) => {
      const one = await expenses.findOne({ "debts.0": { $exists: true } });
      await deleteExpense(one!.createdBy, one!._id);
      await expenses.updateOne({ _id: one?._id }, { $set: { deletedAt: null } });
    },
    /^event: between /,
  ],
  [
    "a settlement deleted",
    ({ settlements }) => settlements.updateOne({ settled: true }, { $set: { deletedAt: new Date() } }),
    /^event: between /,
  ],
  [
    "a settlement over nothing",
    ({ settlements }) => settlements.updateOne({}, { $set: { net: 0 } }),
    /^settlement: its amount is zero$/,
  ],
  [
    "a net beyond exact numbers",
    ({ settlements }) =>
      settlements.updateOne({}, { $set: { net: Long.fromString("9007199254740993") } as never }),
    /^settlement: its net is 9007199254740993, not a whole number$/,
  ],
  [
    "the two people of a settlement swapped",
    async ({ settlements }) => {
      const one = await settlements.findOne({});
      const [lo, hi] = one!.users;
      await settlements.updateOne({ _id: one!._id }, { $set: { users: [hi, lo] } });
    },
    /^settlement: its two people are not in order$/,
  ],
  [
    "settled by nobody",
    ({ settlements }) => settlements.updateOne({ settled: true }, { $set: { settledBy: null } }),
    /^settlement: it is settled, but has no date or person$/,
  ],
  [
    "settled and unsettled at once",
    ({ settlements }) => settlements.updateOne({ settled: false }, { $set: { settledAt: new Date() } }),
    /^settlement: it is unsettled, but has a date or person/,
  ],
  [
    "an unsettled payment of a batch",
    ({ settlements }) => settlements.updateOne({ settled: false }, { $set: { batchId: new ObjectId() } }),
    /^settlement: it is unsettled, but is of a batch$/,
  ],
  [
    "a total that is not the sum",
    ({ events }) => events.updateOne({}, { $inc: { totalCents: 100 } }),
    /^event: its totalCents is \d+, but its expenses make it \d+$/,
  ],
  [
    "a wrong count",
    ({ events }) => events.updateOne({}, { $inc: { expenseCount: -1 } }),
    /^event: its expenseCount is \d+, but its expenses make it \d+$/,
  ],
  [
    "a wrong tally",
    async ({ events }) => {
      const event = await events.findOne({});
      await events.updateOne({ _id: event?._id }, { $inc: { [`tally.${event?.createdBy}.paid`]: 1 } });
    },
    /^event: its tally\.\w+\.paid is \d+, but its expenses make it \d+$/,
  ],
  [
    "closed by nobody",
    ({ events }) => events.updateOne({}, { $set: { closedAt: new Date() } }),
    /^event: it is not known when and by whom it was closed$/,
  ],
  [
    "closed by an outsider",
    ({ events }) => events.updateOne({}, { $set: { closedAt: new Date(), closedBy: new ObjectId() } }),
    /^event: user \w+ has never been in its group$/,
  ],
  [
    "a usual split that is gone",
    ({ events }) =>
      events.updateOne({}, { $set: { splits: { default: new ObjectId(), presets: [], rev: 1 } } }),
    /^event: its usual split is none of its presets$/,
  ],
  [
    "a preset of 99.99%",
    async ({ groups }) => {
      const group = await groups.findOne({});
      const split = { mode: "percent" as const, values: [{ user: group!.members[0]!, value: 9999 }] };
      const preset = { _id: new ObjectId(), name: "Rent", splitWith: [group!.members[0]!], split };
      return groups.updateOne(
        { _id: group!._id },
        { $set: { splits: { default: "last", presets: [preset], rev: 1 } } },
      );
    },
    /^group: its preset \w+ is no split: 0\.01% still needs to be split\.$/,
  ],
  [
    "an outsider in a preset",
    ({ groups }) => {
      const preset = { _id: new ObjectId(), name: "Rent", splitWith: [new ObjectId()] };
      const split = { mode: "equal" as const, values: [] };
      return groups.updateOne(
        {},
        { $set: { splits: { default: null, presets: [{ ...preset, split }], rev: 1 } } },
      );
    },
    /^group: user \w+ has never been in its group$/,
  ],
  [
    "spending in a wrong month",
    ({ spending }) => spending.updateOne({}, { $set: { month: "2001-01" } }),
    /^event: its spending\.2001-01\.\w+\.\w+ is [1-9]\d*, but its expenses make it 0$/,
  ],
  [
    "spending of an event that is gone",
    async ({ spending }) => {
      const { _id: _, ...one } = (await spending.findOne({}))!;
      await spending.insertOne({
        ...one,
        _id: "ffffffffffffffffffffffff:2026-11",
        eventId: new ObjectId("f".repeat(24)),
      });
    },
    /^spending: its event f+ does not exist$/,
  ],
  [
    "an event gone, its expenses left",
    ({ events }) => events.deleteOne({}),
    /^expense: its event \w+ does not exist$/,
  ],
  [
    "an event deleted, its settlements left",
    ({ events }) => events.updateOne({}, { $set: { deletedAt: new Date() } }),
    /^settlement: its event \w+ does not exist$/,
  ],
  [
    "a group gone, its events left",
    ({ groups }) => groups.deleteOne({}),
    /^event: its group \w+ does not exist$/,
  ],
  [
    "an expense of another group",
    ({ expenses }) => expenses.updateOne({}, { $set: { groupId: new ObjectId() } }),
    /^expense: its group is not that of its event$/,
  ],
  [
    "a payer from outside the group",
    ({ expenses }) => expenses.updateOne({}, { $set: { "payers.0.user": new ObjectId() } }),
    /^expense: user \w+ has never been in its group$/,
  ],
  [
    "a participant from outside the group",
    ({ events }) => events.updateOne({}, { $push: { participants: new ObjectId() } }),
    /^event: user \w+ has never been in its group$/,
  ],
  [
    "a person gone",
    ({ users }) => users.deleteOne({ email: "ana.silva@demo.test" }),
    /^group: user \w+ does not exist$/,
  ],
  [
    "a member whose account is deleted",
    ({ users }) => users.updateOne({ email: "ana.silva@demo.test" }, { $set: { deletedAt: new Date() } }),
    /^group: user \w+ is a member, but has deleted their account$/,
  ],
  [
    "a member twice",
    async ({ groups }) => {
      const group = await groups.findOne({});
      await groups.updateOne({ _id: group?._id }, { $push: { members: group?.createdBy } as never });
    },
    /^group: a user is listed as a member twice$/,
  ],
  [
    "a creator who is not a member",
    async ({ groups }) => {
      const group = await groups.findOne({});
      await groups.updateOne(
        { _id: group?._id },
        {
          $pull: { members: group?.createdBy } as never,
          $push: { formerMembers: group?.createdBy } as never,
        },
      );
    },
    /^group: its creator is not a member$/,
  ],
  [
    "a debt of a former member",
    async ({ settlements, groups }) => {
      const open = await settlements.findOne({ settled: false });
      const group = await groups.findOne({ _id: open?.groupId });
      const debtor = open?.users.find((user) => !user.equals(group!.createdBy));
      await groups.updateOne(
        { _id: group?._id },
        { $pull: { members: debtor } as never, $push: { formerMembers: debtor } as never },
      );
    },
    /^settlement: it is unsettled with -?\d+ cents, but user \w+ has left the group$/,
  ],
  [
    "a friendship filed under other people",
    ({ friendships }) => friendships.updateOne({}, { $set: { pair: otherPair } }),
    /^friendship: its pair is not that of its people$/,
  ],
  [
    "a friendship that neither asked for",
    ({ friendships }) => friendships.updateOne({}, { $set: { requestedBy: new ObjectId() } }),
    /^friendship: it was requested by neither of the two$/,
  ],
  [
    "an invitation to a group that does not exist",
    ({ groupRequests }) => groupRequests.updateOne({}, { $set: { groupId: new ObjectId() } }),
    /^invitation: its group \w+ does not exist$/,
  ],
  [
    "an invitation for a member",
    async ({ groupRequests, groups }) => {
      const invitation = await groupRequests.findOne({});
      const group = await groups.findOne({ _id: invitation?.groupId });
      await groupRequests.updateOne({ _id: invitation?._id }, { $set: { to: group?.createdBy } });
    },
    /^invitation: it invites a member$/,
  ],
  [
    "a link of someone who is not in its group",
    async ({ links, users }) => {
      const stranger = await users.insertOne({
        _id: new ObjectId(),
        name: "Nobody",
        email: "n@n",
        image: null,
        emailVerified: null,
      });
      await links.updateOne({}, { $set: { createdBy: stranger.insertedId } });
    },
    /^link: its creator is not a member$/,
  ],
  [
    "a token of someone who is not in its group",
    async ({ tokens, groups, users }) => {
      const group = (await groups.findOne({}))!;
      const stranger = (await users.findOne({ _id: { $nin: group.members } }))!;
      await tokens.updateOne({}, { $set: { user: stranger._id, groupId: group._id } });
    },
    /^token: its user is not a member of its group$/,
  ],
  [
    "a token of nobody",
    ({ tokens }) => tokens.updateOne({}, { $set: { user: new ObjectId() } }),
    /^token: user \w+ does not exist$/,
  ],
  [
    "a token of a deleted account",
    async ({ tokens, users }) => {
      const { user } = (await tokens.findOne({}))!;
      await users.updateOne({ _id: user }, { $set: { deletedAt: new Date() } });
    },
    /^token: user \w+ has deleted their account$/,
  ],
  [
    "a token of a guest",
    async ({ tokens, users }) => {
      const { user, groupId } = (await tokens.findOne({}))!;
      await users.updateOne({ _id: user }, { $set: { guest: groupId }, $unset: { email: "" } });
    },
    /^token: user \w+ is a guest$/,
  ],
  [
    "a token that is stored itself",
    ({ tokens }) => tokens.updateOne({}, { $set: { hash: `evenly_${"a".repeat(43)}` } }),
    /^token: its hash is not valid$/,
  ],
  [
    "a push subscription of nobody",
    ({ pushSubscriptions }) => pushSubscriptions.updateOne({}, { $set: { userId: new ObjectId() } }),
    /^browser: user \w+ does not exist$/,
  ],
  [
    "a push subscription of a deleted account",
    async ({ pushSubscriptions, users }) => {
      const { userId } = (await pushSubscriptions.findOne({}))!;
      await users.updateOne({ _id: userId }, { $set: { deletedAt: new Date() } });
    },
    /^browser: user \w+ has deleted their account$/,
  ],
  [
    "a push subscription of a guest",
    async ({ pushSubscriptions, users, groups }) => {
      const { userId } = (await pushSubscriptions.findOne({}))!;
      const guest = (await groups.findOne({}))!._id;
      await users.updateOne({ _id: userId }, { $set: { guest }, $unset: { email: "" } });
    },
    /^browser: user \w+ is a guest$/,
  ],
  [
    "a push subscription without keys",
    ({ pushSubscriptions }) => pushSubscriptions.updateOne({}, { $unset: { keys: "" } }),
    /^browser: its keys is missing$/,
  ],
  [
    "a notice to a guest",
    async ({ notices, users, groups }) => {
      const { userId } = (await notices.findOne({}))!;
      const guest = (await groups.findOne({}))!._id;
      await users.updateOne({ _id: userId }, { $set: { guest }, $unset: { email: "" } });
    },
    /^notice: user \w+ is a guest$/,
  ],
  [
    "a notice of a group to somebody outside",
    async ({ notices, groups }) => {
      const { userId, groupId } = (await notices.findOne({ kind: "charged" }))!;
      await groups.updateOne({ _id: groupId! }, { $pull: { members: userId } });
    },
    /^notice: its user is not a member of its group$/,
  ],
  [
    "a notice whose group, and nothing else, is wrong",
    async ({ notices, groups }) => {
      const { _id, userId } = (await notices.findOne({ kind: "charged" }))!;
      const other = (await groups.findOne({ members: { $ne: userId }, deletedAt: null }))!;
      await notices.updateOne({ _id }, { $set: { groupId: other._id } });
    },
    /^notice: its user is not a member of its group$/,
  ],
  [
    "a link that shows something that is unknown",
    async ({ links, events }) => {
      const eventId = (await events.findOne({}))!._id;
      await links.updateOne({}, { $set: { shows: { kind: "all", eventId } as never } });
    },
    /^link: its shows\.kind is not valid$/,
  ],
  [
    "a link to a debt of others",
    async ({ links, settlements }) => {
      const { eventId, pair, users } = (await settlements.findOne({}))!;
      const link = (await links.findOne({}))!;
      const only = new ObjectId();
      await links.updateOne({ _id: link._id }, { $set: { shows: { kind: "why", eventId, pair, only } } });
      expect(users).not.toContainEqual(only);
    },
    /^link: its debt is not between its creator and its reader$/,
  ],
  [
    "a guest in another group",
    async ({ groups, users }) => {
      const [one, other] = await groups.find().toArray();
      const { insertedId } = await users.insertOne({ ...aGuest, _id: new ObjectId(), guest: one!._id });
      await groups.updateOne({ _id: other!._id }, { $push: { members: insertedId } });
    },
    /^group: user \w+ is a guest of another group$/,
  ],
  [
    "a guest who was claimed, but is still in the group",
    async ({ groups, users }) => {
      const one = (await groups.findOne({}))!;
      const { insertedId } = await users.insertOne({
        ...aGuest,
        _id: new ObjectId(),
        guest: one._id,
        claimedBy: one.createdBy,
        deletedAt: new Date(),
      });
      await groups.updateOne({ _id: one._id }, { $push: { formerMembers: insertedId } });
    },
    /^group: user \w+ was claimed, but is still in it$/,
  ],
  [
    "a guest who was claimed, but whose payment is left",
    async ({ settlements, users }) => {
      const one = (await settlements.findOne({ settled: true }))!;
      const { insertedId: from } = await users.insertOne({
        ...aGuest,
        _id: new ObjectId(),
        guest: one.groupId,
        claimedBy: one.users[0],
        deletedAt: new Date(),
      });
      await settlements.updateOne({ _id: one._id }, { $set: { users: [from, one.users[1]] } });
    },
    /^settlement: user \w+ has never been in its group$/,
  ],
  [
    "a claimed guest who is not deleted",
    async ({ groups, users }) => {
      const one = (await groups.findOne({}))!;
      const claimed = { ...aGuest, _id: new ObjectId(), guest: one._id, claimedBy: one.createdBy };
      await users.insertOne(claimed);
    },
    /^user: it was claimed, but is not deleted$/,
  ],
  [
    "a guest with an address",
    async ({ groups, users }) =>
      users.insertOne({
        ...aGuest,
        _id: new ObjectId(),
        guest: (await groups.findOne({}))!._id,
        email: "n@n.test",
      }),
    /^user: a guest has an address$/,
  ],
  [
    "a guest's link to another group",
    async ({ links, users }) => {
      const { insertedId: guest } = await users.insertOne({
        ...aGuest,
        _id: new ObjectId(),
        guest: new ObjectId(),
      });
      await links.updateOne({}, { $set: { guest } });
    },
    /^link: it is for someone who is not a guest of its group$/,
  ],
  [
    "a guest who created a group",
    async ({ groups, users }) => {
      const { _id, createdBy } = (await groups.findOne({}))!;
      await users.updateOne({ _id: createdBy }, { $set: { guest: _id } });
    },
    /^group: its creator is a guest$/,
  ],
  [
    "a pair of other people",
    ({ groups }) => groups.updateOne({}, { $set: { pair: otherPair } }),
    /^group: its pair is not that of its people$/,
  ],
  [
    "a pair with several events",
    ({ groups }) => groups.updateOne({}, { $set: { pair: otherPair } }),
    /^group: its pair has \d events$/,
  ],
  [
    "a guest with friends",
    async ({ friendships, groups, users }) => {
      const { users: people } = (await friendships.findOne({}))!;
      await users.updateOne({ _id: people[0]! }, { $set: { guest: (await groups.findOne({}))!._id } });
    },
    /^friendship: user \w+ is a guest$/,
  ],
  [
    "a transfer changed",
    ({ transfers }) => transfers.updateOne({ "debts.0": { $exists: true } }, { $inc: { "debts.0.net": 1 } }),
    /^plan: its transfers change the balance of user \w+ by -?1 cents$/,
  ],
  [
    "a transfer changed, in the ledger of its event",
    ({ transfers }) => transfers.updateOne({ "debts.0": { $exists: true } }, { $inc: { "debts.0.net": 1 } }),
    /^event: between .* the expenses and plans add up to -?\d+ cents, but the settlements add up to -?\d+ cents$/,
  ],
  [
    "one part of a group's plan lost",
    ({ transfers }) => transfers.deleteOne({ "debts.0": { $exists: true } }),
    /^plan: its transfers change the balance of user \w+ by -?\d+ cents$/,
  ],
  [
    "a plan lost whose payments are there",
    ({ transfers }) => transfers.deleteMany({}),
    /^settlement: its plan \w+ does not exist in its event$/,
  ],
  [
    "transfers in an event that is gone",
    ({ transfers }) => transfers.updateOne({}, { $set: { eventId: new ObjectId() } }),
    /^transfers: its event \w+ does not exist$/,
  ],
  [
    "transfers of another group",
    ({ transfers }) => transfers.updateOne({}, { $set: { groupId: new ObjectId() } }),
    /^plan: it is in several groups$/,
  ],
  [
    "a plan of one event in two",
    ({ transfers }) => transfers.updateMany({}, { $set: { of: "event" } }),
    /^plan: it is of one event, but has several parts$/,
  ],
  [
    "a plan of nothing",
    ({ transfers }) => transfers.updateMany({}, { $set: { of: "everything" as "event" } }),
    /^transfers: its of is not one of event, group$/,
  ],
  [
    "a transfer of half a cent",
    ({ transfers }) =>
      transfers.updateOne({ "debts.0": { $exists: true } }, { $set: { "debts.0.net": 0.5 } }),
    /^transfers: its debts\.0\.net is 0\.5, not a whole number$/,
  ],
  [
    "transfers of somebody from outside",
    ({ transfers }) => transfers.updateOne({}, { $set: { createdBy: new ObjectId() } }),
    /^transfers: user \w+ has never been in its group$/,
  ],
  [
    "a balance of one cent more",
    ({ balances }) => balances.updateOne({}, { $inc: { cents: 1 } }),
    /^balance: it is -?\d+ cents, but the unsettled payments sum to -?\d+ cents$/,
  ],
  [
    "a lost balance",
    ({ balances }) => balances.deleteOne({ cents: { $ne: 0 } }),
    /^balance: it is 0 cents, but the unsettled payments sum to -?\d+ cents$/,
  ],
  [
    "a balance filed under another person",
    ({ balances }) => balances.updateOne({}, { $set: { other: new ObjectId() } }),
    /^balance: its user, kind, or other is wrong$/,
  ],
  [
    "a balance with a person that became one in a group",
    ({ balances }) => balances.updateOne({ kind: "person", cents: { $ne: 0 } }, { $set: { kind: "group" } }),
    /^balance: its user, kind, or other is wrong$/,
  ],
];

describe("finds manual damage", () => {
  it.each(cases(corruptions))("%s", async (_what, plant, expected) => {
    await plant(await collections());
    expect(await violations()).toContainEqual(expect.stringMatching(expected));
  });

  /** The collections with the shapes of their documents. */
  const shapes: [keyof Collections, string, z.ZodObject][] = [
    ["users", "user", documents.userDoc],
    ["groups", "group", documents.groupDoc],
    ["events", "event", documents.eventDoc],
    ["expenses", "expense", documents.expenseDoc],
    ["settlements", "settlement", documents.settlementDoc],
    ["transfers", "transfers", documents.transferDoc],
    ["spending", "spending", documents.spendingDoc],
    ["friendships", "friendship", documents.friendshipDoc],
    ["groupRequests", "invitation", documents.groupRequestDoc],
    ["links", "link", documents.linkDoc],
    ["tokens", "token", tokenDoc],
    ["balances", "balance", documents.balanceDoc],
    ["notices", "notice", noticeDoc],
  ];
  it.each(cases(shapes))("missing fields of %s, each by its name", async (name, kind, { shape }) => {
    const collection = (await collections())[name] as unknown as Collection<Document>;
    const sound = (await collection.findOne({}))!;
    const fields = Object.keys(shape).filter((field) => field !== "_id");
    for (const field of fields) {
      if ((shape[field] as z.ZodType).safeParse(undefined).success) continue;
      await collection.replaceOne({ _id: sound["_id"] }, sound);
      await collection.updateOne({ _id: sound["_id"] }, { $unset: { [field]: "" } });
      expect(await violations()).toContain(`${kind}: its ${field} is missing`);
    }
    // Of no type.
    await collection.replaceOne(
      { _id: sound["_id"] },
      Object.fromEntries(fields.map((field) => [field, 0.5])),
    );
    const found = await violations();
    for (const field of fields)
      expect(found).toContainEqual(expect.stringMatching(`^${kind}: its ${field} is (0.5, )?not `));
  });

  it.each<[keyof Collections, Document, string]>([
    ["expenses", { "shares.0.user": "Ana" }, "expense: its shares.0.user is not an id"],
    ["expenses", { "shares.0.cents": -1 }, "expense: one of its shares has the wrong sign"],
    ["expenses", { "payers.0.cents": -1 }, "expense: one of its payments has the wrong sign"],
    ["expenses", { "payers.0.cents": 0 }, "expense: its payers.0.cents is not valid"],
    ["expenses", { "split.mode": "dice" }, "expense: its split.mode is not one of equal, amounts,"],
    ["expenses", { "debts.0": {} }, "expense: its debts.0.pair is missing"],
    ["expenses", { "debts.0.pair": "Ana:Ben" }, "expense: its debts.0.pair is not valid"],
    ["expenses", { category: "bribes" }, "expense: its category is not valid"],
    ["expenses", { date: "2026-11-28" }, "expense: its date is not a date"],
    ["settlements", { users: [new ObjectId()] }, "settlement: its users is not as long as it should be"],
    ["settlements", { method: "shells" }, "settlement: its method is not one of cash, bank, other"],
    ["events", { "tally.abc": { paid: 1 } }, "event: its tally.abc.share is missing"],
    ["spending", { "figures.paid": [] }, "spending: its figures.paid is not a document"],
    ["spending", { "figures.bribes": {} }, "spending: its figures has unknown fields: bribes"],
    ["friendships", { status: "enemies" }, "friendship: its status is not one of pending, accepted,"],
    ["balances", { kind: "pet" }, "balance: its kind is not one of person, group"],
    ["groups", { "memberSince.abc": 1 }, "group: its memberSince.abc is not a date"],
  ])("a wrong value in %s: %p", async (name, $set, problem) => {
    const collection = (await collections())[name] as unknown as Collection<Document>;
    await collection.updateOne({}, { $set });
    expect(await violations()).toContainEqual(expect.stringContaining(problem));
  });

  it("in documents that have nothing but an id", async () => {
    const all = await collections();
    for (const [name] of shapes) {
      const _id = name === "balances" ? "a:b" : new ObjectId();
      await (all[name] as unknown as Collection<Document>).insertOne({ _id: _id as never });
    }
    const found = await violations();
    for (const [, kind] of shapes)
      expect(found).toContainEqual(expect.stringMatching(`^${kind}: its .* is missing$`));
  });

  it("in balances, which can be recalculated from valid payments", async () => {
    const { balances, settlements } = await collections();
    await balances.updateOne({ cents: { $ne: 0 } }, { $set: { other: new ObjectId() }, $inc: { cents: 1 } });
    await balances.deleteOne({ kind: "group", cents: { $ne: 0 } });
    await rebuildBalances(await getDb());
    expect(await violations()).toEqual([]);
    // An invalid payment does not prevent it: verify reports that one.
    await settlements.updateOne({ settled: false }, { $inc: { net: 0.5 } });
    await rebuildBalances(await getDb());
    expect(await violations()).toContainEqual(
      expect.stringMatching(/^settlement: its net is .*, not a whole number$/),
    );
  });

  it("two unsettled settlements of one pair", async () => {
    const { settlements } = await collections();
    await settlements.dropIndex("one_unsettled_per_pair");
    const one = await settlements.findOne({ settled: false });
    if (!one) throw new Error("nothing is unsettled");
    await settlements.insertOne({ ...one, _id: new ObjectId() });
    expect(await violations()).toContainEqual(
      expect.stringMatching(/^event: two unsettled settlements between/),
    );
  });

  it.each(["its event", "another event"])("an occurrence of a series made twice, in %s", async (where) => {
    const { expenses, events } = await collections();
    if ((await expenses.indexes()).some(({ name }) => name === "one_expense_per_occurrence"))
      await expenses.dropIndex("one_expense_per_occurrence");
    const one = (await expenses.findOne({ series: { $exists: true } }))!;
    const other = (await events.findOne({ groupId: one.groupId, _id: { $ne: one.eventId } }))!;
    // With its debts: nothing else is wrong.
    const { _id } = await createExpense({
      _id: new ObjectId(),
      eventId: where === "its event" ? one.eventId : other._id,
      recorder: one.createdBy,
      description: "Rent",
      cents: one.cents,
      splitWith: one.splitWith,
    });
    await expenses.updateOne({ _id }, { $set: { series: one.series!, number: one.number! } });
    expect(await violations()).toEqual(["series: two of its expenses are number 1"]);
  });
});
