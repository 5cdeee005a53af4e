import { EJSON } from "bson";
import { serverError } from "../errors";
import { encodedNames, type FieldNames } from "../query/codec";
import { compileFilter } from "../query/filter";
import { encodeKey } from "../query/keys";
import { keysAt } from "../query/paths";
import { ownValue, type Doc } from "../query/values";
import { entriesPrefix, RECORD_ID_BYTES, Space, type CollectionInfo, type IndexInfo } from "./catalog";
import { nameOf, type Reader } from "./kv";

/** A document's number in its collection, in insertion order. */
export type RecordId = number;

/** An entry of an index: the key in the store, and the values that it encodes. */
export type IndexEntry = { key: Buffer; values: unknown[] };

type Prepared = {
  prefix: Buffer;
  paths: string[];
  directions: number[];
  /** The top-level fields that decide a document's entries. */
  fields: string[];
  includes: (doc: Doc) => boolean;
};

// Computed once per index: the catalog returns the same object as long as the index does not change.
const prepared = new WeakMap<IndexInfo, Prepared>();

export function prepareIndex(index: IndexInfo): Prepared {
  const known = prepared.get(index);
  if (known) return known;
  const paths = Object.keys(index.key);
  const deciding = [...paths, ...Object.keys(index.partialFilterExpression ?? {})];
  const made: Prepared = {
    prefix: entriesPrefix(Space.index, index.id),
    paths,
    fields: deciding.map((path) => path.split(".", 1)[0] as string),
    directions: Object.values(index.key),
    includes: index.partialFilterExpression ? compileFilter(index.partialFilterExpression) : () => true,
  };
  prepared.set(index, made);
  return made;
}

/** Whether an update may change a document's entries. An updated document shares the values that stay the same. */
export function mayChangeEntries(index: IndexInfo, before: Doc, after: Doc): boolean {
  return prepareIndex(index).fields.some((field) => ownValue(before, field) !== ownValue(after, field));
}

/** The names of the top-level fields that decide the entries of all these indexes. */
export const decidingFields = (indexes: readonly IndexInfo[]): FieldNames =>
  encodedNames(indexes.flatMap((index) => prepareIndex(index).fields));

/** A document's distinct entries in an index, and the resulting properties of the index. */
export type Entries = { entries: IndexEntry[]; multikey: boolean; unordered: boolean };

/**
 * The distinct entries of a document in an index; of null: none. The entries of a unique index have the record id as
 * their value, others at the end of the key. `unordered`: a key was too long and was hashed.
 */
export function entriesOf(index: IndexInfo, doc: Doc | null, record: RecordId): Entries {
  const { prefix, paths, directions, includes } = prepareIndex(index);
  const end = index.unique ? undefined : recordBytes(record);
  if (!doc || !includes(doc)) return NO_ENTRIES;
  const keys = keysAt(doc, paths);
  const all = keys.map((values) => ({ values, ...encodeKey(values, directions, prefix, end) }));
  return {
    entries: all.length > 1 ? [...new Map(all.map((entry) => [nameOf(entry.key), entry])).values()] : all,
    // An empty array has one key, but a different position in a sort.
    multikey: keys.length > 1 || keys.some((values) => values.some(Array.isArray)),
    unordered: all.some(({ exact }) => !exact),
  };
}

const NO_ENTRIES: Entries = { entries: [], multikey: false, unordered: false };

/** Those of `some` whose keys the others do not have. */
export function without(some: readonly IndexEntry[], others: readonly IndexEntry[]): readonly IndexEntry[] {
  if (some.length === 0 || others.length === 0) return some;
  const names = new Set(others.map(({ key }) => nameOf(key)));
  return some.filter(({ key }) => !names.has(nameOf(key)));
}

/** The value of a record's entry. */
export const entryValue = (index: IndexInfo, record: RecordId): Buffer =>
  index.unique ? recordBytes(record) : PRESENT;

const PRESENT = Buffer.from([1]);

/** Writes a record at the end of a key. */
export function withRecord(key: Buffer, record: RecordId): Buffer {
  key.writeUIntBE(record, key.length - RECORD_ID_BYTES, RECORD_ID_BYTES);
  return key;
}

export const recordBytes = (record: RecordId): Buffer =>
  withRecord(Buffer.allocUnsafe(RECORD_ID_BYTES), record);

/** The record at the end of a document's or entry's key, or in a value that `recordBytes` made. */
export function recordAtEnd(key: Buffer): RecordId {
  return key.readUIntBE(key.length - RECORD_ID_BYTES, RECORD_ID_BYTES);
}

/** The record that an index entry points to. */
export const recordOf = (index: IndexInfo, key: Buffer, value: Buffer): RecordId =>
  recordAtEnd(index.unique ? value : key);

/** @throws ServerError DuplicateKey if another record has this entry of a unique index */
export function checkUnique(
  reader: Reader,
  info: CollectionInfo,
  index: IndexInfo,
  { key, values }: IndexEntry,
  record: RecordId,
): void {
  const holder = reader.get(key);
  if (!holder || recordOf(index, key, holder) === record) return;
  const keyValue = Object.fromEntries(Object.keys(index.key).map((path, at) => [path, values[at] ?? null]));
  throw serverError(
    "DuplicateKey",
    `E11000 duplicate key error collection: ${info.namespace} index: ${index.name} dup key: ${EJSON.stringify(keyValue)}`,
    { keyPattern: index.key, keyValue },
  );
}
