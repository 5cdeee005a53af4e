import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { pause } from "./pause";

// A power cut without cutting the power. A disk that loses power keeps everything that was synced, and any part of what
// was written since. LMDB syncs the pages of a commit before it writes the commit's number, so pages that change while
// the number stays are not synced yet.

const PAGE = 4096;
const META_PAGES = [0, 1];
/** The positions of a commit's last page and number in its meta page. */
const LAST_PAGE_AT = 24 + 24 + 96;
const COMMIT_AT = LAST_PAGE_AT + 8;
/** How long to look for a moment with pages that are not synced. A busy machine may not have one. */
const TRIES_FOR_MS = 15_000;

/** The larger of the numbers at this position in the two meta pages. */
const newest = (file: Buffer, position: number) =>
  META_PAGES.map((page) => file.readBigUInt64LE(page * PAGE + position)).reduce((a, b) => (a > b ? a : b));

/** How much of a data file has been used. */
export const usedBytes = (file: Buffer) => (Number(newest(file, LAST_PAGE_AT)) + 1) * PAGE;

/**
 * Stops the process between two commits, and returns the file as the cut may leave it: of each page that was written
 * since the last commit, the old or the new content.
 * @returns the file, and how many pages were not synced
 */
async function cut(pid: number, path: string): Promise<{ file: Buffer; unsynced: number }> {
  let file = Buffer.alloc(0);
  for (const deadline = Date.now() + TRIES_FOR_MS; Date.now() < deadline;) {
    await pause(pid);
    const before = readFileSync(path);
    process.kill(pid, "SIGCONT");
    await wait(1);
    await pause(pid);
    file = readFileSync(path);
    const changed = changedPages(before, file);
    if (changed.length > 0 && newest(before, COMMIT_AT) === newest(file, COMMIT_AT)) {
      for (const page of changed) {
        if (Math.random() < 0.5) continue;
        const old = before.subarray(page * PAGE, (page + 1) * PAGE);
        file.set(old.length === PAGE ? old : Buffer.alloc(PAGE), page * PAGE);
      }
      return { file, unsynced: changed.length };
    }
    process.kill(pid, "SIGCONT");
    await wait(5 + Math.random() * 20);
  }
  await pause(pid);
  return { file: readFileSync(path), unsynced: 0 };
}

function changedPages(before: Buffer, after: Buffer): number[] {
  const changed: number[] = [];
  for (let page = META_PAGES.length; page * PAGE < after.length; page++) {
    const range = [page * PAGE, (page + 1) * PAGE] as const;
    if (Buffer.compare(before.subarray(...range), after.subarray(...range)) !== 0) changed.push(page);
  }
  return changed;
}

/**
 * Cuts the power of a server.
 * @param kill ends the process
 * @returns how many pages were not synced
 */
export async function cutPower(pid: number, path: string, kill: () => Promise<void>): Promise<number> {
  const { file, unsynced } = await cut(pid, path);
  await kill();
  writeFileSync(path, file);
  // Its readers and locks are in memory, which a power cut empties.
  rmSync(`${path}-lock`, { force: true });
  return unsynced;
}
