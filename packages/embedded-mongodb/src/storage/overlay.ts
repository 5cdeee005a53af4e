import { nameOf, type Entry, type Range, type Reader, type Writer } from "./kv";

/** The inverse of `nameOf`. */
const bytes = (name: string) => Buffer.from(name, "latin1");

/**
 * Uncommitted changes on top of a reader: the writes of a session's transaction. Dropping the overlay undoes them;
 * `applyTo` applies them.
 */
export class Overlay implements Writer {
  private readonly changes = new Map<string, Buffer | null>();
  /** The changed keys in order. */
  private readonly names: string[] = [];
  /** Bytes of keys and values, to bound a transaction's memory. */
  size = 0;

  constructor(private readonly base: Reader) {}

  get(key: Buffer): Buffer | undefined {
    const change = this.changes.get(nameOf(key));
    return change === undefined ? this.base.get(key) : (change ?? undefined);
  }

  /** Null removes the key. */
  put(key: Buffer, value: Buffer | null): void {
    const name = nameOf(key);
    if (!this.changes.has(name)) {
      this.names.splice(lowerBound(this.names, name), 0, name);
      this.size += name.length;
    }
    this.size += value?.length ?? 0;
    this.changes.set(name, value);
  }

  remove(key: Buffer): void {
    this.put(key, null);
  }

  *range(range: Range): Iterable<Entry> {
    const [start, end] = [range.from, range.to].map((key) => lowerBound(this.names, nameOf(key)));
    const names = this.names.slice(start, end);
    if (range.reverse) names.reverse();
    let next = 0;
    for (const entry of this.base.range(range)) {
      const name = names.length > 0 ? nameOf(entry.key) : "";
      const isUpTo = (other: string) => (range.reverse ? other >= name : other <= name);
      for (; next < names.length && isUpTo(names[next]!); next += 1) yield* this.changed(names[next]!);
      if (names[next - 1] !== name) yield entry;
    }
    for (; next < names.length; next += 1) yield* this.changed(names[next]!);
  }

  /** Writes all changes to `writer`. */
  applyTo(writer: Writer): void {
    for (const [name, value] of this.changes) {
      if (value) writer.put(bytes(name), value);
      else writer.remove(bytes(name));
    }
  }

  private *changed(name: string): Iterable<Entry> {
    const value = this.changes.get(name);
    if (value) yield { key: bytes(name), value };
  }
}

/** The index of the first name that is not smaller than `name`. */
function lowerBound(names: readonly string[], name: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] ?? "") < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
