import { createHash } from "node:crypto";
import type { Binary, BSONRegExp, Long, ObjectId } from "bson";
import { toNumber } from "./numbers";
import { BsonType, typeOf, TypeOrder, typeOrder, type Doc } from "./values";

/**
 * Index keys: BSON values as bytes in MongoDB's order of values. Each value terminates itself, so the keys of a
 * compound index are simply concatenated. Data files contain this format, so it must not change.
 */

/** Longer keys are cut to this length and hashed. */
export const MAX_KEY = 1800;

/** The encoding of a single value. Missing counts as null. */
export function encodeValue(value: unknown): Buffer {
  out.start();
  writeValue(value);
  return out.take();
}

/** A string that is the same for equal values only, for groups and sets. */
export function valueKey(value: unknown): string {
  return encodeValue(value).toString("latin1");
}

/** Reverses the order, for descending fields of an index. */
export const invert = (key: Buffer): Buffer => Buffer.from(key.map((byte) => 255 - byte));

function invertRange(bytes: Buffer, from: number, to: number): void {
  for (let index = from; index < to; index += 1) bytes[index] = 255 - (bytes[index] ?? 0);
}

/**
 * One key of a (compound) index, between two byte strings. `directions` are 1 or -1 per field. `exact` is false if the
 * key was too long, so that it was cut and hashed: still unique, but no longer in order.
 */
export function encodeKey(
  values: readonly unknown[],
  directions: readonly number[],
  before: Uint8Array = NOTHING,
  after: Uint8Array = NOTHING,
): { key: Buffer; exact: boolean } {
  out.start();
  out.add(before);
  const start = out.length;
  for (let index = 0; index < values.length; index += 1) {
    const from = out.length;
    writeValue(values[index]);
    if (directions[index] === -1) out.invertFrom(from);
  }
  const exact = out.length - start <= MAX_KEY;
  if (!exact) out.hashFrom(start);
  out.add(after);
  return { key: out.take(), exact };
}

const NOTHING = new Uint8Array();

/** The bytes of one key, which are put together in the same memory for all keys, because there are very many. */
class KeyBytes {
  private bytes = Buffer.allocUnsafe(4096);
  length = 0;

  start(): void {
    this.length = 0;
  }

  take(): Buffer {
    const key = Buffer.allocUnsafe(this.length);
    this.bytes.copy(key, 0, 0, this.length);
    return key;
  }

  /** Makes room for so many bytes. @returns where they begin */
  private grow(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(this.length * 2);
      larger.set(this.bytes.subarray(0, at));
      this.bytes = larger;
    }
    return at;
  }

  add(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.grow(bytes.length));
  }

  byte(byte: number): void {
    this.bytes[this.grow(1)] = byte;
  }

  uint16(value: number): void {
    this.bytes.writeUInt16BE(value, this.grow(2));
  }

  uint32(value: number): void {
    this.bytes.writeUInt32BE(value, this.grow(4));
  }

  /** Such that the bytes sort like the numbers. */
  double(value: number): void {
    const at = this.grow(8);
    this.bytes.writeDoubleBE(value === 0 ? 0 : value, at);
    const first = this.bytes[at] ?? 0;
    if (first < 0x80) this.bytes[at] = first | 0x80;
    else invertRange(this.bytes, at, at + 8);
  }

  // Zero bytes inside are written 00 FF, the end 00 01, so a string sorts before its own continuations.
  text(text: string): void {
    if (text.includes("\0")) {
      for (const byte of Buffer.from(text, "utf8")) {
        this.byte(byte);
        if (byte === 0) this.byte(255);
      }
    } else {
      const at = this.grow(text.length * 3);
      this.length = at + this.bytes.write(text, at, "utf8");
    }
    this.uint16(0x0001);
  }

  invertFrom(from: number): void {
    invertRange(this.bytes, from, this.length);
  }

  /** Cuts the key that begins here, and adds a hash of all of it. */
  hashFrom(start: number): void {
    const hash = createHash("sha256").update(this.bytes.subarray(start, this.length)).digest();
    this.length = start + MAX_KEY;
    this.add(hash);
  }
}

const out = new KeyBytes();

function writeValue(value: unknown): void {
  const type = typeOrder(value);
  out.byte(type);
  switch (type) {
    case TypeOrder.int:
      return writeNumber(value);
    case TypeOrder.string:
      return out.text(value as string);
    case TypeOrder.object:
      return writeFields(value as Doc);
    case TypeOrder.array:
      for (const item of value as unknown[]) writeValue(item);
      return out.byte(0);
    case TypeOrder.binData: {
      const { buffer, position, sub_type: subtype } = value as Binary;
      out.uint32(position);
      out.byte(subtype);
      return out.add(buffer.subarray(0, position));
    }
    case TypeOrder.objectId:
      return out.add((value as ObjectId).id);
    case TypeOrder.bool:
      return out.byte(value ? 1 : 0);
    case TypeOrder.date: {
      const time = (value as Date).getTime();
      // Its sign inverted. The arithmetic of BigInt costs several times as much.
      out.uint32((Math.floor(time / 2 ** 32) ^ 0x80000000) >>> 0);
      return out.uint32(time >>> 0);
    }
    case TypeOrder.regex:
      out.text((value as BSONRegExp).pattern);
      return out.text((value as BSONRegExp).options);
    default:
      return;
  }
}

// Documents are compared field by field: by type, then name, then value.
function writeFields(doc: Doc): void {
  for (const [name, item] of Object.entries(doc)) {
    if (item === undefined) continue;
    out.byte(typeOrder(item));
    out.text(name);
    writeValue(item);
  }
  out.byte(0);
}

// The nearest double; two bytes that say whether the number is below, equal, or above; if not equal, the distance, which
// only some longs have, and zeros.
function writeNumber(value: unknown): void {
  const nearest = toNumber(value);
  // NaN is below all numbers.
  if (Number.isNaN(nearest)) return out.add(NAN);
  out.double(nearest);
  const rest = typeOf(value) === BsonType.long ? Number((value as Long).toBigInt() - BigInt(nearest)) : 0;
  out.uint16(0x8000 + Math.sign(rest));
  if (rest === 0) return;
  out.double(rest);
  out.double(0);
}

const NAN = new Uint8Array(10);
