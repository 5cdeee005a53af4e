import "server-only";
import type { ClientSession, ObjectId, UpdateFilter } from "mongodb";
import { collections, type Deletion } from "../collections";

/**
 * Deletes what repeats in a group with it, in its transaction, and ends it for good: what was not made meanwhile would
 * come as a surprise.
 */
export async function endSeries(
  groupId: ObjectId,
  { $set }: { $set: Pick<Deletion, "deletedAt" | "deletedWith"> },
  session: ClientSession,
): Promise<void> {
  const { series } = await collections();
  await series.updateMany({ groupId, deletedAt: null }, { $set: { ...$set, nextDay: null } }, { session });
}

/** Restores it with its group, in its transaction: its expenses name it. */
export async function restoreEnded(
  groupId: ObjectId,
  restored: UpdateFilter<Deletion>,
  session: ClientSession,
): Promise<void> {
  const { series } = await collections();
  await series.updateMany({ groupId, deletedWith: groupId }, restored, { session });
}
