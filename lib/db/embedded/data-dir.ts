import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from "node:fs";
import path from "node:path";

/** The data directory cannot be used; the message is one sentence for the person who runs the program. */
export class DataDirError extends Error {
  override name = "DataDirError";
}

export const DATA_FILE = "data.mdb";

/**
 * Makes sure that the directory exists and can be written, and gives its real path.
 * @throws DataDirError
 */
export function prepareDataDir(dataDir: string): string {
  const wanted = path.resolve(dataDir);
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const real = realpathSync(wanted);
    if (!statSync(real).isDirectory())
      throw new DataDirError(`DATA_DIR ${wanted} is a file; it has to be a folder.`);
    accessSync(real, constants.R_OK | constants.W_OK | constants.X_OK);
    const file = path.join(real, DATA_FILE);
    if (existsSync(file)) closeSync(openSync(file, "r+"));
    refuseForeign(real);
    return real;
  } catch (error) {
    throw error instanceof DataDirError ? error : new DataDirError(explain(wanted, error));
  }
}

// A folder in which another database server keeps its files is no place for ours.
function refuseForeign(dataDir: string): void {
  for (const mark of ["WiredTiger", "mongod.lock", "PG_VERSION", "ibdata1"]) {
    if (existsSync(path.join(/* turbopackIgnore: true */ dataDir, mark))) {
      throw new DataDirError(
        `The folder ${dataDir} belongs to another database server (it has a file ${mark}); set DATA_DIR to a folder of its own.`,
      );
    }
  }
}

/** A file system error as a sentence with what to do. */
export function explain(dataDir: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "EACCES":
    case "EPERM":
      return `There is no permission to write in the data directory ${dataDir}; grant it, or set DATA_DIR to another folder.`;
    case "EROFS":
      return `The data directory ${dataDir} is on a read-only file system; set DATA_DIR to a folder that can be written.`;
    case "EEXIST":
    case "ENOTDIR":
      return `DATA_DIR ${dataDir} is a file or lies below one; it has to be a folder.`;
    case "ENOSPC":
    case "EDQUOT":
      return `The disk of the data directory ${dataDir} is full; free some space and start again.`;
    default:
      return `The data directory ${dataDir} cannot be opened: ${message}`;
  }
}
