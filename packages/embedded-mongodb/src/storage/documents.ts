import { serverError } from "../errors";
import { encode } from "../query/codec";
import { Row } from "../query/row";
import type { Doc } from "../query/values";
import {
  entriesPrefix,
  maintained,
  Space,
  type Catalog,
  type CollectionInfo,
  type IndexInfo,
} from "./catalog";
import {
  checkUnique,
  entriesOf,
  entryValue,
  decidingFields,
  mayChangeEntries,
  RECORD_ID_BYTES,
  recordAtEnd,
  recordOf,
  withRecord,
  without,
  type Entries,
  type RecordId,
} from "./index-entries";
import { afterPrefix, type Entry, type Reader, type Writer } from "./kv";
import type { Store } from "./store";

/** A stored document. */
export class Stored extends Row {
  constructor(
    readonly record: RecordId,
    bytes: Uint8Array,
  ) {
    super(bytes);
  }
}

/** The collection of a statement; replaced when the statement changes its catalog entry. */
export type Target = { info: CollectionInfo };

/** MongoDB's limit on a document, in bytes. */
export const MAX_DOCUMENT = 16 * 1024 * 1024;

/** Writes documents with their index entries. Checks everything first, so a refusal changes nothing. */
export class Documents {
  private readonly lastRecord = new Map<number, RecordId>();

  constructor(
    private readonly catalog: Catalog,
    private readonly current: Reader,
  ) {}

  /** @throws ServerError DuplicateKey, BSONObjectTooLarge */
  insert(writer: Writer, target: Target, doc: Doc): void {
    const bytes = encodeStored(doc);
    const record = this.newRecord(target.info.id);
    this.changeEntries(writer, target, record, null, doc);
    writer.put(documentKey(target.info.id, record), bytes);
  }

  /** Returns whether the document changed. @throws ServerError DuplicateKey, BSONObjectTooLarge */
  replace(writer: Writer, target: Target, old: Stored, doc: Doc): boolean {
    const bytes = encodeStored(doc);
    if (Buffer.compare(bytes, old.bytes) === 0) return false;
    const changed = maintained(target.info).filter((index) => mayChangeEntries(index, old.doc, doc));
    this.changeEntries(writer, target, old.record, old.doc, doc, changed);
    writer.put(documentKey(target.info.id, old.record), bytes);
    return true;
  }

  remove(writer: Writer, target: Target, old: Stored): void {
    this.changeEntries(writer, target, old.record, old.doc, null);
    writer.remove(documentKey(target.info.id, old.record));
  }

  /** Adds one document's entries to new indexes. @throws ServerError DuplicateKey */
  addToIndexes(writer: Writer, target: Target, indexes: IndexInfo[], stored: Stored): void {
    const doc = stored.only(decidingFields(indexes));
    this.changeEntries(writer, target, stored.record, null, doc, indexes);
  }

  private changeEntries(
    writer: Writer,
    target: Target,
    record: RecordId,
    before: Doc | null,
    after: Doc | null,
    indexes = maintained(target.info),
  ): void {
    const changes = indexes.map((index) => {
      const old = before ? entriesOf(index, before, record) : NO_ENTRIES;
      const wanted = after ? entriesOf(index, after, record) : NO_ENTRIES;
      const added = without(wanted.entries, old.entries);
      if (index.unique) for (const entry of added) checkUnique(writer, target.info, index, entry, record);
      return { index, wanted, added, removed: without(old.entries, wanted.entries) };
    });
    const { building } = target.info;
    for (const { index, wanted, added, removed } of changes) {
      for (const { key } of removed) {
        // Until a unique index is complete, two documents may have the same key, and its entry is of one of them.
        const value = index.unique && building.includes(index) ? writer.get(key) : undefined;
        if (value && recordOf(index, key, value) !== record) writer.put(key, value);
        else writer.remove(key);
      }
      for (const { key } of added) writer.put(key, entryValue(index, record));
      this.noteProperties(writer, target, index, wanted);
    }
  }

  // The planner has to know that an index is multikey or unordered before the first such entry can be read.
  private noteProperties(writer: Writer, target: Target, index: IndexInfo, found: Entries): void {
    const { multikey, unordered } = found;
    const known = maintained(target.info).find(({ id }) => id === index.id) ?? index;
    if ((!multikey || known.multikey) && (!unordered || known.unordered)) return;
    const noted = { ...known, ...(multikey && { multikey }), ...(unordered && { unordered }) };
    const note = (all: IndexInfo[]) => all.map((each) => (each === known ? noted : each));
    const { indexes, building } = target.info;
    target.info = { ...target.info, indexes: note(indexes), building: note(building) };
    this.catalog.put(writer, target.info);
  }

  private newRecord(collectionId: number): RecordId {
    const last = this.lastRecord.get(collectionId) ?? lastStored(this.current, collectionId);
    this.lastRecord.set(collectionId, last + 1);
    return last + 1;
  }
}

const NO_ENTRIES: Entries = { entries: [], multikey: false, unordered: false };

const documentKey = (collectionId: number, record: RecordId): Buffer =>
  withRecord(entriesPrefix(Space.document, collectionId, RECORD_ID_BYTES), record);

/** The document of a record, or null if there is none. */
export function getStored(reader: Reader, info: CollectionInfo, record: RecordId): Stored | null {
  const bytes = reader.get(documentKey(info.id, record));
  return bytes ? new Stored(record, bytes) : null;
}

/** The entries of all documents, in insertion order. */
export function rawStored(reader: Reader, info: CollectionInfo, after: RecordId = 0): Iterable<Entry> {
  const end = afterPrefix(entriesPrefix(Space.document, info.id));
  return reader.range({ from: documentKey(info.id, after + 1), to: end });
}

/** All documents, in insertion order, or those after a record. */
export function* allStored(reader: Reader, info: CollectionInfo, after: RecordId = 0): Iterable<Stored> {
  for (const { key, value } of rawStored(reader, info, after)) {
    yield new Stored(recordAtEnd(key), value);
  }
}

/** The number of documents in the last committed state. */
export function countStored(store: Store, info: CollectionInfo): number {
  const prefix = entriesPrefix(Space.document, info.id);
  return store.count(prefix, afterPrefix(prefix));
}

function lastStored(reader: Reader, collectionId: number): RecordId {
  const prefix = entriesPrefix(Space.document, collectionId);
  for (const { key } of reader.range({ from: prefix, to: afterPrefix(prefix), reverse: true })) {
    return recordAtEnd(key);
  }
  return 0;
}

function encodeStored(doc: Doc): Uint8Array {
  const bytes = encode(doc);
  if (bytes.length <= MAX_DOCUMENT) return bytes;
  throw serverError(
    "BSONObjectTooLarge",
    `BSONObj size: ${bytes.length} is invalid: more than ${MAX_DOCUMENT}`,
  );
}
