import { statSync } from "node:fs";
import path from "node:path";
import { open, type RootDatabase, type Transaction } from "lmdb";
import { DATA_FILE } from "./data-dir";
import { DiskReserve } from "./disk-reserve";
import { serverError } from "./errors";
import type { Entry, Range, Reader, Writer } from "./kv";
import { successor } from "./kv";

type Stats = { lastPageNumber: number; treeLeafPageCount: number; treeBranchPageCount: number };
type Database = RootDatabase<Buffer, Buffer>;
type Job = {
  run: (writer: Writer) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

// Abortable, and committed and flushed to disk before it returns: an acknowledged write is a durable one.
const COMMIT_DURABLY: number = 3;
const CHUNK = [32, 256, 1024] as const;

/**
 * The LMDB file. Reads see the last commit (or a snapshot); writes are queued, and those that arrive in
 * one turn of the event loop share one commit, whose failure fails them all and changes nothing.
 */
export class Storage {
  private readonly db: Database;
  private queue: Job[] = [];
  private scheduled = false;
  private closed = false;
  private failure: unknown = null;
  /** Of the commit that is being made: entries changed, and their bytes. */
  private writes = 0;
  private written = 0;
  /** Number of commits so far: unchanged means that nothing was written. */
  sequence = 0;

  private readonly disk: DiskReserve;

  constructor(readonly dataDir: string) {
    this.disk = new DiskReserve(dataDir, DATA_FILE);
    this.db = open<Buffer, Buffer>({
      path: path.join(dataDir, DATA_FILE),
      keyEncoding: "binary",
      encoding: "binary",
      overlappingSync: false,
      maxReaders: 1024,
    });
  }

  /** The last committed state. */
  readonly current: Reader = {
    get: (key) => this.db.getBinary(key),
    range: (range) => this.read(range),
    counter: (key) => toCount(this.db.getBinary(key)),
  };

  /** The state of this moment, unchanged by later commits, until `release`. */
  snapshot(): Reader & { release: () => void } {
    const transaction = this.db.useReadTransaction();
    const get = (key: Buffer) => readBinary(this.db, key, transaction);
    return {
      get,
      range: (range) => this.read(range, transaction),
      counter: (key) => toCount(get(key)),
      release: () => transaction.done(),
    };
  }

  /**
   * Runs `run` inside the next commit; resolves with its result once that is on disk.
   * `run` must not await, and must have written nothing when it throws.
   */
  write<T>(run: (writer: Writer) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.closed) {
        reject(serverError("InterruptedAtShutdown", "the database is closing"));
        return;
      }
      this.queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
      if (!this.scheduled) {
        this.scheduled = true;
        setImmediate(() => this.commit());
      }
    });
  }

  /** Bytes of the data file. */
  fileSize(): number {
    return statSync(path.join(this.dataDir, DATA_FILE)).size;
  }

  /** Finishes the queued writes and closes the file. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.commit();
    await this.db.close();
  }

  private commit(): void {
    this.scheduled = false;
    const jobs = this.queue;
    if (jobs.length === 0) return;
    this.queue = [];
    const settled: (() => void)[] = [];
    try {
      this.db.transactionSync(() => {
        this.failure = null;
        this.writes = 0;
        this.written = 0;
        for (const job of jobs) {
          try {
            const value = job.run(this.writer);
            settled.push(() => job.resolve(value));
          } catch (error) {
            settled.push(() => job.reject(error));
          }
          // A write that the store refused may have left its job half done: nothing of this commit is kept.
          if (this.failure !== null) throw this.failure;
        }
        if (this.writes > 0) this.reserve();
      }, COMMIT_DURABLY);
      this.sequence += 1;
    } catch (error) {
      const failure = storageFailure(error);
      for (const job of jobs) job.reject(failure);
      return;
    }
    for (const settle of settled) settle();
  }

  private readonly writer: Writer = {
    ...this.current,
    put: (key, value) => {
      this.written += key.length + value.length;
      this.attempt(() => this.db.putSync(key, value as Buffer));
    },
    remove: (key) => this.attempt(() => this.db.removeSync(key)),
    add: (key, delta) => {
      const count = Buffer.alloc(8);
      count.writeDoubleBE(toCount(this.db.getBinary(key)) + delta);
      this.attempt(() => this.db.putSync(key, count));
    },
  };

  // A changed entry may need a new page for the one it lies in, but never more than there are pages, and
  // those that the new bytes fill.
  private reserve(): void {
    const { lastPageNumber, treeLeafPageCount, treeBranchPageCount } = this.db.getStats() as unknown as Stats;
    const filled = Math.ceil(this.written / 1000);
    const touched = Math.min(this.writes, treeLeafPageCount) + Math.min(this.writes, treeBranchPageCount);
    this.disk.ensure(lastPageNumber, touched + filled);
  }

  private attempt(change: () => unknown): void {
    this.writes += 1;
    try {
      change();
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

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

function readBinary(db: Database, key: Buffer, transaction: Transaction): Buffer | undefined {
  // The declaration lacks the second parameter that the function has.
  const get = db.getBinary as (key: Buffer, options: { transaction: Transaction }) => Buffer | undefined;
  return get.call(db, key, { transaction });
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
