import { serverError, type ServerError } from "../errors";
import { sameBytes, type Writer } from "./kv";
import { Blocked, Holder, statementWriter } from "./locks";
import { Overlay } from "./overlay";
import type { Snapshot, Store } from "./store";

/** Sessions idle for this long are removed. */
export const SESSION_TIMEOUT_MS = 30 * 60 * 1000;

/** Limits a transaction's writes, which are in memory until the commit. */
const MAX_TRANSACTION_BYTES = 128 * 1024 * 1024;

/** An open transaction: a snapshot, the writes on top of it, and its locks. */
export class Transaction {
  overlay: Overlay;
  snapshot: Snapshot;
  private sequence: number;
  /** Collections written to. Others cannot drop them or change their indexes meanwhile. */
  readonly collections = new Set<number>();
  readonly startedAt = performance.now();
  readonly holder: Holder;
  state: "open" | "committing" | "ended" = "open";
  /** Number of executed statements; 0 means that it can restart. */
  statements = 0;
  /** The last connection that used it. When that closes, nobody will finish it. */
  connection: object | null = null;

  constructor(
    readonly sessionId: string,
    readonly number: bigint,
    private readonly store: Store,
    private readonly locks: Map<string, Holder>,
  ) {
    this.holder = new Holder(locks, true);
    this.snapshot = store.snapshot();
    this.sequence = store.sequence;
    this.overlay = this.newOverlay();
  }

  /** Restarts from the current state, if no statement has been executed yet. */
  restart(): void {
    this.holder.free();
    this.collections.clear();
    this.snapshot.release();
    this.snapshot = this.store.snapshot();
    this.sequence = this.store.sequence;
    this.overlay = this.newOverlay();
  }

  /** @throws ServerError TransactionTooLarge */
  checkSize(): void {
    if (this.overlay.size <= MAX_TRANSACTION_BYTES) return;
    throw serverError("TransactionTooLarge", "The transaction has written more than 128 MB.");
  }

  release(): void {
    if (this.state === "ended") return;
    this.state = "ended";
    this.snapshot.release();
    this.holder.release();
  }

  private newOverlay(): Overlay {
    return new Overlay(this.snapshot, (key, name) => {
      const holder = this.locks.get(name);
      if (holder && holder !== this.holder) throw new Blocked(holder.ended);
      if (!holder && this.isStale(key)) throw new Blocked();
      this.holder.take(name);
    });
  }

  private isStale(key: Buffer): boolean {
    if (this.store.sequence === this.sequence) return false;
    return !sameBytes(this.store.current.get(key), this.snapshot.get(key));
  }
}

type Ended = { number: bigint; state: "committed" | "aborted"; at: number };

/** Everything that writes: transactions of sessions, and statements outside of them. */
export class Transactions {
  private readonly locks = new Map<string, Holder>();
  private readonly open = new Map<string, Transaction>();
  /** Why a session's last transaction ended, to answer later requests. */
  private readonly last = new Map<string, Ended>();

  constructor(
    private readonly store: Store,
    /** The age at which a transaction is aborted, in milliseconds. */
    private readonly lifetime: number,
    /** Called for each ended transaction, before anything else runs. */
    private readonly onEnd: (transaction: Transaction) => void,
  ) {}

  /** Starts a session's transaction. Aborts the session's open one. @throws ServerError TransactionTooOld */
  begin(sessionId: string, number: bigint): Transaction {
    const newest = this.newestNumber(sessionId);
    if (newest !== null && number < newest) throw tooOld(number, newest);
    if (number === newest) {
      const text = `Given transaction number ${number} is already in use by the session.`;
      throw serverError("ConflictingOperationInProgress", text);
    }
    this.abort(sessionId);
    const transaction = new Transaction(sessionId, number, this.store, this.locks);
    this.open.set(sessionId, transaction);
    return transaction;
  }

  /** The open transaction. @throws ServerError NoSuchTransaction, TransactionCommitted, TransactionTooOld */
  require(sessionId: string, number: bigint): Transaction {
    const transaction = this.open.get(sessionId);
    if (transaction?.number === number && transaction.state === "open") return transaction;
    const newest = this.newestNumber(sessionId);
    if (newest !== null && number < newest) throw tooOld(number, newest);
    const known = this.last.get(sessionId);
    if (known?.number === number && known.state === "committed") {
      throw serverError("TransactionCommitted", `Transaction ${number} has been committed.`);
    }
    throw noSuchTransaction(number, known?.number === number);
  }

  /** Commits. A repeated commit gets the same answer. @throws ServerError NoSuchTransaction */
  async commit(sessionId: string, number: bigint): Promise<void> {
    const known = this.last.get(sessionId);
    if (known?.number === number && known.state === "committed") return;
    const transaction = this.require(sessionId, number);
    transaction.state = "committing";
    let state: Ended["state"] = "aborted";
    try {
      await this.store.write((writer) => transaction.overlay.applyTo(writer));
      state = "committed";
    } finally {
      this.finish(transaction, state);
    }
  }

  /** Aborts the session's open transaction, if there is one (with this number, if given). */
  abort(sessionId: string, number?: bigint): void {
    const transaction = this.open.get(sessionId);
    if (!transaction || transaction.state !== "open") return;
    if (number === undefined || transaction.number === number) this.finish(transaction, "aborted");
  }

  // The session may have started its next transaction while this one was being committed.
  private finish(transaction: Transaction, state: Ended["state"]): void {
    const { sessionId, number } = transaction;
    if (this.open.get(sessionId) === transaction) this.open.delete(sessionId);
    this.last.set(sessionId, { number, state, at: performance.now() });
    this.onEnd(transaction);
    transaction.release();
  }

  /** Aborts the open transactions of a closed connection. */
  abortOf(connection: object): void {
    for (const transaction of [...this.open.values()]) {
      if (transaction.connection === connection) this.abort(transaction.sessionId);
    }
  }

  /** Aborts transactions that exceed the time limit, and removes idle sessions. */
  expire(now = performance.now()): void {
    for (const transaction of [...this.open.values()]) {
      if (now - transaction.startedAt >= this.lifetime) this.abort(transaction.sessionId);
    }
    for (const [sessionId, { at }] of this.last) {
      if (now - at > SESSION_TIMEOUT_MS) this.last.delete(sessionId);
    }
  }

  abortAll(): void {
    for (const sessionId of [...this.open.keys()]) this.abort(sessionId);
  }

  forgetSession(sessionId: string): void {
    this.abort(sessionId);
    if (!this.open.has(sessionId)) this.last.delete(sessionId);
  }

  /**
   * Runs one statement outside of transactions, atomically. Waits for open transactions that hold locks it needs.
   * @param deadline when to give up waiting (milliseconds since 1970)
   */
  async statement<T>(work: (writer: Writer) => T, deadline = Infinity): Promise<T> {
    for (;;) {
      const holder = new Holder(this.locks, false);
      try {
        return await this.store.write((writer) => work(statementWriter(writer, this.locks, holder)));
      } catch (error) {
        if (!(error instanceof Blocked)) throw error;
        // The transaction that it waits for must not meet this attempt's locks.
        holder.release();
        await endOf(error.ended, deadline);
      } finally {
        holder.release();
      }
    }
  }

  /** Throws Blocked while an open transaction has written to the collection. */
  blockOn(collectionId: number): void {
    for (const transaction of this.open.values()) {
      if (transaction.collections.has(collectionId)) throw new Blocked(transaction.holder.ended);
    }
  }

  /** Resolves when the pending change of the key is over; null if there is none, or if it is `own`. */
  changeUnderWay(key: Buffer, own: Holder): Promise<void> | null {
    const holder = this.locks.get(key.toString("latin1"));
    return holder && holder !== own ? holder.ended : null;
  }

  private newestNumber(sessionId: string): bigint | null {
    return this.open.get(sessionId)?.number ?? this.last.get(sessionId)?.number ?? null;
  }
}

/** Waits until a promise resolves or the deadline passes. @throws ServerError MaxTimeMSExpired */
export async function endOf(ended: Promise<unknown>, deadline: number): Promise<void> {
  if (deadline === Infinity) return void (await ended);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), Math.max(deadline - Date.now(), 0));
  });
  const outcome = await Promise.race([ended, timeout]);
  clearTimeout(timer);
  if (outcome === "late") throw serverError("MaxTimeMSExpired", "operation exceeded time limit");
}

/** `aborted`: known to be undone, so that the transaction can be retried. */
export function noSuchTransaction(number: bigint, aborted: boolean): ServerError {
  const error = serverError(
    "NoSuchTransaction",
    aborted
      ? `Transaction with { txnNumber: ${number} } has been aborted.`
      : `Given transaction number ${number} does not match any in-progress transactions.`,
  );
  if (aborted) error.labels.push("TransientTransactionError");
  return error;
}

function tooOld(number: bigint, newest: bigint): ServerError {
  const text = `Cannot start transaction ${number} because a newer transaction ${newest} has already started.`;
  return serverError("TransactionTooOld", text);
}
