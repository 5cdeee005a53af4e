import "server-only";
import type { ClientSession, Collection, Document, ObjectId } from "mongodb";
import { collections, type Collections } from "./collections";

// What an event or a group contains is deleted and restored with it, in its transaction.

/** The collections of what an event contains. */
export const IN_EVENT = ["expenses", "settlements", "transfers", "spending"] as const;

/** Those of a group. Its series end for good, and its imports see {@link changeImports}. */
export const IN_GROUP = [...IN_EVENT, "events", "activities", "groupRequests"] as const;

/** @param which of their documents */
export async function changeContents(
  names: readonly (keyof Collections)[],
  which: Document,
  update: Document,
  session: ClientSession,
): Promise<void> {
  const all = (await collections()) as unknown as Record<string, Collection>;
  for (const name of names) await all[name]!.updateMany(which, update, { session });
}

/** Changes the imports of a group, and the rows of all of them, by their ids. @param which of its documents */
export async function changeImports(
  groupId: ObjectId,
  which: Document,
  update: Document,
  session: ClientSession,
): Promise<void> {
  const { imports, importRows } = await collections();
  const hex = groupId.toHexString();
  const rows = { _id: { $gte: `${hex}:`, $lt: `${hex};` } };
  const { matchedCount } = await imports.updateMany(which, update, { session });
  if (matchedCount > 0) await importRows.updateMany({ ...rows, ...which }, update, { session });
}
