import { closeSync, fstatSync, openSync } from "node:fs";
import { RESTORE } from "../errors";
import { finish, type Steps } from "../storage/steps";
import { DataDirError } from "./data-dir";
import { PageTrees, readMeta, type Meta, type Node } from "./page-trees";

/** Reads at most 16 MB, whatever the size of the file, so that the start stays fast. */
const MAX_PAGES = 4096;
/** Another process may write one meta page while the two are read. */
const ATTEMPTS = 3;

/**
 * Checks a data file before LMDB opens it. LMDB maps the file into memory and trusts it: a truncated or overwritten file
 * would crash the process without a message.
 * @returns false if there is no file, or an empty one
 * @throws DataDirError if the file is not a data file, or is damaged
 */
export const checkFile = (file: string): boolean => finish(checkPages(file, MAX_PAGES));

/** Like `checkFile`, in steps, reading at most `maxPages`. Reads the whole file safely while a snapshot is open. */
export function* checkPages(file: string, maxPages: number, onEntry?: (node: Node) => void): Steps<boolean> {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    // A crash during the very first start may leave an empty file.
    if (size === 0) return false;
    const meta = newestMeta(descriptor);
    if (!meta) {
      throw new DataDirError(
        `The file ${file} is not a data file of Evenly, or its beginning is damaged. ${RESTORE}`,
      );
    }
    const whole = (meta.lastPage + 1) * meta.pageSize <= size;
    if (whole && (yield* new PageTrees(descriptor, meta, maxPages, onEntry).areSound())) return true;
    // Another process that is writing reuses pages, which invalidates what was read.
    if (newestMeta(descriptor)?.transaction !== meta.transaction) return true;
    throw damaged(file, "it is cut off or was overwritten");
  } finally {
    closeSync(descriptor);
  }
}

/** What to say of a data file that is damaged. */
export function damaged(file: string, how: string): DataDirError {
  return new DataDirError(`The data file ${file} is damaged (${how}). ${RESTORE}`);
}

// LMDB writes the two meta pages alternately, so one is always a commit behind the other.
function newestMeta(descriptor: number): Meta | null {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = readMeta(descriptor, 0);
    const second = first && readMeta(descriptor, first.pageSize);
    if (!first || !second || first.pageSize !== second.pageSize) return null;
    const ahead = first.transaction - second.transaction;
    if (ahead === 1n || (ahead === 0n && first.transaction === 0n)) return first;
    if (ahead === -1n) return second;
  }
  return null;
}
