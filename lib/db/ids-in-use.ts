import "server-only";
import { ObjectId } from "mongodb";
import { getDb } from "./client";
import { findAll } from "./page";

/** The collections with items that only some people may see. */
const HIDDEN = [
  "groups",
  "groupRequests",
  "links",
  "events",
  "expenses",
  "settlements",
  "transfers",
  "imports",
  "series",
  "friendships",
  "tokens",
];

/** Which of at most ten ids exist, deleted or not. */
export async function existingIds(ids: readonly string[]): Promise<string[]> {
  const db = await getDb();
  const wanted = { _id: { $in: ids.slice(0, 10).map((id) => new ObjectId(id)) } };
  const found = await Promise.all(
    HIDDEN.map((name) => findAll(db.collection(name), wanted, { projection: { _id: 1 } })),
  );
  return found.flat().map(({ _id }) => _id.toHexString());
}
