import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { Double, Int32, Long, ObjectId, type Db } from "mongodb";
import {
  makeDataDir,
  startTestServer,
  type TestServer,
} from "@/packages/embedded-mongodb/src/testing/test-server";
import { copyDatabase } from "./copy-database";

let from: TestServer;
let to: TestServer;
let source: Db;
let target: Db;

beforeAll(async () => {
  from = await startTestServer({ sweepInterval: Infinity });
  to = await startTestServer({ sweepInterval: 0 });
});
beforeEach(async () => {
  source = from.client.db("source");
  target = to.client.db("target");
  await Promise.all([source.dropDatabase(), target.dropDatabase()]);
  await source.collection("kinds").insertMany([
    {
      int: new Int32(1),
      double: new Double(1),
      long: Long.fromNumber(1),
    },
    { date: new Date(0), id: new ObjectId(), regex: /a+/i, list: [null, { b: 1, a: 2 }], nothing: null },
  ]);
  await source.collection("many").insertMany(Array.from({ length: 2500 }, (_, index) => ({ index })));
  await source.collection("many").createIndex({ index: 1 }, { unique: true, name: "by-index" });
  await source.collection("many").createIndex({ at: 1 }, { expireAfterSeconds: 60 });
  await source.createCollection("empty");
});
afterAll(() => Promise.all([from.stop(), to.stop()]));

test("documents keep their types, indexes their options", async () => {
  const said: [string, ...unknown[]][] = [];
  const copied = await copyDatabase(source, target, { progress: (...progress) => said.push(progress) });
  expect(copied.map(({ name, documents }) => [name, documents])).toEqual([
    ["empty", 0],
    ["kinds", 2],
    ["many", 2500],
  ]);
  expect(said).toContainEqual(["Copying many", 2500, 2500]);
  const raw = (db: Db) => db.collection("kinds").find({}, { raw: true }).sort({ _id: 1 }).toArray();
  expect(await raw(target)).toEqual(await raw(source));
  expect(await target.collection("many").indexes()).toEqual(await source.collection("many").indexes());
});

test("an empty source is refused, and the target unchanged", async () => {
  await target.collection("old").insertOne({ keep: true });
  const nothing = from.client.db("nothing");
  await nothing.createCollection("empty");
  await expect(copyDatabase(nothing, target, { replace: true })).rejects.toThrow(
    "The source database nothing is empty. Nothing was copied.",
  );
  expect(await target.collection("old").countDocuments()).toBe(1);
});

test("a source of a newer version is refused", async () => {
  await source.collection("prepared").insertOne({ _id: "database" as never, begun: 999 });
  await expect(copyDatabase(source, target)).rejects.toThrow(/^The data was written by a newer version/);
  expect(await target.listCollections().toArray()).toEqual([]);
});

test("the record of what the data was prepared for is copied, and none makes a source or target", async () => {
  const record = { _id: "database" as never, begun: 0 };
  await from.client.db("nothing").collection("prepared").insertOne(record);
  await expect(copyDatabase(from.client.db("nothing"), target)).rejects.toThrow(/is empty/);
  await source.collection("prepared").insertOne(record);
  await target.collection("prepared").insertOne({ ...record, indexes: "of others" });
  await copyDatabase(source, target);
  expect(await target.collection("prepared").find().toArray()).toEqual([record]);
});

test("a target with documents is refused and unchanged, unless replacing is requested", async () => {
  await target.collection("old").insertOne({ keep: true });
  await target.collection("prepared").insertOne({ keep: true });
  await expect(copyDatabase(source, target)).rejects.toThrow(/^The target database target is not empty/);
  expect(await target.collection("old").countDocuments()).toBe(1);
  expect(await target.collection("prepared").countDocuments()).toBe(1);
  expect(await target.collection("many").countDocuments()).toBe(0);
  await copyDatabase(source, target, { replace: true });
  expect(
    (await target.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort(),
  ).toEqual(["empty", "kinds", "many"]);
});

test("a target that is the source is refused and unchanged, also at another address", async () => {
  const collections = async () => (await source.listCollections().toArray()).map(({ name }) => name).sort();
  const before = await collections();
  const other = await from.connect();
  for (const same of [source, other.db("source")]) {
    await expect(copyDatabase(source, same, { replace: true })).rejects.toThrow(
      "The source and the target are the same database, source. Nothing was copied.",
    );
    await expect(copyDatabase(source, same)).rejects.toThrow(/^The target database source is not empty/);
  }
  expect(await source.collection("many").countDocuments()).toBe(2500);
  expect(await collections()).toEqual(before);
});

test("expired documents are compared before the target deletes them", async () => {
  await source.collection("expired").insertOne({ at: new Date(0) });
  await source.collection("expired").createIndex({ at: 1 }, { expireAfterSeconds: 60 });
  await target.collection("expired").createIndex({ at: -1 }, { expireAfterSeconds: 60 });
  // Longer than the time between two sweeps of the target; "many" is copied after "expired".
  const progress = (name: string, done = 0) => {
    if (name === "many" && done === 1000) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  };
  const copied = await copyDatabase(source, target, { progress });
  expect(copied.find(({ name }) => name === "expired")?.documents).toBe(1);
  expect(await target.collection("expired").indexes()).toEqual(await source.collection("expired").indexes());
});

test("a copy that ends before it has indexes has no record that says so", async () => {
  await source.collection("prepared").insertOne({ _id: "database" as never, begun: 0 });
  const progress = (what: string) => {
    if (what.startsWith("Building the indexes of")) throw new Error("The connection was lost.");
  };
  await expect(copyDatabase(source, target, { progress })).rejects.toThrow("The connection was lost.");
  expect(await target.collection("prepared").countDocuments()).toBe(0);
});

test("reports a source that changes meanwhile", async () => {
  let changed = false;
  const progress = () => {
    if (changed) return;
    changed = true;
    void source.collection("empty").insertOne({ late: true });
  };
  await expect(copyDatabase(source, target, { progress })).rejects.toThrow(
    /^The collection empty differs after the copy/,
  );
});

test("the command ends if the URI is malformed", async () => {
  const dataDir = await makeDataDir();
  try {
    const command = [
      "--conditions=react-server",
      "--import",
      "tsx",
      "lib/cli/db-copy.ts",
      "localhost:27017/evenly",
    ];
    const env = { ...process.env, DATA_DIR: dataDir };
    const { status, stderr } = spawnSync(process.execPath, command, {
      env,
      encoding: "utf8",
      timeout: 20_000,
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Invalid scheme.*\n$/)]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
