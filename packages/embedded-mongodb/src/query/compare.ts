import type { Binary, BSONRegExp, Long, ObjectId, Timestamp } from "bson";
import { EJSON } from "bson";
import { compareNumbers } from "./numbers";
import { BsonType, typeOf, type Doc } from "./values";

/**
 * The rank of each type in MongoDB's sort order; in an index key, the first byte of a value.
 * https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/
 */
export const TypeOrder = {
  minKey: 10,
  null: 20,
  number: 30,
  string: 40,
  object: 50,
  array: 55,
  binary: 60,
  objectId: 65,
  boolean: 70,
  date: 75,
  timestamp: 80,
  regex: 85,
  code: 90,
  maxKey: 250,
} as const;

const orders: Record<number, number> = {
  [BsonType.minKey]: TypeOrder.minKey,
  [BsonType.missing]: TypeOrder.null,
  [BsonType.null]: TypeOrder.null,
  [BsonType.int]: TypeOrder.number,
  [BsonType.double]: TypeOrder.number,
  [BsonType.long]: TypeOrder.number,
  [BsonType.decimal]: TypeOrder.number,
  [BsonType.string]: TypeOrder.string,
  [BsonType.object]: TypeOrder.object,
  [BsonType.array]: TypeOrder.array,
  [BsonType.binData]: TypeOrder.binary,
  [BsonType.objectId]: TypeOrder.objectId,
  [BsonType.bool]: TypeOrder.boolean,
  [BsonType.date]: TypeOrder.date,
  [BsonType.timestamp]: TypeOrder.timestamp,
  [BsonType.regex]: TypeOrder.regex,
  [BsonType.maxKey]: TypeOrder.maxKey,
};

/** The rank of a value's type in MongoDB's sort order; missing counts as null. */
export function typeOrder(value: unknown): number {
  return orders[typeOf(value)] ?? TypeOrder.code;
}

/** BSON comparison order: negative, zero, or positive. Missing counts as null. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const order = typeOrder(a);
  return Math.sign(order - typeOrder(b)) || compareSameType(order, a, b);
}

export function equalValues(a: unknown, b: unknown): boolean {
  return compareValues(a, b) === 0;
}

function compareSameType(order: number, a: unknown, b: unknown): number {
  switch (order) {
    case TypeOrder.number:
      return compareNumbers(a, b);
    case TypeOrder.string:
      return compareStrings(a as string, b as string);
    case TypeOrder.object:
      return compareDocuments(a as Doc, b as Doc);
    case TypeOrder.array:
      return compareArrays(a as unknown[], b as unknown[]);
    case TypeOrder.binary:
      return compareBinaries(binaryParts(a), binaryParts(b));
    case TypeOrder.objectId:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case TypeOrder.boolean:
      return Number(a) - Number(b);
    case TypeOrder.date:
      return Math.sign((a as Date).getTime() - (b as Date).getTime());
    case TypeOrder.timestamp:
      return (a as Timestamp).compare(b as Timestamp as unknown as Long);
    case TypeOrder.regex: {
      const [left, right] = [a as BSONRegExp, b as BSONRegExp];
      return compareStrings(left.pattern, right.pattern) || compareStrings(left.options, right.options);
    }
    case TypeOrder.code:
      return compareStrings(textOf(a), textOf(b));
    default:
      return 0;
  }
}

// In JavaScript's order, surrogates, which stand for the code points above all others, come before U+E000–U+FFFF.
const SURROGATE = /[\ud800-\udfff]/;

/** By the UTF-8 bytes, that is, by code point. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

// Field by field: type first, then name, then value; a document that ends first is smaller.
function compareDocuments(a: Doc, b: Doc): number {
  const left = definedEntries(a);
  const right = definedEntries(b);
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const [keyA, valueA] = left[index] as [string, unknown];
    const [keyB, valueB] = right[index] as [string, unknown];
    const result =
      Math.sign(typeOrder(valueA) - typeOrder(valueB)) ||
      compareStrings(keyA, keyB) ||
      compareValues(valueA, valueB);
    if (result !== 0) return result;
  }
  return Math.sign(left.length - right.length);
}

export function definedEntries(doc: Doc): [string, unknown][] {
  return Object.entries(doc).filter(([, value]) => value !== undefined);
}

function compareArrays(a: unknown[], b: unknown[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const result = compareValues(a[index], b[index]);
    if (result !== 0) return result;
  }
  return Math.sign(a.length - b.length);
}

type BinaryParts = { bytes: Uint8Array; subtype: number };

// Length first, then subtype, then the bytes.
function compareBinaries(a: BinaryParts, b: BinaryParts): number {
  return (
    Math.sign(a.bytes.length - b.bytes.length) ||
    Math.sign(a.subtype - b.subtype) ||
    Buffer.compare(a.bytes, b.bytes)
  );
}

/** The used bytes of a binary value, and its subtype. */
export function binaryParts(value: unknown): BinaryParts {
  if (value instanceof Uint8Array) return { bytes: value, subtype: 0 };
  const { buffer, position, sub_type: subtype } = value as Binary;
  return { bytes: buffer.subarray(0, position), subtype };
}

/** The text of a value of a deprecated type (code, symbol). They are kept and distinguished. */
export function textOf(value: unknown): string {
  return EJSON.stringify(value, { relaxed: false });
}
