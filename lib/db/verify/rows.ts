import "server-only";
import { ObjectId, type Collection, type Document, type FindCursor, type Sort } from "mongodb";

/** Documents per round trip. */
const BATCH = 1_000;
/** Documents decoded at once: few enough to be short-lived, which garbage collection rewards. */
const DECODED = 50;

type Deletable = { deletedAt?: Date | null };

/** The documents of a cursor in batches, which costs less than one promise per document. */
async function* batches<T>(cursor: FindCursor<T>): AsyncGenerator<T[]> {
  while (await cursor.hasNext()) yield cursor.readBufferedDocuments(DECODED);
}

/** Visits all documents that are not deleted, one after the other. */
export async function eachRow<T extends Document & Deletable>(
  collection: Collection<T>,
  visit: (row: T) => void | Promise<void>,
  sort: Sort = {},
): Promise<void> {
  // Without a filter: with one, an index that serves only the filter could be chosen, and all rows sorted in memory.
  for await (const rows of batches(collection.find<T>({}, { sort, batchSize: BATCH }))) {
    for (const row of rows) if (!row.deletedAt) await visit(row);
  }
}

type Child = Document & Deletable & { _id: ObjectId; eventId: ObjectId };

/** Reads the rows of a collection in the order of their events, which an index provides. */
export class RowsByEvent<T extends Child> {
  private readonly batches: AsyncGenerator<T[]>;
  private rows: T[] = [];
  private at = 0;
  private ended = false;

  constructor(collection: Collection<T>) {
    this.batches = batches(collection.find<T>({}, { sort: { eventId: 1 }, batchSize: BATCH }));
  }

  /**
   * Visits the rows up to those of an event, inclusive; without one, all that are left.
   * @param visit gets each row that is not deleted, and whether it is of this event
   */
  async upTo(event: string | null, visit: (row: T, matches: boolean) => void): Promise<void> {
    for (;;) {
      if (this.at === this.rows.length && !(await this.load())) return;
      const row = this.rows[this.at]!;
      // Other types sort before or after all ids.
      const id = row.eventId instanceof ObjectId ? row.eventId.toHexString() : "";
      if (event !== null && id > event) return;
      this.at += 1;
      if (!row.deletedAt) visit(row, id === event);
    }
  }

  private async load(): Promise<boolean> {
    if (this.ended) return false;
    const { value, done } = await this.batches.next();
    this.ended = done === true;
    this.rows = value ?? [];
    this.at = 0;
    return this.rows.length > 0;
  }
}
