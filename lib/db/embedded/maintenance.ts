import { findStored } from "./planner/scan";
import { entriesPrefix, Space, type IndexInfo } from "./storage/catalog";
import type { Engine } from "./storage/engine";
import { afterPrefix, type Reader, type Writer } from "./storage/kv";

const TICK_MS = 500;
const SWEEP_INTERVAL_MS = 60_000;
const CHUNK = 2000;

export type MaintenanceOptions = {
  /** Time between two sweeps of the TTL indexes, in milliseconds. */
  sweepInterval?: number;
};

/** Periodic work: time limits, expired documents, leftovers of dropped collections. */
export class Maintenance {
  private readonly timer: NodeJS.Timeout;
  private working: Promise<void> | null = null;
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
    await this.working;
  }

  private tick(): void {
    this.engine.transactions.expire();
    this.onTick();
    // After a failure (a full disk), purging is repeated at the next tick, sweeping after its interval.
    this.working ??= this.work()
      .catch(() => undefined)
      .finally(() => (this.working = null));
  }

  private async work(): Promise<void> {
    await purgeStep(this.engine);
    if (Date.now() - this.lastSweep < (this.options.sweepInterval ?? SWEEP_INTERVAL_MS)) return;
    this.lastSweep = Date.now();
    await sweepExpired(this.engine);
  }
}

/** Removes some entries of dropped collections and indexes. @returns whether anything is left */
export async function purgeStep({ store }: Engine): Promise<boolean> {
  const purge = Buffer.from([Space.purge]);
  const waiting = (reader: Reader) => {
    for (const { key } of reader.range({ from: purge, to: afterPrefix(purge) })) return key;
    return null;
  };
  if (!waiting(store.current)) return false;
  await store.write((writer) => {
    const key = waiting(writer);
    if (!key) return;
    const prefix = entriesPrefix(key[1] ?? 0, key.readUInt32BE(2));
    if (removeSome(writer, prefix)) writer.remove(key);
  });
  return waiting(store.current) !== null;
}

function removeSome(writer: Writer, prefix: Buffer): boolean {
  const keys: Buffer[] = [];
  for (const { key } of writer.range({ from: prefix, to: afterPrefix(prefix) })) {
    if (keys.length === CHUNK) break;
    keys.push(key);
  }
  for (const key of keys) writer.remove(key);
  return keys.length < CHUNK;
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
