import { closeSync, fstatSync, ftruncateSync, openSync, statfsSync, writeSync } from "node:fs";
import path from "node:path";

const PAGE = 4096;
const STEP = 1024 * 1024;
const ZEROS = Buffer.alloc(STEP);
// Space for what a commit writes besides the data: branch pages, the list of free pages.
const SPARE_PAGES = 64;

/** The contents of the data file, in pages. */
export type FileStats = { lastPageNumber: number; treeLeafPageCount: number; treeBranchPageCount: number };

/**
 * Reserves disk space for the current commit, because LMDB does not survive a failed write in the middle of one. The
 * data file is extended first, with zeros, where a failure does no harm.
 */
export class DiskReserve {
  private stats: FileStats | null = null;
  private entries = 0;
  private bytes = 0;
  /** Bytes of the file, as far as known. */
  private size = 0;
  /** Whether the last attempt to reserve space failed. */
  private full = false;

  constructor(
    private readonly file: string,
    private readonly readStats: () => FileStats,
  ) {}

  /** Counts an entry that the commit changes, and reserves space. @throws the file system's error, mostly ENOSPC */
  take(bytes: number): void {
    this.entries += 1;
    this.bytes += bytes;
    const { lastPageNumber, treeLeafPageCount, treeBranchPageCount } = (this.stats ??= this.readStats());
    // A changed entry may need a copy of its page (never more than all pages), plus pages for the new bytes.
    const touched = Math.min(this.entries, treeLeafPageCount) + Math.min(this.entries, treeBranchPageCount);
    const pages = touched + Math.ceil(this.bytes / 1000) + SPARE_PAGES;
    const needed = (lastPageNumber + 1 + pages) * PAGE;
    if (needed > this.size) this.grow(needed, pages * PAGE);
  }

  /** The commit is done: its pages belong to the file. */
  committed(): void {
    this.stats = null;
    this.entries = 0;
    this.bytes = 0;
  }

  /** Retries after a failed reservation, for many commits. @throws the file system's error */
  recheck(): void {
    if (this.full) this.grow(this.size + STEP, STEP);
  }

  private grow(needed: number, added: number): void {
    this.full = true;
    // Windows cannot extend a mapped file from outside, so only the free space is checked.
    if (process.platform === "win32") {
      const { bavail, bsize } = statfsSync(path.dirname(this.file));
      if (bavail * bsize < added) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    } else {
      this.size = extend(this.file, Math.ceil(needed / STEP) * STEP);
    }
    this.full = false;
  }
}

/** Extends a file with zeros, if it is smaller. @returns its size */
function extend(file: string, wanted: number): number {
  const descriptor = openSync(file, "r+");
  const { size } = fstatSync(descriptor);
  try {
    for (let at = size; at < wanted;) at += writeSync(descriptor, ZEROS, 0, Math.min(STEP, wanted - at), at);
    return Math.max(size, wanted);
  } catch (error) {
    ftruncateSync(descriptor, size);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}
