import type { Entry, Range, Reader, Writer } from "./kv";

// Byte strings as latin1: JavaScript compares them in the order of their bytes.
const text = (key: Buffer) => key.toString("latin1");

/**
 * Changes on top of a reader, not yet in it: what a statement or a transaction has written so far.
 * Dropping the overlay undoes them; `applyTo` makes them real.
 */
export class Overlay implements Writer {
  private readonly changes = new Map<string, Uint8Array | null>();
  private readonly counters = new Map<string, number>();
  private sorted: string[] = [];
  private added: string[] = [];
  /** Bytes of keys and values held, to bound a transaction's memory. */
  size = 0;

  constructor(
    readonly base: Reader,
    /** Called before a key is changed for the first time; throws where another transaction holds it. */
    private readonly beforeWrite: (key: Buffer, name: string) => void = () => undefined,
  ) {}

  get empty(): boolean {
    return this.changes.size === 0 && this.counters.size === 0;
  }

  /** Number of keys changed. */
  get count(): number {
    return this.changes.size + this.counters.size;
  }

  /** Whether the key (as latin1) is changed. */
  has(name: string): boolean {
    return this.changes.has(name);
  }

  get(key: Buffer): Uint8Array | undefined {
    const change = this.changes.get(text(key));
    return change === undefined ? this.base.get(key) : (change ?? undefined);
  }

  put(key: Buffer, value: Uint8Array): void {
    this.change(key, value);
  }

  remove(key: Buffer): void {
    this.change(key, null);
  }

  add(key: Buffer, delta: number): void {
    const name = text(key);
    this.counters.set(name, (this.counters.get(name) ?? 0) + delta);
  }

  counter(key: Buffer): number {
    return this.base.counter(key) + (this.counters.get(text(key)) ?? 0);
  }

  *range(range: Range): Iterable<Entry> {
    const names = this.namesIn(range);
    if (names.length === 0) {
      yield* this.base.range(range);
      return;
    }
    const sign = range.reverse ? -1 : 1;
    let next = 0;
    for (const entry of this.base.range(range)) {
      const name = text(entry.key);
      for (; next < names.length && compare(names[next] ?? "", name) * sign < 0; next += 1) {
        yield* this.changed(names[next] ?? "");
      }
      if (names[next] === name) {
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
    if (writer instanceof Overlay) {
      writer.absorb(this);
      return;
    }
    for (const [name, value] of this.changes) {
      const key = Buffer.from(name, "latin1");
      if (value) writer.put(key, value);
      else writer.remove(key);
    }
    for (const [name, delta] of this.counters) {
      if (delta !== 0) writer.add(Buffer.from(name, "latin1"), delta);
    }
  }

  private absorb(other: Overlay): void {
    for (const [name, value] of other.changes) this.note(name, value);
    for (const [name, delta] of other.counters)
      this.counters.set(name, (this.counters.get(name) ?? 0) + delta);
  }

  private change(key: Buffer, value: Uint8Array | null): void {
    const name = text(key);
    if (!this.changes.has(name)) this.beforeWrite(key, name);
    this.note(name, value);
  }

  private note(name: string, value: Uint8Array | null): void {
    if (!this.changes.has(name)) {
      this.added.push(name);
      this.size += name.length;
    }
    this.size += value?.length ?? 0;
    this.changes.set(name, value);
  }

  private *changed(name: string): Iterable<Entry> {
    const value = this.changes.get(name);
    if (value) yield { key: Buffer.from(name, "latin1"), value };
  }

  private namesIn(range: Range): string[] {
    this.sortNames();
    const from = lowerBound(this.sorted, text(range.from));
    const to = lowerBound(this.sorted, text(range.to));
    const names = this.sorted.slice(from, to);
    return range.reverse ? names.reverse() : names;
  }

  private sortNames(): void {
    if (this.added.length === 0) return;
    if (this.added.length > 16 && this.added.length * 20 > this.sorted.length) {
      this.sorted = this.sorted.concat(this.added).sort(compare);
    } else {
      for (const name of this.added) this.sorted.splice(lowerBound(this.sorted, name), 0, name);
    }
    this.added = [];
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Index of the first name that is not smaller than `name`. */
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
