import { rm } from "node:fs/promises";
import { Database } from "../database";
import { openStore } from "../server/open-store";
import { collection, countEntries, run, until, violations } from "../testing/direct";
import { makeDataDir } from "../testing/test-server";

let dataDir: string;
let database: Database;

const open = async () => (database = new Database(await openStore(dataDir), { stepMs: 0 }));

beforeEach(async () => {
  dataDir = await makeDataDir();
  await open();
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A collection `t.c` with 25 documents and an index. @returns the numbers of both */
async function fill() {
  await run(database, { createIndexes: "c", indexes: [{ key: { a: 1 }, name: "a" }] });
  const documents = Array.from({ length: 25 }, (_, _id) => ({ _id, a: _id }));
  await run(database, { insert: "c", documents });
  const { id, indexes } = collection(database);
  return { id, index: indexes[1]?.id ?? 0, primary: indexes[0]?.id ?? 0 };
}

test("a dropped index is gone at once; its entries are removed while others are answered", async () => {
  const { id, index, primary } = await fill();
  expect(await run(database, { dropIndexes: "c", index: "a" })).toMatchObject({ nIndexesWas: 2, ok: 1 });
  expect(collection(database).indexes).toHaveLength(1);
  for (let _id = 1000; _id < 1010; _id += 1) await run(database, { insert: "c", documents: [{ _id }] });
  expect(countEntries(database, "index", index)).toBeGreaterThan(0);
  await until(() => countEntries(database, "index", index) === 0);
  expect(countEntries(database, "document", id)).toBe(35);
  expect(countEntries(database, "index", primary)).toBe(35);
  expect(violations(database)).toEqual([]);
});

test("so is a dropped collection, and a new one of the same name is not touched", async () => {
  const { id, index, primary } = await fill();
  expect(await run(database, { drop: "c" })).toMatchObject({ nIndexesWas: 2, ok: 1 });
  expect(countEntries(database, "document", id)).toBeGreaterThan(0);
  const again = await fill();
  await until(() => countEntries(database, "document", id) === 0);
  await until(() => countEntries(database, "index", index) + countEntries(database, "index", primary) === 0);
  expect(countEntries(database, "document", again.id)).toBe(25);
  expect(violations(database)).toEqual([]);
});

test("so are all collections of a dropped database", async () => {
  const { id } = await fill();
  expect(await run(database, { dropDatabase: 1 })).toMatchObject({ dropped: "t" });
  expect([...database.catalog.list(database.store.current)]).toEqual([]);
  await until(() => countEntries(database, "document", id) === 0);
});

test("what the end of the process has left is removed after the next start, and its numbers are not reused", async () => {
  const { id, index, primary } = await fill();
  await run(database, { drop: "c" });
  await database.close();
  await open();
  expect(countEntries(database, "document", id)).toBeGreaterThan(0);
  const again = await fill();
  expect(Math.min(again.id, again.index, again.primary)).toBeGreaterThan(Math.max(id, index, primary));
  await until(() => countEntries(database, "document", id) === 0);
  await until(() => countEntries(database, "index", index) + countEntries(database, "index", primary) === 0);
  expect(countEntries(database, "document", again.id)).toBe(25);
  expect(violations(database)).toEqual([]);
});
