import { EJSON } from "bson";
import type { Document } from "mongodb";
import { getDb } from "@/lib/db/client";
import { INDEXES } from "@/lib/db/indexes";
import { clearDatabase } from "./database";

// Everything stored, to be compared or put back.

export type Dump = Record<string, Document[]>;

/** Everything stored, except request counters, and what the database purges at a moment of its own. */
export async function dump(): Promise<Dump> {
  const db = await getDb();
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  const kept = names.filter((name) => name !== "rateLimits");
  const contents = await Promise.all(
    kept.map(async (name) => {
      const all = await db.collection(name).find().sort({ _id: 1 }).toArray();
      return all.filter((document) => !isExpired(name, document));
    }),
  );
  return Object.fromEntries(kept.map((name, index) => [name, contents[index] ?? []]));
}

function isExpired(collection: string, document: Document): boolean {
  return INDEXES.some(([name, keys, { expireAfterSeconds, partialFilterExpression = {} } = {}]) => {
    if (name !== collection || expireAfterSeconds === undefined) return false;
    const at: unknown = document[Object.keys(keys)[0]!];
    const isIndexed = Object.keys(partialFilterExpression).every((field) => field in document);
    return isIndexed && at instanceof Date && at.getTime() + expireAfterSeconds * 1_000 <= Date.now();
  });
}

/** @returns a function that expects everything stored to be as in the dump */
export function expectStored(dumped: Dump): () => Promise<void> {
  const text = EJSON.stringify(dumped);
  return async () => {
    const now = await dump();
    // Jest's own comparison is slow, so it runs only to report a difference.
    if (EJSON.stringify(now) !== text) expect(now).toEqual(dumped);
  };
}

/** Replaces everything stored with the dump. */
export async function restore(dumped: Dump): Promise<void> {
  await clearDatabase();
  await insert(dumped, Object.keys(dumped));
}

async function insert(dumped: Dump, names: readonly string[]): Promise<void> {
  const db = await getDb();
  const filled = names.filter((name) => dumped[name]?.length);
  await Promise.all(filled.map((name) => db.collection(name).insertMany(dumped[name]!)));
}

const WRITES = new Set(["insert", "update", "delete", "findAndModify"]);

/**
 * Restores a dump faster: only the collections that this process has written since the last time.
 * @param dumped what is stored now
 */
export async function restorer(dumped: Dump): Promise<() => Promise<void>> {
  const db = await getDb();
  const written = new Set<string>();
  db.client.on("commandStarted", ({ commandName, command }) => {
    if (WRITES.has(commandName)) written.add(command[commandName] as string);
  });
  return async () => {
    const names = [...written];
    await Promise.all(names.map((name) => db.collection(name).deleteMany({})));
    await insert(dumped, names);
    for (const name of names) written.delete(name);
  };
}

/**
 * Puts the database into the same initial state each time, which is faster than building it again.
 * @returns a function that restores what `build` stored on its first call, and returns what `build` returned
 */
export function rebuilder<T>(build: () => Promise<T>): () => Promise<T> {
  let first: { built: T; rebuild: () => Promise<void> } | undefined;
  return async () => {
    if (first) await first.rebuild();
    else first = { built: await build(), rebuild: await restorer(await dump()) };
    return first.built;
  };
}
