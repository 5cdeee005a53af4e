import "server-only";
import { MongoClient, type ClientSession, type Db } from "mongodb";
import { env } from "@/lib/env";
import { DatabaseUnavailable, isOutage } from "./server-errors";

type Connection = { client: MongoClient; db: Db; close: () => Promise<void> };

// Next loads modules more than once (instrumentation, handlers, pages): the connection lives on globalThis.
const store = globalThis as typeof globalThis & { evenlyConnection?: Promise<Connection> };

const DEFAULT_DATABASE = "evenly";

/** Tests count the commands of a call. */
const monitored = () => env().NODE_ENV === "test";

async function connectEmbedded(dataDir: string): Promise<Connection> {
  const { startEmbedded } = await import("./embedded");
  const server = await startEmbedded({ dataDir });
  if (server.exposure) console.warn(server.exposure);
  const client = new MongoClient(server.uri, { monitorCommands: monitored() });
  await client.connect();
  const close = async () => {
    await client.close();
    await server.close();
  };
  const connection = { client, db: client.db(DEFAULT_DATABASE), close };
  void server.ownerEnded.then(async (sentence) => {
    console.error(`${sentence} The next request opens it in this process.`);
    if ((await store.evenlyConnection) === connection) await closeDb();
  });
  return connection;
}

/** A request waits this long for a server that does not answer, a transaction twice as long. */
const SERVER_SELECTION_MS = 1_200;
/** The first connection may be over a long way, or to a server that is still starting. */
const CONNECT_ATTEMPTS = 4;

async function connectServer(uri: string, name: string | undefined): Promise<Connection> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: SERVER_SELECTION_MS,
    connectTimeoutMS: 2_000,
    // How soon a server is missed that has vanished without a word.
    heartbeatFrequencyMS: 2_000,
    maxPoolSize: 20,
    // A frozen serverless process comes back to connections that the server has closed long ago.
    maxIdleTimeMS: 60_000,
    monitorCommands: monitored(),
  });
  try {
    await connectPatiently(client);
  } catch (error) {
    await client.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailable(`The MongoDB server of MONGODB_URI cannot be reached: ${reason}`);
  }
  const hello = await client.db("admin").command({ hello: 1 });
  if (!hello.setName && hello.msg !== "isdbgrid") {
    await client.close();
    throw new DatabaseUnavailable(
      "The MongoDB server of MONGODB_URI has no transactions: run it as a replica set (one node is enough) or use Atlas.",
    );
  }
  // The driver says "test" where the URI names no database.
  const named = client.options.dbName === "test" ? DEFAULT_DATABASE : client.options.dbName;
  return { client, db: client.db(name ?? named), close: () => client.close() };
}

async function connectPatiently(client: MongoClient): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.connect();
      return;
    } catch (error) {
      if (attempt === CONNECT_ATTEMPTS || !isOutage(error)) throw error;
    }
  }
}

/**
 * Opens the database of the environment: MONGODB_URI, else the embedded one in DATA_DIR.
 * @throws DatabaseUnavailable with a sentence that says what to do.
 */
async function connect(): Promise<Connection> {
  const { MONGODB_URI, MONGODB_DB, DATA_DIR, serverless } = env();
  if (MONGODB_URI) return connectServer(MONGODB_URI, MONGODB_DB);
  if (serverless) {
    throw new DatabaseUnavailable(
      `Set MONGODB_URI: ${serverless} keeps no files between requests, so the embedded database cannot run there.`,
    );
  }
  return connectEmbedded(DATA_DIR);
}

function connection(): Promise<Connection> {
  store.evenlyConnection ??= connect().catch((error: unknown) => {
    // The next request tries again: a server that was down may be back.
    store.evenlyConnection = undefined;
    throw error;
  });
  return store.evenlyConnection;
}

/** The process's one database. @throws DatabaseUnavailable */
export async function getDb(): Promise<Db> {
  return (await connection()).db;
}

/** The process's one client, for @auth/mongodb-adapter. @throws DatabaseUnavailable */
export async function getClient(): Promise<MongoClient> {
  return (await connection()).client;
}

/**
 * Milliseconds of one round trip to the database; null where it does not answer, or cannot write because the disk is
 * full, which the embedded one says to a ping (the reason is logged).
 */
export async function pingDatabase(): Promise<number | null> {
  try {
    const db = await getDb();
    const start = performance.now();
    await db.command({ ping: 1 });
    return Math.round((performance.now() - start) * 100) / 100;
  } catch (error) {
    console.error("The database cannot be used.", error);
    return null;
  }
}

/** Closes the database if it is open; the embedded one is flushed. Safe to call twice. */
export async function closeDb(): Promise<void> {
  const open = store.evenlyConnection;
  store.evenlyConnection = undefined;
  if (open) await (await open.catch(() => undefined))?.close();
}

/**
 * Runs `work` in one transaction, again from the start where it met a concurrent writer
 * (so `work` must have no other effects). Returns what `work` returned at the commit.
 */
export async function withTransaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
  const client = await getClient();
  return client.withSession((session) => session.withTransaction(() => work(session)));
}
