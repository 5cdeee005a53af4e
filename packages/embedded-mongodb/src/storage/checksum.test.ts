import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { Space } from "./catalog";
import { checksumInside, checksumOf, seal, unseal } from "./checksum";

test("a checksum is zlib's CRC-32 of the key and the value, of any length, wherever they are", () => {
  for (let length = 0; length <= 150; length += 1) {
    const key = Buffer.from([Space.index, ...randomBytes(length)]);
    const value = randomBytes(150 - length);
    expect(checksumOf(key)).toBe(crc32(key));
    const sealed = Buffer.from(seal(key, value));
    expect(sealed.readUInt32LE(value.length)).toBe(crc32(Buffer.concat([key, value])));
    expect(unseal(key, sealed)).toEqual(value);
    const page = Buffer.concat([randomBytes(7), key, sealed, randomBytes(7)]);
    const keyEnd = 7 + key.length;
    const end = keyEnd + sealed.length;
    expect(checksumInside(page, 7, keyEnd, end)).toBe(sealed.readUInt32LE(value.length));
    page[end - 1]! ^= 1;
    expect(checksumInside(page, 7, keyEnd, end)).toBeNull();
  }
});
