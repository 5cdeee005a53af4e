import { readSync } from "node:fs";
import type { Steps } from "../storage/steps";

// Layout: LMDB's mdb.c and midl.c, as in lmdb 3 (page header 24 bytes).
const HEADER = 24;
const NODE = 8;
const BRANCH = 0x01;
const LEAF = 0x02;
const OVERFLOW = 0x04;
const META = 0x08;
const BIG_DATA = 0x01;
const META_BYTES = 200;
const MAGIC = 0xbeefc0de;
const VERSION = 2;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const PAGES_PER_STEP = 256;

/** What a tree should consist of. */
type Tree = { root: number | null; depth: number; branches: number; leaves: number; entries: number };

/** The state after a commit: the trees of free pages and of the data. */
export type Meta = { transaction: bigint; pageSize: number; lastPage: number; free: Tree; data: Tree };

type Node = { key: Buffer; flags: number; child: number; data: number; size: number };
type Pending = { page: number; level: number; from: Buffer | null; to: Buffer | null };

/** Thrown at a page that cannot be right. */
class Unsound extends Error {}

/** One of the two meta pages; null if there is none at this position. */
export function readMeta(descriptor: number, position: number): Meta | null {
  const page = Buffer.alloc(META_BYTES);
  if (readSync(descriptor, page, 0, META_BYTES, position) < META_BYTES) return null;
  if ((page.readUInt16LE(18) & META) === 0 || page.readUInt32LE(HEADER) !== MAGIC) return null;
  const trees = HEADER + 24;
  // lmdb crashes at another version. Other flags of the data's tree would give its keys another order.
  if (page.readUInt32LE(HEADER + 4) !== VERSION || page.readUInt16LE(trees + 48 + 4) !== 0) return null;
  return {
    pageSize: page.readUInt32LE(trees),
    free: readTree(page, trees),
    data: readTree(page, trees + 48),
    lastPage: Number(page.readBigUInt64LE(trees + 96)),
    transaction: page.readBigUInt64LE(trees + 104),
  };
}

function readTree(page: Buffer, at: number): Tree {
  const number = (offset: number) => Number(page.readBigUInt64LE(at + offset));
  return {
    root: page.readBigUInt64LE(at + 40) === NO_PAGE ? null : number(40),
    depth: page.readUInt16LE(at + 6),
    branches: number(8),
    leaves: number(16),
    entries: number(32),
  };
}

type Compare = (a: Buffer, b: Buffer) => number;

const bytewise: Compare = (a, b) => Buffer.compare(a, b);
const numeric: Compare = (a, b) => Number(a.readBigUInt64LE() - b.readBigUInt64LE());

/** Checks the trees of a data file, level by level below the roots. */
export class PageTrees {
  /** Per page: 1 if it has been read, or is a meta page. */
  readonly used: Uint8Array;
  private readonly free: number[] = [];
  private read = 0;

  constructor(
    private readonly descriptor: number,
    private readonly meta: Meta,
    private readonly maxPages: number,
  ) {
    this.used = new Uint8Array(meta.lastPage + 1).fill(1, 0, 2);
  }

  /**
   * Whether each page that is read is in its place, in order, in use only once, and not also free; and, if all pages are
   * read, whether there are as many as there should be. Yields from time to time.
   */
  *areSound(): Steps<boolean> {
    try {
      const { free, data } = this.meta;
      yield* this.walk(free, numeric, (list) => this.noteFree(list));
      yield* this.walk(data, bytewise, null);
      return !this.free.some((page) => this.used[page]);
    } catch (error) {
      // Only a damaged page leads to offsets outside of it.
      const isOutside = (error as NodeJS.ErrnoException).code === "ERR_OUT_OF_RANGE";
      if (error instanceof Unsound || isOutside) return false;
      throw error;
    }
  }

  private *walk(tree: Tree, compare: Compare, onValue: ((value: Buffer) => void) | null): Steps<void> {
    const found = { branches: 0, leaves: 0, entries: 0 };
    const pending: (Pending | null)[] =
      tree.root === null ? [] : [{ page: tree.root, level: 1, from: null, to: null }];
    for (let next = 0; next < pending.length; next += 1) {
      if (this.read >= this.maxPages) return;
      if (this.read % PAGES_PER_STEP === 0) yield;
      const { page, level, from, to } = pending[next] as Pending;
      pending[next] = null;
      const bytes = this.readPage(page);
      const isBranch = kindOf(bytes) === BRANCH;
      if (!isBranch && (kindOf(bytes) !== LEAF || level !== tree.depth)) throw new Unsound();
      const nodes = nodesOf(bytes);
      // The first key of a branch stands for everything below the second one.
      checkOrder(isBranch ? nodes.slice(1) : nodes, from, to, compare);
      found[isBranch ? "branches" : "leaves"] += 1;
      if (isBranch) {
        const keys = nodes.map(({ key }, index) => (index === 0 ? from : Buffer.from(key)));
        nodes.forEach(({ child }, index) =>
          pending.push({
            page: child,
            level: level + 1,
            from: keys[index] ?? null,
            to: keys[index + 1] ?? to,
          }),
        );
        continue;
      }
      found.entries += nodes.length;
      for (const node of nodes) {
        const value = this.valueOf(bytes, node, onValue !== null);
        if (value) onValue?.(value);
      }
    }
    const { branches, leaves, entries } = tree;
    if (found.branches !== branches || found.leaves !== leaves || found.entries !== entries)
      throw new Unsound();
  }

  // Zeros are gaps, and −n says that n pages begin with the next number.
  private noteFree(list: Buffer): void {
    const length = Number(list.readBigInt64LE());
    let count = 1;
    for (let index = 1; index <= length && index * 8 + 8 <= list.length; index += 1) {
      const entry = Number(list.readBigInt64LE(index * 8));
      if (Math.abs(entry) > this.meta.lastPage) throw new Unsound();
      for (let each = 0; entry > 0 && each < count; each += 1) this.free.push(entry + each);
      count = entry < 0 ? -entry : 1;
    }
  }

  private readPage(page: number, length = this.meta.pageSize): Buffer {
    const { pageSize } = this.meta;
    const pages = Math.ceil(length / pageSize);
    if (page + pages > this.used.length) throw new Unsound();
    for (let each = page; each < page + pages; each += 1) {
      if (this.used[each]) throw new Unsound();
      this.used[each] = 1;
    }
    const bytes = this.bytesAt(page, pageSize);
    if (Number(bytes.readBigUInt64LE()) !== page) throw new Unsound();
    return bytes;
  }

  private bytesAt(page: number, length: number): Buffer {
    this.read += 1;
    const bytes = Buffer.allocUnsafe(length);
    if (readSync(this.descriptor, bytes, 0, length, page * this.meta.pageSize) < length) throw new Unsound();
    return bytes;
  }

  /** The value of a leaf's node; null if it is on pages of its own and not wanted. */
  private valueOf(bytes: Buffer, { flags, data, size }: Node, wanted: boolean): Buffer | null {
    if (flags === 0) {
      if (data + size > bytes.length) throw new Unsound();
      return bytes.subarray(data, data + size);
    }
    if (flags !== BIG_DATA) throw new Unsound();
    const page = Number(bytes.readBigUInt64LE(data));
    const first = this.readPage(page, HEADER + size);
    const pages = Math.ceil((HEADER + size) / this.meta.pageSize);
    if (kindOf(first) !== OVERFLOW || first.readUInt32LE(20) !== pages) throw new Unsound();
    return wanted ? this.bytesAt(page, HEADER + size).subarray(HEADER) : null;
  }
}

const kindOf = (page: Buffer) => page.readUInt16LE(18);

function nodesOf(page: Buffer): Node[] {
  // Offsets count from the end of the header.
  const lower = HEADER + page.readUInt16LE(20);
  const upper = HEADER + page.readUInt16LE(22);
  if (lower > upper || upper > page.length || lower % 2 === 1) throw new Unsound();
  const nodes: Node[] = [];
  for (let slot = HEADER; slot < lower; slot += 2) {
    const at = HEADER + page.readUInt16LE(slot);
    const data = at + NODE + page.readUInt16LE(at + 6);
    if (at < upper || data > page.length) throw new Unsound();
    const flags = page.readUInt16LE(at + 4);
    const size = page.readUInt32LE(at);
    nodes.push({ key: page.subarray(at + NODE, data), flags, child: size + flags * 2 ** 32, data, size });
  }
  return nodes;
}

function checkOrder(nodes: readonly Node[], from: Buffer | null, to: Buffer | null, compare: Compare): void {
  let before = from;
  for (const [index, { key }] of nodes.entries()) {
    const order = before ? compare(key, before) : 1;
    if (order < 0 || (order === 0 && index > 0) || (to && compare(key, to) >= 0)) throw new Unsound();
    before = key;
  }
}
