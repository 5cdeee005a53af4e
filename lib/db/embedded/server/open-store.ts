import path from "node:path";
import { decode, encode } from "../query/codec";
import { Space } from "../storage/catalog";
import { DATA_FILE, Store } from "../storage/store";
import { checkFile } from "./check-file";
import { DataDirError, explain, keepPrivate } from "./data-dir";

const FORMAT_KEY = Buffer.concat([Buffer.from([Space.meta]), Buffer.from("format")]);
const FORMAT = 1;
const EVERYTHING = { from: Buffer.from([0]), to: Buffer.from([255]) };

/** Opens the data file after checking that it is intact, and ours. @throws DataDirError */
export function openStore(dataDir: string): Store {
  const file = path.join(dataDir, DATA_FILE);
  checkFile(file);
  let store: Store;
  try {
    store = new Store(dataDir);
  } catch (error) {
    throw new DataDirError(explain(dataDir, error));
  }
  // Only the owner may read the data, whatever the permissions of the folder.
  for (const each of [file, `${file}-lock`]) keepPrivate(each, 0o600);
  try {
    checkFormat(store, file);
    return store;
  } catch (error) {
    void store.close();
    throw error instanceof DataDirError ? error : new DataDirError(explain(dataDir, error));
  }
}

function checkFormat(store: Store, file: string): void {
  const mark = store.current.get(FORMAT_KEY);
  const format = mark ? Number(decode(mark).format) : null;
  if (format === FORMAT) return;
  const used = !store.current.range(EVERYTHING)[Symbol.iterator]().next().done;
  if (format !== null || used) {
    throw new DataDirError(
      format === null
        ? `The file ${file} was not created by Evenly; set DATA_DIR to another folder.`
        : `The file ${file} was written by a newer version of Evenly; update the program.`,
    );
  }
  store.exclusive((writer) => writer.put(FORMAT_KEY, encode({ format: FORMAT })));
}
