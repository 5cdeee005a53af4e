import "server-only";
import type { AnyBulkWriteOperation, ClientSession, Collection, Document, Filter, ObjectId } from "mongodb";
import { CATEGORIES } from "@/lib/core/expenses/categories";
import { balanceId, pairKey } from "@/lib/core/money/ledger";
import { AppError } from "@/lib/errors";
import { changeBalances, negated } from "../settlements/balances";
import { collections, type GroupDoc, type SettlementDoc } from "../collections";
import { PATHS_OF_PEOPLE } from "../documents";
import { findAll } from "../page";
import {
  mergedActivity,
  mergedEvent,
  mergedExpense,
  mergedGroup,
  mergedImport,
  mergedSeries,
  mergedSettlement,
  mergedSums,
  type Merge,
} from "./merge-person";

/**
 * Gives everything that one person has in a group to another, within a transaction that has locked the group. This
 * includes deleted items, because they can be restored. Only documents that name the person are read and written.
 * @param most the most documents for one transaction
 * @throws AppError "too-much-to-claim"
 */
export async function mergeInGroup(
  group: GroupDoc,
  merge: Merge,
  most: number,
  session: ClientSession,
): Promise<void> {
  const { groups, expenses, events, spending, transfers, settlements, activities, imports, series } =
    await collections();
  const { _id: groupId, members, formerMembers } = group;
  const { from } = merge;
  const hex = from.toHexString();
  let left = most;
  /** The documents in which the person is at one of these places, by path. */
  const find = async <Doc extends Document>(collection: Collection<Doc>, places: readonly Document[]) => {
    const filter = { groupId, $or: places } as unknown as Filter<Doc>;
    const found = await findAll(collection, filter, { session, limit: left + 1 });
    left -= found.length;
    if (left < 0) throw new AppError("too-much-to-claim");
    return found;
  };
  const replace = async <Doc extends { _id: ObjectId | string }>(
    collection: Collection<Doc>,
    places: readonly Document[],
    merged: (doc: Doc, merge: Merge) => Doc | null,
  ) => {
    const found = await find(collection, places);
    const after = found.map((one) => merged(one, merge));
    await replaceAll(
      collection,
      after.filter((one) => one !== null),
      session,
    );
    const gone = found.filter((_, index) => after[index] === null).map(({ _id }) => _id);
    if (gone.length > 0) await collection.deleteMany({ _id: { $in: gone } } as Filter<Doc>, { session });
  };
  const others = [...members, ...formerMembers].map((id) => id.toHexString());
  const pairs = { $in: others.filter((other) => other !== hex).map((other) => pairKey(hex, other)) };

  await replace(expenses, at(PATHS_OF_PEOPLE.expense, from), mergedExpense);
  await replace(events, [...at(PATHS_OF_PEOPLE.event, from), keyed("tally", hex)], mergedEvent);
  await replace(
    spending,
    SPENDING_PARTS.map((part) => keyed(`figures.${part}`, hex)),
    mergedSums,
  );
  await replace(
    transfers,
    [...at(["debts.pair", "replaced.pair"], pairs), ...at(["createdBy", "deletedBy"], from)],
    mergedSums,
  );
  await mergeSettlements(group, await find(settlements, at(["users", "settledBy"], from)), merge, session);
  await replace(
    activities,
    [...at(["actor", "people", "visibleTo", "tell"], from), ...at(IN_CHANGES, hex)],
    mergedActivity,
  );
  await replace(imports, at(["people.user", "createdBy", "canceled.users"], from), mergedImport);
  await replace(series, at(PATHS_OF_PEOPLE.series, from), mergedSeries);
  await groups.replaceOne({ _id: groupId }, mergedGroup(group, merge), { session });
}

/** Lists of people, splits, and payers, which contain ids in hex. */
const IN_CHANGES = ["before", "after"].flatMap((side) =>
  ["", ".people", ".values.user", ".user"].map((path) => `changes.${side}${path}`),
);
const SPENDING_PARTS = [...CATEGORIES, "paid"];

const at = (paths: readonly string[], value: unknown): Document[] => paths.map((path) => ({ [path]: value }));
const keyed = (path: string, hex: string): Document => ({ [`${path}.${hex}`]: { $exists: true } });

/**
 * Payments keep their ids. Of two open payments with the same person in an event, the account's remains, with the sum.
 * Payments between the two people, open or settled, are deleted, like the debts behind them.
 */
async function mergeSettlements(
  { _id: groupId, members, formerMembers }: GroupDoc,
  theirs: readonly SettlementDoc[],
  merge: Merge,
  session: ClientSession,
) {
  const { settlements, balances } = await collections();
  const { from, to } = merge;
  const open = await findAll(settlements, { groupId, users: to, settled: false }, { session });
  const keyOf = ({ eventId, pair }: SettlementDoc) => `${eventId.toHexString()}:${pair}`;
  const openBy = new Map(open.map((one) => [keyOf(one), one]));
  const deletions: AnyBulkWriteOperation<SettlementDoc>[] = [];
  const updates: AnyBulkWriteOperation<SettlementDoc>[] = [];
  for (const before of theirs) {
    const after = mergedSettlement(before, merge);
    const other = after && !after.settled ? openBy.get(keyOf(after)) : undefined;
    if (!after || other) deletions.push({ deleteOne: { filter: { _id: before._id } } });
    if (!after) continue;
    const filter = { _id: (other ?? after)._id };
    const net = after.net + (other?.net ?? 0);
    if (net === 0) deletions.push({ deleteOne: { filter } });
    else if (other) {
      const planId = other.planId ?? after.planId;
      updates.push({ updateOne: { filter, update: { $set: { net, ...(planId && { planId }) } } } });
    } else updates.push({ replaceOne: { filter, replacement: after } });
  }
  // An open payment of the pair must be gone before another one gets its place.
  if (deletions.length > 0) await settlements.bulkWrite(deletions, { session });
  if (updates.length > 0) await settlements.bulkWrite(updates, { session });

  const unsettled = theirs.filter(({ settled, deletedAt }) => !settled && deletedAt === null);
  const after = unsettled.flatMap((one) => mergedSettlement(one, merge) ?? []);
  await changeBalances([...negated(unsettled), ...after], session);
  // The remaining balances of the person are zero.
  const person = from.toHexString();
  const others = [...members, ...formerMembers, groupId].map((id) => id.toHexString());
  const ids = others.flatMap((other) => [
    balanceId({ user: person, other }),
    balanceId({ user: other, other: person }),
  ]);
  await balances.deleteMany({ _id: { $in: [...new Set(ids)] } }, { session });
}

/** Replaces these documents with one command, if there are any. */
async function replaceAll<Doc extends { _id: ObjectId | string }>(
  collection: Collection<Doc>,
  docs: readonly Doc[],
  session: ClientSession,
): Promise<void> {
  if (docs.length === 0) return;
  const operations = docs.map(({ _id, ...replacement }) => ({
    replaceOne: { filter: { _id }, replacement },
  }));
  await collection.bulkWrite(operations as unknown as AnyBulkWriteOperation<Doc>[], { session });
}
