import { chmodSync } from "node:fs";
import path from "node:path";
import { Space } from "./catalog";
import { checkFile } from "./check-file";
import { DATA_FILE, DataDirError, explain } from "./data-dir";
import { decode, encode } from "./query";
import { Storage } from "./storage";

const FORMAT_KEY = Buffer.concat([Buffer.from([Space.meta]), Buffer.from("format")]);
const FORMAT = 1;
const EVERYTHING = { from: Buffer.from([0]), to: Buffer.from([255]) };

/** Opens the data file after checking that it is whole, and ours. @throws DataDirError */
export function openStorage(dataDir: string): Storage {
  const file = path.join(dataDir, DATA_FILE);
  checkFile(file);
  let storage: Storage;
  try {
    storage = new Storage(dataDir);
  } catch (error) {
    throw new DataDirError(explain(dataDir, error));
  }
  keepPrivate(file);
  const mark = storage.current.get(FORMAT_KEY);
  const format = mark ? Number(decode(mark).format) : null;
  if (format === FORMAT) return storage;
  const used = !storage.current.range(EVERYTHING)[Symbol.iterator]().next().done;
  if (format === null && !used) {
    markFormat(storage);
    return storage;
  }
  void storage.close();
  throw new DataDirError(
    format === null
      ? `The file ${file} was not made by Evenly; set DATA_DIR to another folder.`
      : `The file ${file} was written by a newer version of Evenly; update the program.`,
  );
}

function markFormat(storage: Storage): void {
  try {
    storage.exclusive((writer) => writer.put(FORMAT_KEY, encode({ format: FORMAT })));
  } catch (error) {
    void storage.close();
    throw new DataDirError(explain(storage.dataDir, error));
  }
}

// People's data is nobody else's business, whatever the folder's own permissions are.
function keepPrivate(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // Not our file, or a file system without permissions.
  }
}
