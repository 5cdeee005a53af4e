import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { open } from "lmdb";
import { DATA_FILE } from "../storage/store";
import { DataDirError, keepPrivate, prepareDataDir } from "./data-dir";
import { openStore } from "./open-store";
import { releaseClaim } from "./owner";

/** Checks the database of a data directory. @throws Error with a sentence if it is damaged */
type Check = (dataDir: string) => Promise<void>;

/**
 * Copies the database of a data directory into one file, as of one moment, while its server may be writing. The file
 * appears only when the copy has passed the check.
 * @throws DataDirError if there is no database, or the file exists
 */
export async function backUp(dataDir: string, file: string, check: Check): Promise<void> {
  const source = path.join(dataDir, DATA_FILE);
  if (!existsSync(source)) throw new DataDirError(`There is no database in ${dataDir}.`);
  if (existsSync(file)) throw new DataDirError(`The file ${file} exists already; name another one.`);
  await inDraft(path.dirname(path.resolve(file)), async (draft) => {
    const database = open({ path: source, readOnly: true });
    try {
      await database.backup(path.join(draft, DATA_FILE), false);
    } finally {
      await database.close();
    }
    await checkCopy(draft, check);
    renameSync(path.join(draft, DATA_FILE), file);
  });
}

/**
 * Puts a backup in a data directory that has no database. What else is there stays, such as the secret of the sessions.
 * @throws DataDirError if there is no such file, or the directory has a database
 */
export async function restore(dataDir: string, file: string, check: Check): Promise<void> {
  if (!existsSync(file)) throw new DataDirError(`There is no file ${file}.`);
  const folder = prepareDataDir(dataDir);
  const target = path.join(folder, DATA_FILE);
  if (existsSync(target)) {
    throw new DataDirError(`The folder ${dataDir} has a database: move its ${DATA_FILE} away first.`);
  }
  await inDraft(folder, async (draft) => {
    copyFileSync(file, path.join(draft, DATA_FILE));
    await checkCopy(draft, check);
    // The locks of another file of this name.
    rmSync(`${target}-lock`, { force: true });
    renameSync(path.join(draft, DATA_FILE), target);
  });
}

/** Calls `work` with a new folder in `parent`, and removes it afterwards. */
async function inDraft(parent: string, work: (draft: string) => Promise<void>): Promise<void> {
  mkdirSync(parent, { recursive: true });
  const draft = mkdtempSync(path.join(parent, ".evenly-"));
  try {
    await work(draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The copy names the server of the original, which is not its own. */
async function checkCopy(draft: string, check: Check): Promise<void> {
  const store = await openStore(draft);
  releaseClaim(store);
  await store.close();
  await check(draft);
  keepPrivate(path.join(draft, DATA_FILE), 0o600);
}
