import "server-only";
import type { Collection, Document, Filter, FindOptions, Sort } from "mongodb";
import type { Collections } from "../collections";
import { decodeRow, HexId } from "../decode";

/** Documents per round trip. */
const BATCH = 1_000;

type Deletable = { deletedAt?: Date | null };
type DocOf<Name extends keyof Collections> = Collections[Name] extends Collection<infer Doc> ? Doc : never;

/** The encoded documents of a collection that are checked, in batches: less than one promise per document. */
export type Read = (name: keyof Collections, options?: FindOptions) => AsyncIterable<Buffer[]>;

/** Reads all documents. */
export const readAll =
  (all: Collections): Read =>
  // Without a filter: with one, an index that serves only the filter could be chosen, and all rows sorted in memory.
  (name, options) =>
    batches(all, name, {}, options);

/** Reads the documents that a filter finds. */
export async function* batches(
  all: Collections,
  name: keyof Collections,
  filter: Filter<Document>,
  options: FindOptions = {},
): AsyncGenerator<Buffer[]> {
  const collection = all[name] as unknown as Collection;
  const cursor = collection.find(filter, { ...options, batchSize: BATCH, raw: true });
  let more = cursor.hasNext();
  while (await more) {
    const batch = cursor.readBufferedDocuments() as unknown as Buffer[];
    // The database reads the next batch while this one is checked. A transaction takes one command at a time.
    more = cursor.hasNext();
    if (options.session) await more;
    more.catch(() => undefined);
    yield batch;
  }
}

/** Visits all documents, also deleted ones, one after the other. */
export async function everyRow<Name extends keyof Collections>(
  read: Read,
  name: Name,
  visit: (row: DocOf<Name>) => void | Promise<void>,
  options: FindOptions = {},
): Promise<void> {
  for await (const encoded of read(name, options)) {
    for (const bytes of encoded) {
      const visited = visit(decodeRow(bytes) as DocOf<Name>);
      if (visited) await visited;
    }
  }
}

/** Visits all documents that are not deleted, one after the other. */
export const eachRow: typeof everyRow = (read, name, visit, options) =>
  everyRow(read, name, (row) => ((row as Deletable).deletedAt ? undefined : visit(row)), options);

type Child = "expenses" | "transfers" | "settlements" | "spending";

/** Reads the rows of a collection in the order of their events, which an index provides. */
export class RowsByEvent<Name extends Child> {
  private readonly batches: AsyncIterator<Buffer[]>;
  private encoded: Buffer[] = [];
  private read = 0;
  /** The next row, and the id of its event. */
  private next: { row: DocOf<Name>; event: string } | null = null;

  constructor(read: Read, name: Name, sort: Sort = { eventId: 1 }) {
    this.batches = read(name, { sort })[Symbol.asyncIterator]();
  }

  /**
   * Visits the rows up to those of an event, inclusive; without one, all that are left.
   * @param visit gets each row that is not deleted, and whether it is of this event
   */
  async upTo(event: string | null, visit: (row: DocOf<Name>, matches: boolean) => void): Promise<void> {
    for (;;) {
      this.next ??= this.decodeNext() ?? ((await this.load()) ? this.decodeNext() : null);
      if (!this.next || (event !== null && this.next.event > event)) return;
      const { row, event: id } = this.next;
      this.next = null;
      if (!row.deletedAt) visit(row, id === event);
    }
  }

  private decodeNext(): { row: DocOf<Name>; event: string } | null {
    const bytes = this.encoded[this.read];
    if (!bytes) return null;
    this.read += 1;
    const row = decodeRow(bytes) as DocOf<Name>;
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
