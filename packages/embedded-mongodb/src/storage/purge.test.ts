import { collection, countEntries, databasePerTest, run, until, violations } from "../testing/direct";

const tested = databasePerTest();

/** A collection `t.c` with 25 documents and an index. @returns the numbers of both */
async function fill() {
  await run(tested.database, { createIndexes: "c", indexes: [{ key: { a: 1 }, name: "a" }] });
  const documents = Array.from({ length: 25 }, (_, _id) => ({ _id, a: _id }));
  await run(tested.database, { insert: "c", documents });
  const { id, indexes } = collection(tested.database);
  return { id, index: indexes[1]?.id ?? 0, primary: indexes[0]?.id ?? 0 };
}

test("a dropped index is gone at once; its entries are removed while others are answered", async () => {
  const { id, index, primary } = await fill();
  expect(await run(tested.database, { dropIndexes: "c", index: "a" })).toMatchObject({
    nIndexesWas: 2,
    ok: 1,
  });
  expect(collection(tested.database).indexes).toHaveLength(1);
  for (let _id = 1000; _id < 1010; _id += 1)
    await run(tested.database, { insert: "c", documents: [{ _id }] });
  expect(countEntries(tested.database, "index", index)).toBeGreaterThan(0);
  await until(() => countEntries(tested.database, "index", index) === 0);
  expect(countEntries(tested.database, "document", id)).toBe(35);
  expect(countEntries(tested.database, "index", primary)).toBe(35);
  expect(await violations(tested.database)).toEqual([]);
});

test("so is a dropped collection, and a new one of the same name is not touched", async () => {
  const { id, index, primary } = await fill();
  expect(await run(tested.database, { drop: "c" })).toMatchObject({ nIndexesWas: 2, ok: 1 });
  expect(countEntries(tested.database, "document", id)).toBeGreaterThan(0);
  const again = await fill();
  await until(() => countEntries(tested.database, "document", id) === 0);
  await until(
    () =>
      countEntries(tested.database, "index", index) + countEntries(tested.database, "index", primary) === 0,
  );
  expect(countEntries(tested.database, "document", again.id)).toBe(25);
  expect(await violations(tested.database)).toEqual([]);
});

test("so are all collections of a dropped database", async () => {
  const { id } = await fill();
  expect(await run(tested.database, { dropDatabase: 1 })).toMatchObject({ dropped: "t" });
  expect([...tested.database.catalog.list(tested.database.store.current)]).toEqual([]);
  await until(() => countEntries(tested.database, "document", id) === 0);
});

test("what the end of the process has left is removed after the next start, and its numbers are not reused", async () => {
  const { id, index, primary } = await fill();
  await run(tested.database, { drop: "c" });
  await tested.database.close();
  await tested.reopen();
  expect(countEntries(tested.database, "document", id)).toBeGreaterThan(0);
  const again = await fill();
  expect(Math.min(again.id, again.index, again.primary)).toBeGreaterThan(Math.max(id, index, primary));
  await until(() => countEntries(tested.database, "document", id) === 0);
  await until(
    () =>
      countEntries(tested.database, "index", index) + countEntries(tested.database, "index", primary) === 0,
  );
  expect(countEntries(tested.database, "document", again.id)).toBe(25);
  expect(await violations(tested.database)).toEqual([]);
});
