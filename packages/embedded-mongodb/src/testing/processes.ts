import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { MongoClient } from "mongodb";
import { startEmbedded, type EmbeddedServer } from "..";
import { makeDataDir } from "./test-server";

/** For tests with separate processes and data directories; see `child.ts`. */

export const root = path.resolve(__dirname, "../../../..");
export const nodeArgs = ["--conditions=react-server", "--import", "tsx", path.join(__dirname, "child.ts")];

const folders: string[] = [];
const children: ChildProcess[] = [];
const servers: EmbeddedServer[] = [];

export async function newDir(): Promise<string> {
  const folder = await makeDataDir();
  folders.push(folder);
  return folder;
}

/** Serves a directory in this process until `close`, or the end of the test file. */
export async function open(dataDir: string, port?: number): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, port });
  servers.push(server);
  return server;
}

type Item = { _id: number; text?: string; big?: string; by?: string };

/** Serves a directory in this process, with a client, until `close`. */
export async function connect(dataDir: string) {
  const server = await open(dataDir);
  const client = new MongoClient(server.uri, { retryWrites: false, serverSelectionTimeoutMS: 5_000 });
  const db = client.db("t");
  const close = async () => {
    await server.close();
    await client.close();
  };
  return { client, db, items: db.collection<Item>("items"), close };
}

/** Ends everything and removes all folders, even after a failed test. */
export async function cleanUp(): Promise<void> {
  for (const each of children) each.kill("SIGKILL");
  await Promise.all(servers.map((server) => server.close()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Runs the child to its end and returns its output. */
export const run = (...args: string[]) =>
  spawnSync(process.execPath, [...nodeArgs, ...args], { cwd: root, encoding: "utf8" }).stdout;

/** Starts the child; `stdout` is its output. */
export const start = (...args: string[]) => launch(process.execPath, [...nodeArgs, ...args]);

function launch(file: string, args: string[]) {
  const child = spawn(file, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return child;
}

const asUser = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
const inContainer = [...asUser, "--pid", "--fork", "--kill-child"];

/** Whether this user may start processes that count their own process ids: on most Linux systems. */
export const hasContainers = () => spawnSync("unshare", [...inContainer, "true"]).status === 0;

/** Starts the child as in a container, where its process id is 1. */
export const startInContainer = (...args: string[]) =>
  launch("unshare", [...inContainer, process.execPath, ...nodeArgs, ...args]);

/** Another process that serves a directory until it is killed. */
export async function hold(dataDir: string): Promise<ChildProcess> {
  const owner = start("hold", dataDir);
  const ended = once(owner, "exit").then(([code, signal]) => {
    throw new Error(`The process ended: ${String(code ?? signal)}`);
  });
  // Also ends if it is killed later.
  ended.catch(() => undefined);
  await Promise.race([once(owner.stdout, "data"), ended]);
  return owner;
}

export async function kill(owner: ChildProcess): Promise<void> {
  owner.kill("SIGKILL");
  await once(owner, "exit");
}

/** The message of a failed start. */
export async function failureOf(dataDir: string, port?: number): Promise<string> {
  try {
    await (await open(dataDir, port)).close();
    return "opened";
  } catch (error) {
    return (error as Error).message;
  }
}

/** A closed data directory with 3001 documents. */
export async function filledDir(): Promise<string> {
  const dataDir = await newDir();
  const { items, close } = await connect(dataDir);
  await items.createIndex({ text: 1 });
  await items.insertMany(Array.from({ length: 3000 }, (_, index) => ({ _id: index, text: `text ${index}` })));
  await items.insertOne({ _id: -1, text: "big", big: "x".repeat(100_000) });
  await close();
  return dataDir;
}

/** The number of documents in a directory. Checks its indexes too. */
export async function countIn(dataDir: string): Promise<number> {
  const { db, items, close } = await connect(dataDir);
  const all = await items.find().toArray();
  expect(await db.command({ validate: "items" })).toMatchObject({ valid: true });
  await close();
  return all.length;
}
