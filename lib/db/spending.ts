import "server-only";
import type { AnyBulkWriteOperation, ObjectId } from "mongodb";
import type { SpendingEntry } from "@/lib/core/spending";
import { collections, type Deletion, type EventDoc, type SpendingDoc } from "./collections";
import { aggregate, findAll, lookup } from "./page";

export type Place = Pick<EventDoc, "_id" | "groupId">;

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

/** The same for all groups of a member. One command. */
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
