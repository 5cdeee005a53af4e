/** How much the time of day, which can be set, may gain or lose between two checks on the clock that only ever runs. */
const MAX_JUMP_MS = 2 * 60_000;
/** Sweeps that are skipped after a jump. Deleting late does no harm; deleting too early does. */
const SKIPPED = 60;

/**
 * Decides when a sweep of expired documents is due. A wall clock that is wrong, even for a moment, would delete what is
 * still needed. So after a jump, which is also what a suspended computer shows, sweeps are skipped until the new time has
 * held for many intervals.
 */
export class SweepClock {
  private checkedAt: number;
  private difference: number;
  private skip = 0;

  constructor(private readonly interval: number) {
    this.checkedAt = performance.now();
    this.difference = Date.now() - this.checkedAt;
  }

  /** The time for the sweep that is due now, in milliseconds since 1970; null if none is. */
  due(): number | null {
    const steady = performance.now();
    if (steady - this.checkedAt < this.interval) return null;
    const wall = Date.now();
    const before = this.difference;
    this.checkedAt = steady;
    this.difference = wall - steady;
    if (Math.abs(this.difference - before) > MAX_JUMP_MS) this.skip = SKIPPED;
    else if (this.skip > 0) this.skip -= 1;
    return this.skip === 0 ? wall : null;
  }
}
