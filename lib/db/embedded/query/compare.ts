import type { Binary, BSONRegExp, BSONSymbol, Code, DBRef, Long, ObjectId, Timestamp } from "bson";
import { compareNumbers } from "./numbers";
import { BsonType, typeOf, type Doc } from "./values";

/** Compares two strings; a collation brings its own. */
export type StringComparison = (a: string, b: string) => number;

// MongoDB's order of types: https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/
const orders: Record<number, number> = {
  [BsonType.minKey]: -1,
  [BsonType.missing]: 0,
  [BsonType.undefined]: 0,
  [BsonType.null]: 5,
  [BsonType.int]: 10,
  [BsonType.double]: 10,
  [BsonType.long]: 10,
  [BsonType.decimal]: 10,
  [BsonType.string]: 15,
  [BsonType.symbol]: 15,
  [BsonType.object]: 20,
  [BsonType.array]: 25,
  [BsonType.binData]: 30,
  [BsonType.objectId]: 35,
  [BsonType.bool]: 40,
  [BsonType.date]: 45,
  [BsonType.timestamp]: 47,
  [BsonType.regex]: 50,
  [BsonType.dbPointer]: 55,
  [BsonType.javascript]: 60,
  [BsonType.javascriptWithScope]: 65,
  [BsonType.maxKey]: 127,
};

/** The place of a value's type in MongoDB's order of types; numbers share one, missing comes before null. */
export function typeOrder(value: unknown): number {
  return orders[typeOf(value)] ?? 20;
}

/** Compares strings as MongoDB does without a collation: by their UTF-8 bytes, that is by code point. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const unitA = a.charCodeAt(index);
    const unitB = b.charCodeAt(index);
    if (unitA !== unitB) {
      // Surrogates stand for code points above all others, but their units are below U+E000–U+FFFF.
      const surrogateA = unitA >= 0xd800 && unitA < 0xe000;
      const surrogateB = unitB >= 0xd800 && unitB < 0xe000;
      if (surrogateA !== surrogateB) return surrogateA ? 1 : -1;
      return unitA < unitB ? -1 : 1;
    }
  }
  return Math.sign(a.length - b.length);
}

/** BSON comparison order: negative, zero or positive. Missing counts as null. */
export function compareValues(a: unknown, b: unknown, strings: StringComparison = compareStrings): number {
  return compareWithMissing(a === undefined ? null : a, b === undefined ? null : b, strings);
}

/** As `compareValues`, but missing comes before null: the comparison of aggregation expressions. */
export function compareWithMissing(
  a: unknown,
  b: unknown,
  strings: StringComparison = compareStrings,
): number {
  if (a === b) return 0;
  const order = typeOrder(a);
  const difference = order - typeOrder(b);
  return difference !== 0 ? Math.sign(difference) : compareSameType(order, a, b, strings);
}

function compareSameType(order: number, a: unknown, b: unknown, strings: StringComparison): number {
  switch (order) {
    case 10:
      return compareNumbers(a, b);
    case 15:
      return strings(text(a), text(b));
    case 20:
      return compareDocuments(a as Doc, b as Doc, strings);
    case 25:
      return compareArrays(a as unknown[], b as unknown[], strings);
    case 30:
      return compareBinaries(a, b);
    case 35:
      return compareBytes((a as ObjectId).id, (b as ObjectId).id);
    case 40:
      return Number(a) - Number(b);
    case 45:
      return Math.sign((a as Date).getTime() - (b as Date).getTime());
    case 47:
      return (a as Timestamp).compare(b as Timestamp as unknown as Long);
    case 50:
      return (
        compareStrings(regexSource(a), regexSource(b)) || compareStrings(regexOptions(a), regexOptions(b))
      );
    case 60:
    case 65:
      return (
        compareStrings(String((a as Code).code), String((b as Code).code)) ||
        compareValues((a as Code).scope ?? null, (b as Code).scope ?? null)
      );
    default:
      return 0;
  }
}

/** Whether two values are equal in BSON order. */
export function equalValues(a: unknown, b: unknown, strings?: StringComparison): boolean {
  return compareValues(a, b, strings) === 0;
}

/** The text of a string or symbol. */
export function text(value: unknown): string {
  return typeof value === "string" ? value : (value as BSONSymbol).value;
}

// Field by field: type first, then name, then value; a document that ends first is smaller.
function compareDocuments(a: Doc, b: Doc, strings: StringComparison): number {
  const left = definedEntries(a);
  const right = definedEntries(b);
  const shorter = Math.min(left.length, right.length);
  for (let index = 0; index < shorter; index += 1) {
    const [keyA, valueA] = left[index] as [string, unknown];
    const [keyB, valueB] = right[index] as [string, unknown];
    const result =
      Math.sign(typeOrder(valueA) - typeOrder(valueB)) ||
      compareStrings(keyA, keyB) ||
      compareValues(valueA, valueB, strings);
    if (result !== 0) return result;
  }
  return Math.sign(left.length - right.length);
}

function definedEntries(doc: Doc): [string, unknown][] {
  const fields =
    (doc as Partial<DBRef>)._bsontype === "DBRef"
      ? ((doc as unknown as DBRef).toJSON() as unknown as Doc)
      : doc;
  return Object.entries(fields).filter(([, value]) => value !== undefined);
}

function compareArrays(a: unknown[], b: unknown[], strings: StringComparison): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const result = compareValues(a[index], b[index], strings);
    if (result !== 0) return result;
  }
  return Math.sign(a.length - b.length);
}

// Length first, then subtype, then the bytes.
function compareBinaries(a: unknown, b: unknown): number {
  const left = binaryBytes(a);
  const right = binaryBytes(b);
  return (
    Math.sign(left.length - right.length) ||
    Math.sign(binarySubtype(a) - binarySubtype(b)) ||
    compareBytes(left, right)
  );
}

/** The bytes of a Binary, without the room it keeps to grow. */
export function binaryBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  const binary = value as Binary;
  return binary.buffer.subarray(0, binary.position);
}

function binarySubtype(value: unknown): number {
  return value instanceof Uint8Array ? 0 : (value as Binary).sub_type;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** The pattern of a regular expression value. */
export function regexSource(value: unknown): string {
  return value instanceof RegExp ? value.source : (value as BSONRegExp).pattern;
}

/** The options of a regular expression value. */
export function regexOptions(value: unknown): string {
  return value instanceof RegExp ? value.flags.replace("g", "") : (value as BSONRegExp).options;
}
