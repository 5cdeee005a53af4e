import { randomBytes } from "node:crypto";
import { serverError } from "./errors";

/** The bytes of one document of an answer. */
export type Bytes = Uint8Array;

type Cursor = {
  namespace: string;
  items: Iterator<Bytes>;
  /** Read ahead: it did not fit into the last batch. */
  next: Bytes | null;
  usedAt: number;
  noTimeout: boolean;
  /** The transaction that it reads in, or null. */
  owner: object | null;
};

export type Batch = { id: bigint; documents: Bytes[] };

const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const FIRST_BATCH = 101;

/** Open cursors: what find, aggregate and the like have not sent yet. */
export class Cursors {
  private readonly open = new Map<bigint, Cursor>();

  constructor(
    /** Cursors that nobody has asked for this long are closed, in milliseconds. */
    private readonly timeout = 10 * 60 * 1000,
  ) {}

  get openCount(): number {
    return this.open.size;
  }

  /** The first batch of a result, and the id of the cursor for the rest: 0 where there is none. */
  start(
    namespace: string,
    items: Iterable<Bytes>,
    options: { batchSize?: number; singleBatch?: boolean; noTimeout?: boolean; owner?: object | null } = {},
  ): Batch {
    const cursor: Cursor = {
      namespace,
      items: items[Symbol.iterator](),
      next: null,
      usedAt: Date.now(),
      noTimeout: options.noTimeout ?? false,
      owner: options.owner ?? null,
    };
    const documents = options.batchSize === 0 ? [] : take(cursor, options.batchSize ?? FIRST_BATCH);
    if (options.singleBatch) {
      close(cursor);
      return { id: 0n, documents };
    }
    if (options.batchSize !== 0 && peek(cursor) === null) return { id: 0n, documents };
    const id = this.newId();
    this.open.set(id, cursor);
    return { id, documents };
  }

  /** The next batch. @throws ServerError CursorNotFound */
  more(id: bigint, namespace: string, owner: object | null, batchSize?: number): Batch {
    const cursor = this.open.get(id);
    if (!cursor) throw serverError("CursorNotFound", `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw serverError(
        "Unauthorized",
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    if (cursor.owner !== owner) {
      throw serverError("CursorNotFound", `cursor id ${id} belongs to another transaction`);
    }
    cursor.usedAt = Date.now();
    try {
      const documents = take(cursor, batchSize || Infinity);
      if (peek(cursor) !== null) return { id, documents };
      this.open.delete(id);
      return { id: 0n, documents };
    } catch (error) {
      this.kill(id);
      throw error;
    }
  }

  kill(id: bigint): boolean {
    const cursor = this.open.get(id);
    if (!cursor) return false;
    this.open.delete(id);
    close(cursor);
    return true;
  }

  /** Closes the cursors of a transaction that is over. */
  killOf(owner: object): void {
    for (const [id, cursor] of [...this.open]) if (cursor.owner === owner) this.kill(id);
  }

  killExpired(now = Date.now()): void {
    for (const [id, cursor] of [...this.open]) {
      if (!cursor.noTimeout && now - cursor.usedAt > this.timeout) this.kill(id);
    }
  }

  killAll(): void {
    for (const id of [...this.open.keys()]) this.kill(id);
  }

  private newId(): bigint {
    for (;;) {
      const id = randomBytes(8).readBigInt64BE() & 0x7fff_ffff_ffff_ffffn;
      if (id !== 0n && !this.open.has(id)) return id;
    }
  }
}

function peek(cursor: Cursor): Bytes | null {
  if (cursor.next === null) {
    const { value, done } = cursor.items.next() as IteratorResult<Bytes, undefined>;
    cursor.next = done ? null : value;
  }
  return cursor.next;
}

function take(cursor: Cursor, count: number): Bytes[] {
  const documents: Bytes[] = [];
  let size = 0;
  while (documents.length < count) {
    const next = peek(cursor);
    if (next === null || (documents.length > 0 && size + next.length > MAX_BATCH_BYTES)) break;
    documents.push(next);
    size += next.length;
    cursor.next = null;
  }
  return documents;
}

function close(cursor: Cursor): void {
  cursor.items.return?.();
}
