import { rm } from "node:fs/promises";
import { Binary, Long, UUID } from "bson";
import { dispatch } from "../commands/dispatch";
import { Database } from "../database";
import { decode } from "../query/codec";
import type { Doc } from "../query/values";
import { openStore } from "../server/open-store";
import type { CollectionInfo } from "../storage/catalog";
import { checkCollection } from "../storage/check";
import { entriesPrefix, Space } from "../storage/catalog";
import { afterPrefix } from "../storage/kv";
import { makeDataDir } from "./test-server";

/** For tests that look into an open database: its commands without a driver, and its state. */

const connection = { id: 1, address: "test" };

/**
 * A database for each test of a file, in a folder of its own. It commits one document at a time, so that all work in the
 * background has a middle.
 * @returns `database`, the one of the current test, and `reopen`, for after its `close`
 */
export function databasePerTest() {
  let dataDir: string;
  let database: Database;
  const reopen = async () => void (database = new Database(await openStore(dataDir), { stepMs: 0 }));
  beforeEach(async () => {
    dataDir = await makeDataDir();
    await reopen();
  });
  afterEach(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    get database() {
      return database;
    },
    reopen,
  };
}

/** Runs a command in the database `t`. The reply of a failed one has `codeName`. */
export const run = async (database: Database, command: Doc): Promise<Doc> =>
  decode(await dispatch(database, connection, () => ({ ...command, $db: "t" })));

/** Runs the commands of a transaction, then commits or aborts it. @returns the last reply */
export async function runTransaction(database: Database, commands: Doc[], end: string): Promise<Doc> {
  const session = { lsid: { id: new Binary(new UUID().buffer, 4) }, txnNumber: Long.ONE, autocommit: false };
  let first = true;
  for (const command of commands) {
    const reply = await run(database, { ...command, ...session, ...(first && { startTransaction: true }) });
    first = false;
    if (reply.ok !== 1 || reply.writeErrors) return reply;
  }
  return run(database, { [end]: 1, ...session });
}

/** The collection `t.c` as last committed. */
export function collection(database: Database): CollectionInfo {
  const info = database.catalog.get(database.store.current, "t.c");
  if (!info) throw new Error("There is no such collection.");
  return info;
}

/** Differences between documents and indexes, in all collections. */
export async function violations({ store, catalog }: Database): Promise<string[]> {
  const snapshot = store.snapshot();
  const all = [...catalog.list(snapshot)].map((info) => checkCollection(snapshot, info));
  const checked = await Promise.all(all);
  snapshot.release();
  return checked.flatMap(({ errors }) => errors);
}

/** The number of entries of a collection's documents, or of an index. */
export function countEntries({ store }: Database, space: keyof typeof Space, id: number): number {
  const prefix = entriesPrefix(Space[space], id);
  return [...store.current.range({ from: prefix, to: afterPrefix(prefix) })].length;
}

/** Waits until something that happens in the background is so. */
export async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error("It did not happen.");
    await new Promise((resolve) => setImmediate(resolve));
  }
}
