import type { CollectionInfo, IndexInfo } from "./catalog";
import { entriesPrefix, Space } from "./catalog";
import { serverError } from "./errors";
import { encodeKey } from "./keys";
import type { Reader } from "./kv";
import { compileFilter, keysAt, type Doc } from "./query";
import { print } from "./query/print";

/** A document's number in its collection: in order of insertion. */
export type RecordId = number;

export const RECORD_ID_BYTES = 6;

/** An entry of an index: the key in the store, and the values that it stands for. */
export type IndexEntry = { key: Buffer; values: unknown[] };

type Prepared = {
  prefix: Buffer;
  paths: string[];
  directions: number[];
  includes: (doc: Doc) => boolean;
};

// Made once per index: the catalog hands out the same object as long as the index does not change.
const prepared = new WeakMap<IndexInfo, Prepared>();

export function prepareIndex(index: IndexInfo): Prepared {
  const known = prepared.get(index);
  if (known) return known;
  const paths = Object.keys(index.key);
  const made: Prepared = {
    prefix: entriesPrefix(Space.index, index.id),
    paths,
    directions: paths.map((path) => (index.key[path] === -1 ? -1 : 1)),
    includes: index.partialFilterExpression ? compileFilter(index.partialFilterExpression) : () => true,
  };
  prepared.set(index, made);
  return made;
}

/**
 * The entries of a document in an index, each once. A unique index has the record id as the value of
 * its entries, any other has it at the end of the key.
 * `unordered`: some key was too long and had to be hashed.
 */
export function entriesOf(
  index: IndexInfo,
  doc: Doc,
  record: RecordId,
): { entries: Map<string, IndexEntry>; unordered: boolean } {
  const { prefix, paths, directions, includes } = prepareIndex(index);
  const entries = new Map<string, IndexEntry>();
  let unordered = false;
  if (!includes(doc)) return { entries, unordered };
  for (const values of keysAt(doc, paths)) {
    if (index.sparse && values.every((value) => value === undefined)) continue;
    const encoded = encodeKey(values, directions);
    unordered ||= !encoded.exact;
    const key = Buffer.concat(
      index.unique ? [prefix, encoded.key] : [prefix, encoded.key, recordBytes(record)],
    );
    entries.set(key.toString("latin1"), { key, values });
  }
  return { entries, unordered };
}

export function recordBytes(record: RecordId): Buffer {
  const bytes = Buffer.allocUnsafe(RECORD_ID_BYTES);
  bytes.writeUIntBE(record, 0, RECORD_ID_BYTES);
  return bytes;
}

/** The record that an index entry points at. */
export function recordOf(index: IndexInfo, key: Buffer, value: Uint8Array): RecordId {
  if (!index.unique) return key.readUIntBE(key.length - RECORD_ID_BYTES, RECORD_ID_BYTES);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).readUIntBE(0, RECORD_ID_BYTES);
}

/** @throws ServerError DuplicateKey where another record has this entry of a unique index. */
export function checkUnique(
  reader: Reader,
  info: CollectionInfo,
  index: IndexInfo,
  entry: IndexEntry,
  record: RecordId,
): void {
  const holder = reader.get(entry.key);
  if (!holder || recordOf(index, entry.key, holder) === record) return;
  throw duplicateKey(info, index, entry.values);
}

function duplicateKey(info: CollectionInfo, index: IndexInfo, values: unknown[]): Error {
  const paths = Object.keys(index.key);
  const keyValue: Doc = {};
  paths.forEach((path, position) => {
    keyValue[path] = values[position] ?? null;
  });
  const shown = paths.map((path) => `${path}: ${print(keyValue[path])}`).join(", ");
  return serverError(
    "DuplicateKey",
    `E11000 duplicate key error collection: ${info.namespace} index: ${index.name} dup key: { ${shown} }`,
    { keyPattern: index.key, keyValue },
  );
}
