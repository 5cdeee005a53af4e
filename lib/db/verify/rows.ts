import "server-only";
import type { Collection, Document, ObjectId, Sort } from "mongodb";
import { decodeRow, HexId } from "../decode";

/** Documents per round trip. */
const BATCH = 1_000;

type Deletable = { deletedAt?: Date | null };

/** The encoded documents of a collection in batches, which costs less than one promise per document. */
async function* batches<T extends Document>(collection: Collection<T>, sort: Sort): AsyncGenerator<Buffer[]> {
  // Without a filter: with one, an index that serves only the filter could be chosen, and all rows sorted in memory.
  const cursor = collection.find({}, { sort, batchSize: BATCH, raw: true });
  let more = cursor.hasNext();
  while (await more) {
    const batch = cursor.readBufferedDocuments() as unknown as Buffer[];
    // The database reads the next batch while this one is checked.
    more = cursor.hasNext();
    more.catch(() => undefined);
    yield batch;
  }
}

/** Visits all documents that are not deleted, one after the other. */
export async function eachRow<T extends Document & Deletable>(
  collection: Collection<T>,
  visit: (row: T) => void | Promise<void>,
  sort: Sort = {},
): Promise<void> {
  for await (const encoded of batches(collection, sort)) {
    for (const bytes of encoded) {
      const row = decodeRow(bytes) as T;
      if (!row.deletedAt) await visit(row);
    }
  }
}

type Child = Document & Deletable & { eventId: ObjectId };

/** Reads the rows of a collection in the order of their events, which an index provides. */
export class RowsByEvent<T extends Child> {
  private readonly batches: AsyncGenerator<Buffer[]>;
  private encoded: Buffer[] = [];
  private read = 0;
  /** The next row, and the id of its event. */
  private next: { row: T; event: string } | null = null;

  constructor(collection: Collection<T>, order: Sort = { eventId: 1 }) {
    this.batches = batches(collection, order);
  }

  /**
   * Visits the rows up to those of an event, inclusive; without one, all that are left.
   * @param visit gets each row that is not deleted, and whether it is of this event
   */
  async upTo(event: string | null, visit: (row: T, matches: boolean) => void): Promise<void> {
    for (;;) {
      this.next ??= this.decodeNext() ?? ((await this.load()) ? this.decodeNext() : null);
      if (!this.next || (event !== null && this.next.event > event)) return;
      const { row, event: id } = this.next;
      this.next = null;
      if (!row.deletedAt) visit(row, id === event);
    }
  }

  private decodeNext(): { row: T; event: string } | null {
    const bytes = this.encoded[this.read];
    if (!bytes) return null;
    this.read += 1;
    const row = decodeRow(bytes) as T;
    // Other types sort before or after all ids.
    const event = (row.eventId as unknown) instanceof HexId ? row.eventId.toHexString() : "";
    return { row, event };
  }

  private async load(): Promise<boolean> {
    const { value, done } = await this.batches.next();
    this.encoded = done ? [] : value;
    this.read = 0;
    return this.encoded.length > 0;
  }
}
