import { serverError, type ServerError } from "../errors";
import type { Writer } from "./kv";

/** A transaction, or a single statement, from its first write until it is on disk or undone. */
export class Holder {
  private readonly names: string[] = [];
  private end: () => void = () => undefined;
  readonly ended = new Promise<void>((resolve) => (this.end = resolve));

  constructor(
    private readonly locks: Map<string, Holder>,
    /** A session's transaction: others cannot write its keys until it ends. */
    readonly isTransaction: boolean,
  ) {}

  /** Locks a key that this holder changes. */
  take(name: string): void {
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
export function writeConflict(): ServerError {
  const error = serverError(
    "WriteConflict",
    "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.",
  );
  error.labels.push("TransientTransactionError");
  return error;
}

/** A statement's writer. It locks the keys that it changes until its commit is done. @throws Blocked */
export function statementWriter(base: Writer, locks: Map<string, Holder>, own: Holder): Writer {
  // Statements run one at a time, so only transactions block them.
  const take = (key: Buffer) => {
    const name = key.toString("latin1");
    const holder = locks.get(name);
    if (holder?.isTransaction) throw new Blocked(holder.ended);
    if (holder !== own) own.take(name);
  };
  return {
    get: (key) => base.get(key),
    range: (range) => base.range(range),
    put: (key, value) => {
      take(key);
      base.put(key, value);
    },
    remove: (key) => {
      take(key);
      base.remove(key);
    },
  };
}
