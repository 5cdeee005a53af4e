import { closeSync, fstatSync, ftruncateSync, openSync, statfsSync, writeSync } from "node:fs";
import path from "node:path";

const PAGE = 4096;
const STEP = 1024 * 1024;
// Room for what a commit writes beside the data: branch pages, the list of free pages.
const SPARE_PAGES = 64;

/** What the data file holds, in pages. */
export type FileStats = { lastPageNumber: number; treeLeafPageCount: number; treeBranchPageCount: number };

/**
 * Keeps room on the disk for the commit under way: LMDB does not survive a write that fails in the middle of a
 * commit. So the data file is made longer before, with zeros, where a failure does no harm.
 */
export class DiskReserve {
  private readonly file: string;
  private stats: FileStats | null = null;
  private entries = 0;
  private bytes = 0;
  /** Bytes of the file, as far as known. */
  private size = 0;
  /** Whether the last attempt to make room failed. */
  private full = false;

  constructor(
    private readonly dataDir: string,
    fileName: string,
    private readonly readStats: () => FileStats,
  ) {
    this.file = path.join(dataDir, fileName);
  }

  /** Counts one entry that the commit changes, and makes sure that there is room for all. @throws the file system's error, mostly ENOSPC */
  take(bytes: number): void {
    this.entries += 1;
    this.bytes += bytes;
    const { lastPageNumber, treeLeafPageCount, treeBranchPageCount } = (this.stats ??= this.readStats());
    // A changed entry may need a new page for the one it lies in, but never more than there are pages, and
    // those that the new bytes fill.
    const touched = Math.min(this.entries, treeLeafPageCount) + Math.min(this.entries, treeBranchPageCount);
    const pages = touched + Math.ceil(this.bytes / 1000) + SPARE_PAGES;
    const needed = (lastPageNumber + 1 + pages) * PAGE;
    if (needed > this.size) this.grow(needed, pages * PAGE);
  }

  /** The commit is done: its pages are the file's. */
  committed(): void {
    this.stats = null;
    this.entries = 0;
    this.bytes = 0;
  }

  /** Looks for room again, where there was none: enough for many a commit. @throws the file system's error */
  recheck(): void {
    if (this.full) this.grow(this.size + STEP, STEP);
  }

  private grow(needed: number, added: number): void {
    this.full = true;
    this.size = this.extendTo(needed, added);
    this.full = false;
  }

  private extendTo(needed: number, added: number): number {
    // Windows does not let a mapped file grow from outside: there the free space alone is looked at.
    if (process.platform === "win32") {
      const { bavail, bsize } = statfsSync(this.dataDir);
      if (bavail * bsize >= added) return 0;
      throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    }
    const descriptor = openSync(this.file, "r+");
    try {
      const { size } = fstatSync(descriptor);
      const wanted = Math.max(size, Math.ceil(needed / STEP) * STEP);
      extend(descriptor, size, wanted);
      return wanted;
    } finally {
      closeSync(descriptor);
    }
  }
}

function extend(descriptor: number, size: number, wanted: number): void {
  const zeros = Buffer.alloc(Math.min(STEP, wanted - size));
  try {
    for (let position = size; position < wanted;) {
      position += writeSync(descriptor, zeros, 0, Math.min(zeros.length, wanted - position), position);
    }
  } catch (error) {
    ftruncateSync(descriptor, size);
    throw error;
  }
}
