import "server-only";
import type { AnyBulkWriteOperation, ClientSession, ObjectId } from "mongodb";
import { netDeltas } from "@/lib/core/money/ledger";
import { spendingDeltas, type SpendingEntry } from "@/lib/core/spending";
import { collections, type Deletion, type EventDoc, type SpendingDoc } from "./collections";
import type { CountedExpense } from "./expenses/money";
import { aggregate, findAll, lookup } from "./page";
import { applyDeltas } from "./settlements";

type Place = Pick<EventDoc, "_id" | "groupId">;

/**
 * Applies an expense that was added (`before` null), edited, or deleted (`after` null) to the debts and the spending of
 * its event, within the transaction that has locked the event.
 */
export async function applyExpense(
  event: Place,
  before: CountedExpense | null,
  after: CountedExpense | null,
  session: ClientSession,
  at?: Date,
): Promise<void> {
  await applyDeltas(event, netDeltas(before, after), session, at);
  const deltas = spendingDeltas(before, after);
  if (deltas.length === 0) return;
  const { spending } = await collections();
  await spending.bulkWrite(spendingUpdates(event, deltas), { session });
}

/** One update for each month. */
export function spendingUpdates(
  { _id: eventId, groupId }: Place,
  entries: readonly SpendingEntry[],
  deletion: Deletion = { deletedAt: null },
): AnyBulkWriteOperation<SpendingDoc>[] {
  const months = [...new Set(entries.map(({ month }) => month))].sort();
  return months.map((month) => {
    const added = entries.filter((one) => one.month === month);
    const $inc = Object.fromEntries(added.map(({ part, user, cents }) => [`figures.${part}.${user}`, cents]));
    const $setOnInsert = { eventId, groupId, month, ...deletion };
    const filter = { _id: `${eventId.toHexString()}:${month}` };
    return { updateOne: { filter, update: { $inc, $setOnInsert }, upsert: true } };
  });
}

/** The spending of a group since a month, `2026-11`, in its events that are not deleted. One command. */
export async function listSpending(groupId: ObjectId, since: string): Promise<SpendingDoc[]> {
  const { spending } = await collections();
  return findAll(spending, { groupId, month: { $gte: since }, deletedAt: null });
}

/** The same of all groups of a member. One command. */
export async function listSpendingOfMember(member: ObjectId, since: string): Promise<SpendingDoc[]> {
  const { groups } = await collections();
  return aggregate<SpendingDoc>(groups, [
    { $match: { members: member, deletedAt: null } },
    lookup({ from: "spending", localField: "_id", foreignField: "groupId", as: "spending" }, [
      { $match: { month: { $gte: since }, deletedAt: null } },
    ]),
    { $unwind: "$spending" },
    { $replaceRoot: { newRoot: "$spending" } },
  ]);
}
