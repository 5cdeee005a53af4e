import { serverError } from "../errors";
import { encode } from "../query/codec";
import { Row } from "../query/row";
import type { Doc } from "../query/values";
import {
  entriesPrefix,
  maintained,
  RECORD_ID_BYTES,
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
  recordAtEnd,
  recordOf,
  withRecord,
  without,
  type Entries,
  type RecordId,
} from "./index-entries";
import { afterPrefix, startingWith, type Reader, type Writer } from "./kv";
import type { Store } from "./store";

/** A stored document. */
export class Stored extends Row {
  constructor(
    readonly record: RecordId,
    bytes: Buffer,
  ) {
    super(bytes);
  }
}

/** MongoDB's limit on a document, in bytes. */
export const MAX_DOCUMENT = 16 * 1024 * 1024;

/** A collection as a statement writes to it. Checks everything first, so a refusal changes nothing. */
export class Collection {
  /** Null if it does not exist. */
  info: CollectionInfo | null;

  constructor(
    private readonly catalog: Catalog,
    readonly writer: Writer,
    private readonly namespace: string,
  ) {
    this.info = catalog.get(writer, namespace);
  }

  /** Creates the collection if it does not exist. */
  ensure(): CollectionInfo {
    return (this.info ??= this.catalog.create(this.writer, this.namespace));
  }

  /** Changes the collection's entry in the catalog. */
  describe(info: CollectionInfo): void {
    this.info = info;
    this.catalog.put(this.writer, info);
  }

  /** @throws ServerError DuplicateKey, BSONObjectTooLarge */
  insert(doc: Doc): void {
    const { id } = this.ensure();
    const bytes = encodeStored(doc);
    const record = this.catalog.newRecord(id);
    this.changeEntries(record, null, doc);
    this.writer.put(documentKey(id, record), bytes);
  }

  /** Returns whether the document changed. @throws ServerError DuplicateKey, BSONObjectTooLarge */
  replace(old: Stored, doc: Doc): boolean {
    const bytes = encodeStored(doc);
    if (Buffer.compare(bytes, old.bytes) === 0) return false;
    const info = this.ensure();
    const changed = maintained(info).filter((index) => mayChangeEntries(index, old.doc, doc));
    this.changeEntries(old.record, old.doc, doc, changed);
    this.writer.put(documentKey(info.id, old.record), bytes);
    return true;
  }

  remove(old: Stored): void {
    this.changeEntries(old.record, old.doc, null);
    this.writer.remove(documentKey(this.ensure().id, old.record));
  }

  /** Adds one document's entries to new indexes. @throws ServerError DuplicateKey */
  addToIndexes(indexes: IndexInfo[], stored: Stored): void {
    this.changeEntries(stored.record, null, stored.only(decidingFields(indexes)), indexes);
  }

  private changeEntries(
    record: RecordId,
    before: Doc | null,
    after: Doc | null,
    indexes = maintained(this.ensure()),
  ): void {
    const { writer } = this;
    const info = this.ensure();
    const changes = indexes.map((index) => {
      const old = entriesOf(index, before, record);
      const wanted = entriesOf(index, after, record);
      const added = without(wanted.entries, old.entries);
      if (index.unique) for (const entry of added) checkUnique(writer, info, index, entry, record);
      return { index, wanted, added, removed: without(old.entries, wanted.entries) };
    });
    for (const { index, wanted, added, removed } of changes) {
      for (const { key } of removed) {
        // Until a unique index is complete, two documents may have the same key, and its entry is of one of them.
        const value = index.unique && info.building.includes(index) ? writer.get(key) : undefined;
        if (value && recordOf(index, key, value) !== record) writer.put(key, value);
        else writer.remove(key);
      }
      for (const { key } of added) writer.put(key, entryValue(index, record));
      this.noteProperties(index, wanted);
    }
  }

  // The planner has to know that an index is multikey or unordered before the first such entry can be read.
  private noteProperties(index: IndexInfo, { multikey, unordered }: Entries): void {
    const info = this.ensure();
    const known = maintained(info).find(({ id }) => id === index.id) ?? index;
    if ((!multikey || known.multikey) && (!unordered || known.unordered)) return;
    const noted = { ...known, ...(multikey && { multikey }), ...(unordered && { unordered }) };
    const note = (all: IndexInfo[]) => all.map((each) => (each === known ? noted : each));
    this.describe({ ...info, indexes: note(info.indexes), building: note(info.building) });
  }
}

const documentKey = (collectionId: number, record: RecordId): Buffer =>
  withRecord(entriesPrefix(Space.document, collectionId, RECORD_ID_BYTES), record);

/** The document of a record, or null if there is none. */
export function getStored(reader: Reader, info: CollectionInfo, record: RecordId): Stored | null {
  const bytes = reader.get(documentKey(info.id, record));
  return bytes ? new Stored(record, bytes) : null;
}

/** All documents, in insertion order, or those after a record. */
export function* allStored(reader: Reader, info: CollectionInfo, after: RecordId = 0): Iterable<Stored> {
  const end = afterPrefix(entriesPrefix(Space.document, info.id));
  for (const { key, value } of reader.range({ from: documentKey(info.id, after + 1), to: end })) {
    yield new Stored(recordAtEnd(key), value);
  }
}

/** The number of documents in the last committed state. */
export const countStored = (store: Store, info: CollectionInfo): number =>
  store.count(startingWith(entriesPrefix(Space.document, info.id)));

function encodeStored(doc: Doc): Buffer {
  const bytes = encode(doc);
  if (bytes.length <= MAX_DOCUMENT) return bytes;
  throw serverError(
    "BSONObjectTooLarge",
    `BSONObj size: ${bytes.length} is invalid: more than ${MAX_DOCUMENT}`,
  );
}
