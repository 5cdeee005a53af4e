import { serverError, type ServerError } from "../errors";
import type { Writer } from "./kv";

/** A transaction, or a single statement, from its first write until it is on disk or undone. */
export class Holder {
  private readonly names: string[] = [];
  private end: () => void = () => undefined;
  readonly ended = new Promise<void>((resolve) => (this.end = resolve));

  constructor(
    private readonly locks: Map<string, Holder>,
    /** A transaction of a session: others cannot write what it has written until it ends. */
    readonly isTransaction: boolean,
  ) {}

  /** Notes that this holder changes a key. */
  take(name: string): void {
    this.locks.set(name, this);
    this.names.push(name);
  }

  /** Lets go of everything, and goes on. */
  free(): void {
    for (const name of this.names.splice(0)) if (this.locks.get(name) === this) this.locks.delete(name);
  }

  release(): void {
    this.free();
    this.end();
  }
}

/** Thrown by a write outside transactions that meets an open transaction's: it waits and runs again. */
export class Blocked extends Error {
  constructor(readonly holder: Holder) {
    super("blocked by an open transaction");
  }
}

/** A transaction's write conflict; `ended` tells when what is in the way is over, where it is not over yet. */
export function writeConflict(ended: Promise<void> | null = null): ServerError {
  const error = serverError(
    "WriteConflict",
    "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.",
  );
  error.labels.push("TransientTransactionError");
  if (ended) waits.set(error, ended);
  return error;
}

const waits = new WeakMap<Error, Promise<void>>();

/** When what a write conflict met is over; null where it is over already. */
export function endOfConflict(error: unknown): Promise<void> | null {
  return (error instanceof Error && waits.get(error)) || null;
}

/** A statement's writer: it marks the keys that it changes until its commit is done. @throws Blocked */
export function statementWriter(base: Writer, locks: Map<string, Holder>, own: Holder): Writer {
  // Statements write one after the other: only what a transaction holds is in the way.
  const take = (key: Buffer) => {
    const name = key.toString("latin1");
    const holder = locks.get(name);
    if (holder?.isTransaction) throw new Blocked(holder);
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
