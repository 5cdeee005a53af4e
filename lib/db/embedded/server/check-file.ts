import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { DataDirError } from "./data-dir";

/**
 * LMDB maps its file into memory and trusts it: a truncated or overwritten file would crash the process without a
 * message. So the file is checked first: header, length, and pages, from the roots down.
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
/** Reads at most 16 MB, whatever the size of the file, so that the start stays fast. */
const MAX_PAGES = 4096;

type Meta = { transaction: bigint; pageSize: number; lastPage: number; roots: bigint[] };

/** @throws DataDirError if the file is not a data file, or is damaged */
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
    // A crash during the very first start may leave an empty file.
    if (size > 0) checkPages(file, descriptor, size);
  } finally {
    closeSync(descriptor);
  }
}

const advice = "put a copy of it back in its place, or move it away to start with an empty database.";

function checkPages(file: string, descriptor: number, size: number): void {
  const meta = newestMeta(descriptor);
  if (!meta) {
    throw new DataDirError(
      `The file ${file} is not a data file of Evenly, or its beginning is destroyed; ${advice}`,
    );
  }
  const whole = (meta.lastPage + 1) * meta.pageSize <= size;
  // Another process that is writing reuses pages, which invalidates what was read.
  if ((whole && areSound(descriptor, meta)) || newestMeta(descriptor)?.transaction !== meta.transaction)
    return;
  throw new DataDirError(`The data file ${file} is damaged (it is cut off or was overwritten); ${advice}`);
}

function newestMeta(descriptor: number): Meta | null {
  const first = readMeta(descriptor, 0);
  const second = readMeta(descriptor, first?.pageSize ?? 4096);
  if (!first || !second) return first ?? second;
  return second.transaction > first.transaction ? second : first;
}

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

/** Whether each page, level by level below the roots, is in its place and has content of its kind. */
function areSound(descriptor: number, meta: Meta): boolean {
  const { pageSize, lastPage } = meta;
  const pending = meta.roots.filter((root) => root !== NO_PAGE);
  const buffer = Buffer.alloc(pageSize);
  for (let next = 0; next < Math.min(pending.length, MAX_PAGES); next += 1) {
    const page = pending[next] as bigint;
    if (Number(page) > lastPage) return false;
    if (readSync(descriptor, buffer, 0, pageSize, Number(page) * pageSize) < pageSize) return false;
    const children = childrenOf(buffer, page, meta);
    if (!children || pending.length > lastPage + 1) return false;
    pending.push(...children);
  }
  return true;
}

/** The child pages of a page; null if it is damaged. */
function childrenOf(buffer: Buffer, page: bigint, meta: Meta): bigint[] | null {
  if (buffer.readBigUInt64LE(0) !== page) return null;
  const kind = buffer.readUInt16LE(18) & (BRANCH | LEAF | OVERFLOW | META);
  if (kind !== BRANCH && kind !== LEAF) return null;
  // Offsets count from the end of the header.
  const lower = HEADER + buffer.readUInt16LE(20);
  const upper = HEADER + buffer.readUInt16LE(22);
  if (lower > upper || upper > meta.pageSize) return null;
  const children: bigint[] = [];
  for (let slot = HEADER; slot < lower; slot += 2) {
    const node = HEADER + buffer.readUInt16LE(slot);
    if (node < upper || node + 8 > meta.pageSize) return null;
    const data = node + 8 + buffer.readUInt16LE(node + 6);
    if (data > meta.pageSize) return null;
    if (kind === BRANCH) children.push(childOf(buffer, node));
    else if (!isSoundLeaf(buffer, node, data, meta)) return null;
  }
  return children;
}

function childOf(buffer: Buffer, node: number): bigint {
  return BigInt(buffer.readUInt32LE(node)) | (BigInt(buffer.readUInt16LE(node + 4)) << 32n);
}

function isSoundLeaf(buffer: Buffer, node: number, data: number, { pageSize, lastPage }: Meta): boolean {
  const dataSize = buffer.readUInt32LE(node);
  if ((buffer.readUInt16LE(node + 4) & BIG_DATA) === 0) return data + dataSize <= pageSize;
  if (data + 8 > pageSize) return false;
  const pages = Math.ceil((HEADER + dataSize) / pageSize);
  return Number(buffer.readBigUInt64LE(data)) + pages - 1 <= lastPage;
}
