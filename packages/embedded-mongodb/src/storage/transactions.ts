import { setTimeout } from "node:timers/promises";
import { serverError, TRANSIENT } from "../errors";
import { entriesPrefix, Space } from "./catalog";
import { nameOf, sameBytes, type Writer } from "./kv";
import { Blocked, Holder } from "./locks";
import { Overlay } from "./overlay";
import type { Snapshot, Store } from "./store";

/** Sessions idle for this long are removed. */
export const SESSION_TIMEOUT_MS = 30 * 60 * 1000;

/** Limits a transaction's writes, which are in memory until the commit. */
const MAX_TRANSACTION_BYTES = 128 * 1024 * 1024;

/** An open transaction: a snapshot, the writes on top of it, and its locks. */
export class Transaction {
  overlay!: Overlay;
  snapshot!: Snapshot;
  private sequence!: number;
  readonly startedAt = performance.now();
  readonly holder: Holder;
  state: "open" | "committing" | "committed" | "aborted" = "open";
  /** Number of executed statements; 0 means that it can restart. */
  statements = 0;
  /** The last connection that used it. When that closes, nobody will finish it. */
  connection: object | null = null;

  constructor(
    readonly sessionId: string,
    readonly number: bigint,
    private readonly store: Store,
    locks: Map<string, Holder>,
  ) {
    this.holder = new Holder(locks, (key) => this.isStale(key));
    this.start();
  }

  private start(): void {
    this.snapshot = this.store.snapshot();
    this.sequence = this.store.sequence;
    this.overlay = new Overlay(this.snapshot);
  }

  /** Restarts from the current state, if no statement has been executed yet. */
  restart(): void {
    this.holder.free();
    this.snapshot.release();
    this.start();
  }

  /** Its writes throw Blocked at a key that another has written. */
  get writer(): Writer {
    return this.holder.writer(this.overlay);
  }

  /** @throws ServerError TransactionTooLarge */
  checkSize(): void {
    if (this.overlay.size <= MAX_TRANSACTION_BYTES) return;
    throw serverError("TransactionTooLarge", "The transaction has written more than 128 MB.");
  }

  private isStale(key: Buffer): boolean {
    if (this.store.sequence === this.sequence) return false;
    return !sameBytes(this.store.current.get(key), this.snapshot.get(key));
  }
}

/** Everything that writes: transactions of sessions, and statements outside of them. */
export class Transactions {
  private readonly locks = new Map<string, Holder>();
  /** The last transaction of each session. */
  private readonly last = new Map<string, Transaction>();

  constructor(
    private readonly store: Store,
    /** The age at which a transaction is aborted, in milliseconds. */
    private readonly lifetime: number,
    /** Called for each ended transaction, before anything else runs. */
    private readonly onEnd: (transaction: Transaction) => void,
  ) {}

  /** Starts a session's transaction. Aborts the session's open one. @throws ServerError TransactionTooOld */
  begin(sessionId: string, number: bigint): Transaction {
    const last = this.last.get(sessionId);
    if (last && number <= last.number) {
      const text = `Cannot start transaction ${number} because transaction ${last.number} has already started.`;
      throw serverError("TransactionTooOld", text);
    }
    this.abort(last);
    const transaction = new Transaction(sessionId, number, this.store, this.locks);
    this.last.set(sessionId, transaction);
    return transaction;
  }

  /** The open transaction. @throws ServerError NoSuchTransaction */
  require(sessionId: string, number: bigint): Transaction {
    const last = this.last.get(sessionId);
    if (last?.number === number && last.state === "open") return last;
    if (last?.number === number && last.state === "aborted") throw transactionAborted(number);
    const text = `Given transaction number ${number} does not match any in-progress transactions.`;
    throw serverError("NoSuchTransaction", text);
  }

  /** Commits. A repeated commit gets the same answer. @throws ServerError NoSuchTransaction */
  async commit(sessionId: string, number: bigint): Promise<void> {
    const known = this.last.get(sessionId);
    if (known?.number === number && known.state === "committed") return;
    const transaction = this.require(sessionId, number);
    transaction.state = "committing";
    let state: "committed" | "aborted" = "aborted";
    try {
      await this.store.write((writer) => transaction.overlay.applyTo(writer));
      state = "committed";
    } finally {
      this.end(transaction, state);
    }
  }

  /** Aborts a transaction if it is open. */
  abort(transaction: Transaction | undefined): void {
    if (transaction?.state === "open") this.end(transaction, "aborted");
  }

  private end(transaction: Transaction, state: "committed" | "aborted"): void {
    this.onEnd(transaction);
    transaction.state = state;
    transaction.snapshot.release();
    transaction.holder.release();
    // The session remembers how it ended, not what it wrote.
    transaction.overlay = new Overlay(transaction.snapshot);
  }

  /** Aborts the open transactions of a closed connection. */
  abortOf(connection: object): void {
    for (const last of this.last.values()) if (last.connection === connection) this.abort(last);
  }

  /** Aborts transactions that exceed the time limit, and removes idle sessions. */
  expire(now = performance.now()): void {
    for (const last of this.last.values()) {
      if (now - last.startedAt >= this.lifetime) this.abort(last);
      if (now - last.startedAt > SESSION_TIMEOUT_MS) this.forgetSession(last.sessionId);
    }
  }

  abortAll(): void {
    for (const last of this.last.values()) this.abort(last);
  }

  forgetSession(sessionId: string): void {
    const last = this.last.get(sessionId);
    this.abort(last);
    if (last?.state !== "committing") this.last.delete(sessionId);
  }

  /**
   * Runs one statement outside of transactions, atomically. Waits for open transactions that hold locks it needs.
   * @param deadline when to give up waiting (milliseconds since 1970)
   */
  async statement<T>(work: (writer: Writer) => T, deadline = Infinity): Promise<T> {
    for (;;) {
      const holder = new Holder(this.locks);
      try {
        return await this.store.write((writer) => work(holder.writer(writer)));
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
    const documents = nameOf(entriesPrefix(Space.document, collectionId));
    for (const [name, { isStale, ended }] of this.locks) {
      if (isStale && name.startsWith(documents)) throw new Blocked(ended);
    }
  }
}

/** Waits until a promise resolves or the deadline passes. @throws ServerError MaxTimeMSExpired */
export async function endOf(ended: Promise<unknown>, deadline: number): Promise<void> {
  if (deadline === Infinity) return void (await ended);
  const timer = new AbortController();
  const late = setTimeout(Math.max(deadline - Date.now(), 0), "late", { signal: timer.signal });
  const outcome = await Promise.race([ended, late]).finally(() => timer.abort());
  if (outcome === "late") throw serverError("MaxTimeMSExpired", "operation exceeded time limit");
}

/** The answer to a transaction that is known to be undone, so that it can be retried. */
export const transactionAborted = (number: bigint) =>
  serverError("NoSuchTransaction", `Transaction with { txnNumber: ${number} } has been aborted.`, TRANSIENT);
