import { randomBytes } from "node:crypto";
import { serverError } from "./errors";
import type { Row } from "./query/row";

type Cursor = {
  namespace: string;
  items: Iterator<Row>;
  /** Read, but did not fit into the last batch. */
  next: Buffer | null;
  usedAt: number;
  /** The transaction that it reads in, or null. */
  owner: object | null;
};

type Batch = { id: bigint; documents: Buffer[] };

const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const FIRST_BATCH = 101;
/** Cursors idle for this long are closed. */
const TIMEOUT_MS = 10 * 60 * 1000;

/** Open cursors: the unsent results of find, aggregate, etc. */
export class Cursors {
  private readonly open = new Map<bigint, Cursor>();

  /** The first batch of a result, and the cursor id for the rest: 0 if there is none. */
  start(
    namespace: string,
    items: Iterable<Row>,
    options: { batchSize?: number | undefined; singleBatch?: boolean; owner: object | null },
  ): Batch {
    const { batchSize = FIRST_BATCH, singleBatch, owner } = options;
    const id = (randomBytes(8).readBigInt64BE() & 0x7fff_ffff_ffff_ffffn) | 1n;
    const cursor = { namespace, items: items[Symbol.iterator](), next: null, usedAt: 0, owner };
    return this.read(id, cursor, batchSize, singleBatch);
  }

  /** The next batch. @throws ServerError CursorNotFound */
  more(id: bigint, namespace: string, owner: object | null, batchSize?: number): Batch {
    const cursor = this.open.get(id);
    if (!cursor || cursor.owner !== owner) throw serverError("CursorNotFound", `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw serverError("Unauthorized", `cursor id ${id} belongs to ${cursor.namespace}`);
    }
    return this.read(id, cursor, batchSize || Infinity);
  }

  /** Reads a batch. Afterwards, the cursor is open if there is more: not if that fails. */
  private read(id: bigint, cursor: Cursor, size: number, isLast = false): Batch {
    this.open.delete(id);
    const documents: Buffer[] = [];
    let room = MAX_BATCH_BYTES;
    while (documents.length < size) {
      const next = peek(cursor);
      if (!next || (documents.length > 0 && next.length > room)) break;
      documents.push(next);
      room -= next.length;
      cursor.next = null;
    }
    if (isLast) cursor.items.return?.();
    if (isLast || (size > 0 && peek(cursor) === null)) return { id: 0n, documents };
    cursor.usedAt = performance.now();
    this.open.set(id, cursor);
    return { id, documents };
  }

  kill(id: bigint): boolean {
    this.open.get(id)?.items.return?.();
    return this.open.delete(id);
  }

  /** Closes the cursors of an ended transaction, or all cursors. */
  killOf(owner?: object): void {
    for (const [id, cursor] of [...this.open]) if (!owner || cursor.owner === owner) this.kill(id);
  }

  killExpired(now = performance.now()): void {
    for (const [id, { usedAt }] of [...this.open]) if (now - usedAt > TIMEOUT_MS) this.kill(id);
  }
}

/** The next document, or null if there is none. */
function peek(cursor: Cursor): Buffer | null {
  const read = () => cursor.items.next() as IteratorResult<Row, undefined>;
  return (cursor.next ??= read().value?.bytes ?? null);
}
