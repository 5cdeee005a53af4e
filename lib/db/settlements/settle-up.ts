import "server-only";
import { type ClientSession, type Document, type Filter, ObjectId } from "mongodb";
import type { PaymentMethod } from "@/lib/core/settlements";
import { sumCents } from "@/lib/core/money/money";
import { RESTORABLE_DAYS } from "@/lib/core/retention";
import { daysAgo } from "@/lib/core/text/dates";
import { AppError, notFound } from "@/lib/errors";
import { paymentActivity, recordActivity } from "../activity";
import { changeBalances, negated } from "./balances";
import {
  collections,
  type EventDoc,
  type GroupDoc,
  type SettlementDoc,
  withTransaction,
} from "../collections";
import { pairKeyOf } from "../friends";
import { withIdempotency, type IdempotencyKey } from "../idempotency";
import { aggregate, findAll, lookup, lookupEvent, unionWith } from "../page";
import { assertNoFormerMembers, isAsExpected, reopened, type ExpectedPayment } from ".";

// Two people settle everything that is open between them, across all events, with one payment.

type ExpectedPaymentOf = ExpectedPayment & { _id: ObjectId };

/** Payments settled together. `net`: the cents to transfer, positive if the actor pays. */
export type Batch = {
  _id: ObjectId;
  net: number;
  settlements: number;
  /** The groups of the payments. */
  groupIds: ObjectId[];
};

export type OpenSettlement = SettlementDoc & { event: EventDoc; group: GroupDoc };

/** Pipeline stages of {@link listOpenBetween}. */
const openBetween = (member: ObjectId, person: ObjectId): Document[] => [
  { $match: { pair: pairKeyOf(member, person), settled: false, deletedAt: null } },
  lookupEvent,
  { $unwind: "$event" },
  { $lookup: { from: "groups", localField: "groupId", foreignField: "_id", as: "group" } },
  { $unwind: "$group" },
  { $match: { "group.members": member } },
  { $sort: { "event.date": -1, _id: -1 } },
];

/** The open payments between a member and another person, across all events, latest event first. One command. */
export async function listOpenBetween(member: ObjectId, person: ObjectId): Promise<OpenSettlement[]> {
  const { settlements } = await collections();
  return aggregate<OpenSettlement>(settlements, openBetween(member, person));
}

/** Payments that two people settled together, all of which are still settled. `net`: cents; positive: lo paid hi. */
type SettledBatch = { _id: ObjectId; at: Date; net: number; payments: number };

/** How many batches are listed. */
const LATEST_BATCHES = 5;

/** How many events of each shared group are considered, the latest ones. */
const LATEST_EVENTS = 200;

/** A group of which two people are members, with its latest events. */
export type SharedGroup = Pick<GroupDoc, "_id" | "title" | "icon" | "pair"> & {
  events: Pick<EventDoc, "_id" | "groupId" | "expenseCount">[];
};

/**
 * {@link listOpenBetween}, the latest batches that the member can undo, in groups that both are members of, and not
 * undone in part, and these groups. One command.
 */
export async function listBetween(
  member: ObjectId,
  person: ObjectId,
): Promise<{ open: OpenSettlement[]; batches: SettledBatch[]; groups: SharedGroup[] }> {
  const { settlements } = await collections();
  const undone = [{ $match: { kind: "payment-unsettled" } }, { $limit: 1 }, { $project: { _id: 1 } }];
  const shared = [
    { $match: { members: { $all: [member, person] }, deletedAt: null } },
    { $project: { _id: 1 } },
  ];
  const batches: Document[] = [
    {
      $match: {
        pair: pairKeyOf(member, person),
        settled: true,
        batchId: { $ne: null },
        settledAt: { $gte: undoableSince() },
      },
    },
    {
      $group: {
        _id: "$batchId",
        at: { $max: "$settledAt" },
        net: { $sum: "$net" },
        payments: { $sum: 1 },
        groupIds: { $addToSet: "$groupId" },
        deletedAt: { $max: "$deletedAt" },
      },
    },
    { $match: { deletedAt: null } },
    lookup({ from: "groups", localField: "groupIds", foreignField: "_id", as: "shared" }, shared),
    lookup({ from: "activities", localField: "_id", foreignField: "batchId", as: "undone" }, undone),
    { $match: { undone: [], $expr: { $eq: [{ $size: "$groupIds" }, { $size: "$shared" }] } } },
    { $sort: { at: -1, _id: -1 } },
    { $limit: LATEST_BATCHES },
    { $project: { at: 1, net: 1, payments: 1 } },
  ];
  const latest = [
    { $match: { deletedAt: null } },
    { $sort: { date: -1, _id: -1 } },
    { $limit: LATEST_EVENTS },
    { $project: { groupId: 1, expenseCount: 1 } },
  ];
  const groups: Document[] = [
    { $match: { members: { $all: [member, person] }, deletedAt: null } },
    { $sort: { createdAt: -1, _id: -1 } },
    lookup({ from: "events", localField: "_id", foreignField: "groupId", as: "events" }, latest),
    { $project: { title: 1, icon: 1, pair: 1, events: 1 } },
  ];
  type Row = OpenSettlement | SettledBatch | SharedGroup;
  const rows = await aggregate<Row>(settlements, [
    ...openBetween(member, person),
    unionWith("settlements", batches),
    unionWith("groups", groups),
  ]);
  return {
    open: rows.filter((row): row is OpenSettlement => "settled" in row),
    batches: rows.filter((row): row is SettledBatch => "payments" in row),
    groups: rows.filter((row): row is SharedGroup => "title" in row),
  };
}

/** Parts of older batches may have been purged with their events. */
const undoableSince = () => daysAgo(RESTORABLE_DAYS);

/**
 * Settles everything open between the actor and another person, in one transaction.
 * @param shown all open payments, as the actor saw them
 * @throws AppError "not-found" if nothing is open; "already-settled" if it was settled in the meantime;
 * "amount-changed" if it differs from what was shown
 */
export async function settleUp(
  actor: ObjectId,
  friend: ObjectId,
  shown: readonly ExpectedPaymentOf[],
  how: { method: PaymentMethod | null; note: string },
  key?: IdempotencyKey,
): Promise<Batch> {
  const { settlements } = await collections();
  const open = { pair: pairKeyOf(actor, friend), settled: false, deletedAt: null };
  const groupsOf = ({ groupIds }: Batch) => groupIds;
  return withIdempotency(key, groupsOf, async (session) => {
    const groups = await lockGroupsOf(actor, open, session);
    const found = await findAll(settlements, open, { session, sort: { eventId: 1 } });
    if (found.length === 0) {
      const ids = { $in: shown.map(({ _id }) => _id) };
      const done = await settlements.findOne({ ...open, settled: true, _id: ids }, { session });
      throw done ? new AppError("already-settled") : notFound();
    }
    const seen = new Map(shown.map((payment) => [payment._id.toHexString(), payment]));
    const asShown = found.every((payment) => {
      const one = seen.get(payment._id.toHexString());
      return one && isAsExpected(payment, one);
    });
    if (!asShown || found.length !== seen.size || !areIn(groups, found)) throw new AppError("amount-changed");

    const batchId = new ObjectId();
    const at = new Date();
    const change = { settled: true, settledAt: at, settledBy: actor, batchId, ...how };
    const ids = { _id: { $in: found.map(({ _id }) => _id) } };
    await settlements.updateMany(ids, { $set: change }, { session });
    await changeBalances(negated(found), session);
    const paid = found.map((one) => paymentActivity("payment-settled", { ...one, batchId }, actor, how.note));
    await recordActivity(session, ...paid);
    const owed = found.map((one) => (one.users[0].equals(actor) ? one.net : -one.net));
    return {
      _id: batchId,
      net: sumCents(owed),
      settlements: found.length,
      groupIds: groups.map(({ _id }) => _id),
    };
  });
}

/**
 * Unsettles everything that the two settled together.
 * @throws AppError "not-found" if no payment of the batch remains, or the actor has left one of the groups;
 * "former-member"; "conflict" if a payment was unsettled or deleted since
 */
export async function undoSettleUp(actor: ObjectId, friend: ObjectId, batchId: ObjectId): Promise<void> {
  const { activities, settlements } = await collections();
  const pair = pairKeyOf(actor, friend);
  await withTransaction(async (session) => {
    const batch = { pair, settled: true, batchId, deletedAt: null };
    const groups = await lockGroupsOf(actor, batch, session);
    const settled = await findAll(settlements, batch, { session, sort: { eventId: 1 } });
    if (settled.length === 0 || !areIn(groups, settled)) throw notFound();
    // Undoing only a part would leave the rest paid by a transfer that did not happen.
    if (await settlements.findOne({ ...batch, deletedAt: { $ne: null } }, { session })) {
      throw new AppError("conflict", "This can't be undone while one of its events is deleted.");
    }
    if (await activities.findOne({ batchId, kind: "payment-unsettled" }, { session })) {
      throw new AppError(
        "conflict",
        "One of these payments was unsettled since. Unsettle the others one by one.",
      );
    }
    if (settled.some(({ settledAt }) => settledAt! < undoableSince())) {
      throw new AppError("conflict", `This can be undone for ${RESTORABLE_DAYS} days.`);
    }
    for (const group of groups) await assertNoFormerMembers(group, settled);

    const eventIds = settled.map(({ eventId }) => eventId);
    const others = { pair, settled: false, deletedAt: null, eventId: { $in: eventIds } };
    const open = await findAll(settlements, others, { session });
    await settlements.deleteMany({ _id: { $in: open.map(({ _id }) => _id) } }, { session });
    const openIn = (event: ObjectId) => open.find(({ eventId }) => eventId.equals(event));
    const after = settled.map((one) => reopened(one, openIn(one.eventId)));
    await settlements.bulkWrite(
      after.map(({ _id, ...replacement }) => {
        const filter = { _id };
        return replacement.net === 0 ? { deleteOne: { filter } } : { replaceOne: { filter, replacement } };
      }),
      { session },
    );
    await changeBalances(settled, session);
    const undone = settled.map((one) => paymentActivity("payment-unsettled", one, actor));
    await recordActivity(session, ...undone);
  });
}

/** Locks the groups of these payments of which the actor is a member (see `lockGroup`). */
async function lockGroupsOf(
  actor: ObjectId,
  payments: Filter<SettlementDoc>,
  session: ClientSession,
): Promise<GroupDoc[]> {
  const { groups, settlements } = await collections();
  // Not in the session, because the transaction has to begin with the lock.
  const ids = await settlements.distinct("groupId", payments);
  const mine = { _id: { $in: ids }, members: actor, deletedAt: null };
  await groups.updateMany(mine, { $inc: { touched: 1 } }, { session });
  return findAll(groups, mine, { session });
}

/** False if a payment was added or restored in another group before the groups were locked. */
const areIn = (groups: readonly GroupDoc[], payments: readonly SettlementDoc[]) =>
  payments.every(({ groupId }) => groups.some(({ _id }) => _id.equals(groupId)));
