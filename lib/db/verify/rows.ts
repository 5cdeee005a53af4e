import "server-only";
import { type Collection, type Document, type Filter, type FindOptions, ObjectId } from "mongodb";
import type { z } from "zod";
import type { Collections } from "../collections";
import { about, hasShape, type Report, type Say } from "./violation";

/** Documents per round trip. */
const BATCH = 1_000;

export type DocOf<Name extends keyof Collections> =
  Collections[Name] extends Collection<infer Doc> ? Doc : never;

/** Reads the documents of a collection that are checked, in the order of the events. They may have any shape. */
export type Read = <Name extends keyof Collections>(name: Name) => AsyncIterable<DocOf<Name>>;

/** Reads all documents. */
export const readAll =
  (all: Collections): Read =>
  // Without a filter: with one, an index that serves only the filter could be chosen, and all rows sorted in memory.
  (name) =>
    documents(all, name, {}, inOrder(name));

/** What belongs to an event. */
export type Child = "expenses" | "transfers" | "settlements" | "spending";

/** The order of the events, which an index provides: the ids of spending begin with the event's. */
export const inOrder = (name: keyof Collections): FindOptions =>
  ["expenses", "transfers", "settlements"].includes(name) ? { sort: { eventId: 1 } } : { sort: { _id: 1 } };

/** Reads the documents that a filter finds. */
export async function* documents<Name extends keyof Collections>(
  all: Collections,
  name: Name,
  filter: Filter<Document>,
  options: FindOptions,
): AsyncGenerator<DocOf<Name>> {
  const collection = all[name] as unknown as Collection;
  const cursor = collection.find(filter, { ...options, batchSize: BATCH });
  let more = cursor.hasNext();
  while (await more) {
    const batch = cursor.readBufferedDocuments();
    // The database reads the next batch while this one is checked. A transaction takes one command at a time.
    more = cursor.hasNext();
    if (options.session) await more;
    more.catch(() => undefined);
    for (const row of batch) yield row as unknown as DocOf<Name>;
  }
}

const isDeleted = (row: Document) => row["deletedAt"] instanceof Date;

/** Visits all documents that are not deleted. */
export async function eachRow<Name extends keyof Collections>(
  read: Read,
  name: Name,
  visit: (row: DocOf<Name>) => void | Promise<void>,
): Promise<void> {
  for await (const row of read(name)) if (!isDeleted(row)) await visit(row);
}

/** Visits all documents that are not deleted, and are of the right shape. @param kind what an item is called */
export const eachValid = <Name extends keyof Collections>(
  read: Read,
  report: Report,
  [name, kind, schema]: readonly [Name, kind: string, schema: z.ZodType<DocOf<Name>>],
  visit: (row: DocOf<Name>, say: Say) => void,
): Promise<void> =>
  eachRow(read, name, (row) => {
    const say = about(`${kind} ${String(row._id)}`, report);
    if (hasShape(row, schema, say)) visit(row, say);
  });

/**
 * Reads the rows of a collection in the order of their events.
 * @returns a function that visits the rows up to those of an event, inclusive; without one, all that are left. `visit` gets
 * each row that is not deleted, and whether it is of this event.
 */
export function rowsByEvent<Name extends Child>(read: Read, name: Name) {
  const rows = read(name)[Symbol.asyncIterator]();
  let next: IteratorResult<DocOf<Name>> | undefined;
  return async (event: string | null, visit: (row: DocOf<Name>, matches: boolean) => void): Promise<void> => {
    for (;;) {
      next ??= await rows.next();
      if (next.done) return;
      const row = next.value;
      // Other types sort before or after all ids.
      const own = (row.eventId as unknown) instanceof ObjectId ? row.eventId.toHexString() : "";
      if (event !== null && own > event) return;
      next = undefined;
      if (!isDeleted(row)) visit(row, own === event);
    }
  };
}
