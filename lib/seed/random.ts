import { ObjectId } from "mongodb";

/** A seeded random generator: the same seed gives the same demo data everywhere. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded). The algorithm is mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with a probability of `share` (0 to 1). */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @throws RangeError on an empty list */
  pick<T>(list: readonly T[]): T {
    const one = list[this.int(0, list.length - 1)];
    if (one === undefined) throw new RangeError("Nothing to pick from");
    return one;
  }

  /** `count` distinct items in the list's order; all items if there are not more. */
  sample<T>(list: readonly T[], count: number): T[] {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, list.length)) chosen.add(this.int(0, list.length - 1));
    return list.filter((_, index) => chosen.has(index));
  }

  /** An id determined by the seed, unlike the driver's own. */
  id(): ObjectId {
    let hex = "";
    while (hex.length < 24) hex += this.int(0, 0xffff).toString(16).padStart(4, "0");
    return new ObjectId(hex);
  }
}
