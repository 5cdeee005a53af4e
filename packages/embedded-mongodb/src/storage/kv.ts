/** An entry of the store. Keys are compared as bytes. */
export type Entry = { key: Buffer; value: Buffer };

export type Range = {
  /** First key, inclusive. */
  from: Buffer;
  /** End, exclusive. */
  to: Buffer;
  reverse?: boolean;
};

/** A readable, ordered set of keys: the committed state, a snapshot, or either with changes on top. */
export interface Reader {
  get(key: Buffer): Buffer | undefined;
  /** Lazy. Writes during the iteration may or may not appear. */
  range(range: Range): Iterable<Entry>;
}

export interface Writer extends Reader {
  put(key: Buffer, value: Buffer): void;
  remove(key: Buffer): void;
}

/** A key as a string, byte by byte, such that JavaScript compares them in the order of the bytes. */
export const nameOf = (key: Buffer): string => key.toString("latin1");

/** The first key after all keys that start with `prefix`. */
export function afterPrefix(prefix: Buffer): Buffer {
  const last = prefix.findLastIndex((byte) => byte < 255);
  if (last < 0) return Buffer.from([255, 255, 255, 255, 255, 255, 255, 255]);
  const end = Buffer.from(prefix.subarray(0, last + 1));
  end[last]! += 1;
  return end;
}

/** All keys that start with a prefix. */
export const startingWith = (prefix: Buffer): Range => ({ from: prefix, to: afterPrefix(prefix) });

/** Whether two keys or values are equal; undefined means none. */
export function sameBytes(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a && b ? Buffer.compare(a, b) === 0 : a === b;
}
