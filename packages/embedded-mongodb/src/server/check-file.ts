import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { RESTORE } from "../errors";
import { DataDirError } from "./data-dir";

/** How many entries are read from each end of the data file at the start: so it stays fast, whatever the size of the file. */
const AT_START = 50_000;
/** Another process may write one meta page while the two are read. */
const ATTEMPTS = 3;

// LMDB's mdb.c, as in lmdb 3: two meta pages, with the page size and the number of the commit at these places.
const META_BYTES = 200;
const PAGE_SIZE_AT = 48;
const TRANSACTION_AT = 152;

/** The exit status of the program below for a file that it could not read as it should be. */
const UNSOUND = 3;
/** Signals that are no finding: somebody has ended the program. */
const ENDED: ReadonlySet<string | null> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

/**
 * Reads the entries of a data file, all or some at each end, finds each one again by its key, and compares their number
 * with the one that the file states. A string, because a bundler would not make a file of it.
 */
const PROGRAM = `
import { fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { open } from "lmdb";
const [file, limit] = process.argv.slice(1);
process.on("uncaughtException", (error) => {
  // The server says so itself.
  process.exit(String(error).includes("No transaction to renew") ? 0 : ${UNSOUND});
});
const descriptor = openSync(file);
const whole = limit === "Infinity";
// In the order of the disk: the order of the tree is slow on one.
if (whole) for (const buffer = Buffer.alloc(4 << 20); readSync(descriptor, buffer) > 0;);
const db = open({ path: file, readOnly: true, encoding: "binary", keyEncoding: "binary" });
const { entryCount, lastPageNumber, pageSize } = db.getStats();
let isSound = (lastPageNumber + 1) * pageSize <= fstatSync(descriptor).size;
for (const reverse of isSound ? [false, true] : []) {
  if (reverse && whole) break;
  const [start, end] = reverse ? [undefined, Buffer.of(0)] : [Buffer.of(0), undefined];
  let count = 0;
  let before;
  for (const { key, value } of db.getRange({ start, end, reverse, limit: Number(limit) })) {
    const order = before ? Buffer.compare(before, key) : reverse ? 1 : -1;
    isSound &&= order === (reverse ? 1 : -1) && db.doesExist(key) && crc32(value) >= 0;
    before = key;
    count += 1;
  }
  isSound &&= count === Math.min(entryCount, Number(limit));
}
process.exit(isSound ? 0 : ${UNSOUND});
`;

/**
 * Checks a data file: by its first and last entries before this process opens it, by `all` of them for a full check. LMDB
 * maps the file into memory and trusts it, so it is read by a process of its own, whose crash is the finding. Others may
 * write meanwhile.
 * @returns false if there is no file, or an empty one
 * @throws DataDirError if it is not a data file, or damaged
 */
export async function checkFile(file: string, extent: "ends" | "all"): Promise<boolean> {
  if (!hasMetaPages(file)) return false;
  const limit = extent === "all" ? Infinity : AT_START;
  const args = ["--input-type=module", "-e", PROGRAM, file, String(limit)];
  const child = spawn(process.execPath, args, { cwd: ownFolder(), stdio: "ignore" });
  const [status, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (status === 0) return true;
  // Without lmdb, for example.
  if (status === 1 || ENDED.has(signal)) {
    throw new Error(`The data file ${file} could not be checked (${signal ?? "its reader has failed"}).`);
  }
  throw damaged(file, "it is cut off or was overwritten");
}

/** Where this package sees its dependencies. In a bundle, the folders of its sources are gone. */
function ownFolder(): string {
  let folder = fileURLToPath(import.meta.url);
  do folder = path.dirname(folder);
  while (!existsSync(folder));
  return folder;
}

/** What to say of a data file that is damaged. */
export function damaged(file: string, how: string): DataDirError {
  return new DataDirError(`The data file ${file} is damaged (${how}). ${RESTORE}`);
}

/**
 * Whether there is a file that is not empty. LMDB writes its two meta pages alternately, so one is always a commit behind
 * the other; it would return to an older commit without a word.
 * @throws DataDirError if these pages are damaged
 */
function hasMetaPages(file: string): boolean {
  // A crash during the very first start may leave an empty file.
  if (!statSync(file, { throwIfNoEntry: false })?.size) return false;
  const descriptor = openSync(file, "r");
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const first = readMeta(descriptor, 0);
      const second = readMeta(descriptor, first.pageSize);
      const ahead = first.transaction - second.transaction;
      if (ahead === 1n || ahead === -1n || (ahead === 0n && first.transaction === 0n)) return true;
    }
  } finally {
    closeSync(descriptor);
  }
  throw new DataDirError(
    `The file ${file} is not a data file of Evenly, or its beginning is damaged. ${RESTORE}`,
  );
}

function readMeta(descriptor: number, position: number): { pageSize: number; transaction: bigint } {
  // Zeros where the file has ended.
  const page = Buffer.alloc(META_BYTES);
  readSync(descriptor, page, 0, META_BYTES, position);
  return {
    pageSize: page.readUInt32LE(PAGE_SIZE_AT),
    transaction: page.readBigUInt64LE(TRANSACTION_AT),
  };
}
