import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import path from "node:path";
import { open, type RootDatabase, type Transaction } from "lmdb";
import { serverError, ServerError } from "../errors";
import { seal, unseal } from "./checksum";
import { DiskReserve, type FileStats } from "./disk-reserve";
import { sameBytes, type Entry, type Range, type Reader, type Writer } from "./kv";

export const DATA_FILE = "data.mdb";

// Missing in the type declarations of lmdb.
type Database = Omit<RootDatabase<Buffer, Buffer>, "getStats" | "getBinaryFast"> & {
  getBinaryFast(key: Buffer, options?: { transaction: Transaction }): Buffer | undefined;
  getStats(): FileStats;
};

// Abortable, and committed and flushed to disk before it returns.
const COMMIT_DURABLY: number = 3;
const MAX_CHUNK = 1024;

/** A snapshot of the committed state, unchanged by later commits, until `release`. */
export type Snapshot = Reader & { release: () => void };

/**
 * The LMDB file. Reads see the committed state on disk (and, within a write, its own changes). While a commit is
 * written to disk by a separate thread, LMDB collects waiting writes for the next one. A failed write is undone
 * individually. Commits are atomic.
 */
export class Store {
  private readonly db: Database;
  private readonly reserve: DiskReserve;
  private readonly pending = new Set<Promise<unknown>>();
  private closed = false;
  /** Distinguishes this store's claim to the file from all others. */
  readonly token = randomBytes(16).toString("hex");
  /** The entry that the file must contain for writes to be accepted: this store's server is still the owner. */
  fence: Entry | null = null;
  /** Number of commits so far: unchanged means that nothing was written. */
  sequence = 0;
  readonly file: string;
  /** Which file was opened. */
  private readonly identity: string | null;

  constructor(readonly dataDir: string) {
    this.file = path.join(dataDir, DATA_FILE);
    this.db = open<Buffer, Buffer>({
      path: this.file,
      keyEncoding: "binary",
      encoding: "binary",
      overlappingSync: false,
      maxReaders: 1024,
    }) as unknown as Database;
    this.identity = identify(this.file);
    this.reserve = new DiskReserve(this.file, () => this.db.getStats());
    this.db.on("aftercommit", () => {
      this.sequence += 1;
      this.reserve.committed();
    });
  }

  /** The last committed state. Its reads, like those of snapshots and writers, throw Damaged. */
  readonly current: Reader = this.reader();

  /** @throws ServerError InterruptedAtShutdown */
  snapshot(): Snapshot {
    this.checkOpen();
    const transaction = this.db.useReadTransaction();
    return { ...this.reader(transaction), release: () => transaction.done() };
  }

  /**
   * Runs `work` in the next commit, after earlier writes, and resolves with its result when that is on disk. If
   * `work` throws, all its writes are undone. It must not await.
   * @throws ServerError OutOfDiskSpace without space, FileNotOpen if the file was replaced; what `work` throws
   */
  async write<T>(work: (writer: Writer) => T): Promise<T> {
    this.checkOpen();
    const written = this.db.childTransaction(() => {
      if (this.fence && !sameBytes(this.get(this.fence.key), this.fence.value)) {
        throw serverError("InterruptedAtShutdown", "Another process serves the data directory now.");
      }
      return work(this.direct);
    });
    this.pending.add(written);
    try {
      const result = await written;
      // Replaced during the commit: the write went into a file that nobody will open again.
      this.checkPlace();
      return result;
    } catch (error) {
      throw await explain(error);
    } finally {
      this.pending.delete(written);
    }
  }

  /**
   * Runs `work` in a commit that excludes all others on the same file. Blocks this thread until it is on disk, so use
   * it only at the start.
   */
  exclusive<T>(work: (writer: Writer) => T): T {
    return this.db.transactionSync(() => work(this.direct), COMMIT_DURABLY);
  }

  /** Whether there is space for a write. @throws ServerError OutOfDiskSpace */
  checkSpace(): void {
    try {
      this.reserve.recheck();
    } catch (error) {
      throw storageFailure(error);
    }
  }

  // LMDB does not survive the use of a closed file.
  private checkOpen(): void {
    if (this.closed) throw serverError("InterruptedAtShutdown", "the database is closing");
  }

  /** Number of keys in the last committed state. */
  count({ from, to }: Range): number {
    return this.db.getKeysCount({ start: from, end: to });
  }

  /** Throws LMDB's error if it does not let this process read, which other reads do not tell. */
  checkReadable(): void {
    this.db.getStats();
  }

  /**
   * Whether the folder still contains the file that is open. LMDB would continue in the open one.
   * @throws ServerError FileNotOpen
   */
  checkPlace(): void {
    if (identify(this.file) === this.identity) return;
    throw serverError(
      "FileNotOpen",
      `The data file ${this.file} was replaced or deleted while it was in use, so it is no longer used. Restart the application.`,
    );
  }

  /** Finishes accepted writes and closes the file. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await Promise.allSettled(this.pending);
    await this.db.close();
  }

  /** Writes to the file, in the current transaction. */
  private readonly direct: Writer = {
    ...this.current,
    put: (key, value) => {
      const sealed = seal(key, value);
      this.reserve.take(key.length + sealed.length);
      void this.db.put(key, sealed);
    },
    remove: (key) => {
      this.reserve.take(0);
      void this.db.remove(key);
    },
  };

  private reader(transaction?: Transaction): Reader {
    return {
      get: (key) => this.get(key, transaction && { transaction }),
      range: (range) => this.range(range, transaction),
    };
  }

  // A copy in memory that is shared by small values: lmdb's own copies cost twice as much.
  private get(key: Buffer, options?: { transaction: Transaction }): Buffer | undefined {
    const found = this.db.getBinaryFast(key, options);
    if (!found) return undefined;
    const copy = Buffer.allocUnsafe(found.length);
    copy.set(new Uint8Array(found.buffer, found.byteOffset, copy.length));
    return unseal(key, copy);
  }

  // Read in self-contained chunks, so that an abandoned or paused reader holds no cursor in the file.
  private *range({ from, to, reverse = false }: Range, transaction?: Transaction): Iterable<Entry> {
    let exclusiveStart = reverse;
    for (let limit = 32; ; limit = Math.min(limit * 8, MAX_CHUNK)) {
      const bounds = reverse ? { start: to, end: from, inclusiveEnd: true } : { start: from, end: to };
      const found = this.db.getRange({ ...bounds, reverse, exclusiveStart, limit, transaction });
      const chunk = Array.from(found, ({ key, value }) => new CheckedEntry(key, value));
      yield* chunk;
      const last = chunk.at(-1);
      if (!last || chunk.length < limit) return;
      exclusiveStart = true;
      if (reverse) to = last.key;
      else from = last.key;
    }
  }
}

/** Checks the value when it is used, and removes its checksum. */
class CheckedEntry implements Entry {
  constructor(
    readonly key: Buffer,
    private readonly stored: Buffer,
  ) {}

  get value(): Buffer {
    return unseal(this.key, this.stored);
  }
}

/** Device and inode of a file; null if there is none, or its folder cannot be read any more. */
function identify(file: string): string | null {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

// lmdb answers a failed commit with an error that contains a promise of the reason.
async function explain(error: unknown): Promise<unknown> {
  const reason = (error as { commitError?: Promise<never> }).commitError;
  if (reason) return storageFailure(await reason.catch((cause: unknown) => cause));
  return (error as NodeJS.ErrnoException).code && !(error instanceof ServerError)
    ? storageFailure(error)
    : error;
}

/** Converts a file system error of a write to an error for the client. */
function storageFailure(error: unknown): ServerError {
  const text = error instanceof Error ? error.message : String(error);
  if (/ENOSPC|no space|EDQUOT|quota|EFBIG|file too large/i.test(text)) {
    return serverError("OutOfDiskSpace", "The disk is full: nothing was written. Free some space.");
  }
  return serverError("InternalError", `The data file could not be written: ${text}`);
}
