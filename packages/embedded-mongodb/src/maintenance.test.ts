import { rm } from "node:fs/promises";
import { Database } from "./database";
import { Maintenance, sweepExpired } from "./maintenance";
import type { Doc } from "./query/values";
import { openStore } from "./server/open-store";
import { catalogKey } from "./storage/catalog";
import { Collection } from "./storage/documents";
import { countEntries, violations } from "./testing/direct";
import { makeDataDir, startTestServer, type TestServer } from "./testing/test-server";

describe("through the driver", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ sweepInterval: 100 });
  });
  afterAll(() => server.stop());

  test("a TTL index deletes expired documents, and nothing else", async () => {
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

  test("an index on a large collection is built while others write", async () => {
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

  test("a unique index that documents violate is refused, and leaves nothing behind", async () => {
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

describe("on the database", () => {
  let dataDir: string;
  let database: Database;
  const open = async () => new Database(await openStore(dataDir));
  beforeEach(async () => {
    dataDir = await makeDataDir();
    database = await open();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** A collection with a TTL index of one second on `at`, and its number. */
  async function fill(namespace: string, direction: number, docs: Doc[]): Promise<number> {
    const { catalog } = database;
    return database.transactions.statement((writer) => {
      const collection = new Collection(catalog, writer, namespace);
      const info = collection.ensure();
      const ttl = { id: catalog.newId(), name: "ttl", key: { at: direction }, expireAfterSeconds: 1 };
      collection.describe({ ...info, indexes: [...info.indexes, ttl] });
      for (const doc of docs) collection.insert(doc);
      return info.id;
    });
  }

  const drop = (namespace: string) =>
    database.transactions.statement((writer) => writer.remove(catalogKey(namespace)));

  const many = (count: number) => Array.from({ length: count }, (_, _id) => ({ _id, at: new Date(0) }));

  test("a new collection does not take over entries without a collection", async () => {
    const id = await fill("t.first", 1, many(1));
    await database.transactions.statement((writer) => writer.remove(catalogKey("t.first")));
    await database.close();
    database = await open();
    expect(database.catalog.newId()).toBeGreaterThan(id);
  });

  test.each([1, -1])("the sweep uses the given time, index direction %i", async (direction) => {
    await fill("t.timed", direction, [
      { _id: 1, at: new Date(1000) },
      { _id: 2, at: new Date(5000) },
    ]);
    expect(await sweepExpired(database, 1999)).toBe(0);
    expect(await sweepExpired(database, 2000)).toBe(1);
    expect(await sweepExpired(database, 2000)).toBe(0);
    expect(await sweepExpired(database, 10_000)).toBe(1);
    expect(await violations(database)).toEqual([]);
  });

  test("a sweep that finds nothing commits nothing", async () => {
    await fill("t.timed", 1, [{ _id: 1, at: new Date(5000) }]);
    const { sequence } = database.store;
    expect(await sweepExpired(database, 1999)).toBe(0);
    expect(database.store.sequence).toBe(sequence);
  });

  test("a wall clock that jumps ahead deletes nothing", async () => {
    const clocks = { wall: 1_000_000_000, steady: 0 };
    jest.spyOn(Date, "now").mockImplementation(() => clocks.wall);
    jest.spyOn(performance, "now").mockImplementation(() => clocks.steady);
    const maintenance = new Maintenance(database, 60_000);
    const keys = await fill("t.keys", 1, [{ _id: 1, at: new Date(clocks.wall - 2000) }]);
    const trash = await fill("t.trash", 1, [{ _id: 1, at: new Date(clocks.wall + 86_400_000) }]);
    const left = (id: number) => countEntries(database, "document", id);
    clocks.steady += 60_000;
    clocks.wall += 60_000;
    maintenance.tick();
    await maintenance.stop();
    expect([left(keys), left(trash)]).toEqual([0, 1]);
    clocks.steady += 60_000;
    clocks.wall += 31 * 86_400_000;
    maintenance.tick();
    await maintenance.stop();
    expect(left(trash)).toBe(1);
  });

  test("a sweep ends even if the collection is dropped meanwhile", async () => {
    await fill("t.dropped", 1, many(4500));
    const sweeping = sweepExpired(database);
    await drop("t.dropped");
    expect(await sweeping).toBe(2000);
  });
});
