import { BSON, type Document, ObjectId } from "mongodb";

// Decodes the stored documents several times faster than the driver does: an ObjectId of the driver is a buffer of its
// own, and a row of the ledger has dozens of them.

/** An ObjectId as its hexadecimal digits, which can be used like one. */
export class HexId {
  constructor(private readonly hex: string) {}

  toHexString(): string {
    return this.hex;
  }

  equals(other: { toHexString(): string }): boolean {
    return other.toHexString() === this.hex;
  }

  /** In a command, it is an ObjectId. */
  toBSON(): ObjectId {
    return new ObjectId(this.hex);
  }
}

/**
 * Decodes a document. Ids become {@link HexId}. Integers that are not exact become BigInt.
 * @throws BSONError if it cannot be read
 */
export function decodeRow(bytes: Buffer): Document {
  const reader = new Reader(bytes);
  try {
    const row = reader.document();
    if (reader.isComplete()) return row;
  } catch {
    // A value ends after the last byte.
  }
  // The driver knows the types that no document of the application has, and what is wrong with invalid bytes.
  return BSON.deserialize(bytes);
}

/** The types of BSON (https://bsonspec.org) that the application stores. */
const DOUBLE = 1;
const STRING = 2;
const DOCUMENT = 3;
const ARRAY = 4;
const OBJECT_ID = 7;
const BOOLEAN = 8;
const DATE = 9;
const NULL = 10;
const INT32 = 16;
const INT64 = 18;

class Reader {
  private at = 0;
  private unknownType = false;

  constructor(private readonly bytes: Buffer) {}

  /** Whether all was read. */
  isComplete(): boolean {
    return !this.unknownType && this.at === this.bytes.length && this.bytes.readInt32LE(0) === this.at;
  }

  document(): Document {
    const document: Document = {};
    this.at += 4;
    for (let type = this.bytes[this.at++]; type; type = this.bytes[this.at++]) {
      const name = this.name();
      const value = this.value(type);
      if (name === "__proto__") Object.defineProperty(document, name, { value, enumerable: true });
      else document[name] = value;
    }
    return document;
  }

  private array(): unknown[] {
    const items: unknown[] = [];
    this.at += 4;
    for (let type = this.bytes[this.at++]; type; type = this.bytes[this.at++]) {
      // The name is the index.
      while (this.bytes[this.at++]);
      items.push(this.value(type));
    }
    return items;
  }

  /** The same few names occur in every document, so most are found by their hash. */
  private name(): string {
    const start = this.at;
    let hash = 0;
    let byte: number | undefined;
    while ((byte = this.bytes[this.at++])) hash = (Math.imul(hash, 31) + byte) | 0;
    const length = this.at - 1 - start;
    const known = NAMES.get(hash);
    if (known?.length === length && this.isAt(start, known)) return known;
    const name = this.bytes.toString("utf8", start, start + length);
    if (length < LONG_NAME) NAMES.set(hash, name);
    return name;
  }

  private isAt(start: number, text: string): boolean {
    for (let index = 0; index < text.length; index++) {
      if (this.bytes[start + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  private value(type: number): unknown {
    const start = this.at;
    switch (type) {
      case DOUBLE:
        this.at += 8;
        return this.bytes.readDoubleLE(start);
      case STRING: {
        const size = this.bytes.readInt32LE(start);
        // Never back to what was read.
        if (size < 1) return this.giveUp();
        this.at += 4 + size;
        return this.bytes.toString("utf8", start + 4, start + 3 + size);
      }
      case DOCUMENT:
        return this.document();
      case ARRAY:
        return this.array();
      case OBJECT_ID:
        this.at += 12;
        return new HexId(this.bytes.toString("hex", start, start + 12));
      case BOOLEAN:
        this.at += 1;
        return this.bytes[start] === 1;
      case DATE:
        this.at += 8;
        return new Date(this.bytes.readInt32LE(start + 4) * 2 ** 32 + this.bytes.readUInt32LE(start));
      case NULL:
        return null;
      case INT32:
        this.at += 4;
        return this.bytes.readInt32LE(start);
      case INT64: {
        this.at += 8;
        const number = this.bytes.readBigInt64LE(start);
        return Number.isSafeInteger(Number(number)) ? Number(number) : number;
      }
      default:
        // Its length is unknown, too.
        return this.giveUp();
    }
  }

  /** The driver decodes the document. */
  private giveUp(): undefined {
    this.unknownType = true;
    this.at = this.bytes.length;
  }
}

const NAMES = new Map<number, string>();
/** Names of this length and more are ids. */
const LONG_NAME = 24;
