import "server-only";
import type { Db } from "mongodb";
import { hasCode } from "../server-errors";

const INDEX_NOT_FOUND = 27;

/** Drops the unique index of addresses that included users without one. lib/db/indexes.ts has its successor. */
export async function dropIndexOfAllAddresses(db: Db): Promise<void> {
  try {
    await db.collection("users").dropIndex("email_1");
  } catch (error) {
    if (!hasCode(error, INDEX_NOT_FOUND)) throw error;
  }
}
