import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { decode, encode } from "../query/codec";
import { RESTORE } from "../errors";
import { Space } from "../storage/catalog";
import { DATA_FILE, Store } from "../storage/store";
import { checkFile, damaged } from "./check-file";
import { DataDirError, explain, keepPrivate } from "./data-dir";

/** Where the file says which format it has. This entry is the same in every format. */
const FORMAT_KEY = Buffer.concat([Buffer.from([Space.meta]), Buffer.from("format")]);
const FORMAT = 2;

const EVERYTHING = { from: Buffer.from([0]), to: Buffer.from([255]) };

/** Shows that the folder had a data file, so that a missing or empty one is not taken for a new database. */
const MARK = `${DATA_FILE}-created`;
const MARK_TEXT = `Evenly created ${DATA_FILE} in this folder, and does not start without it.
To start with an empty database, delete this file.
`;

/** Opens the data file after checking that it is intact, and ours. @throws DataDirError */
export async function openStore(dataDir: string): Promise<Store> {
  const file = path.join(dataDir, DATA_FILE);
  const mark = path.join(dataDir, MARK);
  // Before the file is looked at: another process may be creating both.
  const wasCreated = existsSync(mark);
  const empty = () =>
    new DataDirError(
      `The data file ${file} is missing or empty, although this folder was in use. ${RESTORE} To start with an empty database, delete ${mark}.`,
    );
  const exists = await checkFile(file, "ends");
  if (!exists && wasCreated) throw empty();
  let store: Store | null = null;
  try {
    store = new Store(dataDir);
    // Only the owner may read the data, whatever the permissions of the folder.
    for (const each of [file, `${file}-lock`]) keepPrivate(each, 0o600);
    store.checkReadable();
    if (!hasFormat(store, file)) {
      if (wasCreated) throw empty();
      store.exclusive((writer) => writer.put(FORMAT_KEY, encode({ format: FORMAT })));
    }
    if (!wasCreated) writeFileSync(mark, MARK_TEXT, { mode: 0o600 });
    return store;
  } catch (error) {
    await store?.close();
    throw failure(dataDir, error);
  }
}

/** What to say of an error while the data file is opened. The file system's have a name; LMDB's have a number or none. */
export function failure(dataDir: string, error: unknown): DataDirError {
  if (error instanceof DataDirError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code === "string") return new DataDirError(explain(dataDir, error));
  // LMDB knows processes by their ids, and one in another container may have the id of this one.
  if (message.includes("No transaction to renew")) {
    return new DataDirError(
      `A process in another container uses the data directory ${dataDir}. Stop it, or run this command in that container.`,
    );
  }
  return damaged(path.join(dataDir, DATA_FILE), message);
}

/** Whether the file is one of ours; false if it is new. @throws DataDirError */
function hasFormat(store: Store, file: string): boolean {
  const mark = store.current.get(FORMAT_KEY);
  if (mark) {
    const { format, next } = decode(mark);
    // `next`: what a development version had still to convert.
    if (format === FORMAT && next === undefined) return true;
    throw new DataDirError(
      `The file ${file} was written by another version of Evenly. Use that version, or move the file away.`,
    );
  }
  const [entry] = store.current.range(EVERYTHING);
  if (!entry) return false;
  throw new DataDirError(`The file ${file} was not created by Evenly; set DATA_DIR to another folder.`);
}
