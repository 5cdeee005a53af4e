import { createHash } from "node:crypto";
import type {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Long,
  ObjectId,
  Timestamp,
} from "bson";

/**
 * Index keys: BSON values as bytes whose order is MongoDB's comparison order
 * (https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/), each value ending itself,
 * so that the keys of a compound index are simply one after the other.
 */

/** Bytes of one key that LMDB can hold, the prefix and the record id aside. */
export const MAX_KEY = 1800;

/** The first byte of an encoded value: the place of its type in the order. */
export const TypeByte = {
  minKey: 10,
  emptyArray: 15, // what an index holds for an empty array: below null
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
  codeWithScope: 95,
  maxKey: 250,
} as const;

/** The encoding of a single value. A missing one counts as null. */
export function encodeValue(value: unknown): Buffer {
  const parts: Buffer[] = [];
  append(value, parts);
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** Turns the order around, for the fields of an index that descend. */
export function invert(key: Buffer): Buffer {
  const inverted = Buffer.allocUnsafe(key.length);
  for (let index = 0; index < key.length; index += 1) inverted[index] = 255 - (key[index] ?? 0);
  return inverted;
}

/**
 * One key of a (compound) index. `directions` are 1 or -1 per field.
 * `exact` is false where the key was too long and had to be cut and hashed: still unique, no longer in order.
 */
export function encodeKey(
  values: readonly unknown[],
  directions: readonly number[],
): { key: Buffer; exact: boolean } {
  const parts = values.map((value, index) => {
    const encoded = encodeValue(value);
    return directions[index] === -1 ? invert(encoded) : encoded;
  });
  return cut(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
}

/** Shortens a key that is longer than the store can hold. */
export function cut(key: Buffer): { key: Buffer; exact: boolean } {
  if (key.length <= MAX_KEY) return { key, exact: true };
  const hash = createHash("sha256").update(key).digest();
  return { key: Buffer.concat([key.subarray(0, MAX_KEY), hash]), exact: false };
}

function append(value: unknown, parts: Buffer[]): void {
  if (value === null || value === undefined) {
    parts.push(Buffer.from([TypeByte.null]));
    return;
  }
  switch (typeof value) {
    case "string":
      parts.push(tagged(TypeByte.string, cstring(value)));
      return;
    case "number":
      parts.push(encodeNumber(value, 0));
      return;
    case "bigint":
      parts.push(encodeInteger(value));
      return;
    case "boolean":
      parts.push(Buffer.from([TypeByte.boolean, value ? 1 : 0]));
      return;
    default:
      appendObject(value, parts);
  }
}

function appendObject(value: object, parts: Buffer[]): void {
  if (value instanceof Date) {
    parts.push(tagged(TypeByte.date, int64(BigInt(value.getTime()))));
    return;
  }
  if (Array.isArray(value)) {
    parts.push(Buffer.from([TypeByte.array]));
    for (const item of value) append(item, parts);
    parts.push(Buffer.from([0]));
    return;
  }
  if (value instanceof Uint8Array) {
    parts.push(binary(value, 0));
    return;
  }
  switch ((value as { _bsontype?: string })._bsontype) {
    case "ObjectId":
    case "ObjectID":
      parts.push(tagged(TypeByte.objectId, Buffer.from((value as ObjectId).id)));
      return;
    case "Int32":
    case "Double":
      parts.push(encodeNumber((value as Double).value, 0));
      return;
    case "Long":
      parts.push(encodeInteger((value as Long).toBigInt()));
      return;
    case "Decimal128":
      parts.push(encodeDecimal(value as Decimal128));
      return;
    case "Binary":
    case "UUID": {
      const { buffer, position, sub_type: subtype } = value as Binary;
      parts.push(binary(buffer.subarray(0, position), subtype));
      return;
    }
    case "Timestamp":
      parts.push(tagged(TypeByte.timestamp, uint64((value as Timestamp).toBigInt())));
      return;
    case "BSONSymbol":
      parts.push(tagged(TypeByte.string, cstring((value as BSONSymbol).value)));
      return;
    case "BSONRegExp": {
      const { pattern, options } = value as BSONRegExp;
      parts.push(tagged(TypeByte.regex, cstring(pattern)), cstring(options));
      return;
    }
    case "Code": {
      const { code, scope } = value as Code;
      parts.push(tagged(scope ? TypeByte.codeWithScope : TypeByte.code, cstring(code)));
      if (scope) appendFields(scope, parts);
      return;
    }
    case "MinKey":
      parts.push(Buffer.from([TypeByte.minKey]));
      return;
    case "MaxKey":
      parts.push(Buffer.from([TypeByte.maxKey]));
      return;
    default:
      if (value instanceof RegExp) {
        parts.push(tagged(TypeByte.regex, cstring(value.source)), cstring(value.flags));
        return;
      }
      parts.push(Buffer.from([TypeByte.object]));
      appendFields(value as Record<string, unknown>, parts);
  }
}

// Documents are compared field by field: by type, then name, then value.
function appendFields(doc: Record<string, unknown>, parts: Buffer[]): void {
  for (const [name, item] of Object.entries(doc)) {
    if (item === undefined) continue;
    const encoded = encodeValue(item);
    parts.push(encoded.subarray(0, 1), cstring(name), encoded);
  }
  parts.push(Buffer.from([0]));
}

function tagged(type: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type]), body]);
}

// Zero bytes inside are written 00 FF, the end 00 01: a string sorts before its own continuations.
function cstring(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  if (!bytes.includes(0)) return Buffer.concat([bytes, Buffer.from([0, 1])]);
  const escaped: number[] = [];
  for (const byte of bytes) {
    escaped.push(byte);
    if (byte === 0) escaped.push(255);
  }
  escaped.push(0, 1);
  return Buffer.from(escaped);
}

function binary(bytes: Uint8Array, subtype: number): Buffer {
  const head = Buffer.alloc(6);
  head[0] = TypeByte.binary;
  head.writeUInt32BE(bytes.length, 1);
  head[5] = subtype;
  return Buffer.concat([head, bytes]);
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value) ^ (1n << 63n));
  return bytes;
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value));
  return bytes;
}

/**
 * All kinds of numbers share one order: the nearest double first, then how far the number lies from it
 * (`rest`: below 0, 0, above 0), which is not 0 only for long integers and decimals.
 */
function encodeNumber(nearest: number, rest: number, exactRest: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.allocUnsafe(11);
  bytes[0] = TypeByte.number;
  if (Number.isNaN(nearest)) {
    bytes.fill(0, 1); // NaN is below all numbers
  } else {
    bytes.writeDoubleBE(nearest === 0 ? 0 : nearest, 1);
    if ((bytes[1] ?? 0) & 0x80)
      for (let index = 1; index < 9; index += 1) bytes[index] = 255 - (bytes[index] ?? 0);
    else bytes[1] = (bytes[1] ?? 0) | 0x80;
    bytes.writeUInt16BE(0x8000 + rest, 9);
  }
  return exactRest.length > 0 ? Buffer.concat([bytes, exactRest]) : bytes;
}

function encodeInteger(value: bigint): Buffer {
  const nearest = Number(value);
  // At 2^63 doubles are 2048 apart: the distance to the nearest one fits in two bytes.
  return encodeNumber(nearest, Number(value - BigInt(nearest)));
}

function encodeDecimal(value: Decimal128): Buffer {
  const text = value.toString();
  const nearest = Number(
    text === "Infinity" || text === "-Infinity" || text === "NaN" ? text : text.replace("+", ""),
  );
  if (!Number.isFinite(nearest)) return encodeNumber(nearest, 0);
  const [coefficient, exponent] = parseDecimal(text);
  const rest = restOfDecimal(coefficient, exponent, nearest);
  if (rest === 0) return encodeNumber(nearest, 0);
  if (Number.isInteger(rest) && Math.abs(rest) <= 1024) return encodeNumber(nearest, rest);
  // Neither a double nor a 64-bit integer: told apart by its digits, which keep no exact order.
  return encodeNumber(nearest, rest > 0 ? 0x4000 : -0x4000, cstring(`${coefficient}e${exponent}`));
}

function parseDecimal(text: string): [bigint, number] {
  const [mantissa = "0", power = "0"] = text.toUpperCase().split("E");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  let coefficient = BigInt(whole + fraction);
  let exponent = Number(power) - fraction.length;
  while (coefficient !== 0n && coefficient % 10n === 0n) {
    coefficient /= 10n;
    exponent += 1;
  }
  return [coefficient, coefficient === 0n ? 0 : exponent];
}

/** decimal − nearest: exact where it is a whole number of at most 1024, otherwise ±0.5 for its sign. */
function restOfDecimal(coefficient: bigint, exponent: number, nearest: number): number {
  const [numerator, denominator] = fractionOf(nearest);
  const scale = 10n ** BigInt(Math.abs(exponent));
  const decimalTop = exponent >= 0 ? coefficient * scale : coefficient;
  const decimalBottom = exponent >= 0 ? 1n : scale;
  const top = decimalTop * denominator - numerator * decimalBottom;
  if (top === 0n) return 0;
  const bottom = decimalBottom * denominator;
  if (top % bottom === 0n && top / bottom <= 1024n && top / bottom >= -1024n) return Number(top / bottom);
  return top > 0n ? 0.5 : -0.5;
}

/** A finite double as an exact fraction. */
function fractionOf(value: number): [bigint, bigint] {
  let scaled = value;
  let power = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    power += 1;
  }
  return [BigInt(scaled), 1n << BigInt(power)];
}
