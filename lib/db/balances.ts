import "server-only";
import {
  type AnyBulkWriteOperation,
  type ClientSession,
  type Collection,
  type Db,
  type Filter,
  ObjectId,
} from "mongodb";
import { balanceDeltas, type BalanceDelta } from "@/lib/core/ledger";
import { collections, collectionsOf, type BalanceDoc, type SettlementDoc, type UserDoc } from "./collections";
import { uniqueIds } from "./ids";
import { SINGLE_BATCH } from "./page";
import { PERSON_FIELDS } from "./users";

// Stored sums of unsettled payments. `npm run verify` compares them with the payments.

/** A change of what is unsettled between two people in a group: signed cents, positive if the first owes more. */
export type UnsettledDelta = Pick<SettlementDoc, "groupId" | "pair" | "net">;

/** Updates the balances for a change of unsettled payments, in its transaction. One command. */
export async function changeBalances(
  deltas: readonly UnsettledDelta[],
  session: ClientSession,
): Promise<void> {
  const changes = toBalances(deltas);
  if (changes.length === 0) return;
  const { balances } = await collections();
  await balances.bulkWrite(
    changes.map((change) => upsert(change, { $inc: { cents: change.cents } })),
    { session },
  );
}

/** The change when these payments are settled or deleted. */
export const negated = (payments: readonly UnsettledDelta[]): UnsettledDelta[] =>
  payments.map(({ groupId, pair, net }) => ({ groupId, pair, net: -net }));

const toBalances = (deltas: readonly UnsettledDelta[]): BalanceDelta[] =>
  balanceDeltas(deltas.map(({ groupId, pair, net }) => ({ group: groupId.toHexString(), pair, net })));

function upsert(
  { user, kind, other }: Omit<BalanceDelta, "cents">,
  update: { $inc: { cents: number } } | { $set: { cents: number } },
): AnyBulkWriteOperation<BalanceDoc> {
  const $setOnInsert = { user: new ObjectId(user), kind, other: new ObjectId(other) };
  const _id = `${user}:${other}`;
  return { updateOne: { filter: { _id }, update: { ...update, $setOnInsert }, upsert: true } };
}

/**
 * Sums up the unsettled payments that match, by group and pair. One command.
 * @returns also pairs whose payments cancel out
 */
export async function sumUnsettled(
  settlements: Collection<SettlementDoc>,
  filter: Filter<SettlementDoc>,
  session: ClientSession,
): Promise<UnsettledDelta[]> {
  return settlements
    .aggregate<UnsettledDelta>(
      [
        { $match: { ...filter, settled: false } },
        { $group: { _id: { groupId: "$groupId", pair: "$pair" }, net: { $sum: "$net" } } },
        { $project: { _id: 0, groupId: "$_id.groupId", pair: "$_id.pair", net: 1 } },
      ],
      { session, batchSize: SINGLE_BATCH },
    )
    .toArray();
}

export type Balance = { person: Pick<UserDoc, "_id" | "name" | "image">; cents: number };

/**
 * The open balance between the user and each other person, across all events, in cents, negative if the user owes.
 * Sorted by size, without zeros (design section 3). One command.
 */
export async function listBalances(user: ObjectId): Promise<Balance[]> {
  const { balances } = await collections();
  const found = await balances
    .aggregate<Balance>(
      [
        { $match: { user, kind: "person", cents: { $ne: 0 } } },
        {
          $lookup: {
            from: "users",
            localField: "other",
            foreignField: "_id",
            pipeline: [{ $project: PERSON_FIELDS }],
            as: "person",
          },
        },
        { $unwind: "$person" },
        { $project: { _id: 0, person: 1, cents: 1 } },
      ],
      { batchSize: SINGLE_BATCH },
    )
    .toArray();
  return found.sort(
    (a, b) =>
      Math.abs(b.cents) - Math.abs(a.cents) ||
      (a.person._id.toHexString() < b.person._id.toHexString() ? -1 : 1),
  );
}

/** The user's balance in each group, by its id in hex: cents, negative if the user owes, without zeros. One command. */
export async function listGroupBalances(user: ObjectId): Promise<Map<string, number>> {
  const { balances } = await collections();
  const found = await balances
    .find(
      { user, kind: "group", cents: { $ne: 0 } },
      { projection: { other: 1, cents: 1 }, batchSize: SINGLE_BATCH },
    )
    .toArray();
  return new Map(found.map(({ other, cents }) => [other.toHexString(), cents]));
}

/**
 * Computes all balances anew from the unsettled payments: for a database that has none yet, and after payments were
 * written in bulk. One transaction per user, so that concurrent changes are not lost.
 */
export async function rebuildBalances(db: Db): Promise<void> {
  const { settlements, balances } = collectionsOf(db);
  const open = { settled: false, deletedAt: null };
  const users: ObjectId[] = [
    ...(await settlements.distinct("users", open)),
    ...(await balances.distinct("user", { cents: { $ne: 0 } })),
  ];
  for (const user of uniqueIds(users)) {
    await db.client.withSession((session) =>
      session.withTransaction(async () => {
        const unsettled = await sumUnsettled(settlements, { users: user, ...open }, session);
        const sums = toBalances(unsettled).filter((sum) => sum.user === user.toHexString());
        const kept = sums.map(({ user: owner, other }) => `${owner}:${other}`);
        await balances.deleteMany({ user, _id: { $nin: kept } }, { session });
        if (sums.length === 0) return;
        await balances.bulkWrite(
          sums.map((sum) => upsert(sum, { $set: { cents: sum.cents } })),
          { session },
        );
      }),
    );
  }
}
