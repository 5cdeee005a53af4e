import { entriesPrefix, Space, type CollectionInfo, type IndexInfo } from "./catalog";
import { getStored } from "./documents";
import type { Engine } from "./engine";
import { dropUnfinished } from "./index-build";
import type { RecordId } from "./indexes";
import { encodeValue, invert } from "./keys";
import { afterPrefix, type Reader, type Writer } from "./kv";
import type { Plan } from "./plan";
import { compareValues, keysAt, type Doc } from "./query";
import { runPlan } from "./scan";

const TICK_MS = 500;
const CHUNK = 2000;

/** What has to be done now and then: time limits, expired documents, the remains of what was dropped. */
export class Maintenance {
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> = Promise.resolve();
  private idle = true;
  private lastSweep = Date.now();

  constructor(
    private readonly engine: Engine,
    /** Time between two sweeps of the TTL indexes, in milliseconds. */
    public sweepInterval: number,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.tick(), TICK_MS);
    // No reason to keep a process alive.
    this.timer.unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.working;
  }

  private tick(): void {
    this.engine.transactions.abortExpired();
    this.engine.cursors.killExpired();
    if (!this.idle) return;
    this.idle = false;
    // A sweep that fails (a full disk) is tried again at the next turn.
    this.working = this.work()
      .catch(() => undefined)
      .finally(() => (this.idle = true));
  }

  private async work(): Promise<void> {
    await purgeStep(this.engine);
    if (Date.now() - this.lastSweep < this.sweepInterval) return;
    this.lastSweep = Date.now();
    await sweepExpired(this.engine);
    await forgetSessions(this.engine);
  }
}

/** At the start: indexes whose build a crash has cut off are taken away; nobody was told that they exist. */
export async function recover(engine: Engine): Promise<void> {
  const unfinished = [...engine.catalog.list(engine.storage.current)].filter((info) =>
    info.indexes.some((index) => index.building),
  );
  if (unfinished.length === 0) return;
  await engine.transactions.statement((writer) => {
    for (const info of unfinished) dropUnfinished(engine, writer, info);
  });
}

/** Removes some of the entries of dropped collections and indexes. @returns whether anything is left */
export async function purgeStep(engine: Engine): Promise<boolean> {
  const purge = Buffer.from([Space.purge]);
  const waiting = (reader: Reader) => first(reader.range({ from: purge, to: afterPrefix(purge) }));
  if (!waiting(engine.storage.current)) return false;
  await engine.storage.write((writer) => {
    const entry = waiting(writer);
    if (!entry) return;
    const prefix = entriesPrefix(entry.key[1] ?? 0, entry.key.readUInt32BE(2));
    if (removeSome(writer, prefix)) writer.remove(entry.key);
  });
  return waiting(engine.storage.current) !== undefined;
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

function first<T>(items: Iterable<T>): T | undefined {
  for (const item of items) return item;
  return undefined;
}

/** Deletes the documents whose time is over by a TTL index. @returns how many */
export async function sweepExpired(engine: Engine, now = Date.now()): Promise<number> {
  let removed = 0;
  for (const info of [...engine.catalog.list(engine.storage.current)]) {
    for (const index of info.indexes) {
      if (index.expireAfterSeconds === undefined || index.building) continue;
      removed += await sweepIndex(engine, info, index, new Date(now - index.expireAfterSeconds * 1000));
    }
  }
  return removed;
}

async function sweepIndex(
  engine: Engine,
  info: CollectionInfo,
  index: IndexInfo,
  until: Date,
): Promise<number> {
  const plan = expiredPlan(index, until);
  let removed = 0;
  for (;;) {
    const records: RecordId[] = [];
    for (const stored of runPlan(engine.storage.current, info, plan)) {
      if (isExpired(index, stored.doc, until)) records.push(stored.record);
      if (records.length === CHUNK) break;
    }
    if (records.length === 0) return removed;
    removed += await engine.transactions.statement((writer) => {
      const current = engine.catalog.get(writer, info.namespace);
      if (current?.id !== info.id) return 0;
      const target = { info: current };
      let count = 0;
      for (const record of records) {
        const stored = getStored(writer, current, record);
        if (!stored || !isExpired(index, stored.doc, until)) continue;
        engine.documents.remove(writer, target, stored);
        count += 1;
      }
      return count;
    });
    if (records.length < CHUNK) return removed;
  }
}

// Only dates expire; of several, the earliest counts.
function isExpired(index: IndexInfo, doc: Doc, until: Date): boolean {
  return keysAt(doc, Object.keys(index.key)).some(
    ([value]) => value instanceof Date && compareValues(value, until) <= 0,
  );
}

function expiredPlan(index: IndexInfo, until: Date): Plan {
  const key = encodeValue(until);
  const type = key.subarray(0, 1);
  const ascending = Object.values(index.key)[0] === 1;
  const interval = ascending
    ? { from: { at: type, after: false }, to: { at: key, after: true } }
    : { from: { at: invert(key), after: false }, to: { at: invert(type), after: true } };
  return {
    kind: "IXSCAN",
    index,
    intervals: [interval],
    reverse: false,
    sorted: false,
    bounded: 1,
    nulls: 0,
  };
}

async function forgetSessions(engine: Engine): Promise<void> {
  engine.transactions.forgetOld();
  const expired = engine.sessions.expired();
  for (let start = 0; start < expired.length; start += CHUNK) {
    await engine.storage.write((writer) => {
      for (const id of expired.slice(start, start + CHUNK)) engine.sessions.forget(writer, id);
    });
  }
}
