import { randomBytes } from "node:crypto";
import { Binary } from "bson";
import { serverError } from "./errors";
import { afterPrefix, type Reader, type Writer } from "./kv";
import { decode, encode, type Doc } from "./query";

/** An index as listIndexes shows it, and the number under which its entries are stored. */
export type IndexInfo = {
  id: number;
  name: string;
  key: Record<string, number | string>;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: Doc;
  expireAfterSeconds?: number;
  hidden?: boolean;
  collation?: Doc;
  /** Whether some document has more than one entry in it. */
  multikey?: boolean;
  /** Whether a key was too long to be kept in order. */
  unordered?: boolean;
  /** Being filled: writes keep it up, look-ups do not use it yet. */
  building?: boolean;
  /** Options that are kept for listIndexes and mean nothing else here. */
  extra?: Doc;
};

export type CollectionInfo = {
  id: number;
  namespace: string;
  uuid: Binary;
  options: Doc;
  indexes: IndexInfo[];
};

/** Prefixes of the key space. */
export const Space = {
  catalog: 1,
  document: 2,
  counter: 3,
  index: 4,
  session: 5,
  meta: 6,
  purge: 7,
} as const;

const MAX_NAMESPACE = 255;

/** The key of a collection's entry; of the first entries that begin so, where the name is not complete. */
export function catalogKey(namespace: string): Buffer {
  return Buffer.concat([Buffer.from([Space.catalog]), Buffer.from(namespace, "utf8")]);
}

/** @throws ServerError InvalidNamespace */
export function checkNamespace(database: string, collection: string): void {
  if (database === "" || /[/\\. "$\0]/.test(database) || Buffer.byteLength(database) > 63) {
    throw serverError("InvalidNamespace", `Invalid database name: '${database}'`);
  }
  const bad =
    collection === "" || collection.startsWith(".") || collection.includes("\0") || /\$/.test(collection);
  if (bad || Buffer.byteLength(`${database}.${collection}`) > MAX_NAMESPACE) {
    throw serverError("InvalidNamespace", `Invalid namespace specified '${database}.${collection}'`);
  }
}

/**
 * What is known of the collections. Everything is read from the store itself, through the reader of the
 * command or transaction, so that it can never disagree with it; the cache only saves the decoding.
 */
export class Catalog {
  private readonly cache = new Map<string, { bytes: Uint8Array; info: CollectionInfo }>();
  private nextId: number;

  constructor(current: Reader) {
    this.nextId = highestId(current) + 1;
  }

  /** The collection, or null where it does not exist. */
  get(reader: Reader, namespace: string): CollectionInfo | null {
    const bytes = reader.get(catalogKey(namespace));
    if (!bytes) return null;
    const known = this.cache.get(namespace);
    if (known && Buffer.compare(known.bytes, bytes) === 0) return known.info;
    const info = fromBytes(bytes);
    this.cache.set(namespace, { bytes, info });
    return info;
  }

  /** All collections of a database, or of all databases, in the order of their names. */
  *list(reader: Reader, database?: string): Iterable<CollectionInfo> {
    const prefix = catalogKey(database === undefined ? "" : `${database}.`);
    for (const { value } of reader.range({ from: prefix, to: afterPrefix(prefix) })) yield fromBytes(value);
  }

  create(writer: Writer, namespace: string, options: Doc = {}): CollectionInfo {
    const info: CollectionInfo = {
      id: this.newId(),
      namespace,
      uuid: randomUuid(),
      options,
      indexes: [{ id: this.newId(), name: "_id_", key: { _id: 1 }, unique: true }],
    };
    this.put(writer, info);
    return info;
  }

  put(writer: Writer, info: CollectionInfo): void {
    writer.put(catalogKey(info.namespace), encode(info as unknown as Doc));
  }

  /** Takes a collection out of the catalog and leaves its entries to the purge. */
  drop(writer: Writer, info: CollectionInfo): void {
    writer.remove(catalogKey(info.namespace));
    writer.put(purgeKey(Space.document, info.id), Buffer.from([1]));
    writer.remove(counterKey(info.id, "count"));
    writer.remove(counterKey(info.id, "bytes"));
    for (const index of info.indexes) this.dropIndexEntries(writer, index);
  }

  dropIndexEntries(writer: Writer, index: IndexInfo): void {
    writer.put(purgeKey(Space.index, index.id), Buffer.from([1]));
  }

  rename(writer: Writer, info: CollectionInfo, namespace: string): void {
    writer.remove(catalogKey(info.namespace));
    this.put(writer, { ...info, namespace });
  }

  /** A number for a collection or an index, never used before. */
  newId(): number {
    return this.nextId++;
  }
}

export function counterKey(collectionId: number, what: "count" | "bytes"): Buffer {
  const key = Buffer.alloc(6);
  key[0] = Space.counter;
  key.writeUInt32BE(collectionId, 1);
  key[5] = what === "count" ? 0 : 1;
  return key;
}

/** The key under which a dropped collection's documents or index's entries wait to be removed. */
export function purgeKey(space: number, id: number): Buffer {
  const key = Buffer.alloc(6);
  key[0] = Space.purge;
  key[1] = space;
  key.writeUInt32BE(id, 2);
  return key;
}

/** The prefix of a collection's documents or an index's entries. */
export function entriesPrefix(space: number, id: number): Buffer {
  const key = Buffer.alloc(5);
  key[0] = space;
  key.writeUInt32BE(id, 1);
  return key;
}

function randomUuid(): Binary {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return new Binary(bytes, Binary.SUBTYPE_UUID);
}

function fromBytes(bytes: Uint8Array): CollectionInfo {
  return decode(bytes) as unknown as CollectionInfo;
}

// What waits for the purge counts too: its numbers must not be given out again.
function highestId(reader: Reader): number {
  let highest = 0;
  const catalog = Buffer.from([Space.catalog]);
  for (const { value } of reader.range({ from: catalog, to: afterPrefix(catalog) })) {
    const info = fromBytes(value);
    highest = Math.max(highest, info.id, ...info.indexes.map((index) => index.id));
  }
  const purge = Buffer.from([Space.purge]);
  for (const { key } of reader.range({ from: purge, to: afterPrefix(purge) })) {
    highest = Math.max(highest, key.readUInt32BE(2));
  }
  return highest;
}
