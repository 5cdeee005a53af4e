import { serverError } from "../errors";
import { decode, encode } from "../query/codec";
import type { Doc } from "../query/values";
import { startingWith, type Reader, type Writer } from "./kv";

/** An index as listIndexes shows it, and the number under which its entries are stored. */
export type IndexInfo = {
  id: number;
  name: string;
  key: Record<string, number>;
  unique?: boolean;
  partialFilterExpression?: Doc;
  expireAfterSeconds?: number;
  /** Whether a document has an array in it. */
  multikey?: boolean;
  /** Whether a key was too long to be stored in order. */
  unordered?: boolean;
};

export type CollectionInfo = {
  id: number;
  namespace: string;
  indexes: IndexInfo[];
  /** Indexes without the entries of some documents: writes maintain them, nothing reads or lists them. */
  building: IndexInfo[];
};

/** All indexes that a write maintains. */
export const maintained = ({ indexes, building }: CollectionInfo): IndexInfo[] => [...indexes, ...building];

/** Prefixes of the key space. */
export const Space = { catalog: 1, document: 2, index: 4, meta: 6 } as const;

/** What follows the prefix in a document's key: its number in its collection. */
export const RECORD_ID_BYTES = 6;

const MAX_NAMESPACE = 255;

/** The key of a collection's entry. With an incomplete name: the prefix of such keys. */
export function catalogKey(namespace: string): Buffer {
  return Buffer.concat([Buffer.from([Space.catalog]), Buffer.from(namespace, "utf8")]);
}

/** @throws ServerError InvalidNamespace */
export function checkNamespace(database: string, collection: string): void {
  if (database === "" || /[/\\. "$\0]/.test(database) || Buffer.byteLength(database) > 63) {
    throw serverError("InvalidNamespace", `Invalid database name: '${database}'`);
  }
  const tooLong = Buffer.byteLength(`${database}.${collection}`) > MAX_NAMESPACE;
  if (tooLong || collection === "" || collection.startsWith(".") || /[$\0]/.test(collection)) {
    throw serverError("InvalidNamespace", `Invalid namespace specified '${database}.${collection}'`);
  }
}

/**
 * The metadata of the collections. It is read from the store through the reader of the command or transaction, so it
 * is always consistent; the cache only saves decoding.
 */
export class Catalog {
  private readonly cache = new Map<string, { bytes: Buffer; info: CollectionInfo }>();
  private nextId: number;
  /** The last document's number by collection. */
  private readonly lastRecord = new Map<number, number>();

  constructor(private readonly current: Reader) {
    const used = this.ids(current);
    // What waits for the purge, too: its numbers must not be reused.
    for (const space of [Space.document, Space.index]) {
      const [last] = current.range({ ...startingWith(Buffer.from([space])), reverse: true });
      if (last) used.push(last.key.readUInt32BE(1));
    }
    this.nextId = Math.max(0, ...used) + 1;
  }

  /** The collection, or null if it does not exist. */
  get(reader: Reader, namespace: string): CollectionInfo | null {
    const bytes = reader.get(catalogKey(namespace));
    if (!bytes) return null;
    const known = this.cache.get(namespace);
    if (known && Buffer.compare(known.bytes, bytes) === 0) return known.info;
    const info = fromBytes(bytes);
    this.cache.set(namespace, { bytes, info });
    return info;
  }

  /** All collections of a database, or of all databases, sorted by name. */
  *list(reader: Reader, database?: string): Iterable<CollectionInfo> {
    const prefix = catalogKey(database === undefined ? "" : `${database}.`);
    for (const { value } of reader.range(startingWith(prefix))) yield fromBytes(value);
  }

  /** The numbers of all collections and indexes. */
  ids(reader: Reader): number[] {
    return [...this.list(reader)].flatMap((info) => [info.id, ...maintained(info).map(({ id }) => id)]);
  }

  create(writer: Writer, namespace: string): CollectionInfo {
    const primary: IndexInfo = { id: this.newId(), name: "_id_", key: { _id: 1 }, unique: true };
    const info = { id: this.newId(), namespace, indexes: [primary], building: [] };
    this.put(writer, info);
    return info;
  }

  put(writer: Writer, info: CollectionInfo): void {
    writer.put(catalogKey(info.namespace), encode(info));
  }

  /** A new number for a collection or an index, never used before. */
  newId(): number {
    return this.nextId++;
  }

  /** A number for a new document of a collection: after those of all others. */
  newRecord(collection: number): number {
    const record = (this.lastRecord.get(collection) ?? lastStored(this.current, collection)) + 1;
    this.lastRecord.set(collection, record);
    return record;
  }
}

/** The prefix of a collection's documents or an index's entries, with room for more bytes. */
export function entriesPrefix(space: number, id: number, more = 0): Buffer {
  const key = Buffer.allocUnsafe(5 + more);
  key[0] = space;
  key.writeUInt32BE(id, 1);
  return key;
}

function fromBytes(bytes: Buffer): CollectionInfo {
  return decode(bytes) as unknown as CollectionInfo;
}

function lastStored(reader: Reader, collection: number): number {
  const prefix = entriesPrefix(Space.document, collection);
  const [last] = reader.range({ ...startingWith(prefix), reverse: true });
  return last ? last.key.readUIntBE(prefix.length, RECORD_ID_BYTES) : 0;
}
