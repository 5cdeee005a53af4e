import { Catalog } from "./catalog";
import { Documents } from "./documents";
import type { Store } from "./store";
import { Transactions, type Transaction } from "./transactions";

const TRANSACTION_LIFETIME_MS = 60_000;

export type EngineOptions = {
  /** A transaction open for longer is aborted, in milliseconds. */
  transactionLifetime?: number;
};

/** An open data file with everything that writes to it. */
export class Engine {
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly transactions: Transactions;

  constructor(
    readonly store: Store,
    options: EngineOptions = {},
    onEnd?: (transaction: Transaction) => void,
  ) {
    this.catalog = new Catalog(store.current);
    this.documents = new Documents(this.catalog, store.current);
    this.transactions = new Transactions(
      store,
      options.transactionLifetime ?? TRANSACTION_LIFETIME_MS,
      onEnd,
    );
  }

  /** Aborts open transactions, finishes accepted writes, and closes the file. */
  async close(): Promise<void> {
    this.transactions.abortAll();
    await this.store.close();
  }
}
