import { createHash } from "node:crypto";
import type { BSONRegExp, ObjectId, Timestamp } from "bson";
import { binaryParts, definedEntries, textOf, typeOrder, TypeOrder } from "./compare";
import { orderParts } from "./numbers";
import type { Doc } from "./values";

/**
 * Index keys: BSON values as bytes that sort like `compareValues`. Each value terminates itself, so the keys of a
 * compound index are simply concatenated. Data files contain this format, so it must not change.
 */

/** Longer keys are cut to this length and hashed. */
export const MAX_KEY = 1800;

/** The encoding of a single value. Missing counts as null. */
export function encodeValue(value: unknown): Buffer {
  const parts = partsOf(value);
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** A string that is the same for equal values only, for groups and sets. */
export function valueKey(value: unknown): string {
  return encodeValue(value).toString("latin1");
}

/** Reverses the order, for descending fields of an index. */
export function invert(key: Buffer): Buffer {
  const inverted = Buffer.allocUnsafe(key.length);
  for (let index = 0; index < key.length; index += 1) inverted[index] = 255 - (key[index] ?? 0);
  return inverted;
}

/**
 * One key of a (compound) index. `directions` are 1 or -1 per field. `exact` is false if the key was too long, so
 * that it was cut and hashed: still unique, but no longer in order.
 */
export function encodeKey(
  values: readonly unknown[],
  directions: readonly number[],
): { key: Buffer; exact: boolean } {
  const parts = values.map((value, index) => {
    const encoded = encodeValue(value);
    return directions[index] === -1 ? invert(encoded) : encoded;
  });
  const key = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  if (key.length <= MAX_KEY) return { key, exact: true };
  const hash = createHash("sha256").update(key).digest();
  return { key: Buffer.concat([key.subarray(0, MAX_KEY), hash]), exact: false };
}

function partsOf(value: unknown): Buffer[] {
  const type = typeOrder(value);
  switch (type) {
    case TypeOrder.number:
      return [encodeNumber(value)];
    case TypeOrder.string:
      return [tag(type), cstring(value as string)];
    case TypeOrder.object:
      return [tag(type), ...fieldsOf(value as Doc)];
    case TypeOrder.array:
      return [tag(type), ...(value as unknown[]).flatMap(partsOf), tag(0)];
    case TypeOrder.binary: {
      const { bytes, subtype } = binaryParts(value);
      const head = Buffer.alloc(6);
      head[0] = type;
      head.writeUInt32BE(bytes.length, 1);
      head[5] = subtype;
      return [head, Buffer.from(bytes)];
    }
    case TypeOrder.objectId:
      return [tag(type), Buffer.from((value as ObjectId).id)];
    case TypeOrder.boolean:
      return [Buffer.from([type, value ? 1 : 0])];
    case TypeOrder.date:
      return [tag(type), integer(BigInt((value as Date).getTime()) ^ (1n << 63n))];
    case TypeOrder.timestamp:
      return [tag(type), integer((value as Timestamp).toBigInt())];
    case TypeOrder.regex:
      return [tag(type), cstring((value as BSONRegExp).pattern), cstring((value as BSONRegExp).options)];
    case TypeOrder.code:
      return [tag(type), cstring(textOf(value))];
    default:
      return [tag(type)];
  }
}

// Documents are compared field by field: by type, then name, then value.
function fieldsOf(doc: Doc): Buffer[] {
  const fields = definedEntries(doc).flatMap(([name, item]) => [
    tag(typeOrder(item)),
    cstring(name),
    encodeValue(item),
  ]);
  return [...fields, tag(0)];
}

function tag(type: number): Buffer {
  return Buffer.from([type]);
}

// Zero bytes inside are written 00 FF, the end 00 01, so a string sorts before its own continuations.
function cstring(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  if (!bytes.includes(0)) return Buffer.concat([bytes, Buffer.from([0, 1])]);
  return Buffer.from([...[...bytes].flatMap((byte) => (byte === 0 ? [0, 255] : [byte])), 0, 1]);
}

function integer(value: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value));
  return bytes;
}

// The nearest double; two bytes that say whether the number is below, equal, or above; if not equal, the distance.
function encodeNumber(value: unknown): Buffer {
  const [nearest = 0, rest = 0, last = 0] = orderParts(value);
  const bytes = Buffer.alloc(rest === 0 ? 11 : 27);
  bytes[0] = TypeOrder.number;
  // NaN is below all numbers: its bytes stay zero.
  if (Number.isNaN(nearest)) return bytes;
  writeDouble(bytes, nearest, 1);
  bytes.writeUInt16BE(0x8000 + Math.sign(rest), 9);
  if (rest !== 0) {
    writeDouble(bytes, rest, 11);
    writeDouble(bytes, last, 19);
  }
  return bytes;
}

function writeDouble(bytes: Buffer, value: number, at: number): void {
  bytes.writeDoubleBE(value === 0 ? 0 : value, at);
  const negative = ((bytes[at] ?? 0) & 0x80) !== 0;
  if (!negative) bytes[at] = (bytes[at] ?? 0) | 0x80;
  else for (let index = at; index < at + 8; index += 1) bytes[index] = 255 - (bytes[index] ?? 0);
}
