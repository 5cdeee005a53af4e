import "server-only";
import { createHash } from "node:crypto";
import type { Db } from "mongodb";
import { rebuildBalances } from "./balances";
import { ensureIndexes, INDEXES } from "./indexes";
import { MIGRATIONS } from "./migrations";
import { DatabaseUnavailable } from "./server-errors";

/** The collection that records what the database was prepared for. */
export const PREPARED = "prepared";

/**
 * `indexes`: a digest of those that exist. `begun` and `done`: the numbers of the last migrations that were begun and
 * finished.
 */
type PreparedDoc = { _id: string; indexes?: string; begun?: number; done?: number };

const RECORD = { _id: "database" };

const preparedOf = (db: Db) => db.collection<PreparedDoc>(PREPARED);

const INDEX_DIGEST = createHash("sha256").update(JSON.stringify(INDEXES)).digest("base64url");

/** A newer version of the application has prepared the data, so this one must not write it. */
export class NewerData extends DatabaseUnavailable {}

/**
 * Brings a database to this version: collections, indexes, and migrations. It takes one command if there is nothing to
 * do, because a serverless host boots often.
 * @param indexes "unique": those that only make queries fast are left to a later call
 * @throws NewerData
 */
export async function prepareDatabase(
  db: Db,
  indexes: "all" | "unique" = "all",
  migrations = MIGRATIONS,
): Promise<void> {
  const before = await readKnown(db, migrations);
  const { done = 0 } = before ?? {};
  if (before?.indexes === INDEX_DIGEST && done === migrations.length) return;
  await ensureIndexes(db, indexes);
  await migrate(db, done, migrations);
  if (indexes === "all") await record(db, { indexes: INDEX_DIGEST });
}

/**
 * Creates missing indexes, runs all migrations again, and recalculates the balances, whatever is recorded about the
 * database.
 * @throws NewerData
 */
export async function repairDatabase(db: Db, migrations = MIGRATIONS): Promise<void> {
  await readKnown(db, migrations);
  await ensureIndexes(db, "all");
  await migrate(db, 0, migrations);
  await rebuildBalances(db);
  await record(db, { indexes: INDEX_DIGEST });
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

async function migrate(db: Db, done: number, migrations: typeof MIGRATIONS): Promise<void> {
  for (const [index, migration] of migrations.entries()) {
    const number = index + 1;
    if (number <= done) continue;
    // Recorded first, so that an older version refuses data that is only partly migrated.
    await record(db, { begun: number });
    await migration(db);
    await record(db, { done: number });
  }
}

/** Numbers only grow, because several servers may start at once. */
async function record(db: Db, { indexes, ...numbers }: Partial<PreparedDoc>): Promise<void> {
  const update = indexes === undefined ? { $max: numbers } : { $set: { indexes } };
  await preparedOf(db).updateOne(RECORD, update, { upsert: true });
}
