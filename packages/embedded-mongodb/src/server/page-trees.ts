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

/** Where a key is in a page. */
type Key = { bytes: Buffer; at: number; end: number };
export type Node = Key & { flags: number; child: number; size: number };
type Pending = { page: number; level: number; from: Key | null; to: Key | null };

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

type Compare = (a: Key, b: Key) => number;

// A call of Buffer's compare takes longer than this loop, and `verify` compares every key.
const bytewise: Compare = (a, b) => {
  const [length, others] = [a.end - a.at, b.end - b.at];
  for (let index = 0; index < length && index < others; index += 1) {
    const order = a.bytes[a.at + index]! - b.bytes[b.at + index]!;
    if (order !== 0) return order;
  }
  return length - others;
};
const numeric: Compare = (a, b) => Number(a.bytes.readBigUInt64LE(a.at) - b.bytes.readBigUInt64LE(b.at));

/** Checks the trees of a data file: level by level below the roots, or, if all pages are read, branch by branch. */
export class PageTrees {
  /** Per page: 1 if it has been read, or is a meta page. */
  readonly used: Uint8Array;
  private readonly free: number[] = [];
  private read = 0;
  /** The page of a tree that was read last, and the first one of a value: in the same memory for all. */
  private readonly page: Buffer;
  private readonly valuePage: Buffer;

  constructor(
    private readonly descriptor: number,
    private readonly meta: Meta,
    private readonly maxPages: number,
    /** Gets each entry of the data whose value is beside its key, in memory that is used again. */
    private readonly onEntry: (node: Node) => void = () => undefined,
  ) {
    this.page = Buffer.alloc(meta.pageSize);
    this.valuePage = Buffer.alloc(meta.pageSize);
    this.used = new Uint8Array(meta.lastPage + 1).fill(1, 0, 2);
  }

  /**
   * Whether each page that is read is in its place, in order, in use only once, and not also free; and, if all pages are
   * read, whether there are as many as there should be. Yields from time to time.
   */
  *areSound(): Steps<boolean> {
    try {
      const { free, data } = this.meta;
      yield* this.walk(free, numeric, (node) => this.noteFree(this.valueOf(node, true)!));
      yield* this.walk(data, bytewise, (node) => {
        this.valueOf(node, false);
        if (node.flags === 0) this.onEntry(node);
      });
      return !this.free.some((page) => this.used[page]);
    } catch (error) {
      // Only a damaged page leads to offsets outside of it.
      const isOutside = (error as NodeJS.ErrnoException).code === "ERR_OUT_OF_RANGE";
      if (error instanceof Unsound || isOutside) return false;
      throw error;
    }
  }

  private *walk(tree: Tree, compare: Compare, onNode: (node: Node) => void): Steps<void> {
    const found = { branches: 0, leaves: 0, entries: 0 };
    const pending: Pending[] =
      tree.root === null ? [] : [{ page: tree.root, level: 1, from: null, to: null }];
    let next = 0;
    // The last one first, so that no more wait than the branches above it have.
    const take = () => (this.maxPages === Infinity ? pending.pop() : pending[next++]);
    for (let place = take(); place; place = take()) {
      if (this.read >= this.maxPages) return;
      if (this.read % PAGES_PER_STEP === 0) yield;
      const { page, level, from, to } = place;
      const bytes = this.readPage(page, this.page);
      const isBranch = kindOf(bytes) === BRANCH;
      if (!isBranch && (kindOf(bytes) !== LEAF || level !== tree.depth)) throw new Unsound();
      // What waits refers to the keys of its branch.
      const nodes = nodesOf(isBranch ? Buffer.from(bytes) : bytes);
      // The first key of a branch stands for everything below the second one.
      checkOrder(isBranch ? nodes.slice(1) : nodes, from, to, compare);
      found[isBranch ? "branches" : "leaves"] += 1;
      if (isBranch) {
        nodes.forEach((node, index) =>
          pending.push({
            page: node.child,
            level: level + 1,
            from: index === 0 ? from : node,
            to: nodes[index + 1] ?? to,
          }),
        );
        continue;
      }
      found.entries += nodes.length;
      nodes.forEach(onNode);
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

  /** Reads the first of so many pages. */
  private readPage(page: number, into: Buffer, pages = 1): Buffer {
    if (page + pages > this.used.length) throw new Unsound();
    for (let each = page; each < page + pages; each += 1) {
      if (this.used[each]) throw new Unsound();
      this.used[each] = 1;
    }
    const bytes = this.bytesAt(page, into);
    if (Number(bytes.readBigUInt64LE()) !== page) throw new Unsound();
    return bytes;
  }

  private bytesAt(page: number, bytes: Buffer): Buffer {
    this.read += 1;
    const { length } = bytes;
    if (readSync(this.descriptor, bytes, 0, length, page * this.meta.pageSize) < length) throw new Unsound();
    return bytes;
  }

  /** The value of a leaf's node; null if it is not wanted. */
  private valueOf({ bytes, end, flags, size }: Node, wanted: boolean): Buffer | null {
    if (flags === 0) {
      if (end + size > bytes.length) throw new Unsound();
      return wanted ? bytes.subarray(end, end + size) : null;
    }
    if (flags !== BIG_DATA) throw new Unsound();
    const page = Number(bytes.readBigUInt64LE(end));
    const pages = Math.ceil((HEADER + size) / this.meta.pageSize);
    const first = this.readPage(page, this.valuePage, pages);
    if (kindOf(first) !== OVERFLOW || first.readUInt32LE(20) !== pages) throw new Unsound();
    return wanted ? this.bytesAt(page, Buffer.alloc(HEADER + size)).subarray(HEADER) : null;
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
    const end = at + NODE + page.readUInt16LE(at + 6);
    if (at < upper || end > page.length) throw new Unsound();
    const flags = page.readUInt16LE(at + 4);
    const size = page.readUInt32LE(at);
    nodes.push({ bytes: page, at: at + NODE, end, flags, child: size + flags * 2 ** 32, size });
  }
  return nodes;
}

function checkOrder(nodes: readonly Node[], from: Key | null, to: Key | null, compare: Compare): void {
  let before = from;
  for (const [index, key] of nodes.entries()) {
    const order = before ? compare(key, before) : 1;
    if (order < 0 || (order === 0 && index > 0)) throw new Unsound();
    before = key;
  }
  // The last one is the greatest.
  const last = nodes.at(-1);
  if (last && to && compare(last, to) >= 0) throw new Unsound();
}
