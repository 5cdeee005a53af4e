import type { CommandStartedEvent, Document, MongoClient } from "mongodb";
import { getDb } from "@/lib/db/client";
import { INDEXES } from "@/lib/db/indexes";

// Everything stored, to be compared or put back. Where nobody but this process writes, what it has not written since is
// neither read nor written again: tests would spend most of their time on that.

/** The documents of each collection by their ids. Not to be changed. */
export type Dump = Readonly<Record<string, readonly Document[]>>;

const NONE: readonly Document[] = [];
/** Request counters. */
const NOT_DUMPED = "rateLimits";

/** Commands that change no document. What a transaction has written changes with its commit. */
const READS = new Set([
  ...["abortTransaction", "aggregate", "count", "createIndexes", "distinct", "endSessions", "explain"],
  ...["find", "getMore", "hello", "killCursors", "listCollections", "listIndexes", "ping"],
]);
/** Commands that change one collection, which they name. */
const WRITES = new Set(["create", "delete", "drop", "findAndModify", "insert", "update"]);

/** What is known of the collections that a client's commands have not changed since. */
class Known {
  private readonly documents = new Map<string, readonly Document[]>();
  /** What commands that run now may change, by the command, and what transactions have written, by the transaction. */
  private readonly running = new Map<number, readonly string[] | null>();
  private readonly written = new Map<string, Set<string>>();
  private changes = 0;

  constructor(client: MongoClient) {
    client.on("commandStarted", (event) => {
      const changed = this.changedBy(event);
      if (changed?.length === 0) return;
      this.running.set(event.requestId, changed);
      this.forget(changed);
    });
    // What was read while it ran may be older.
    const ended = ({ requestId }: { requestId: number }) => {
      const changed = this.running.get(requestId);
      if (changed === undefined) return;
      this.running.delete(requestId);
      this.forget(changed);
    };
    client.on("commandSucceeded", ended).on("commandFailed", ended);
  }

  get(name: string): readonly Document[] | undefined {
    return this.documents.get(name);
  }

  set(name: string, documents: readonly Document[]): void {
    this.documents.set(name, documents);
  }

  /** Reads, and takes the result as known unless something was changed meanwhile. */
  async read(name: string, find: () => Promise<Document[]>): Promise<readonly Document[]> {
    const known = this.documents.get(name);
    if (known) return known;
    const { changes } = this;
    const found = await find();
    if (changes === this.changes) this.documents.set(name, found);
    return found;
  }

  /** The collections that a command changes; null: perhaps all. */
  private changedBy({ commandName, command }: CommandStartedEvent): readonly string[] | null {
    if (READS.has(commandName)) return [];
    const transaction = command.autocommit === false && `${command.lsid.id} ${command.txnNumber}`;
    if (commandName === "commitTransaction") return [...(this.written.get(String(transaction)) ?? [])];
    if (!WRITES.has(commandName)) return null;
    const collection = command[commandName] as string;
    if (transaction) {
      const written = this.written.get(transaction) ?? new Set();
      this.written.set(transaction, written.add(collection));
    }
    return [collection];
  }

  private forget(changed: readonly string[] | null): void {
    this.changes += 1;
    if (!changed) this.documents.clear();
    for (const name of changed ?? []) this.documents.delete(name);
  }
}

const knownBy = new WeakMap<MongoClient, Known>();

/** From now on, only this client writes its database. */
export function writesAlone(client: MongoClient): void {
  knownBy.set(client, new Known(client));
}

/** Everything stored, except request counters, and what the database purges at a moment of its own. */
export async function dump(): Promise<Dump> {
  const { db, known, names } = await current();
  const dumped = names.filter((name) => name !== NOT_DUMPED);
  const contents = await Promise.all(
    dumped.map(async (name) => {
      const find = () => db.collection(name).find().sort({ _id: 1 }).toArray();
      const all = await (known?.read(name, find) ?? find());
      return all.some((document) => isExpired(name, document))
        ? all.filter((document) => !isExpired(name, document))
        : all;
    }),
  );
  return Object.fromEntries(dumped.map((name, index) => [name, contents[index]!]));
}

/** Replaces everything stored with the dump. */
export async function restore(dumped: Dump): Promise<void> {
  const { db, known, names } = await current();
  await Promise.all(
    [...new Set([...names, ...Object.keys(dumped)])].map(async (name) => {
      const [before, after] = [known?.get(name), dumped[name] ?? NONE];
      if (before === after || (before?.length === 0 && after.length === 0)) return;
      if (before?.length !== 0) await db.collection(name).deleteMany({});
      if (after.length > 0) await db.collection(name).insertMany([...after]);
      known?.set(name, after);
    }),
  );
}

/**
 * Puts the database into the same initial state each time, which is faster than building it again.
 * @returns a function that restores what `build` stored on its first call, and returns what `build` returned
 */
export function rebuilder<T>(build: () => Promise<T>): () => Promise<T> {
  let first: { built: T; stored: Dump } | undefined;
  return async () => {
    if (first) await restore(first.stored);
    else first = { built: await build(), stored: await dump() };
    return first.built;
  };
}

async function current() {
  const db = await getDb();
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  return { db, known: knownBy.get(db.client), names: collections.map(({ name }) => name).sort() };
}

function isExpired(collection: string, document: Document): boolean {
  return INDEXES.some(([name, keys, { expireAfterSeconds, partialFilterExpression = {} } = {}]) => {
    if (name !== collection || expireAfterSeconds === undefined) return false;
    const at: unknown = document[Object.keys(keys)[0]!];
    const isIndexed = Object.keys(partialFilterExpression).every((field) => field in document);
    return isIndexed && at instanceof Date && at.getTime() + expireAfterSeconds * 1_000 <= Date.now();
  });
}
