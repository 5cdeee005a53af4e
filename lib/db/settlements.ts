import "server-only";
import { ObjectId, type ClientSession } from "mongodb";
import type { PairDelta } from "@/lib/core/ledger";
import { withTransaction } from "./client";
import { collections, type GroupDoc, type SettlementDoc, type UserDoc } from "./collections";
import { touchEvent } from "./events";
import { IN_ONE_BATCH } from "./page";
import { withGroup } from "./groups";
import { PERSON_FIELDS, type PersonDoc } from "./users";

/**
 * Adds the differences that a change of an expense makes to the pairs' unsettled records: opens those that
 * are missing, removes those that come to zero (design section 3). Two commands, however many people.
 */
export async function applyDeltas(
  event: { _id: ObjectId; groupId: ObjectId },
  deltas: readonly PairDelta[],
  session: ClientSession,
  at: Date = new Date(),
): Promise<void> {
  if (deltas.length === 0) return;
  const { settlements } = await collections();
  await settlements.bulkWrite(
    deltas.map(({ lo, hi, pair, net }) => ({
      updateOne: {
        filter: { eventId: event._id, pair, settled: false },
        update: {
          $inc: { net },
          $setOnInsert: {
            _id: new ObjectId(),
            groupId: event.groupId,
            users: [new ObjectId(lo), new ObjectId(hi)],
            settledAt: null,
            settledBy: null,
            createdAt: at,
            deletedAt: null,
          },
        },
        upsert: true,
      },
    })),
    { session },
  );
  await settlements.deleteMany({ eventId: event._id, settled: false, net: 0 }, { session });
}

/** The settlement with its group and people, if `member` is in that group; else null. One command. */
export async function getSettlementOf(
  member: ObjectId,
  id: ObjectId,
): Promise<{ settlement: SettlementDoc; group: GroupDoc; people: PersonDoc[] } | null> {
  const { settlements } = await collections();
  const [found] = await settlements
    .aggregate<SettlementDoc & { group: GroupDoc; people: PersonDoc[] }>(
      [{ $match: { _id: id, deletedAt: null } }, ...withGroup(member)],
      { batchSize: IN_ONE_BATCH },
    )
    .toArray();
  if (!found) return null;
  const { group, people, ...settlement } = found;
  return { settlement, group, people };
}

/** An event's settlements, in the order they came up. */
export async function listSettlements(eventId: ObjectId): Promise<SettlementDoc[]> {
  const { settlements } = await collections();
  return settlements
    .find({ eventId, deletedAt: null })
    .sort({ createdAt: 1, _id: 1 })
    .batchSize(IN_ONE_BATCH)
    .toArray();
}

export type SettleOutcome =
  { outcome: "done"; settlement: SettlementDoc } | { outcome: "already" | "changed" | "gone" };

/**
 * Settles a payment: direction and amount are frozen as they are (design section 3). One atomic command, so that
 * of two who settle at once one wins.
 * @param seenCents the amount that the person saw; where it is another by now, nothing is settled
 */
export async function settle(
  id: ObjectId,
  by: ObjectId,
  seenCents: number | undefined,
  at: Date = new Date(),
): Promise<SettleOutcome> {
  const { settlements } = await collections();
  const settlement = await settlements.findOneAndUpdate(
    {
      _id: id,
      settled: false,
      deletedAt: null,
      ...(seenCents !== undefined && { net: { $in: [seenCents, -seenCents] } }),
    },
    { $set: { settled: true, settledAt: at, settledBy: by } },
    { returnDocument: "after" },
  );
  if (settlement) return { outcome: "done", settlement };
  const now = await settlements.findOne({ _id: id, deletedAt: null });
  if (!now) return { outcome: "gone" };
  return { outcome: now.settled ? "already" : "changed" };
}

/**
 * Makes a settled payment unsettled again. It keeps its id and absorbs the pair's other unsettled record;
 * where the two cancel out, it disappears (then `settlement.net` is 0).
 */
export async function unsettle(id: ObjectId): Promise<SettleOutcome> {
  const { settlements } = await collections();
  const known = await settlements.findOne({ _id: id, deletedAt: null });
  if (!known) return { outcome: "gone" };
  return withTransaction(async (session): Promise<SettleOutcome> => {
    if (!(await touchEvent(known.eventId, session))) return { outcome: "gone" };
    const settlement = await settlements.findOne({ _id: id, deletedAt: null }, { session });
    if (!settlement?.settled) {
      await session.abortTransaction();
      return { outcome: settlement ? "already" : "gone" };
    }
    const other = await settlements.findOneAndDelete(
      { eventId: settlement.eventId, pair: settlement.pair, settled: false },
      { session },
    );
    const net = settlement.net + (other?.net ?? 0);
    const after = { ...settlement, net, settled: false, settledAt: null, settledBy: null };
    if (net === 0) {
      await settlements.deleteOne({ _id: id }, { session });
    } else {
      const change = { net, settled: false, settledAt: null, settledBy: null };
      await settlements.updateOne({ _id: id }, { $set: change }, { session });
    }
    return { outcome: "done", settlement: after };
  });
}

export type Balance = { person: Pick<UserDoc, "_id" | "name" | "image">; cents: number };

/**
 * What is open between the user and each other person, over all events; cents, negative where the user owes.
 * Sorted by size; zero sums left out (design section 3).
 */
export async function listBalances(user: ObjectId): Promise<Balance[]> {
  const { settlements } = await collections();
  const pairs = await settlements
    .aggregate<{ _id: [ObjectId, ObjectId]; cents: number; people: Balance["person"][] }>(
      [
        { $match: { users: user, settled: false, deletedAt: null } },
        { $group: { _id: "$users", cents: { $sum: "$net" } } },
        { $match: { cents: { $ne: 0 } } },
        {
          $lookup: {
            from: "users",
            localField: "_id",
            foreignField: "_id",
            pipeline: [{ $match: { _id: { $ne: user } } }, { $project: PERSON_FIELDS }],
            as: "people",
          },
        },
      ],
      { batchSize: IN_ONE_BATCH },
    )
    .toArray();
  // The net is what the first of a pair owes the second.
  const balances = pairs.flatMap(({ _id: [first], cents, people }) =>
    people.map((person) => ({ person, cents: first.equals(user) ? -cents : cents })),
  );
  return balances.sort(
    (a, b) =>
      Math.abs(b.cents) - Math.abs(a.cents) ||
      (a.person._id.toHexString() < b.person._id.toHexString() ? -1 : 1),
  );
}
