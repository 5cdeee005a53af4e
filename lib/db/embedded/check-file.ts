import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { DataDirError } from "./data-dir";

/**
 * LMDB maps its file into memory and trusts it: a file that is cut off or overwritten would end the whole
 * process without a word. So it is checked before: its head, its length, and each page that can be reached.
 * Layout: LMDB's mdb.c (page header 24 bytes, two meta pages).
 */

const MAGIC = 0xbeefc0de;
const HEADER = 24;
const META_BYTES = 200;
const BRANCH = 0x01;
const LEAF = 0x02;
const OVERFLOW = 0x04;
const META = 0x08;
const BIG_DATA = 0x01;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
/** Larger files are checked at their head and length only, so that the start stays quick. */
const MAX_WALK_BYTES = 2 * 1024 * 1024 * 1024;

type Meta = { transaction: bigint; pageSize: number; lastPage: number; roots: bigint[] };

/** @throws DataDirError where the file is no data file or a damaged one */
export function checkFile(file: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  try {
    const size = fstatSync(descriptor).size;
    // A crash at the very first start may leave a file that nothing was written to yet.
    if (size > 0) checkPages(file, descriptor, size);
  } finally {
    closeSync(descriptor);
  }
}

function checkPages(file: string, descriptor: number, size: number): void {
  const meta = newestMeta(descriptor);
  if (!meta) {
    throw new DataDirError(
      `The file ${file} is not a data file of Evenly, or its beginning is destroyed; ${advice}`,
    );
  }
  const read = (page: bigint, buffer: Buffer) => {
    const position = Number(page) * meta.pageSize;
    return (
      position + meta.pageSize <= size &&
      readSync(descriptor, buffer, 0, meta.pageSize, position) === meta.pageSize
    );
  };
  const sound = meta.roots.every((root) => root === NO_PAGE || isSound(root, meta, size, read));
  // Another process that is writing at this moment uses pages again: then what was read means nothing.
  if (sound || newestMeta(descriptor)?.transaction !== meta.transaction) return;
  throw new DataDirError(`The data file ${file} is damaged (it is cut off or was overwritten); ${advice}`);
}

function newestMeta(descriptor: number): Meta | null {
  const first = readMeta(descriptor, 0);
  const second = readMeta(descriptor, first?.pageSize ?? 4096);
  if (!first || !second) return first ?? second;
  return second.transaction > first.transaction ? second : first;
}

const advice = "put a copy of it back in its place, or move it away to start with an empty database.";

function readMeta(descriptor: number, position: number): Meta | null {
  const page = Buffer.alloc(META_BYTES);
  if (readSync(descriptor, page, 0, META_BYTES, position) < META_BYTES) return null;
  if ((page.readUInt16LE(18) & META) === 0 || page.readUInt32LE(HEADER) !== MAGIC) return null;
  const databases = HEADER + 24;
  const root = (index: number) => page.readBigUInt64LE(databases + index * 48 + 40);
  return {
    pageSize: page.readUInt32LE(databases),
    roots: [root(0), root(1)],
    lastPage: Number(page.readBigUInt64LE(databases + 96)),
    transaction: page.readBigUInt64LE(databases + 104),
  };
}

/** Whether each page below a root is where it should be and holds what its kind holds. */
function isSound(
  root: bigint,
  meta: Meta,
  size: number,
  read: (page: bigint, buffer: Buffer) => boolean,
): boolean {
  if (size > MAX_WALK_BYTES)
    return Number(root) <= meta.lastPage && Number(root + 1n) * meta.pageSize <= size;
  const pending = [root];
  const buffer = Buffer.alloc(meta.pageSize);
  let visited = 0;
  for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
    visited += 1;
    if (visited > meta.lastPage + 1 || Number(page) > meta.lastPage || !read(page, buffer)) return false;
    if (buffer.readBigUInt64LE(0) !== page) return false;
    const kind = buffer.readUInt16LE(18) & (BRANCH | LEAF | OVERFLOW | META);
    if (kind !== BRANCH && kind !== LEAF) return false;
    // Offsets count from the end of the header.
    const lower = HEADER + buffer.readUInt16LE(20);
    const upper = HEADER + buffer.readUInt16LE(22);
    if (lower < HEADER || lower > upper || upper > meta.pageSize) return false;
    for (let slot = HEADER; slot < lower; slot += 2) {
      const node = HEADER + buffer.readUInt16LE(slot);
      if (node < upper || node + 8 > meta.pageSize) return false;
      const keySize = buffer.readUInt16LE(node + 6);
      if (node + 8 + keySize > meta.pageSize) return false;
      if (kind === BRANCH) pending.push(childOf(buffer, node));
      else if (!isSoundLeaf(buffer, node, keySize, meta, size)) return false;
    }
  }
  return true;
}

function childOf(buffer: Buffer, node: number): bigint {
  return BigInt(buffer.readUInt32LE(node)) | (BigInt(buffer.readUInt16LE(node + 4)) << 32n);
}

function isSoundLeaf(buffer: Buffer, node: number, keySize: number, meta: Meta, size: number): boolean {
  const flags = buffer.readUInt16LE(node + 4);
  const dataSize = buffer.readUInt32LE(node);
  const data = node + 8 + keySize;
  if ((flags & BIG_DATA) === 0) return data + dataSize <= meta.pageSize;
  if (data + 8 > meta.pageSize) return false;
  const page = Number(buffer.readBigUInt64LE(data));
  const pages = Math.ceil((HEADER + dataSize) / meta.pageSize);
  return page + pages - 1 <= meta.lastPage && (page + pages) * meta.pageSize <= size;
}
