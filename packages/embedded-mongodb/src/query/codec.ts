import { BSON, Long, ObjectId } from "bson";
import { ADVICE, serverError } from "../errors";
import { makeDouble } from "./numbers";
import { BsonType, setOwn, type Doc } from "./values";

// Documents are decoded here, not by bson: most are read for a few of their fields only, and ids, which are most of their
// values, are much cheaper as views of the document's bytes. bson's `onDemand` would find the fields, but in 6.10 it never
// returns from some documents that are damaged.

/** MongoDB's limit on the depth of nested documents. */
const MAX_DEPTH = 200;

/** Encodes a document; the inverse of `decode`. */
export function encode(doc: object): Buffer {
  // What bson returns in Node.js.
  return BSON.serialize(doc) as Buffer;
}

/**
 * Decodes one BSON document so that every number type survives a round trip (see `Doc`).
 * @param names decodes only the top-level fields with these names
 * @throws ServerError 22 InvalidBSON for invalid bytes or types, 15 Overflow for excessive nesting
 */
export function decode(bytes: Buffer, names?: FieldNames): Doc {
  return decodeDocument(new Elements(bytes), 1, names);
}

/** Names of top-level fields, as they are encoded. */
export type FieldNames = readonly Buffer[];

/** The names of the top-level fields in which these paths begin. */
export const encodedNames = (paths: Iterable<string>): FieldNames =>
  [...new Set(Array.from(paths, (path) => path.split(".", 1)[0]!))].map((name) => Buffer.from(name));

/** An encoded document with only the top-level fields that have one of these names (`keep`), or without them. */
export function selectFields(bytes: Buffer, names: FieldNames, keep: boolean): Buffer {
  const selected = Buffer.allocUnsafe(bytes.length);
  const elements = new Elements(bytes);
  let size = 4;
  while (elements.next()) {
    if (elements.isNamed(names) === keep) size += elements.copyTo(selected, size);
  }
  selected[size] = 0;
  selected.writeInt32LE(size + 1, 0);
  return selected.subarray(0, size + 1);
}

/** Encoded documents as one encoded array. */
export function encodeArray(items: readonly Buffer[]): Buffer {
  const size = items.reduce((sum, { length }, index) => sum + length + String(index).length + 2, 5);
  const array = Buffer.allocUnsafe(size);
  let at = array.writeInt32LE(size);
  for (const [index, bytes] of items.entries()) {
    at = array.writeUInt8(BsonType.object, at);
    at += array.write(`${index}\0`, at, "latin1");
    array.set(bytes, at);
    at += bytes.length;
  }
  array[at] = 0;
  return array;
}

/** An encoded document with a further field at its end, whose value is encoded: of type object or array. */
export function appendField(bytes: Buffer, name: string, type: number, value: Buffer): Buffer {
  const appended = Buffer.allocUnsafe(bytes.length + Buffer.byteLength(name) + 2 + value.length);
  appended.set(bytes);
  let at = appended.writeUInt8(type, bytes.length - 1);
  at += appended.write(`${name}\0`, at);
  appended.set(value, at);
  appended[appended.length - 1] = 0;
  appended.writeInt32LE(appended.length);
  return appended;
}

/** Goes through the elements of a document or an array. @throws ServerError InvalidBSON */
class Elements {
  /** Where the current element starts, with its type; where its value is; and where it ends. */
  private start = 0;
  value = 0;
  end: number;
  private readonly last: number;

  constructor(
    readonly bytes: Buffer,
    from = 0,
    to = bytes.length,
  ) {
    this.end = from + 4;
    this.last = to - 1;
    if (to - from < 5 || int32(bytes, from) !== to - from || bytes[this.last] !== 0) throw invalid();
  }

  next(): boolean {
    const { bytes, last } = this;
    this.start = this.end;
    if (this.start === last) return false;
    let at = this.start + 1;
    // The document ends with a zero.
    while (bytes[at] !== 0) at += 1;
    this.value = at + 1;
    this.end = this.value + sizeAt(bytes, this.type, this.value);
    if (this.end > last || this.end < this.value) throw invalid();
    return true;
  }

  get type(): number {
    return this.bytes[this.start]!;
  }

  /** The same few names occur in every document, so most are found by their hash. */
  get name(): string {
    const { bytes, value } = this;
    const length = value - this.start - 2;
    let hash = length;
    for (let at = value - length - 1; at < value - 1; at += 1) hash = (hash * 31 + bytes[at]!) & 0x3ff;
    const known = KNOWN_NAMES[hash];
    if (known && this.isNamed(known.encoded)) return known.name;
    const name = text(bytes, value - length - 1, value - 1);
    // Longer ones are ids.
    if (length < 24) KNOWN_NAMES[hash] = { name, encoded: [Buffer.from(name)] };
    return name;
  }

  isNamed(names: FieldNames): boolean {
    const from = this.start + 1;
    const length = this.value - from - 1;
    search: for (const name of names) {
      if (name.length !== length) continue;
      for (let index = 0; index < length; index += 1) {
        if (this.bytes[from + index] !== name[index]) continue search;
      }
      return true;
    }
    return false;
  }

  /** @returns the number of bytes */
  copyTo(target: Buffer, at: number): number {
    return this.bytes.copy(target, at, this.start, this.end);
  }

  get size(): number {
    return this.end - this.start;
  }
}

const KNOWN_NAMES: ({ name: string; encoded: FieldNames } | undefined)[] = Array.from({ length: 0x400 });

function decodeDocument(elements: Elements, depth: number, names?: FieldNames): Doc {
  const doc: Doc = {};
  while (elements.next()) {
    if (!names || elements.isNamed(names)) setOwn(doc, elements.name, decodeValue(elements, depth));
  }
  return doc;
}

function decodeArray(elements: Elements, depth: number): unknown[] {
  const items: unknown[] = [];
  while (elements.next()) items.push(decodeValue(elements, depth));
  return items;
}

/** @param depth the level of the document or array that contains the value */
function decodeValue(elements: Elements, depth: number): unknown {
  const { bytes, value: at, end } = elements;
  switch (elements.type) {
    case BsonType.double:
      return makeDouble(bytes.readDoubleLE(at));
    case BsonType.string:
      if (end - at < 5 || bytes[end - 1] !== 0) throw invalid();
      return text(bytes, at + 4, end - 1);
    case BsonType.object:
      return decodeDocument(within(elements, depth), depth + 1);
    case BsonType.array:
      return decodeArray(within(elements, depth), depth + 1);
    case BsonType.objectId:
      return new ObjectId(bytes.subarray(at, end));
    case BsonType.bool:
      if (bytes[at]! > 1) throw invalid();
      return bytes[at] === 1;
    case BsonType.date:
      return new Date(int32(bytes, at + 4) * 2 ** 32 + bytes.readUInt32LE(at));
    case BsonType.null:
      return null;
    case BsonType.int:
      return int32(bytes, at);
    case BsonType.long:
      return new Long(int32(bytes, at), int32(bytes, at + 4));
    default:
      return decodeRare(elements);
  }
}

function within({ bytes, value, end }: Elements, depth: number): Elements {
  if (depth < MAX_DEPTH) return new Elements(bytes, value, end);
  throw serverError("Overflow", `BSONObj exceeds maximum nested object depth: ${MAX_DEPTH}`);
}

/** By bson, in a document of its own. */
function decodeRare(elements: Elements): unknown {
  const document = Buffer.alloc(elements.size + 5);
  document.writeInt32LE(document.length);
  elements.copyTo(document, 4);
  try {
    return Object.values(BSON.deserialize(document, { promoteValues: false, bsonRegExp: true }))[0];
  } catch {
    throw invalid();
  }
}

/** The sizes of values by their type, as https://bsonspec.org numbers them. */
const SIZES: Bytes = { 1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 18: 8 };
/** Of the types whose values begin with a size: how many bytes that leaves out. */
const LEFT_OUT: Bytes = { 2: 4, 3: 0, 4: 0, 5: 5 };
type Bytes = Readonly<Record<number, number | undefined>>;

/** The size of a value; negative if it is invalid. @throws ServerError InvalidBSON for other types */
function sizeAt(bytes: Buffer, type: number, at: number): number {
  const size = SIZES[type];
  if (size !== undefined) return size;
  const more = LEFT_OUT[type];
  if (more !== undefined) return more + int32(bytes, at);
  if (type === BsonType.regex) return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1 - at;
  throw serverError("InvalidBSON", `Values of the BSON type ${type} are not supported. ${ADVICE}`);
}

/** @throws ServerError InvalidBSON if it is not UTF-8 */
function text(bytes: Buffer, from: number, to: number): string {
  const decoded = bytes.toString("utf8", from, to);
  if (decoded.includes("\ufffd") && !Buffer.from(decoded).equals(bytes.subarray(from, to))) throw invalid();
  return decoded;
}

const int32 = (bytes: Buffer, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);

const invalid = () => serverError("InvalidBSON", "invalid BSON");
