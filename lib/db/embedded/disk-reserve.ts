import { closeSync, fstatSync, ftruncateSync, openSync, statfsSync, writeSync } from "node:fs";
import path from "node:path";

const PAGE = 4096;
const STEP = 1024 * 1024;
// Room for what a commit writes beside the data: branch pages, the list of free pages.
const SPARE_PAGES = 64;

/**
 * Keeps room on the disk for the next commit: LMDB does not survive a write that fails in the middle of a
 * commit. So the data file is made longer before, with zeros, where a failure does no harm.
 */
export class DiskReserve {
  private readonly file: string;

  constructor(
    private readonly dataDir: string,
    fileName: string,
  ) {
    this.file = path.join(dataDir, fileName);
  }

  /**
   * Makes sure that a commit can add `pages` pages after the last one in use.
   * @throws the file system's error, mostly ENOSPC
   */
  ensure(lastPage: number, pages: number): void {
    const needed = (lastPage + 1 + pages + SPARE_PAGES) * PAGE;
    // Windows does not let a mapped file grow from outside: there the free space alone is looked at.
    if (process.platform === "win32") {
      this.checkFree((pages + SPARE_PAGES) * PAGE);
      return;
    }
    const descriptor = openSync(this.file, "r+");
    try {
      const size = fstatSync(descriptor).size;
      if (size >= needed) return;
      extend(descriptor, size, Math.ceil(needed / STEP) * STEP);
    } finally {
      closeSync(descriptor);
    }
  }

  private checkFree(bytes: number): void {
    const { bavail, bsize } = statfsSync(this.dataDir);
    if (bavail * bsize < bytes)
      throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  }
}

function extend(descriptor: number, size: number, wanted: number): void {
  const zeros = Buffer.alloc(STEP);
  try {
    for (let position = size; position < wanted;) {
      position += writeSync(descriptor, zeros, 0, Math.min(STEP, wanted - position), position);
    }
  } catch (error) {
    ftruncateSync(descriptor, size);
    throw error;
  }
}
