import "server-only";
import { type ClientSession, type Collection, type Db, type Filter, ObjectId } from "mongodb";
import { balanceDeltas, balanceId, type BalanceDelta } from "@/lib/core/money/ledger";
import {
  collections,
  collectionsOf,
  type BalanceDoc,
  type GroupDoc,
  type SettlementDoc,
} from "../collections";
import { settlementDoc } from "../documents";
import { uniqueIds } from "../ids";
import { aggregate, findAll, lookup } from "../page";
import { lookupPeople, type PersonDoc } from "../people";

// Stored sums of unsettled payments. `npm run verify` compares them with the payments.

/** Changes per command, so that no command of a large event delays everyone. */
const PER_COMMAND = 1_000;

/** Users per transaction of {@link rebuildBalances}: MongoDB ends one that takes a minute. */
const BATCH = 10;

/** A change of what is unsettled between two people in a group: signed cents, positive if the first owes more. */
export type UnsettledDelta = Pick<SettlementDoc, "groupId" | "pair" | "net">;

/** Updates the balances for a change of unsettled payments, in its transaction. One command, unless there are many. */
export async function changeBalances(
  deltas: readonly UnsettledDelta[],
  session: ClientSession,
): Promise<void> {
  const { balances } = await collections();
  const changes = balanceDeltasOf(deltas).map(({ cents, ...change }) => {
    const { _id, ...$setOnInsert } = keyOf(change);
    return { updateOne: { filter: { _id }, update: { $inc: { cents }, $setOnInsert }, upsert: true } };
  });
  for (let start = 0; start < changes.length; start += PER_COMMAND) {
    await balances.bulkWrite(changes.slice(start, start + PER_COMMAND), { session });
  }
}

/** The change when these payments are settled or deleted. */
export const negated = (payments: readonly UnsettledDelta[]): UnsettledDelta[] =>
  payments.map(({ groupId, pair, net }) => ({ groupId, pair, net: -net }));

/** The changes of the balances when the unsettled payments change. */
export const balanceDeltasOf = (deltas: readonly UnsettledDelta[]): BalanceDelta[] =>
  balanceDeltas(deltas.map(({ groupId, pair, net }) => ({ group: groupId.toHexString(), pair, net })));

const keyOf = ({ user, kind, other }: Omit<BalanceDelta, "cents">): Omit<BalanceDoc, "cents"> => ({
  _id: balanceId({ user, other }),
  user: new ObjectId(user),
  kind,
  other: new ObjectId(other),
});

/**
 * Sums up the matching unsettled payments, by group and pair. One command.
 * @returns also pairs whose payments cancel out
 */
export async function sumUnsettled(
  settlements: Collection<SettlementDoc>,
  filter: Filter<SettlementDoc>,
  session: ClientSession,
): Promise<UnsettledDelta[]> {
  return aggregate<UnsettledDelta>(
    settlements,
    [
      { $match: { ...filter, settled: false } },
      { $group: { _id: { groupId: "$groupId", pair: "$pair" }, net: { $sum: "$net" } } },
      { $project: { _id: 0, groupId: "$_id.groupId", pair: "$_id.pair", net: 1 } },
    ],
    session,
  );
}

type BalanceRow = {
  person: PersonDoc;
  cents: number;
  /** Of a guest. */
  group: Pick<GroupDoc, "_id" | "title">[];
};

/**
 * The open balance between the user and each other person, across all events, in cents, negative if the user owes.
 * Sorted by size, without zeros (docs/rules.md#ledger). One command.
 */
export async function listBalances(user: ObjectId): Promise<BalanceRow[]> {
  const { balances } = await collections();
  const found = await aggregate<BalanceRow>(balances, [
    { $match: { user, kind: "person", cents: { $ne: 0 } } },
    lookupPeople("other", "person"),
    { $unwind: "$person" },
    lookup({ from: "groups", localField: "person.guest", foreignField: "_id", as: "group" }, [
      { $project: { title: 1 } },
    ]),
    { $project: { _id: 0, person: 1, cents: 1, group: 1 } },
  ]);
  return found.sort(
    (a, b) =>
      Math.abs(b.cents) - Math.abs(a.cents) ||
      (a.person._id.toHexString() < b.person._id.toHexString() ? -1 : 1),
  );
}

/**
 * The user's balance in each group, or also with each person, by id in hex: cents, negative if the user owes, without
 * zeros. One command.
 */
export async function listGroupBalances(
  user: ObjectId,
  kinds: readonly BalanceDoc["kind"][] = ["group"],
): Promise<Map<string, number>> {
  const { balances } = await collections();
  const open = { user, kind: { $in: [...kinds] }, cents: { $ne: 0 } };
  const found = await findAll(balances, open, { projection: { other: 1, cents: 1 } });
  return new Map(found.map(({ other, cents }) => [other.toHexString(), cents]));
}

/**
 * Recalculates all balances from the unsettled payments, after payments were written in bulk or corrected by
 * hand. It takes short transactions, so that concurrent changes are not lost. Ignores invalid payments, which
 * `npm run verify` reports.
 */
export async function rebuildBalances(db: Db): Promise<void> {
  const { settlements, balances } = collectionsOf(db);
  const open = { settled: false, deletedAt: null };
  const users: unknown[] = [
    ...(await settlements.distinct("users", open)),
    ...(await balances.distinct("user")),
  ];
  const distinct = uniqueIds(users.filter((user) => user instanceof ObjectId));
  for (let start = 0; start < distinct.length; start += BATCH) {
    const batch = distinct.slice(start, start + BATCH);
    const mine = new Set(batch.map((user) => user.toHexString()));
    await db.client.withSession((session) =>
      session.withTransaction(async () => {
        const unsettled = await sumUnsettled(settlements, { users: { $in: batch }, ...open }, session);
        const sums = balanceDeltasOf(unsettled.filter(isValid)).filter(({ user }) => mine.has(user));
        const rows = sums.map(({ cents, ...sum }): BalanceDoc => ({ ...keyOf(sum), cents }));
        await balances.deleteMany({ user: { $in: batch } }, { session });
        if (rows.length > 0) await balances.insertMany(rows, { session });
      }),
    );
  }
}

const unsettledDelta = settlementDoc.pick({ groupId: true, pair: true, net: true });
const isValid = (delta: UnsettledDelta): boolean => unsettledDelta.safeParse(delta).success;
