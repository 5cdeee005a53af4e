import { nameOf, type Entry, type Range, type Reader, type Writer } from "./kv";

/** The inverse of `nameOf`. */
const bytes = (name: string) => Buffer.from(name, "latin1");

/**
 * Uncommitted changes on top of a reader: the writes of a session's transaction. Dropping the overlay undoes them;
 * `applyTo` applies them.
 */
export class Overlay implements Writer {
  private readonly changes = new Map<string, Uint8Array | null>();
  /** The changed keys in order, without the few that were added since the last sort. */
  private names: string[] = [];
  private added: string[] = [];
  /** Bytes of keys and values, to bound a transaction's memory. */
  size = 0;

  constructor(
    private readonly base: Reader,
    /** Sorting all names at each read would make a bulk write quadratic. */
    private readonly maxUnsorted = 500,
  ) {}

  get(key: Buffer): Uint8Array | undefined {
    const change = this.changes.get(nameOf(key));
    return change === undefined ? this.base.get(key) : (change ?? undefined);
  }

  put(key: Buffer, value: Uint8Array): void {
    this.change(key, value);
  }

  remove(key: Buffer): void {
    this.change(key, null);
  }

  *range(range: Range): Iterable<Entry> {
    const names = this.namesIn(range);
    const sign = range.reverse ? -1 : 1;
    let next = 0;
    for (const entry of this.base.range(range)) {
      const name = names.length > 0 ? nameOf(entry.key) : "";
      for (; next < names.length && compare(names[next] ?? "", name) * sign < 0; next += 1) {
        yield* this.changed(names[next] ?? "");
      }
      if (next < names.length && names[next] === name) {
        yield* this.changed(name);
        next += 1;
      } else {
        yield entry;
      }
    }
    for (; next < names.length; next += 1) yield* this.changed(names[next] ?? "");
  }

  /** Writes all changes to `writer`. */
  applyTo(writer: Writer): void {
    for (const [name, value] of this.changes) {
      if (value) writer.put(bytes(name), value);
      else writer.remove(bytes(name));
    }
  }

  private change(key: Buffer, value: Uint8Array | null): void {
    const name = nameOf(key);
    if (!this.changes.has(name)) {
      this.added.push(name);
      this.size += name.length;
    }
    this.size += value?.length ?? 0;
    this.changes.set(name, value);
  }

  private *changed(name: string): Iterable<Entry> {
    const value = this.changes.get(name);
    if (value) yield { key: bytes(name), value };
  }

  private namesIn(range: Range): string[] {
    if (this.added.length > this.maxUnsorted)
      this.names = this.names.concat(this.added.splice(0)).sort(compare);
    const [from, to] = [nameOf(range.from), nameOf(range.to)];
    const added = this.added.filter((name) => name >= from && name < to);
    const names = this.names.slice(lowerBound(this.names, from), lowerBound(this.names, to));
    const all = added.length > 0 ? names.concat(added).sort(compare) : names;
    return range.reverse ? all.reverse() : all;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
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
