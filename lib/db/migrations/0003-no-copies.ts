import "server-only";
import { ObjectId, type Db } from "mongodb";
import type { Progress } from "./progress";

const BATCH = 1_000;

/** Removes the copies of changed documents from activities, and the dates of claims from groups. */
export async function removeCopies(db: Db, progress?: Progress): Promise<void> {
  const activities = db.collection("activities");
  for (let last = progress?.last ?? new ObjectId("0".repeat(24)); ;) {
    const rows = await activities
      .find({ _id: { $gt: last } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit: BATCH })
      .toArray();
    if (rows.length === 0) return;
    const until = rows.at(-1)!._id;
    await activities.updateMany(
      {
        _id: { $gt: last, $lte: until },
        $or: [{ before: { $exists: true } }, { knownSince: { $exists: true } }],
      },
      { $unset: { before: 1, knownSince: 1 } },
    );
    last = until;
    await progress?.record(last, rows.length, () => activities.estimatedDocumentCount());
  }
}
