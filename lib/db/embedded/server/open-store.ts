import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { decode, encode } from "../query/codec";
import { RESTORE } from "../errors";
import { DATA_FILE, Store } from "../storage/store";
import { checkFile, damaged } from "./check-file";
import { DataDirError, explain, keepPrivate } from "./data-dir";
import { FORMAT, FORMAT_KEY, isKnown } from "./format";

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
  if (!checkFile(file) && wasCreated) throw empty();
  let store: Store;
  try {
    store = new Store(dataDir);
  } catch (error) {
    throw failure(dataDir, error);
  }
  // Only the owner may read the data, whatever the permissions of the folder.
  for (const each of [file, `${file}-lock`]) keepPrivate(each, 0o600);
  try {
    if (!hasFormat(store, file)) {
      if (wasCreated) throw empty();
      store.exclusive((writer) => writer.put(FORMAT_KEY, encode({ format: FORMAT })));
    }
    if (!wasCreated) writeFileSync(mark, MARK_TEXT, { mode: 0o600 });
    return store;
  } catch (error) {
    await store.close();
    throw error instanceof DataDirError ? error : failure(dataDir, error);
  }
}

// The file system's errors have a name; LMDB's have a number or none.
function failure(dataDir: string, error: unknown): DataDirError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code === "string") return new DataDirError(explain(dataDir, error));
  return damaged(path.join(dataDir, DATA_FILE), message);
}

/** Whether the file is one of ours; false if it is new. @throws DataDirError */
function hasFormat(store: Store, file: string): boolean {
  const mark = store.current.get(FORMAT_KEY);
  if (mark) {
    if (isKnown(decode(mark))) return true;
    throw new DataDirError(`The file ${file} was written by a newer version of Evenly; update the program.`);
  }
  if (store.stored(EVERYTHING)[Symbol.iterator]().next().done) return false;
  throw new DataDirError(`The file ${file} was not created by Evenly; set DATA_DIR to another folder.`);
}
