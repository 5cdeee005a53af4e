import {
  counterKey,
  entriesPrefix,
  Space,
  type Catalog,
  type CollectionInfo,
  type IndexInfo,
} from "./catalog";
import { locationError, serverError } from "./errors";
import { checkUnique, entriesOf, recordBytes, type IndexEntry, type RecordId } from "./indexes";
import { afterPrefix, type Reader, type Writer } from "./kv";
import { decode, encode, type Doc } from "./query";

/** A stored document. */
export type Stored = { record: RecordId; doc: Doc; bytes: Uint8Array };

/** The collection a statement works on; replaced when the statement changes what the catalog says of it. */
export type Target = { info: CollectionInfo };

/** MongoDB's limit on a document, in bytes, with the allowance it makes for its own fields. */
export const MAX_DOCUMENT = 16 * 1024 * 1024;
const MAX_STORED = MAX_DOCUMENT + 16 * 1024;

/** Writes documents together with their index entries: checks everything first, so a refusal changes nothing. */
export class Documents {
  private readonly lastRecord = new Map<number, RecordId>();

  constructor(
    private readonly catalog: Catalog,
    private readonly current: Reader,
  ) {}

  /** @throws ServerError DuplicateKey, BSONObjectTooLarge */
  insert(writer: Writer, target: Target, doc: Doc): void {
    const bytes = encodeStored(doc);
    if (bytes.length > MAX_DOCUMENT) throw tooLarge(bytes.length);
    const record = this.newRecord(target.info.id);
    const changes = target.info.indexes.map((index) =>
      this.indexChange(writer, target, index, record, null, doc),
    );
    this.writeEntries(writer, target, changes, record);
    writer.put(documentKey(target.info.id, record), bytes);
    writer.add(counterKey(target.info.id, "count"), 1);
    writer.add(counterKey(target.info.id, "bytes"), bytes.length);
  }

  /** @throws ServerError DuplicateKey, BSONObjectTooLarge */
  replace(writer: Writer, target: Target, old: Stored, doc: Doc): void {
    const bytes = encodeStored(doc);
    if (bytes.length > MAX_DOCUMENT) {
      throw locationError(17419, `Resulting document after update is larger than ${MAX_DOCUMENT}`);
    }
    if (Buffer.compare(bytes, old.bytes) === 0) return;
    const changes = target.info.indexes.map((index) =>
      this.indexChange(writer, target, index, old.record, old.doc, doc),
    );
    this.writeEntries(writer, target, changes, old.record);
    writer.put(documentKey(target.info.id, old.record), bytes);
    writer.add(counterKey(target.info.id, "bytes"), bytes.length - old.bytes.length);
  }

  remove(writer: Writer, target: Target, old: Stored): void {
    const changes = target.info.indexes.map((index) =>
      this.indexChange(writer, target, index, old.record, old.doc, null),
    );
    this.writeEntries(writer, target, changes, old.record);
    writer.remove(documentKey(target.info.id, old.record));
    writer.add(counterKey(target.info.id, "count"), -1);
    writer.add(counterKey(target.info.id, "bytes"), -old.bytes.length);
  }

  /** Adds one document's entries to an index that is being filled. @throws ServerError DuplicateKey */
  addToIndex(writer: Writer, target: Target, index: IndexInfo, stored: Stored): void {
    const change = this.indexChange(writer, target, index, stored.record, null, stored.doc);
    this.writeEntries(writer, target, [change], stored.record);
  }

  private indexChange(
    writer: Writer,
    target: Target,
    index: IndexInfo,
    record: RecordId,
    before: Doc | null,
    after: Doc | null,
  ): IndexChange {
    const old = before ? entriesOf(index, before, record).entries : null;
    const wanted = after ? entriesOf(index, after, record) : null;
    const added: IndexEntry[] = [];
    for (const [name, entry] of wanted?.entries ?? []) {
      if (old?.has(name)) continue;
      if (index.unique) checkUnique(writer, target.info, index, entry, record);
      added.push(entry);
    }
    const removed: IndexEntry[] = [];
    for (const [name, entry] of old ?? []) if (!wanted?.entries.has(name)) removed.push(entry);
    return {
      index,
      added,
      removed,
      multikey: (wanted?.entries.size ?? 0) > 1,
      unordered: wanted?.unordered ?? false,
    };
  }

  private writeEntries(writer: Writer, target: Target, changes: IndexChange[], record: RecordId): void {
    for (const { index, added, removed } of changes) {
      for (const entry of removed) writer.remove(entry.key);
      for (const entry of added) writer.put(entry.key, index.unique ? recordBytes(record) : PRESENT);
    }
    this.noteProperties(writer, target, changes);
  }

  // The planner has to know that an index is multikey or out of order before the first such entry can be read.
  private noteProperties(writer: Writer, target: Target, changes: IndexChange[]): void {
    const news = changes.filter(
      ({ index, multikey, unordered }) => (multikey && !index.multikey) || (unordered && !index.unordered),
    );
    if (news.length === 0) return;
    const indexes = target.info.indexes.map((index) => {
      const change = news.find((candidate) => candidate.index.id === index.id);
      if (!change) return index;
      const marked = { ...index };
      if (change.multikey) marked.multikey = true;
      if (change.unordered) marked.unordered = true;
      return marked;
    });
    target.info = { ...target.info, indexes };
    this.catalog.put(writer, target.info);
  }

  private newRecord(collectionId: number): RecordId {
    const last = this.lastRecord.get(collectionId) ?? lastStored(this.current, collectionId);
    this.lastRecord.set(collectionId, last + 1);
    return last + 1;
  }
}

type IndexChange = {
  index: IndexInfo;
  added: IndexEntry[];
  removed: IndexEntry[];
  multikey: boolean;
  unordered: boolean;
};

const PRESENT = Buffer.from([1]);

export function documentKey(collectionId: number, record: RecordId): Buffer {
  return Buffer.concat([entriesPrefix(Space.document, collectionId), recordBytes(record)]);
}

/** The document of a record, or null where there is none. */
export function getStored(reader: Reader, info: CollectionInfo, record: RecordId): Stored | null {
  const bytes = reader.get(documentKey(info.id, record));
  return bytes ? { record, bytes, doc: decode(bytes) } : null;
}

/** All documents in the order of insertion, or the other way round; from a record on, where one is given. */
export function* allStored(
  reader: Reader,
  info: CollectionInfo,
  options: { reverse?: boolean; after?: RecordId } = {},
): Iterable<Stored> {
  const prefix = entriesPrefix(Space.document, info.id);
  const from = options.after === undefined ? prefix : documentKey(info.id, options.after + 1);
  for (const { key, value } of reader.range({ from, to: afterPrefix(prefix), reverse: options.reverse })) {
    yield { record: key.readUIntBE(prefix.length, 6), bytes: value, doc: decode(value) };
  }
}

function lastStored(reader: Reader, collectionId: number): RecordId {
  const prefix = entriesPrefix(Space.document, collectionId);
  for (const { key } of reader.range({ from: prefix, to: afterPrefix(prefix), reverse: true })) {
    return key.readUIntBE(prefix.length, 6);
  }
  return 0;
}

function encodeStored(doc: Doc): Uint8Array {
  const bytes = encode(doc);
  if (bytes.length > MAX_STORED) throw tooLarge(bytes.length);
  return bytes;
}

function tooLarge(size: number): Error {
  return serverError(
    "BSONObjectTooLarge",
    `BSONObj size: ${size} (0x${size.toString(16).toUpperCase()}) is invalid. Size must be between 0 and ${MAX_STORED}(16MB)`,
  );
}
