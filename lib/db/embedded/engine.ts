import { Catalog } from "./catalog";
import { Cursors } from "./cursors";
import { Documents } from "./documents";
import { Sessions } from "./sessions";
import { Storage } from "./storage";
import { Transactions } from "./transactions";

const TRANSACTION_LIFETIME_MS = 60_000;

export type EngineOptions = {
  dataDir: string;
  /** A transaction that is open for longer is aborted, in milliseconds. */
  transactionLifetime?: number;
};

/** One open data directory with everything that works on it. */
export class Engine {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly sessions: Sessions;
  readonly transactions: Transactions;
  readonly cursors = new Cursors();
  readonly startedAt = new Date();

  constructor(storage: Storage, options: { transactionLifetime?: number } = {}) {
    this.storage = storage;
    this.catalog = new Catalog(storage.current);
    this.documents = new Documents(this.catalog, storage.current);
    this.sessions = new Sessions(storage.current);
    this.transactions = new Transactions(
      storage,
      this.sessions,
      options.transactionLifetime ?? TRANSACTION_LIFETIME_MS,
    );
  }

  /** Undoes what is open, finishes what was accepted, and closes the file. */
  async close(): Promise<void> {
    this.cursors.killAll();
    this.transactions.abortAll();
    await this.storage.close();
  }
}
