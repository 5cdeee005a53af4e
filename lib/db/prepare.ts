import "server-only";
import { createHash } from "node:crypto";
import type { Db } from "mongodb";
import { rebuildBalances } from "./balances";
import { ensureOtherIndexes, ensureUniqueIndexes, INDEXES } from "./indexes";
import { migrateExpenses } from "./migrate-expenses";
import { DatabaseUnavailable } from "./server-errors";

/** The collection that records what the database was prepared for. It is not data and is not copied. */
export const PREPARED = "prepared";

/** Increase it with each migration below. */
const DATA_VERSION = 3;

const DIGEST = createHash("sha256")
  .update(JSON.stringify([DATA_VERSION, INDEXES]))
  .digest("base64url");

/** Servers of the previous version may still write for this long after an upgrade. */
const ROLLING_UPGRADE_MS = 10 * 60 * 1000;

/**
 * `migrated`: the data version, and the digest with which it was stored. An older version that has run since then, and
 * does not know the newer data, has replaced only the digest. `repeatAt`: when to migrate once more after an upgrade.
 */
type PreparedDoc = { _id: string; digest: string; migrated?: string; repeatAt?: Date };

const migratedWith = (digest: string) => `${DATA_VERSION} ${digest}`;

const preparedOf = (db: Db) => db.collection<PreparedDoc>(PREPARED);

/** A newer version of the application has prepared the data, so this one must not write it. */
export class NewerData extends DatabaseUnavailable {}

/** @throws NewerData */
async function readPrepared(db: Db): Promise<PreparedDoc | null> {
  const prepared = await preparedOf(db).findOne({ _id: "database" });
  const version = Number.parseInt(prepared?.migrated ?? "", 10);
  if (version > DATA_VERSION) {
    throw new NewerData(
      `The data was written by a newer version of Evenly (data version ${version}, this one knows ${DATA_VERSION}): ` +
        `use that version, or restore a backup from before the upgrade.`,
    );
  }
  return prepared;
}

const needsMigration = (before: PreparedDoc | null) =>
  before?.migrated !== migratedWith(before?.digest ?? "");

/**
 * Brings a database so far to this version that requests are answered correctly. Every boot calls it. It leaves indexes
 * that only make queries fast to {@link catchUp}, which runs after the boot, unless a migration needs them. It takes one
 * command if there is nothing to do, because a serverless host boots often.
 * @throws NewerData
 */
export async function prepareToServe(db: Db): Promise<void> {
  const before = await readPrepared(db);
  if (before?.digest === DIGEST) return;
  if (needsMigration(before)) await prepareDatabase(db);
  else await ensureUniqueIndexes(db);
}

/**
 * Brings a database to this version: collections, indexes, and migrations. It takes one command if there is nothing to do.
 * @throws NewerData
 */
export async function prepareDatabase(db: Db): Promise<void> {
  const before = await readPrepared(db);
  if (before?.digest === DIGEST) return;
  await ensureIndexes(db);
  const upgrade = needsMigration(before);
  if (upgrade) await migrate(db);
  const repeatAt = before && upgrade ? { repeatAt: new Date(Date.now() + ROLLING_UPGRADE_MS) } : {};
  await store(db, repeatAt);
}

/** Does all of {@link prepareDatabase}, whatever is stored about the database. @throws NewerData */
export async function repairDatabase(db: Db): Promise<void> {
  await readPrepared(db);
  await ensureIndexes(db);
  await migrate(db);
  await store(db);
}

/** @throws NewerData if this version cannot judge the data */
export async function requireKnownData(db: Db): Promise<void> {
  await readPrepared(db);
}

/**
 * Creates the indexes that {@link prepareToServe} has left, and brings data up to date that servers of older versions
 * have written after an upgrade.
 * @param since when such data may have been created, apart from that of a running upgrade
 * @throws NewerData if this server is such an older one
 */
export async function catchUp(db: Db, since: Date): Promise<void> {
  await prepareDatabase(db);
  const repeat = { _id: "database", repeatAt: { $lte: new Date() } };
  if (await preparedOf(db).findOne(repeat)) {
    await migrate(db);
    await preparedOf(db).updateOne(repeat, { $unset: { repeatAt: "" } });
  } else if ((await migrateExpenses(db, since)) > 0) {
    // Who stored them did not change the balances, either.
    await rebuildBalances(db);
  }
}

async function ensureIndexes(db: Db): Promise<void> {
  await ensureUniqueIndexes(db);
  await ensureOtherIndexes(db);
}

async function migrate(db: Db): Promise<void> {
  await migrateExpenses(db);
  await rebuildBalances(db);
}

async function store(db: Db, more: Partial<PreparedDoc> = {}): Promise<void> {
  const now = { digest: DIGEST, migrated: migratedWith(DIGEST), ...more };
  await preparedOf(db).updateOne({ _id: "database" }, { $set: now }, { upsert: true });
}
