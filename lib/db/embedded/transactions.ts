import { Long } from "bson";
import { ERROR_CODES, serverError, ServerError } from "./errors";
import type { Reader, Writer } from "./kv";
import { Overlay } from "./overlay";
import { SESSION_TIMEOUT_MS, type Sessions } from "./sessions";
import type { Storage } from "./storage";

/** Thrown by a write outside transactions that meets an open transaction's: it waits and runs again. */
export class Blocked extends Error {
  constructor(readonly holder: Transaction) {
    super("blocked by an open transaction");
  }
}

/** A write conflict; `ended` tells when what is in the way is over, where it is not over yet. */
export class WriteConflict extends ServerError {
  constructor(readonly ended: Promise<void> | null = null) {
    super(
      ERROR_CODES.WriteConflict,
      "WriteConflict",
      "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.",
    );
    this.labels.push("TransientTransactionError");
  }
}

/** A transaction's writes are bounded, as they are held in memory until the commit. */
const MAX_TRANSACTION_BYTES = 128 * 1024 * 1024;

/** An open transaction: a snapshot, what was written on top of it, and the keys it holds. */
export class Transaction {
  overlay: Overlay;
  snapshot: Reader & { release: () => void };
  private sequence: number;
  readonly locks = new Set<string>();
  /** Collections written to: nobody may drop them or change their indexes meanwhile. */
  readonly collections = new Set<number>();
  readonly startedAt = Date.now();
  readonly ended: Promise<void>;
  state: "open" | "committing" | "ended" = "open";
  /** Statements that it has carried out: none yet means that it may begin anew. */
  statements = 0;
  /** The connection that used it last: when that closes, nobody will finish it. */
  connection: object | null = null;
  private end: () => void = () => undefined;

  constructor(
    readonly sessionId: string,
    readonly number: bigint,
    private readonly storage: Storage,
    private readonly holders: Map<string, Transaction>,
  ) {
    this.snapshot = storage.snapshot();
    this.sequence = storage.sequence;
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.overlay = this.newOverlay();
  }

  /** Begins anew with the present state: only for a transaction whose first statement has not been carried out. */
  restart(): void {
    this.freeLocks();
    this.collections.clear();
    this.snapshot.release();
    this.snapshot = this.storage.snapshot();
    this.sequence = this.storage.sequence;
    this.overlay = this.newOverlay();
  }

  /** @throws ServerError TransactionTooLarge */
  checkSize(): void {
    if (this.overlay.size > MAX_TRANSACTION_BYTES) {
      throw serverError("TransactionTooLarge", "The transaction has written more than 128 MB.");
    }
  }

  release(): void {
    if (this.state === "ended") return;
    this.state = "ended";
    this.freeLocks();
    this.snapshot.release();
    this.end();
  }

  private freeLocks(): void {
    for (const name of this.locks) this.holders.delete(name);
    this.locks.clear();
  }

  private newOverlay(): Overlay {
    return new Overlay(this.snapshot, (key, name) => {
      const holder = this.holders.get(name);
      if (holder && holder !== this) throw new WriteConflict(holder.ended);
      if (this.storage.isInFlight(name)) throw new WriteConflict(this.storage.settled);
      if (!holder && this.isStale(key)) throw new WriteConflict();
      this.holders.set(name, this);
      this.locks.add(name);
    });
  }

  private isStale(key: Buffer): boolean {
    if (this.storage.sequence === this.sequence) return false;
    return !same(this.storage.current.get(key), this.snapshot.get(key));
  }
}

type Ended = { number: bigint; state: "committed" | "aborted"; at: number };

/** All transactions of the server. */
export class Transactions {
  private readonly holders = new Map<string, Transaction>();
  private readonly open = new Map<string, Transaction>();
  /** Why a session's last transaction is over, to answer what still comes for it. */
  private readonly last = new Map<string, Ended>();

  constructor(
    private readonly storage: Storage,
    private readonly sessions: Sessions,
    /** After this time a transaction is aborted, in milliseconds. */
    public lifetime: number,
    /** Told of each transaction that is over, before anything else runs. */
    private readonly onEnd: (transaction: Transaction) => void = () => undefined,
  ) {}

  get openCount(): number {
    return this.open.size;
  }

  /**
   * Begins a session's transaction; one that it had left open is aborted.
   * @throws ServerError TransactionTooOld, ConflictingOperationInProgress
   */
  begin(sessionId: string, number: bigint): Transaction {
    const newest = this.newestNumber(sessionId);
    if (newest !== null && number < newest) throw tooOld(number, sessionId, newest);
    const known = this.last.get(sessionId);
    if (this.open.get(sessionId)?.number === number || known?.number === number) {
      throw new ServerError(
        117,
        "ConflictingOperationInProgress",
        `Given transaction number ${number} is already in use by the session.`,
      );
    }
    this.abort(sessionId);
    const transaction = new Transaction(sessionId, number, this.storage, this.holders);
    this.open.set(sessionId, transaction);
    return transaction;
  }

  /** The open transaction with this number. @throws ServerError NoSuchTransaction, TransactionCommitted, TransactionTooOld */
  require(sessionId: string, number: bigint): Transaction {
    const transaction = this.open.get(sessionId);
    if (transaction?.number === number && transaction.state === "open") return transaction;
    const newest = this.newestNumber(sessionId);
    if (newest !== null && number < newest) throw tooOld(number, sessionId, newest);
    if (this.wasCommitted(sessionId, number)) {
      throw serverError("TransactionCommitted", `Transaction ${number} has been committed.`);
    }
    throw noSuchTransaction(number, this.last.get(sessionId)?.number === number);
  }

  /** Commits for good; a repeated commit is answered like the first. @throws ServerError NoSuchTransaction */
  async commit(sessionId: string, number: bigint): Promise<void> {
    if (this.wasCommitted(sessionId, number)) return;
    const transaction = this.require(sessionId, number);
    transaction.state = "committing";
    try {
      await this.storage.write((writer) => {
        transaction.overlay.applyTo(writer);
        this.sessions.saveCommitted(writer, sessionId, number);
      });
      this.noteEnd(sessionId, number, "committed");
    } catch (error) {
      this.noteEnd(sessionId, number, "aborted");
      throw error;
    } finally {
      this.open.delete(sessionId);
      this.onEnd(transaction);
      transaction.release();
    }
  }

  /** Undoes the session's open transaction, if there is one (with this number, where it is given). */
  abort(sessionId: string, number?: bigint): boolean {
    const transaction = this.open.get(sessionId);
    if (!transaction || transaction.state !== "open") return false;
    if (number !== undefined && transaction.number !== number) return false;
    this.open.delete(sessionId);
    this.noteEnd(sessionId, transaction.number, "aborted");
    this.onEnd(transaction);
    transaction.release();
    return true;
  }

  /** Undoes what a closed connection has left open. */
  abortOf(connection: object): void {
    for (const transaction of [...this.open.values()]) {
      if (transaction.connection === connection) this.abort(transaction.sessionId);
    }
  }

  /** Undoes the transactions that have lasted longer than they may. */
  abortExpired(now = Date.now()): void {
    for (const transaction of [...this.open.values()]) {
      if (now - transaction.startedAt >= this.lifetime) this.abort(transaction.sessionId);
    }
  }

  abortAll(): void {
    for (const sessionId of [...this.open.keys()]) this.abort(sessionId);
  }

  forgetSession(sessionId: string): void {
    this.abort(sessionId);
    if (!this.open.has(sessionId)) this.last.delete(sessionId);
  }

  /** Forgets the sessions that nobody has used for long. */
  forgetOld(now = Date.now()): void {
    for (const [sessionId, { at }] of [...this.last]) {
      if (now - at > SESSION_TIMEOUT_MS) this.last.delete(sessionId);
    }
  }

  private noteEnd(sessionId: string, number: bigint, state: Ended["state"]): void {
    this.last.set(sessionId, { number, state, at: Date.now() });
  }

  /**
   * Runs one statement outside of transactions: `work` writes to an overlay, and everything or nothing of it
   * is committed. Waits for open transactions that hold what it wants to write.
   * @param deadline when to give up waiting (milliseconds since 1970)
   */
  async statement<T>(work: (writer: Writer) => T, deadline = Infinity): Promise<T> {
    for (;;) {
      try {
        return await this.storage.write((writer) => {
          const overlay = new Overlay(writer, (_key, name) => {
            const holder = this.holders.get(name);
            if (holder) throw new Blocked(holder);
          });
          const result = work(overlay);
          overlay.applyTo(writer);
          return result;
        });
      } catch (error) {
        if (!(error instanceof Blocked)) throw error;
        await endOf(error.holder.ended, deadline);
      }
    }
  }

  /** Throws Blocked while an open transaction has written to the collection. */
  blockOn(collectionId: number): void {
    for (const transaction of this.open.values()) {
      if (transaction.collections.has(collectionId)) throw new Blocked(transaction);
    }
  }

  private wasCommitted(sessionId: string, number: bigint): boolean {
    const known = this.last.get(sessionId);
    if (known?.number === number) return known.state === "committed";
    return this.sessions.wasCommitted(sessionId, number);
  }

  private newestNumber(sessionId: string): bigint | null {
    const open = this.open.get(sessionId)?.number;
    return open ?? this.last.get(sessionId)?.number ?? this.sessions.newestNumber(sessionId);
  }
}

/** Waits for an end, until a moment in time. @throws ServerError MaxTimeMSExpired */
export async function endOf(ended: Promise<void>, deadline: number): Promise<void> {
  if (deadline === Infinity) return ended;
  const wait = deadline - Date.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), Math.max(wait, 0));
  });
  const outcome = await Promise.race([ended, timeout]);
  clearTimeout(timer);
  if (outcome === "late") throw serverError("MaxTimeMSExpired", "operation exceeded time limit");
}

function same(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (!a || !b) return a === b;
  return Buffer.compare(a, b) === 0;
}

export function noSuchTransaction(number: bigint, aborted: boolean): ServerError {
  const text = aborted
    ? `Transaction with { txnNumber: ${number} } has been aborted.`
    : `Given transaction number ${number} does not match any in-progress transactions.`;
  const error = serverError("NoSuchTransaction", text);
  error.labels.push("TransientTransactionError");
  return error;
}

function tooOld(number: bigint, sessionId: string, newest: bigint): ServerError {
  return serverError(
    "TransactionTooOld",
    `Cannot start transaction ${number} on session ${sessionId} because a newer transaction ${newest} has already started.`,
  );
}

/** A transaction number as the driver sends it. */
export function toBigInt(value: unknown): bigint {
  if (typeof value === "bigint") return value;
  if (Long.isLong(value)) return value.toBigInt();
  return BigInt(Math.trunc(Number(value)));
}
