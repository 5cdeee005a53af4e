import { Catalog } from "./catalog";
import { Cursors } from "./cursors";
import { Documents } from "./documents";
import { Maintenance, recover } from "./maintenance";
import { Sessions } from "./sessions";
import type { Storage } from "./storage";
import { Transactions } from "./transactions";

const TRANSACTION_LIFETIME_MS = 60_000;
const SWEEP_INTERVAL_MS = 60_000;

export type EngineOptions = {
  /** A transaction that is open for longer is aborted, in milliseconds. */
  transactionLifetime?: number;
  /** Time between two sweeps of the TTL indexes, in milliseconds. */
  sweepInterval?: number;
};

/** One open data directory with everything that works on it. */
export class Engine {
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly sessions: Sessions;
  readonly transactions: Transactions;
  readonly maintenance: Maintenance;
  readonly cursors = new Cursors();
  readonly startedAt = new Date();
  /** Clients that are connected now. */
  connections = 0;

  private constructor(
    readonly storage: Storage,
    options: EngineOptions,
  ) {
    this.catalog = new Catalog(storage.current);
    this.documents = new Documents(this.catalog, storage.current);
    this.sessions = new Sessions(storage.current);
    this.transactions = new Transactions(
      storage,
      this.sessions,
      options.transactionLifetime ?? TRANSACTION_LIFETIME_MS,
      (transaction) => this.cursors.killOf(transaction),
    );
    this.maintenance = new Maintenance(this, options.sweepInterval ?? SWEEP_INTERVAL_MS);
  }

  static async start(storage: Storage, options: EngineOptions = {}): Promise<Engine> {
    const engine = new Engine(storage, options);
    await recover(engine);
    engine.maintenance.start();
    return engine;
  }

  /** Undoes what is open, finishes what was accepted, and closes the file. */
  async close(): Promise<void> {
    this.cursors.killAll();
    this.transactions.abortAll();
    await this.maintenance.stop();
    await this.storage.close();
  }
}
