import "server-only";
import { createHash } from "node:crypto";
import type { Db } from "mongodb";
import { rebuildBalances } from "./settlements/balances";
import { ensureIndexes, INDEXES } from "./indexes";
import { inLease } from "./leases";
import { MIGRATIONS } from "./migrations";
import { beginMigration, type Attempt, type PreparedDoc } from "./migrations/progress";
import { DatabaseUnavailable } from "./server-errors";

/** The collection that records how the database was prepared. */
export const PREPARED = "prepared";

const RECORD = { _id: "database" };

const preparedOf = (db: Db) => db.collection<PreparedDoc>(PREPARED);

const INDEX_DIGEST = createHash("sha256").update(JSON.stringify(INDEXES)).digest("base64url");

/** A newer version of the application has prepared the data, so this one must not write it. */
export class NewerData extends DatabaseUnavailable {}

/** Another process takes over from one that was killed or frozen for this long. */
const LEASE_MS = 3_000;

/**
 * Prepares a database for this version: collections, indexes, and migrations, in one process at a time. Takes one
 * command if there is nothing to do, because serverless hosts start often.
 * @param indexes "unique": indexes that only speed up queries are left to a later call
 * @throws NewerData; Updating if it is not done at the end of the attempt; the next attempt continues
 */
export async function prepareDatabase(
  db: Db,
  indexes: "all" | "unique" = "all",
  migrations = MIGRATIONS,
  attempt: Attempt = {},
): Promise<void> {
  if (isPrepared(await readKnown(db, migrations), migrations)) return;
  await inLease(db, "preparation", LEASE_MS, attempt.until, async () => {
    const before = await readKnown(db, migrations);
    if (isPrepared(before, migrations)) return;
    await ensureIndexes(db, "unique");
    for (let number = (before?.done ?? 0) + 1; number <= migrations.length; number++) {
      attempt.report?.(`Migration ${number}`);
      const progress = await beginMigration(preparedOf(db), RECORD._id, number, attempt);
      await migrations[number - 1]!(db, progress);
      await preparedOf(db).updateOne(RECORD, { $max: { done: number }, $unset: { progress: true } });
    }
  });
  if (indexes === "unique") return;
  attempt.report?.("Building indexes");
  await ensureIndexes(db, "all");
  await recordIndexes(db);
}

const isPrepared = (prepared: PreparedDoc | null, { length }: typeof MIGRATIONS) =>
  prepared?.indexes === INDEX_DIGEST && prepared.done === length;

/**
 * Creates missing indexes, runs all migrations again, and recalculates the balances, whatever is recorded about the
 * database.
 * @throws NewerData
 */
export async function repairDatabase(db: Db, migrations = MIGRATIONS): Promise<void> {
  await readKnown(db, migrations);
  await ensureIndexes(db, "all");
  const { length } = migrations;
  await preparedOf(db).updateOne(RECORD, { $max: { begun: length } }, { upsert: true });
  for (const migration of migrations) await migration(db);
  await preparedOf(db).updateOne(RECORD, { $max: { done: length } });
  await rebuildBalances(db);
  await recordIndexes(db);
}

/** @throws NewerData if this version cannot judge the data */
export async function requireKnownData(db: Db): Promise<void> {
  await readKnown(db, MIGRATIONS);
}

/** @throws NewerData */
async function readKnown(db: Db, { length: known }: typeof MIGRATIONS): Promise<PreparedDoc | null> {
  const prepared = await preparedOf(db).findOne(RECORD);
  const { begun = 0 } = prepared ?? {};
  if (begun <= known) return prepared;
  throw new NewerData(
    `The data was written by a newer version of Evenly (data version ${begun}, this one knows ${known}): ` +
      `use that version, or restore a backup from before the upgrade.`,
  );
}

async function recordIndexes(db: Db): Promise<void> {
  await preparedOf(db).updateOne(RECORD, { $set: { indexes: INDEX_DIGEST } }, { upsert: true });
}
