import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Worker, WorkerOptions } from "node:worker_threads";
import { MongoClient } from "mongodb";
import { cleanUp, countIn, hold, kill, newDir } from "./testing/processes";
import { startEmbedded } from "./thread";

const mockThreads: Worker[] = [];
/** The thread's code, if not the application's. */
let mockCode: string | undefined;
// Node compiles the thread's file here, as Next.js does for the application.
jest.mock("node:worker_threads", () => {
  const actual = jest.requireActual<typeof import("node:worker_threads")>("node:worker_threads");
  const load = (file: URL) => `require("tsx/cjs"); require(${JSON.stringify(fileURLToPath(file))});`;
  class CompiledWorker extends actual.Worker {
    constructor(file: URL, options: WorkerOptions) {
      super(mockCode ?? load(file), { ...options, eval: true });
      mockThreads.push(this);
    }
  }
  return { ...actual, Worker: CompiledWorker };
});

afterEach(() => (mockCode = undefined));
afterAll(cleanUp);

const insertInto = async (uri: string, _id: number) => {
  const client = new MongoClient(uri);
  try {
    await client.db("t").collection<{ _id: number }>("items").insertOne({ _id });
  } finally {
    await client.close();
  }
};

test("serves the directory until it is closed, and keeps what was written", async () => {
  const dataDir = await newDir();
  const server = await startEmbedded({ dataDir });
  expect(server.exposure).toBeNull();
  await insertInto(server.uri, 1);
  const ended = jest.fn();
  void server.ownerEnded.then(ended);
  await Promise.all([server.close(), server.close()]);
  await expect(insertInto(`${server.uri}&serverSelectionTimeoutMS=100`, 2)).rejects.toThrow();
  expect(await countIn(dataDir)).toBe(1);
  expect(ended).not.toHaveBeenCalled();
});

test("a folder that cannot be used is reported with the same sentence", async () => {
  const file = path.join(await newDir(), "file");
  writeFileSync(file, "");
  await expect(startEmbedded({ dataDir: file })).rejects.toThrow("it must be a folder");
});

test("the end of a joined process is reported", async () => {
  const dataDir = await newDir();
  const owner = await hold(dataDir);
  const server = await startEmbedded({ dataDir });
  await insertInto(server.uri, 1);
  await kill(owner);
  expect(await server.ownerEnded).toMatch(/^The server of the database in .* \(process \d+\) has ended\.$/);
  await server.close();
});

test("if the thread ends, that is reported, and the next start continues with its data", async () => {
  const dataDir = await newDir();
  const server = await startEmbedded({ dataDir });
  await insertInto(server.uri, 1);
  await mockThreads.at(-1)!.terminate();
  expect(await server.ownerEnded).toBe("The database's thread has ended.");
  await server.close();
  const next = await startEmbedded({ dataDir });
  await insertInto(next.uri, 2);
  await next.close();
  expect(await countIn(dataDir)).toBe(2);
});

test("the reason of a thread that cannot start is reported", async () => {
  mockCode = 'throw new Error("A package is missing.");';
  const logged = jest.spyOn(console, "error").mockImplementation();
  const sentence = "The database's thread has ended: A package is missing.";
  await expect(startEmbedded({ dataDir: await newDir() })).rejects.toThrow(sentence);
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ message: "A package is missing." }));
});

test("an error while closing is reported", async () => {
  mockCode = `const { parentPort } = require("node:worker_threads");
    parentPort.postMessage({ uri: "", exposure: null });
    parentPort.once("message", () => {
      parentPort.postMessage("The disk is gone.");
      parentPort.close();
    });`;
  const server = await startEmbedded({ dataDir: await newDir() });
  await expect(server.close()).rejects.toThrow("The disk is gone.");
  // It has ended now.
  await server.close();
});
