import { Cursors } from "./cursors";
import { Maintenance } from "./maintenance";
import { Catalog } from "./storage/catalog";
import { IndexBuilds } from "./storage/index-builds";
import { Purge } from "./storage/purge";
import type { Store } from "./storage/store";
import { Transactions } from "./storage/transactions";

export type DatabaseOptions = {
  /** A transaction open for longer is aborted, in milliseconds. */
  transactionLifetime?: number;
  /** Time between two sweeps of the TTL indexes, in milliseconds. */
  sweepInterval?: number;
  /** How long one commit of an index build or of a purge may hold up others, in milliseconds. */
  stepMs?: number;
};

/** An open data file with everything that reads and writes it. */
export class Database {
  readonly catalog: Catalog;
  readonly transactions: Transactions;
  readonly builds: IndexBuilds;
  readonly purge: Purge;
  readonly cursors = new Cursors();
  private readonly maintenance: Maintenance;

  constructor(
    readonly store: Store,
    { transactionLifetime = 60_000, sweepInterval = 60_000, stepMs = 25 }: DatabaseOptions = {},
  ) {
    this.catalog = new Catalog(store.current);
    this.transactions = new Transactions(store, transactionLifetime, (ended) => this.cursors.killOf(ended));
    this.purge = new Purge(store, this.catalog, stepMs);
    this.builds = new IndexBuilds(this, stepMs);
    this.maintenance = new Maintenance(this, sweepInterval);
    this.builds.resume();
    this.purge.start();
  }

  /** Aborts open transactions, finishes accepted writes, and closes the file. */
  async close(): Promise<void> {
    this.cursors.killOf();
    await this.maintenance.stop();
    this.transactions.abortAll();
    await this.store.close();
  }
}
