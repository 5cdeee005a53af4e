import fc from "fast-check";
import { planQuery } from "../planner/plan";
import type { Doc } from "../query/values";
import {
  collection,
  countEntries,
  databasePerTest,
  run,
  runTransaction,
  until,
  violations,
} from "../testing/direct";
import { Collection } from "./documents";

const tested = databasePerTest();

const command = (doc: Doc) => run(tested.database, doc);
const insert = (...documents: Doc[]) => command({ insert: "c", documents });
const remove = (q: Doc) => command({ delete: "c", deletes: [{ q, limit: 1 }] });
const set = (q: Doc, fields: Doc) => command({ update: "c", updates: [{ q, u: { $set: fields } }] });
const create = (key: Doc, options: Doc = {}) =>
  command({ createIndexes: "c", indexes: [{ key, name: Object.keys(key).join(), ...options }] });
const listed = () => collection(tested.database).indexes.map(({ name }) => name);
const fill = (count: number) => insert(...Array.from({ length: count }, (_, _id) => ({ _id, a: _id, b: 1 })));
const building = () => collection(tested.database).building;

/** Starts to create an index, and waits until that is under way. */
async function startToCreate(key: Doc, options: Doc = {}) {
  const created = create(key, options);
  await until(() => building().length > 0);
  return { created, id: building()[0]?.id ?? 0 };
}

test("others are answered while an index is built", async () => {
  await fill(60);
  let done = false;
  const created = create({ a: 1 }).then((reply) => {
    done = true;
    return reply;
  });
  for (let _id = 1000; _id < 1010; _id += 1) await insert({ _id, a: _id });
  expect(await command({ count: "c" })).toMatchObject({ n: 70 });
  expect(done).toBe(false);
  expect(await created).toMatchObject({ ok: 1, numIndexesBefore: 1, numIndexesAfter: 2 });
  expect(listed()).toEqual(["_id_", "a"]);
  expect(await violations(tested.database)).toEqual([]);
});

test("an index that is being built is not listed, used, or swept, but kept up to date", async () => {
  await fill(60);
  const { created } = await startToCreate({ a: 1 }, { expireAfterSeconds: 1 });
  expect(listed()).toEqual(["_id_"]);
  expect(await command({ createIndexes: "d", indexes: [{ key: { a: 1 }, name: "a" }] })).toMatchObject({
    ok: 1,
  });
  const plan = () => planQuery(collection(tested.database), { filter: { a: 1 } })?.index.name;
  expect(plan()).toBeUndefined();
  await Promise.all([
    insert({ _id: 1000, a: [1, 2] }),
    remove({ _id: 0 }),
    remove({ _id: 50 }),
    set({ _id: 1 }, { a: 5 }),
    set({ _id: 51 }, { a: [5, 6, 7] }),
    set({ _id: 52 }, { b: 2 }),
  ]);
  expect(building()).toMatchObject([{ name: "a", multikey: true }]);
  expect(await violations(tested.database)).toEqual([]);
  expect(await created).toMatchObject({ ok: 1 });
  expect(plan()).toBe("a");
  expect(building()).toEqual([]);
  expect(await violations(tested.database)).toEqual([]);
  const index = collection(tested.database).indexes[1];
  // 60 documents, two of them with several keys; nothing besides.
  expect(countEntries(tested.database, "index", index?.id ?? 0)).toBe(59 + 1 + 2);
});

describe("a unique index", () => {
  test("that documents violate is refused at the last of them, and leaves nothing", async () => {
    await fill(30);
    await insert({ _id: 30, a: 0 });
    const { created, id } = await startToCreate({ a: 1 }, { unique: true });
    expect(await created).toMatchObject({ codeName: "DuplicateKey", keyValue: { a: 0 } });
    expect(listed()).toEqual(["_id_"]);
    await until(() => countEntries(tested.database, "index", id) === 0);
    expect(await insert({ _id: 31, a: 0 })).toMatchObject({ n: 1 });
    expect(await create({ a: 1 })).toMatchObject({ ok: 1 });
    expect(await violations(tested.database)).toEqual([]);
  });

  test("already refuses duplicates of what it has", async () => {
    await fill(60);
    const { created } = await startToCreate({ a: 1 }, { unique: true });
    expect(await insert({ _id: 1000, a: 0 })).toMatchObject({ n: 0, writeErrors: [{ code: 11000 }] });
    expect(await insert({ _id: 1000, a: 1000 })).toMatchObject({ n: 1 });
    expect(await set({ _id: 55 }, { a: 1000 })).toMatchObject({ writeErrors: [{ code: 11000 }] });
    expect(await created).toMatchObject({ ok: 1 });
    expect(await violations(tested.database)).toEqual([]);
  });

  test.each([
    ["deleted", () => remove({ _id: 60 })],
    ["changed", () => set({ _id: 60 }, { a: -1 })],
    [
      "deleted in a transaction",
      () =>
        runTransaction(
          tested.database,
          [{ delete: "c", deletes: [{ q: { _id: 60 }, limit: 1 }] }],
          "commitTransaction",
        ),
    ],
  ])("is complete if the duplicate is %s before the build reaches it", async (_how, repair) => {
    await fill(60);
    await insert({ _id: 60, a: 0 });
    const { created } = await startToCreate({ a: 1 }, { unique: true });
    expect(await repair()).toMatchObject({ ok: 1 });
    expect(await created).toMatchObject({ ok: 1 });
    expect(await violations(tested.database)).toEqual([]);
    expect(await insert({ _id: 1000, a: 0 })).toMatchObject({ writeErrors: [{ code: 11000 }] });
  });
});

test("an index that is dropped while it is built is not created, and leaves nothing", async () => {
  await fill(60);
  const { created, id } = await startToCreate({ a: 1 });
  expect(await command({ dropIndexes: "c", index: "a" })).toMatchObject({ ok: 1 });
  expect(await created).toMatchObject({ codeName: "IndexBuildAborted" });
  expect(listed()).toEqual(["_id_"]);
  await until(() => countEntries(tested.database, "index", id) === 0);
});

test("neither is one whose collection is dropped, also if there is a new one of the same name", async () => {
  await fill(60);
  const { created, id } = await startToCreate({ a: 1 });
  await command({ drop: "c" });
  await fill(1);
  expect(await created).toMatchObject({ codeName: "IndexBuildAborted" });
  expect(listed()).toEqual(["_id_"]);
  await until(() => countEntries(tested.database, "index", id) === 0);
  expect(await violations(tested.database)).toEqual([]);
});

test("builds of one collection wait for each other: the same index is built once, others one after another", async () => {
  await fill(50);
  const replies = await Promise.all([
    create({ a: 1 }),
    create({ b: 1 }),
    create({ a: 1 }),
    create({ a: -1 }),
  ]);
  expect(replies).toMatchObject([
    { numIndexesAfter: 2 },
    { ok: 1 },
    { ok: 1 },
    { codeName: "IndexKeySpecsConflict" },
  ]);
  expect(listed().sort()).toEqual(["_id_", "a", "b"]);
  expect(await violations(tested.database)).toEqual([]);
});

test("a build that the end of the process interrupts continues at the next start", async () => {
  await fill(60);
  const { created } = await startToCreate({ a: 1 });
  await until(() => countEntries(tested.database, "index", building()[0]?.id ?? 0) > 20);
  await tested.database.close();
  expect(await created).toMatchObject({ codeName: "InterruptedAtShutdown" });
  await tested.reopen();
  const added = jest.spyOn(Collection.prototype, "addToIndexes");
  expect(listed()).toEqual(["_id_"]);
  expect(await create({ a: 1 })).toMatchObject({ ok: 1, numIndexesBefore: 2, numIndexesAfter: 2 });
  expect(listed()).toEqual(["_id_", "a"]);
  expect(added.mock.calls.length).toBeLessThan(45);
  added.mockRestore();
  expect(await violations(tested.database)).toEqual([]);
});

test("an interrupted build of a unique index that finds a duplicate later leaves nothing", async () => {
  await fill(50);
  await insert({ _id: 50, a: 0 });
  const { created, id } = await startToCreate({ a: 1 }, { unique: true });
  await tested.database.close();
  await created;
  await tested.reopen();
  await until(() => building().length === 0 && countEntries(tested.database, "index", id) === 0);
  expect(listed()).toEqual(["_id_"]);
});

const fields = fc.record({
  a: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 })),
  k: fc.integer({ min: 0, max: 60 }),
});
const id = fc.integer({ min: 0, max: 25 });
const write: fc.Arbitrary<Doc> = fc.oneof(
  fc.tuple(id, fields).map(([_id, rest]) => ({ insert: "c", documents: [{ _id, ...rest }] })),
  fc.tuple(id, fields).map(([_id, $set]) => ({ update: "c", updates: [{ q: { _id }, u: { $set } }] })),
  id.map((_id) => ({ delete: "c", deletes: [{ q: { _id }, limit: 1 }] })),
);
const turn = fc.oneof(
  { weight: 2, arbitrary: write.map((only) => ({ writes: [only], end: "" })) },
  {
    weight: 1,
    arbitrary: fc.record({
      writes: fc.array(write, { minLength: 1, maxLength: 3 }),
      end: fc.constantFrom("commitTransaction", "commitTransaction", "abortTransaction"),
    }),
  },
);
const writers = fc.array(fc.array(turn, { maxLength: 6 }), { minLength: 2, maxLength: 4 });
const history = fc.record({
  documents: fc.uniqueArray(id, { minLength: 5, maxLength: 15 }),
  values: fc.array(fields, { minLength: 15, maxLength: 15 }),
  unique: fc.boolean(),
  during: writers,
  /** What happens in the middle of the build. */
  then: fc.constantFrom("restart", "restart", "drop the index", "nothing"),
  after: writers,
});

test("random histories: after writes and transactions during a build, indexes and documents agree", async () => {
  const play = (all: { writes: Doc[]; end: string }[][]) =>
    Promise.all(
      all.map(async (turns) => {
        for (const { writes, end } of turns) {
          if (end === "") await command(writes[0] ?? {});
          else await runTransaction(tested.database, writes, end);
        }
      }),
    );
  const complete = { unique: 0, plain: 0 };
  await fc.assert(
    fc.asyncProperty(history, async ({ documents, values, unique, during, then, after }) => {
      await command({ drop: "c" });
      await insert(...documents.map((_id, index) => ({ _id, ...values[index] })));
      const created = Promise.all([create({ a: 1, k: -1 }), unique ? create({ k: 1 }, { unique }) : {}]);
      await play(during);
      if (then === "drop the index") await command({ dropIndexes: "c", index: "k" });
      if (then === "restart") {
        await tested.database.close();
        await tested.reopen();
      }
      await Promise.all([created, play(after)]);
      await until(() => building().length === 0);
      expect(await violations(tested.database)).toEqual([]);
      if (then !== "restart") expect(listed()).toContain("a,k");
      if (listed().includes("k")) complete.unique += 1;
      if (listed().includes("a,k")) complete.plain += 1;
    }),
    { numRuns: 40, seed: Number(fc.readConfigureGlobal().seed) },
  );
  // Otherwise, it has not shown anything.
  expect(complete.unique).toBeGreaterThan(3);
  expect(complete.plain).toBeGreaterThan(20);
});
