import type { Database } from "./database";
import { findStored } from "./planner/scan";
import type { CollectionInfo, IndexInfo } from "./storage/catalog";
import { Collection } from "./storage/documents";
import { SweepClock } from "./sweep-clock";

const TICK_MS = 500;
const CHUNK = 2000;

/** Periodic work: time limits and expired documents. */
export class Maintenance {
  private readonly timer: NodeJS.Timeout;
  private sweeping: Promise<void> | null = null;
  private readonly clock: SweepClock;

  constructor(
    private readonly database: Database,
    sweepInterval: number,
  ) {
    this.clock = new SweepClock(sweepInterval);
    this.timer = setInterval(() => this.tick(), TICK_MS);
    // Does not keep the process alive.
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  /** Does what is due. */
  tick(): void {
    this.database.transactions.expire();
    this.database.cursors.killExpired();
    const now = this.sweeping ? null : this.clock.due();
    if (now === null) return;
    // After a failure (a full disk), the next one tries again.
    const ended = () => void (this.sweeping = null);
    this.sweeping = sweepExpired(this.database, now).then(ended, ended);
  }
}

/** Deletes the documents that have expired by a TTL index. @returns how many */
export async function sweepExpired(database: Database, now = Date.now()): Promise<number> {
  let removed = 0;
  for (const info of [...database.catalog.list(database.store.current)]) {
    for (const index of info.indexes) {
      if (index.expireAfterSeconds === undefined) continue;
      removed += await sweepIndex(database, info, index, new Date(now - index.expireAfterSeconds * 1000));
    }
  }
  return removed;
}

async function sweepIndex(database: Database, listed: CollectionInfo, index: IndexInfo, until: Date) {
  const { catalog, transactions, store } = database;
  // Values that are not dates never match.
  const expired = { [Object.keys(index.key)[0] ?? ""]: { $lte: until } };
  const filter = { $and: [expired, index.partialFilterExpression ?? {}] };
  // Without any, there must be no commit: an empty one counts as a change, too (`Store.sequence`).
  const [first] = findStored(store.current, listed, { filter, limit: 1 });
  if (!first) return 0;
  for (let removed = 0; ;) {
    const count = await transactions.statement((writer) => {
      const collection = new Collection(catalog, writer, listed.namespace);
      if (!collection.info?.indexes.some(({ id }) => id === index.id)) return 0;
      const found = [...findStored(writer, collection.info, { filter, limit: CHUNK })];
      for (const stored of found) collection.remove(stored);
      return found.length;
    });
    removed += count;
    if (count < CHUNK) return removed;
  }
}
