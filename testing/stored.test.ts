import { ObjectId } from "mongodb";
import { daysAgo } from "@/lib/core/text/dates";
import { getDb } from "@/lib/db/client";
import { clearDatabase, useTestDatabase } from "./database";
import { dump, rebuilder, restore } from "./stored";

useTestDatabase();

const notes = async () => (await getDb()).collection<{ _id: number; text: string }>("notes");
/** What is stored, as another process reads it. */
const read = async () => (await notes()).find().sort({ _id: 1 }).toArray();

beforeEach(async () => {
  await clearDatabase();
  await (await notes()).insertOne({ _id: 1, text: "one" });
});

test("a dump is the same before and after the database has purged what has expired", async () => {
  const db = await getDb();
  const _id = new ObjectId();
  await db.collection("links").insertOne({ hash: "current", expiresAt: daysAgo(-1) });
  await db.collection("groups").insertOne({ title: "Deleted just now", deletedAt: new Date() });
  await db.collection("links").insertOne({ _id, hash: "expired", expiresAt: daysAgo(0) });
  const before = await dump();
  expect([before.links, before.groups]).toEqual([
    [expect.objectContaining({ hash: "current" })],
    [expect.objectContaining({ title: "Deleted just now" })],
  ]);
  await db.collection("links").deleteOne({ _id });
  expect(await dump()).toEqual(before);
});

test.each([
  ["inserted", async () => (await notes()).insertOne({ _id: 2, text: "two" })],
  ["updated", async () => (await notes()).updateOne({ _id: 1 }, { $set: { text: "changed" } })],
  ["replaced", async () => (await notes()).findOneAndReplace({ _id: 1 }, { text: "changed" })],
  ["deleted", async () => (await notes()).deleteOne({ _id: 1 })],
  ["dropped", async () => (await notes()).drop()],
])("a dump has what was %s, and restoring undoes it", async (_, change) => {
  const before = await dump();
  await change();
  const after = await dump();
  expect(after.notes ?? []).toEqual(await read());
  await restore(before);
  expect(await read()).toEqual([{ _id: 1, text: "one" }]);
  expect(await dump()).toEqual(before);
  await restore(after);
  expect(await read()).toEqual(after.notes ?? []);
});

test("a dump has what a transaction wrote as soon as it is committed, and no earlier", async () => {
  const { client } = await getDb();
  const before = await dump();
  for (const commits of [false, true]) {
    const session = client.startSession();
    session.startTransaction();
    await (await notes()).insertOne({ _id: 2, text: "two" }, { session });
    expect(await dump()).toEqual(before);
    await (commits ? session.commitTransaction() : session.abortTransaction());
    await session.endSession();
    expect((await dump()).notes).toEqual(await read());
    expect(await read()).toHaveLength(commits ? 2 : 1);
  }
});

test("a dump that was made during writes is not kept", async () => {
  for (let _id = 2; _id < 40; _id++) {
    const written = (await notes()).insertOne({ _id, text: "more" });
    await Promise.all([dump(), written, dump()]);
    expect((await dump()).notes).toHaveLength(_id);
  }
});

test("what is built once is restored each time", async () => {
  const build = jest.fn(async () => (await notes()).insertOne({ _id: 2, text: "built" }));
  const rebuild = rebuilder(build);
  for (let time = 0; time < 3; time++) {
    await rebuild();
    expect(await read()).toEqual([
      { _id: 1, text: "one" },
      { _id: 2, text: "built" },
    ]);
    await clearDatabase();
    await (await notes()).insertOne({ _id: 3, text: "left" });
  }
  expect(build).toHaveBeenCalledTimes(1);
});
