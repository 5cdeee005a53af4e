import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient, type Db } from "mongodb";
import { startEmbedded } from "../index";

/** A server under test, with its own database. */
export interface Target {
  name: string;
  client: MongoClient;
  db: Db;
  close(): Promise<void>;
}

const options = { serverSelectionTimeoutMS: 10_000, retryWrites: false, retryReads: false };

/** A new embedded database in a directory that is removed at the end. */
export async function openEmbedded(): Promise<Target> {
  const directory = mkdtempSync(join(tmpdir(), "evenly-conformance-"));
  const server = await startEmbedded({ dataDir: directory });
  const client = await MongoClient.connect(server.uri, options);
  return {
    name: "embedded",
    client,
    db: client.db("conformance"),
    async close() {
      await client.close();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The server of `TEST_MONGODB_URI`, with a database that is dropped at the end; null without the variable. */
export async function openOther(): Promise<Target | null> {
  const uri = process.env.TEST_MONGODB_URI;
  if (!uri) return null;
  const client = await MongoClient.connect(uri, options);
  const db = client.db(`conformance_${process.pid}_${Date.now()}`);
  return {
    name: "independent",
    client,
    db,
    async close() {
      await db.dropDatabase();
      await client.close();
    },
  };
}
