import { serverError, type ServerError } from "../errors";
import { sameBytes, type Writer } from "./kv";
import { Blocked, Holder, statementWriter, writeConflict } from "./locks";
import { Overlay } from "./overlay";
import type { Snapshot, Store } from "./store";

/** Sessions that nobody has used for this long are forgotten. */
export const SESSION_TIMEOUT_MS = 30 * 60 * 1000;

/** A transaction's writes are bounded, as they are held in memory until the commit. */
const MAX_TRANSACTION_BYTES = 128 * 1024 * 1024;

/** An open transaction: a snapshot, what was written on top of it, and the keys it holds. */
export class Transaction {
  overlay: Overlay;
  snapshot: Snapshot;
  private sequence: number;
  /** Collections written to: nobody may drop them or change their indexes meanwhile. */
  readonly collections = new Set<number>();
  readonly startedAt = Date.now();
  readonly holder: Holder;
  state: "open" | "committing" | "ended" = "open";
  /** Statements that it has carried out: none yet means that it may begin anew. */
  statements = 0;
  /** The connection that used it last: when that closes, nobody will finish it. */
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

  /** Begins anew with the present state: only for a transaction whose first statement has not been carried out. */
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
      if (holder && holder !== this.holder) throw writeConflict(holder.ended);
      if (!holder && this.isStale(key)) throw writeConflict();
      this.holder.take(name);
    });
  }

  private isStale(key: Buffer): boolean {
    if (this.store.sequence === this.sequence) return false;
    return !sameBytes(this.store.current.get(key), this.snapshot.get(key));
  }
}

type Ended = { number: bigint; state: "committed" | "aborted"; at: number };

/** All that writes: transactions of sessions, and statements outside of them. */
export class Transactions {
  private readonly locks = new Map<string, Holder>();
  private readonly open = new Map<string, Transaction>();
  /** Why a session's last transaction is over, to answer what still comes for it. */
  private readonly last = new Map<string, Ended>();

  constructor(
    private readonly store: Store,
    /** After this time a transaction is aborted, in milliseconds. */
    private readonly lifetime: number,
    /** Told of each transaction that is over, before anything else runs. */
    private readonly onEnd: (transaction: Transaction) => void = () => undefined,
  ) {}

  get openCount(): number {
    return this.open.size;
  }

  /** Begins a session's transaction; one that it had left open is aborted. @throws ServerError TransactionTooOld */
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

  /** The open transaction with this number. @throws ServerError NoSuchTransaction, TransactionCommitted, TransactionTooOld */
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

  /** Commits for good; a repeated commit is answered like the first. @throws ServerError NoSuchTransaction */
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

  /** Undoes the session's open transaction, if there is one (with this number, where it is given). */
  abort(sessionId: string, number?: bigint): void {
    const transaction = this.open.get(sessionId);
    if (!transaction || transaction.state !== "open") return;
    if (number === undefined || transaction.number === number) this.finish(transaction, "aborted");
  }

  // The session may have begun its next transaction while this one was being committed.
  private finish(transaction: Transaction, state: Ended["state"]): void {
    const { sessionId, number } = transaction;
    if (this.open.get(sessionId) === transaction) this.open.delete(sessionId);
    this.last.set(sessionId, { number, state, at: Date.now() });
    this.onEnd(transaction);
    transaction.release();
  }

  /** Undoes what a closed connection has left open. */
  abortOf(connection: object): void {
    for (const transaction of [...this.open.values()]) {
      if (transaction.connection === connection) this.abort(transaction.sessionId);
    }
  }

  /** Undoes the transactions that have lasted longer than they may, and forgets what nobody has used for long. */
  expire(now = Date.now()): void {
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
   * Runs one statement outside of transactions: everything or nothing of it is committed. Waits for open
   * transactions that hold what it wants to write.
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
        await endOf(error.holder.ended, deadline);
      } finally {
        holder.release();
      }
    }
  }

  /** Throws Blocked while an open transaction has written to the collection. */
  blockOn(collectionId: number): void {
    for (const transaction of this.open.values()) {
      if (transaction.collections.has(collectionId)) throw new Blocked(transaction.holder);
    }
  }

  /** When the key's change that is under way is over; null where there is none, or where it is `own`. */
  changeUnderWay(key: Buffer, own: Holder): Promise<void> | null {
    const holder = this.locks.get(key.toString("latin1"));
    return holder && holder !== own ? holder.ended : null;
  }

  private newestNumber(sessionId: string): bigint | null {
    return this.open.get(sessionId)?.number ?? this.last.get(sessionId)?.number ?? null;
  }
}

/** Waits for an end, until a moment in time. @throws ServerError MaxTimeMSExpired */
export async function endOf(ended: Promise<void>, deadline: number): Promise<void> {
  if (deadline === Infinity) return ended;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), Math.max(deadline - Date.now(), 0));
  });
  const outcome = await Promise.race([ended, timeout]);
  clearTimeout(timer);
  if (outcome === "late") throw serverError("MaxTimeMSExpired", "operation exceeded time limit");
}

/** `aborted`: known to be undone, so that the whole may be tried again. */
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
