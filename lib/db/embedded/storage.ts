import { statSync } from "node:fs";
import path from "node:path";
import { open, type RootDatabase, type Transaction } from "lmdb";
import { DATA_FILE } from "./data-dir";
import { DiskReserve } from "./disk-reserve";
import { serverError } from "./errors";
import type { Entry, Range, Reader, Writer } from "./kv";
import { successor } from "./kv";
import { Overlay } from "./overlay";

// What the declarations of lmdb leave out.
type Database = Omit<RootDatabase<Buffer, Buffer>, "getStats" | "getBinary"> & {
  resetReadTxn(): void;
  getBinary(key: Buffer, options?: { transaction: Transaction }): Buffer | undefined;
  getStats(): Stats;
};
type Stats = { lastPageNumber: number; treeLeafPageCount: number; treeBranchPageCount: number };
type Job = {
  run: (writer: Writer) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

// Abortable, and committed and flushed to disk before it returns.
const COMMIT_DURABLY: number = 3;
const CHUNK = [32, 256, 1024] as const;
/** As many bytes as one commit takes: what is queued beyond goes into the next one. */
const MAX_COMMIT_BYTES = 32 * 1024 * 1024;

/**
 * The LMDB file. Reads see what is committed, that is, on disk. Writes are queued: those that wait while a
 * commit is being written to disk (by a thread of its own) make up the next one together. A commit is all
 * there or not at all; its failure fails every write in it and changes nothing.
 */
export class Storage {
  private readonly db: Database;
  private readonly disk: DiskReserve;
  private queue: Job[] = [];
  private working: Promise<void> | null = null;
  private closed = false;
  private inFlight: Overlay | null = null;
  private flight: Promise<void> = Promise.resolve();
  /** Number of commits so far: unchanged means that nothing was written. */
  sequence = 0;

  constructor(readonly dataDir: string) {
    this.disk = new DiskReserve(dataDir, DATA_FILE);
    this.db = open<Buffer, Buffer>({
      path: path.join(dataDir, DATA_FILE),
      keyEncoding: "binary",
      encoding: "binary",
      overlappingSync: false,
      maxReaders: 1024,
    }) as unknown as Database;
  }

  /** The last committed state. */
  readonly current: Reader = {
    get: (key) => this.db.getBinary(key),
    range: (range) => this.read(range),
    counter: (key) => toCount(this.db.getBinary(key)),
  };

  /** The committed state of this moment, unchanged by later commits, until `release`. */
  snapshot(): Reader & { release: () => void } {
    this.db.resetReadTxn();
    const transaction = this.db.useReadTransaction();
    const get = (key: Buffer) => this.db.getBinary(key, { transaction });
    return {
      get,
      range: (range) => this.read(range, transaction),
      counter: (key) => toCount(get(key)),
      release: () => transaction.done(),
    };
  }

  /**
   * Runs `run` as part of the next commit, on top of the writes that are queued before it; resolves with its
   * result once that is on disk. `run` must not await, and must have written nothing when it throws.
   */
  write<T>(run: (writer: Writer) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.closed) {
        reject(serverError("InterruptedAtShutdown", "the database is closing"));
        return;
      }
      this.queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
      this.working ??= this.work();
    });
  }

  /** Whether this key (as latin1) is part of the commit that is being written to disk. */
  isInFlight(name: string): boolean {
    return this.inFlight?.has(name) ?? false;
  }

  /** Resolves when the commit that is being written to disk is done, or has failed. */
  get settled(): Promise<void> {
    return this.flight;
  }

  /**
   * Runs `run` in a commit that no other process on the same file can come between. It holds up the process
   * until it is on disk, so it is for the start only.
   */
  exclusive<T>(run: (writer: Writer) => T): T {
    return this.db.transactionSync(() => run(this.direct), COMMIT_DURABLY);
  }

  /** Bytes of the data file. */
  fileSize(): number {
    return statSync(path.join(this.dataDir, DATA_FILE)).size;
  }

  /** Finishes the queued writes and closes the file. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.working;
    await this.db.close();
  }

  private async work(): Promise<void> {
    // What arrives in the same turn of the event loop shares the first commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.queue.length > 0) await this.commit();
    this.working = null;
  }

  private async commit(): Promise<void> {
    const changes = new Overlay(this.current);
    const jobs: Job[] = [];
    const settle: (() => void)[] = [];
    this.db.resetReadTxn();
    while (this.queue.length > 0 && changes.size < MAX_COMMIT_BYTES) {
      const job = this.queue.shift() as Job;
      jobs.push(job);
      try {
        const value = job.run(changes);
        settle.push(() => job.resolve(value));
      } catch (error) {
        settle.push(() => job.reject(error));
      }
    }
    try {
      if (!changes.empty) {
        const flushed = this.flush(changes);
        this.flight = flushed.catch(() => undefined);
        await flushed;
      }
      for (const answer of settle) answer();
    } catch (error) {
      const failure = storageFailure(error);
      for (const job of jobs) job.reject(failure);
    }
  }

  private async flush(changes: Overlay): Promise<void> {
    const { lastPageNumber, treeLeafPageCount, treeBranchPageCount } = this.db.getStats();
    // A changed entry may need a new page for the one it lies in, but never more than there are pages, and
    // those that the new bytes fill.
    const touched = Math.min(changes.count, treeLeafPageCount) + Math.min(changes.count, treeBranchPageCount);
    this.disk.ensure(lastPageNumber, touched + Math.ceil(changes.size / 1000));
    this.inFlight = changes;
    try {
      await this.db.batch(() => changes.applyTo(this.direct));
      this.db.resetReadTxn();
      this.sequence += 1;
    } finally {
      this.inFlight = null;
    }
  }

  /** Writes to the file itself: in the batch or transaction that is being made. */
  private readonly direct: Writer = {
    ...this.current,
    put: (key, value) => void this.db.put(key, value as Buffer),
    remove: (key) => void this.db.remove(key),
    add: (key, delta) => {
      const count = Buffer.alloc(8);
      count.writeDoubleBE(toCount(this.db.getBinary(key)) + delta);
      void this.db.put(key, count);
    },
  };

  // Read in chunks, each complete in itself, so that a reader that is abandoned or that goes on after
  // a pause holds no cursor in the file.
  private *read(range: Range, transaction?: Transaction): Iterable<Entry> {
    let { from, to } = range;
    for (let turn = 0; ; turn += 1) {
      const limit = CHUNK[Math.min(turn, CHUNK.length - 1)] ?? 32;
      const chunk: Entry[] = Array.from(
        this.db.getRange(
          range.reverse
            ? {
                start: to,
                end: from,
                reverse: true,
                exclusiveStart: true,
                inclusiveEnd: true,
                limit,
                transaction,
              }
            : { start: from, end: to, limit, transaction },
        ),
      );
      yield* chunk;
      const last = chunk.at(-1);
      if (!last || chunk.length < limit) return;
      if (range.reverse) to = last.key;
      else from = successor(last.key);
    }
  }
}

function toCount(value: Uint8Array | undefined): number {
  return value ? Buffer.from(value).readDoubleBE() : 0;
}

/** A failed commit as the client is to see it. */
function storageFailure(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  if (/ENOSPC|no space|EDQUOT|quota|EFBIG|file too large/i.test(text)) {
    return serverError(
      "OutOfDiskSpace",
      "The disk is full: nothing was written. Free some space and try again.",
    );
  }
  return serverError("InternalError", `The data file could not be written: ${text}`);
}
