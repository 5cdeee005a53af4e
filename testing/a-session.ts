import { type Db, ObjectId } from "mongodb";
import { DAY_MS } from "@/lib/core/text/dates";
import type { SessionDoc } from "@/lib/db/collections";

/** Stores a session of the user, as signing in does. @returns its id in hex, for the token */
export async function aSession(db: Db, user: ObjectId): Promise<string> {
  const now = new Date();
  const _id = new ObjectId();
  const usedOn = new Date(now.getTime() - (now.getTime() % DAY_MS));
  const expiresAt = new Date(now.getTime() + DAY_MS);
  const session = { _id, user, device: "Chrome on Linux", since: now, usedOn, expiresAt };
  await db.collection<SessionDoc>("sessions").insertOne(session);
  return _id.toHexString();
}
