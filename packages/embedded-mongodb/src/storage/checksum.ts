import { crc32 } from "node:zlib";
import { RESTORE } from "../errors";
import { Space } from "./catalog";

const BYTES = 4;

/** Thrown when an entry of the data file is read that is not what was written. */
export class Damaged extends Error {
  constructor(
    readonly key: Buffer,
    /** As far as it can be read. */
    readonly value: Buffer,
  ) {
    super(`The data file is damaged. ${RESTORE}`);
  }
}

// What says how the file is to be read, and who serves it, can be read in every format.
const isSealed = (key: Buffer) => key[0] !== Space.meta;

const checksum = (key: Buffer, value: Buffer): number => crc32(value, crc32(key));

/** A value as it is stored: with a checksum of the key and the value at its end. */
export function seal(key: Buffer, value: Buffer): Buffer {
  if (!isSealed(key)) return value;
  const sealed = Buffer.allocUnsafe(value.length + BYTES);
  sealed.set(value);
  sealed.writeUInt32LE(checksum(key, value), value.length);
  return sealed;
}

/** What a CRC-32 is of any bytes that are followed by their own CRC-32. */
const RESIDUE = 0x2144df1c;

/** The inverse of `seal`. @throws Damaged */
export function unseal(key: Buffer, stored: Buffer): Buffer {
  if (!isSealed(key)) return stored;
  const value = stored.subarray(0, Math.max(stored.length - BYTES, 0));
  if (stored.length < BYTES || checksum(key, stored) !== RESIDUE) throw new Damaged(key, value);
  return value;
}
