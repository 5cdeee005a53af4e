import fs from "node:fs";
import path from "node:path";
import { DATA_FILE } from "../storage/store";

/** The data directory cannot be used. The message is one sentence for the operator. */
export class DataDirError extends Error {
  override name = "DataDirError";
}

/**
 * Makes sure that the directory exists, is writable, and is private to its owner.
 * @returns its real path
 * @throws DataDirError
 */
export function prepareDataDir(dataDir: string): string {
  const wanted = path.resolve(dataDir);
  try {
    fs.mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const real = fs.realpathSync(wanted);
    if (!fs.statSync(real).isDirectory()) {
      throw new DataDirError(`DATA_DIR ${wanted} is a file; it must be a folder.`);
    }
    fs.accessSync(real, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    // LMDB crashes if it cannot write to its lock file.
    for (const name of [DATA_FILE, `${DATA_FILE}-lock`]) {
      const file = path.join(real, name);
      if (fs.existsSync(file)) fs.closeSync(fs.openSync(file, "r+"));
    }
    if (fs.readdirSync(real).every(isOurs)) keepPrivate(real, 0o700);
    return real;
  } catch (error) {
    throw error instanceof DataDirError ? error : new DataDirError(explain(wanted, error));
  }
}

/** The files with keys that the application keeps beside the data. */
const KEYS = ["secret", "vapid"];

// A folder with other files may be shared, so its permissions stay; the data files have their own.
function isOurs(name: string): boolean {
  return name.startsWith(DATA_FILE) || name.endsWith(".sock") || KEYS.includes(name);
}

/** Restricts a file or folder to its owner. */
export function keepPrivate(file: string, mode: number): void {
  try {
    fs.chmodSync(file, mode);
  } catch {
    // Not our file, or a file system without permissions.
  }
}

/** Describes a file system error in a sentence with what to do. */
export function explain(dataDir: string, error: unknown): string {
  const { code, message, path: file = "" } = error as NodeJS.ErrnoException;
  const name = path.dirname(file) === dataDir ? ` ${path.basename(file)} in` : "";
  switch (code) {
    case "EACCES":
    case "EPERM":
      return `No permission to write to${name} the data directory ${dataDir}; grant it, or set DATA_DIR to another folder.`;
    case "EROFS":
      return `The data directory ${dataDir} is on a read-only file system; set DATA_DIR to a folder that can be written.`;
    case "EEXIST":
    case "ENOTDIR":
      return `DATA_DIR ${dataDir} is a file, or is inside one; it must be a folder.`;
    case "ENOSPC":
    case "EDQUOT":
      return `The disk of the data directory ${dataDir} is full; free some space and start again.`;
    default:
      return `The data directory ${dataDir} cannot be opened: ${message}`;
  }
}
