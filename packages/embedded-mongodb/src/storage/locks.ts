import { serverError, TRANSIENT } from "../errors";
import { nameOf, type Writer } from "./kv";

/** A transaction, or a single statement, from its first write until it is on disk or undone. */
export class Holder {
  private readonly names: string[] = [];
  private end: () => void = () => undefined;
  readonly ended = new Promise<void>((resolve) => (this.end = resolve));

  constructor(
    private readonly locks: Map<string, Holder>,
    /** Of a transaction: whether somebody has changed a key since its snapshot. */
    readonly isStale?: (key: Buffer) => boolean,
  ) {}

  /** A writer that locks the keys that it changes. It throws Blocked if it has to wait for one. */
  writer(base: Writer): Writer {
    return {
      get: (key) => base.get(key),
      range: (range) => base.range(range),
      put: (key, value) => {
        this.check(key, true);
        base.put(key, value);
      },
      remove: (key) => {
        this.check(key, true);
        base.remove(key);
      },
    };
  }

  /** Nobody else is changing the key, or has since the snapshot; `lock`: nor will. @throws Blocked */
  check(key: Buffer, lock = false): void {
    const name = nameOf(key);
    const holder = this.locks.get(name);
    if (holder === this) return;
    // Statements run one at a time, so only transactions block them.
    if (holder && (this.isStale || holder.isStale)) throw new Blocked(holder.ended);
    if (this.isStale?.(key)) throw new Blocked();
    if (!lock) return;
    this.locks.set(name, this);
    this.names.push(name);
  }

  /** Releases all locks and stays usable. */
  free(): void {
    for (const name of this.names.splice(0)) if (this.locks.get(name) === this) this.locks.delete(name);
  }

  release(): void {
    this.free();
    this.end();
  }
}

/** Thrown by a write that has to wait, mostly for another's lock; `ended` resolves when it can run again. */
export class Blocked extends Error {
  constructor(readonly ended: Promise<unknown> = Promise.resolve()) {
    super("blocked by another operation");
  }
}

/** The answer to a transaction that is blocked, and cannot run again. */
export const writeConflict = () =>
  serverError(
    "WriteConflict",
    "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.",
    TRANSIENT,
  );
