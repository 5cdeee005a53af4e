import "server-only";
import { createHash } from "node:crypto";
import type { Db } from "mongodb";
import { rebuildBalances } from "./balances";
import { ensureIndexes, INDEXES } from "./indexes";
import { migrateExpenses } from "./migrate-expenses";

/** The collection that records what the database was prepared for. It is not data and is not copied. */
export const PREPARED = "prepared";

/** Increase it with each migration below. */
const DATA_VERSION = 3;

const DIGEST = createHash("sha256")
  .update(JSON.stringify([DATA_VERSION, INDEXES]))
  .digest("base64url");

/**
 * `migrated`: the data version, and the digest with which it was stored. An older version that has run since then, and
 * does not know the newer data, has replaced only the digest.
 */
type PreparedDoc = { _id: string; digest: string; migrated?: string };

const migratedWith = (digest: string) => `${DATA_VERSION} ${digest}`;

/**
 * Brings a database to this version: collections, indexes, and migrations. Every boot calls it. It takes one command
 * if there is nothing to do, because a serverless host boots often.
 */
export async function prepareDatabase(db: Db): Promise<void> {
  const prepared = db.collection<PreparedDoc>(PREPARED);
  const before = await prepared.findOne({ _id: "database" });
  if (before?.digest === DIGEST) return;
  await ensureIndexes(db);
  if (before?.migrated !== migratedWith(before?.digest ?? "")) {
    await migrateExpenses(db);
    await rebuildBalances(db);
  }
  const now = { digest: DIGEST, migrated: migratedWith(DIGEST) };
  await prepared.updateOne({ _id: "database" }, { $set: now }, { upsert: true });
}
