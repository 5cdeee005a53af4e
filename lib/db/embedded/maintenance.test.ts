import { rm } from "node:fs/promises";
import { checkAll } from "./check";
import { entriesPrefix, Space } from "./catalog";
import { Engine } from "./engine";
import { purgeStep, sweepExpired } from "./maintenance";
import { afterPrefix } from "./kv";
import { openStorage } from "./open-storage";
import { runWithLookups } from "./lookups";
import type { Doc } from "./query";
import { makeDataDir, startTestServer, type TestServer } from "./testing";

describe("through the driver", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ sweepInterval: 100 });
  });
  afterAll(() => server.stop());

  test("a TTL index deletes what is over, and nothing else", async () => {
    const items = server.client.db("t").collection<{ _id: number; at?: unknown }>("expiring");
    const past = new Date(Date.now() - 3_600_000);
    const future = new Date(Date.now() + 3_600_000);
    await items.insertMany([
      { _id: 1, at: past },
      { _id: 2, at: future },
      { _id: 3 },
      { _id: 4, at: "not a date" },
      { _id: 5, at: [future, past] },
      { _id: 6, at: 0 },
    ]);
    await items.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    const gone = async () => (await items.countDocuments({ _id: { $in: [1, 5] } })) === 0;
    const until = Date.now() + 10_000;
    while (!(await gone()) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await items.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual([2, 3, 4, 6]);
  });

  test("an index on a large collection is filled while others write", async () => {
    const items = server.client.db("t").collection<{ _id: number; key: number }>("large");
    await items.insertMany(Array.from({ length: 7000 }, (_, index) => ({ _id: index, key: index % 100 })));
    const building = items.createIndex({ key: 1 });
    const writes = Promise.all([
      ...Array.from({ length: 30 }, (_, index) =>
        items.updateOne({ _id: index * 200 }, { $set: { key: 1000 + index } }),
      ),
      ...Array.from({ length: 30 }, (_, index) => items.deleteOne({ _id: index * 200 + 7 })),
      ...Array.from({ length: 30 }, (_, index) => items.insertOne({ _id: 10_000 + index, key: 5 })),
    ]);
    await Promise.all([building, writes]);
    expect(await server.client.db("t").command({ validate: "large" })).toMatchObject({
      valid: true,
      nrecords: 7000,
      keysPerIndex: { _id_: 7000, key_1: 7000 },
    });
  });

  test("a unique index that the documents contradict is refused, and leaves nothing behind", async () => {
    const items = server.client.db("t").collection<{ _id: number; key: number }>("twice");
    await items.insertMany(
      Array.from({ length: 5000 }, (_, index) => ({ _id: index, key: index === 4999 ? 0 : index })),
    );
    await expect(items.createIndex({ key: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    expect((await items.indexes()).map(({ name }) => name)).toEqual(["_id_"]);
    await items.insertOne({ _id: 9999, key: 0 });
    await items.createIndex({ key: 1 });
    expect(await server.client.db("t").command({ validate: "twice" })).toMatchObject({ valid: true });
  });
});

describe("on the engine", () => {
  let dataDir: string;
  let engine: Engine;
  beforeEach(async () => {
    dataDir = await makeDataDir();
    engine = await Engine.start(openStorage(dataDir), { sweepInterval: 1e9 });
  });
  afterEach(async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function fill(namespace: string, docs: Doc[]): Promise<number> {
    return engine.transactions.statement((writer) => {
      const target = { info: engine.catalog.create(writer, namespace) };
      for (const doc of docs) engine.documents.insert(writer, target, doc);
      return target.info.id;
    });
  }

  test("what was dropped is removed from the file, step by step", async () => {
    const id = await fill(
      "t.dropped",
      Array.from({ length: 4500 }, (_, index) => ({ _id: index })),
    );
    await engine.transactions.statement((writer) => {
      const info = engine.catalog.get(writer, "t.dropped");
      if (info) engine.catalog.drop(writer, info);
    });
    const left = () => {
      const prefix = entriesPrefix(Space.document, id);
      return [...engine.storage.current.range({ from: prefix, to: afterPrefix(prefix) })].length;
    };
    expect(left()).toBe(4500);
    let steps = 0;
    while (await purgeStep(engine)) steps += 1;
    expect(steps).toBeGreaterThan(2);
    expect(left()).toBe(0);
    expect(checkAll(engine.storage.current, engine.catalog)).toEqual([]);
  });

  test("an index that a crash left half built is taken away at the start", async () => {
    await fill("t.items", [{ _id: 1, a: 1 }]);
    await engine.transactions.statement((writer) => {
      const info = engine.catalog.get(writer, "t.items");
      if (!info) throw new Error("missing");
      const half = { id: engine.catalog.newId(), name: "a_1", key: { a: 1 }, building: true };
      engine.catalog.put(writer, { ...info, indexes: [...info.indexes, half] });
    });
    await engine.close();
    engine = await Engine.start(openStorage(dataDir));
    const names = engine.catalog.get(engine.storage.current, "t.items")?.indexes.map(({ name }) => name);
    expect(names).toEqual(["_id_"]);
  });

  test("numbers of dropped collections are not given out again", async () => {
    const id = await fill("t.first", [{ _id: 1 }]);
    await engine.transactions.statement((writer) => {
      const info = engine.catalog.get(writer, "t.first");
      if (info) engine.catalog.drop(writer, info);
    });
    await engine.close();
    engine = await Engine.start(openStorage(dataDir));
    expect(engine.catalog.newId()).toBeGreaterThan(id);
  });

  test("the sweep goes by the time it is given", async () => {
    await fill("t.timed", [
      { _id: 1, at: new Date(1000) },
      { _id: 2, at: new Date(5000) },
    ]);
    await engine.transactions.statement((writer) => {
      const info = engine.catalog.get(writer, "t.timed");
      if (!info) throw new Error("missing");
      const index = { id: engine.catalog.newId(), name: "at_-1", key: { at: -1 }, expireAfterSeconds: 1 };
      const target = { info: { ...info, indexes: [...info.indexes, index] } };
      engine.catalog.put(writer, target.info);
      for (const record of [1, 2]) {
        const doc = { _id: record, at: new Date(record === 1 ? 1000 : 5000) };
        engine.documents.addToIndex(writer, target, index, { record, doc, bytes: new Uint8Array() });
      }
    });
    expect(await sweepExpired(engine, 1999)).toBe(0);
    expect(await sweepExpired(engine, 2000)).toBe(1);
    expect(await sweepExpired(engine, 2000)).toBe(0);
    expect(await sweepExpired(engine, 10_000)).toBe(1);
    expect(checkAll(engine.storage.current, engine.catalog)).toEqual([]);
  });

  test("a join by an indexed field never reads the whole collection", async () => {
    await fill("t.people", [
      { _id: 1, name: "Ana" },
      { _id: 2, name: "Bo" },
    ]);
    const { current } = engine.storage;
    const context = {
      collection: (): Iterable<Doc> => {
        throw new Error("the whole collection was read");
      },
    };
    const lookup = (localField: string, foreignField: string) => ({
      $lookup: { from: "people", localField, foreignField, as: "found" },
    });
    const info = (name: string) => engine.catalog.get(current, `t.${name}`);
    const docs = [
      { _id: "x", who: [2, 1] },
      { _id: "y", who: [] },
      { _id: "z", who: 3 },
    ];
    const joined = [...runWithLookups(docs, [lookup("who", "_id")], context, info, current)];
    expect(joined.map(({ found }) => (found as Doc[]).map(({ name }) => name))).toEqual([
      ["Ana", "Bo"],
      [],
      [],
    ]);
    expect(() => [...runWithLookups(docs, [lookup("who", "name")], context, info, current)]).toThrow(
      /whole collection/,
    );
  });
});
