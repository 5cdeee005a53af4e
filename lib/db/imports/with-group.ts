import "server-only";
import type { ClientSession, ObjectId, UpdateFilter } from "mongodb";
import { collections, type Deletion } from "../collections";

// Imports are deleted, restored, and purged with their group.

type Change = UpdateFilter<Deletion>;

/** The rows of all imports of a group, by their ids. */
const rowsIn = (groupId: ObjectId) => {
  const hex = groupId.toHexString();
  return { _id: { $gte: `${hex}:`, $lt: `${hex};` } };
};

/** @param which of its imports and their rows */
async function change(
  groupId: ObjectId,
  which: Partial<Pick<Deletion, "deletedAt" | "deletedWith">>,
  update: Change,
  session: ClientSession,
): Promise<void> {
  const { imports, importRows } = await collections();
  const { matchedCount } = await imports.updateMany({ groupId, ...which }, update, { session });
  if (matchedCount > 0) await importRows.updateMany({ ...rowsIn(groupId), ...which }, update, { session });
}

/** Deletes the imports of a group with it, in its transaction. */
export const deleteImports = (groupId: ObjectId, deleted: Change, session: ClientSession): Promise<void> =>
  change(groupId, { deletedAt: null }, deleted, session);

/** Restores the imports of a group with it, in its transaction. */
export const restoreImports = (groupId: ObjectId, restored: Change, session: ClientSession): Promise<void> =>
  change(groupId, { deletedWith: groupId }, restored, session);
