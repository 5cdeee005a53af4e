import "server-only";
import nodeModule from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import {
  MongoClient,
  MongoNetworkError,
  type Db,
  type Document,
  type MongoClientOptions,
  type MongoOptions,
} from "mongodb";
import { env, isBundled } from "@/lib/env";
import "./driver-patch";
import { isUpdating, Updating } from "@/lib/errors";
import { DatabaseUnavailable, isOutage } from "./server-errors";
import { log } from "@/lib/log";

/** `prepared`: undefined before, null afterwards. */
type Connection = { db: Db; close: () => Promise<void>; prepared?: Promise<void> | null | undefined };

// Next.js loads modules more than once (instrumentation, handlers, pages), so the connection is on globalThis.
const store = globalThis as typeof globalThis & {
  evenlyConnection?: Promise<Connection>;
  evenlyPrepare?: (db: Db) => Promise<void>;
};

/** The named database, else that of the URI, else "evenly". Without one, the driver would use "test". */
export function databaseOf(client: MongoClient, name?: string): Db {
  const { dbName } = client.options;
  return client.db(name ?? (dbName === "test" ? "evenly" : dbName));
}

/** Lets metrics and tests count the commands. */
const monitored = () => env().METRICS_TOKEN !== undefined || env().NODE_ENV === "test";

/** Whether a thread's file is compiled: by Next.js, or by tsx, whose hooks work in threads since Node.js 22.15. */
const canStartThread = isBundled || (process.execArgv.includes("tsx") && "registerHooks" in nodeModule);

async function connectEmbedded(dataDir: string): Promise<Connection> {
  const { startEmbedded } = await (canStartThread
    ? import("embedded-mongodb/thread")
    : import("embedded-mongodb"));
  const server = await startEmbedded({ dataDir });
  if (server.exposure) log.warn(server.exposure);
  const client = new MongoClient(server.uri, { monitorCommands: monitored() });
  const close = async () => {
    await client.close();
    await server.close();
  };
  await client.connect().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const connection = { db: databaseOf(client), close };
  void server.ownerEnded.then(async (sentence) => {
    log.error(`${sentence} The next request opens it in this process.`);
    if ((await store.evenlyConnection?.catch(() => undefined)) === connection) await closeDb();
  });
  return connection;
}

/** A request waits this long for an unreachable server; a transaction waits twice as long. */
const SERVER_SELECTION_MS = 1_200;
/** The first connection may be slow, or to a server that is still starting. On a serverless host, a request waits. */
const connectAttempts = () => (env().serverless ? 2 : 4);

/** The options of the connection, unless MONGODB_URI has others. */
const defaultOptions = (): MongoClientOptions => ({
  serverSelectionTimeoutMS: SERVER_SELECTION_MS,
  connectTimeoutMS: 2_000,
  // How soon a server that vanished silently is detected.
  heartbeatFrequencyMS: 2_000,
  // A host may run hundreds of functions, and the smallest cluster of Atlas accepts 500 connections.
  maxPoolSize: env().serverless ? 3 : 20,
  // A request waits this long for one of them; a command waits as long as it takes.
  waitQueueTimeoutMS: isBundled ? 2_500 : 0,
  // A frozen serverless process resumes with connections that the server closed long ago.
  maxIdleTimeMS: 60_000,
});

async function connectServer(uri: string, name: string | undefined): Promise<Connection> {
  const client = newClient(uri);
  const problem = problemOf(client.options);
  if (problem) throw new DatabaseUnavailable(`MONGODB_URI ${problem} Remove the option.`);
  const hello = await sayHello(client).catch(async (error: unknown) => {
    await client.close();
    throw new DatabaseUnavailable(`The MongoDB server of MONGODB_URI cannot be reached: ${messageOf(error)}`);
  });
  if (!hello.setName && hello.msg !== "isdbgrid") {
    await client.close();
    throw new DatabaseUnavailable(
      "The MongoDB server of MONGODB_URI has no transactions: run it as a replica set (one node is enough) or use Atlas.",
    );
  }
  return { db: databaseOf(client, name), close: () => client.close() };
}

function newClient(uri: string): MongoClient {
  const [, query] = /\?(.*)$/.exec(uri) ?? [];
  const given = new Set([...new URLSearchParams(query).keys()].map((option) => option.toLowerCase()));
  const missing = Object.entries(defaultOptions()).filter(([option]) => !given.has(option.toLowerCase()));
  try {
    return new MongoClient(uri, { ...Object.fromEntries(missing), monitorCommands: monitored() });
  } catch {
    // The driver's message may quote the URI, and it is logged.
    throw new DatabaseUnavailable(
      "MONGODB_URI is not a valid connection string: check its host and options, and percent-encode special characters in its name and password.",
    );
  }
}

/** The option that would make transactions fail, or lose acknowledged writes; null if there is none. */
function problemOf({ readPreference, readConcern, writeConcern }: MongoOptions): string | null {
  const level = readConcern?.level;
  if (readPreference.mode !== "primary")
    return `has readPreference=${readPreference.mode}, but transactions read from the primary.`;
  if (level && level !== "local" && level !== "majority")
    return `has readConcernLevel=${level}, which transactions do not support.`;
  return writeConcern?.w === 0 ? "has w=0, so that nobody would know whether something was saved." : null;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function sayHello(client: MongoClient): Promise<Document> {
  for (let attempt = 1; ; attempt++) {
    try {
      // Explicitly: after a failure, a command would not connect again.
      await client.connect();
      return await client.db("admin").command({ hello: 1 });
    } catch (error) {
      if (attempt === connectAttempts() || !isOutage(error)) throw error;
    }
  }
}

/**
 * Opens the configured database: MONGODB_URI, or the embedded one in DATA_DIR.
 * @throws DatabaseUnavailable with a sentence that says what to do
 */
async function open(): Promise<Connection> {
  const { MONGODB_URI, MONGODB_DB, DATA_DIR, missing } = env();
  if (MONGODB_URI) return connectServer(MONGODB_URI, MONGODB_DB);
  if (missing) throw new DatabaseUnavailable(missing);
  return connectEmbedded(DATA_DIR);
}

async function connect(): Promise<Connection> {
  try {
    return await open();
  } catch (error) {
    // The next request tries again, because the server may be back.
    store.evenlyConnection = undefined;
    throw error;
  }
}

/** Sets what prepares a database after connecting, before it is used. If it fails, the next request repeats it. */
export function prepareWith(prepare: (db: Db) => Promise<void>): void {
  store.evenlyPrepare = prepare;
}

/** A request waits this long for the preparation, which continues afterwards. */
const PREPARATION_MS = 2_500;

/**
 * The process's only database handle, whose `client` is the only one.
 * @param waitMs how long to wait for the preparation
 * @throws DatabaseUnavailable; Updating if the preparation takes longer
 */
export async function getDb(waitMs = PREPARATION_MS): Promise<Db> {
  try {
    const connection = await (store.evenlyConnection ??= connect());
    if (connection.prepared !== null) await within(waitMs, (connection.prepared ??= prepare(connection)));
    return connection.db;
  } catch (error) {
    if (isUpdating(error)) throw new Updating();
    throw error instanceof DatabaseUnavailable
      ? error
      : new DatabaseUnavailable(messageOf(error), { cause: error });
  }
}

async function prepare(connection: Connection): Promise<void> {
  try {
    await store.evenlyPrepare?.(connection.db);
    connection.prepared = null;
  } catch (error) {
    // The next request repeats it.
    connection.prepared = undefined;
    throw error;
  }
}

/** @throws Updating if the promise takes longer */
async function within(ms: number, promise: Promise<void>): Promise<void> {
  if (ms === Infinity) return promise;
  const done = new AbortController();
  const late = wait(ms, undefined, { signal: done.signal }).then(() => {
    throw new Updating();
  });
  await Promise.race([promise, late]).finally(() => done.abort());
}

/**
 * Pings the database.
 * @returns the round-trip time in milliseconds; null if it is unreachable, or cannot write because the disk is full,
 * which the embedded database reports in the reply (the reason is logged)
 */
export async function pingDatabase(): Promise<number | null> {
  try {
    const db = await getDb();
    let start = performance.now();
    await db.command({ ping: 1 }).catch((error: unknown) => {
      if (!(error instanceof MongoNetworkError)) throw error;
      // The idle connection was closed. The driver retries queries by itself, but not this command.
      start = performance.now();
      return db.command({ ping: 1 });
    });
    return Math.round((performance.now() - start) * 100) / 100;
  } catch (error) {
    log.error({ err: error }, "The database cannot be used.");
    return null;
  }
}

/** Closes the database if it is open; the embedded one is flushed. Safe to call twice. */
export async function closeDb(): Promise<void> {
  const open = store.evenlyConnection;
  store.evenlyConnection = undefined;
  if (open) await (await open.catch(() => undefined))?.close();
}
