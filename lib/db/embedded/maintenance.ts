import { findStored } from "./planner/scan";
import type { IndexInfo } from "./storage/catalog";
import type { Engine } from "./storage/engine";

const TICK_MS = 500;
const SWEEP_INTERVAL_MS = 60_000;
const CHUNK = 2000;

export type MaintenanceOptions = {
  /** Time between two sweeps of the TTL indexes, in milliseconds. */
  sweepInterval?: number;
};

/** Periodic work: time limits and expired documents. */
export class Maintenance {
  private readonly timer: NodeJS.Timeout;
  private sweeping: Promise<void> | null = null;
  private lastSweep = Date.now();

  constructor(
    private readonly engine: Engine,
    private readonly options: MaintenanceOptions,
    /** Additional work for each tick. */
    private readonly onTick: () => void,
  ) {
    this.timer = setInterval(() => this.tick(), TICK_MS);
    // Does not keep the process alive.
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  private tick(): void {
    this.engine.transactions.expire();
    this.onTick();
    const { sweepInterval = SWEEP_INTERVAL_MS } = this.options;
    if (this.sweeping || Date.now() - this.lastSweep < sweepInterval) return;
    this.lastSweep = Date.now();
    this.sweeping = this.sweep();
  }

  private async sweep(): Promise<void> {
    // After a failure (a full disk), the next one tries again.
    await sweepExpired(this.engine).catch(() => undefined);
    this.sweeping = null;
  }
}

/** Deletes the documents that have expired by a TTL index. @returns how many */
export async function sweepExpired(engine: Engine, now = Date.now()): Promise<number> {
  let removed = 0;
  for (const info of [...engine.catalog.list(engine.store.current)]) {
    for (const index of info.indexes) {
      if (index.expireAfterSeconds === undefined) continue;
      const until = new Date(now - index.expireAfterSeconds * 1000);
      removed += await sweepIndex(engine, info.namespace, index, until);
    }
  }
  return removed;
}

async function sweepIndex(engine: Engine, namespace: string, index: IndexInfo, until: Date): Promise<number> {
  const { catalog, documents, transactions } = engine;
  // Values that are not dates never match.
  const expired = { [Object.keys(index.key)[0] ?? ""]: { $lte: until } };
  const filter = { $and: [expired, index.partialFilterExpression ?? {}] };
  for (let removed = 0; ;) {
    const count = await transactions.statement((writer) => {
      const info = catalog.get(writer, namespace);
      if (!info?.indexes.some(({ id }) => id === index.id)) return 0;
      const target = { info };
      const found = [...findStored(writer, info, { filter, limit: CHUNK })];
      for (const stored of found) documents.remove(writer, target, stored);
      return found.length;
    });
    removed += count;
    if (count < CHUNK) return removed;
  }
}
