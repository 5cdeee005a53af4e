import "server-only";
import type { AnyBulkWriteOperation, ClientSession, Collection, Filter, ObjectId } from "mongodb";
import { balanceId, parsePair } from "@/lib/core/money/ledger";
import { AppError } from "@/lib/server/errors";
import { changeBalances, negated } from "./balances";
import {
  collections,
  type ActivityDoc,
  type ExpenseDoc,
  type GroupDoc,
  type SettlementDoc,
  type TransferDoc,
} from "./collections";
import {
  mergedActivity,
  mergedEvent,
  mergedExpense,
  mergedGroup,
  mergedSettlement,
  mergedSpending,
  mergedTransfer,
  type Merge,
} from "./merge-person";

/**
 * Gives everything that one person has in a group to another, within a transaction that has locked the group: also in
 * what is deleted, because it can be restored.
 * @param most the number of the person's expenses up to which this is one transaction
 * @throws AppError "too-much-to-claim"
 */
export async function mergeInGroup(
  group: GroupDoc,
  merge: Merge,
  most: number,
  session: ClientSession,
): Promise<void> {
  const { groups } = await collections();
  await mergeExpenses(group._id, merge, most, session);
  await mergeEvents(group._id, merge, session);
  await mergeSpending(group._id, merge, session);
  await mergeTransfers(group._id, merge, session);
  await mergeSettlements(group, merge, session);
  await mergeActivities(group._id, merge, session);
  await groups.replaceOne({ _id: group._id }, mergedGroup(group, merge), { session });
}

async function mergeExpenses(groupId: ObjectId, merge: Merge, most: number, session: ClientSession) {
  const { expenses } = await collections();
  const { from } = merge;
  const theirs: Filter<ExpenseDoc> = {
    groupId,
    $or: [{ splitWith: from }, { "payers.user": from }, { createdBy: from }, { deletedBy: from }],
  };
  const found = await expenses.find(theirs, { session, limit: most + 1 }).toArray();
  if (found.length > most) throw new AppError("too-much-to-claim");
  const after = found.map((one) => mergedExpense(one, merge));
  await replaceAll(expenses, after, session);
}

async function mergeEvents(groupId: ObjectId, merge: Merge, session: ClientSession) {
  const { events } = await collections();
  const { from } = merge;
  const tally = { [`tally.${from.toHexString()}`]: { $exists: true } };
  const acted = [{ createdBy: from }, { closedBy: from }, { deletedBy: from }];
  const theirs = { groupId, $or: [{ participants: from }, ...acted, tally] };
  const found = await events.find(theirs, { session }).toArray();
  const after = found.map((one) => mergedEvent(one, merge));
  await replaceAll(events, after, session);
}

async function mergeSpending(groupId: ObjectId, merge: Merge, session: ClientSession) {
  const { spending } = await collections();
  const hex = merge.from.toHexString();
  const all = await spending.find({ groupId }, { session }).toArray();
  const theirs = all.filter(({ figures }) => Object.values(figures).some((people) => hex in people));
  const after = theirs.map((one) => mergedSpending(one, merge));
  await replaceAll(spending, after, session);
}

async function mergeTransfers(groupId: ObjectId, merge: Merge, session: ClientSession) {
  const { transfers } = await collections();
  const hex = merge.from.toHexString();
  const names = ({ debts, replaced, createdBy, deletedBy }: TransferDoc) =>
    [...debts, ...replaced].some(({ pair }) => parsePair(pair).includes(hex)) ||
    [createdBy, deletedBy].some((id) => id?.equals(merge.from));
  const found = (await transfers.find({ groupId }, { session }).toArray()).filter(names);
  const after = found.map((one) => mergedTransfer(one, merge));
  await replaceAll(transfers, after, session);
}

/**
 * Payments keep their ids. Of two open ones with the same person in an event, the account's stays, with the sum. What is
 * between the two people, open or settled, is gone, like the debts behind it.
 */
async function mergeSettlements(
  { _id: groupId, members, formerMembers }: GroupDoc,
  merge: Merge,
  session: ClientSession,
) {
  const { settlements, balances } = await collections();
  const { from, to } = merge;
  const theirs = await settlements.find({ groupId, users: from }, { session }).toArray();
  const open = await settlements.find({ groupId, users: to, settled: false }, { session }).toArray();
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
  // What is left of the person's balances is zero.
  const person = from.toHexString();
  const others = [...members, ...formerMembers, groupId].map((id) => id.toHexString());
  const ids = others.flatMap((other) => [
    balanceId({ user: person, other }),
    balanceId({ user: other, other: person }),
  ]);
  await balances.deleteMany({ _id: { $in: [...new Set(ids)] } }, { session });
}

async function mergeActivities(groupId: ObjectId, merge: Merge, session: ClientSession) {
  const { activities } = await collections();
  const { from } = merge;
  const theirs: Filter<ActivityDoc> = {
    groupId,
    $or: [
      { actor: from },
      { people: from },
      // These contain people in various places.
      { "changes.0": { $exists: true } },
      { before: { $exists: true } },
    ],
  };
  const found = await activities.find(theirs, { session }).toArray();
  const merged = found.map((one) => ({ _id: one._id, after: mergedActivity(one, merge) }));
  const kept = merged.flatMap(({ after }) => after ?? []);
  await replaceAll(activities, kept, session);
  const gone = merged.flatMap(({ _id, after }) => (after ? [] : [_id]));
  if (gone.length > 0) await activities.deleteMany({ _id: { $in: gone } }, { session });
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
