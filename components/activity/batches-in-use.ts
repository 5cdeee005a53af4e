import type { Activity } from "@/lib/contract/activity";

/** Payments that the viewer and another person settled together. */
export type UsedBatch = { friendId: string; batchId: string };

/**
 * The batches that the viewer can undo: none of their payments was unsettled since.
 * @param rows latest first, from the latest on
 * @returns each batch by the id of its latest activity
 */
export function batchesInUse(rows: readonly Activity[], viewerId: string): Map<string, UsedBatch> {
  const known = new Set<string>();
  const found = new Map<string, UsedBatch>();
  for (const { _id, kind, batchId, people } of rows) {
    if (batchId === undefined || known.has(batchId)) continue;
    known.add(batchId);
    const other = people.find((person) => person._id !== viewerId);
    const isOwn = people.some((person) => person._id === viewerId);
    if (kind === "payment-settled" && isOwn && other) found.set(_id, { friendId: other._id, batchId });
  }
  return found;
}
