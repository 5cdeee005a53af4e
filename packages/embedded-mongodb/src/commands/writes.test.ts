import { Long, type MongoBulkWriteError, UUID, type Collection } from "mongodb";
import { rawConnection, startTestServer, type TestServer } from "../testing/test-server";

type Item = { _id: number; n?: number; key?: string };

let server: TestServer;
let items: Collection<Item>;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  items = server.client.db("t").collection<Item>("items");
  await items.deleteMany({});
});
afterAll(() => server.stop());

const uniqueKey = { unique: true, partialFilterExpression: { key: { $exists: true } } };

describe("retries by drivers", () => {
  test("a repeated commit is answered like the first", async () => {
    const session = server.client.startSession();
    session.startTransaction();
    await items.insertOne({ _id: 1 }, { session });
    await session.commitTransaction();
    await session.commitTransaction();
    await session.endSession();
    expect(await items.countDocuments()).toBe(1);
  });

  test("a client with retryable writes is told to set retryWrites=false, and nothing is written", async () => {
    const client = await server.connect({ retryWrites: true });
    const insert = client.db("t").collection<Item>("items").insertOne({ _id: 1 });
    await expect(insert).rejects.toThrow(/add retryWrites=false to your connection string/);
    expect(await items.countDocuments()).toBe(0);
  });

  test("a session's next transaction survives the commit of the previous one", async () => {
    await items.insertMany([{ _id: 1 }, { _id: 2 }]);
    const [one, two] = [rawConnection(server.server.uri), rawConnection(server.server.uri)];
    const lsid = { id: new UUID() };
    const part = (number: number) => ({ lsid, txnNumber: Long.fromNumber(number), autocommit: false });
    const write = (_id: number) => ({ update: "items", updates: [{ q: { _id }, u: { $set: { n: 1 } } }] });
    expect(await one.send({ ...write(1), ...part(1), startTransaction: true })).toMatchObject({ ok: 1 });
    const answers = await Promise.all([
      one.send({ commitTransaction: 1, ...part(1) }),
      two.send({ ...write(2), ...part(2), startTransaction: true }),
    ]);
    expect(answers).toMatchObject([{ ok: 1 }, { ok: 1 }]);
    expect(await two.send({ find: "items", filter: { n: 1 }, ...part(2) })).toMatchObject({ ok: 1 });
    expect(await two.send({ abortTransaction: 1, ...part(2) })).toMatchObject({ ok: 1 });
    for (const { socket } of [one, two]) socket.destroy();
    // All locks are released; otherwise this would wait forever.
    await items.updateOne({ _id: 2 }, { $set: { n: 3 } }, { maxTimeMS: 1000 });
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 3 },
    ]);
  });
});

describe("bulk writes", () => {
  test("thousands of statements in one command each have their own result", async () => {
    await items.createIndex({ key: 1 }, uniqueKey);
    await items.insertMany(
      Array.from({ length: 3000 }, (_, index) => ({ _id: index, n: 0, key: `k${index}` })),
    );
    const result = await items.bulkWrite([
      ...Array.from({ length: 3000 }, (_, index) => ({
        updateOne: { filter: { _id: index }, update: { $inc: { n: 1 } } },
      })),
      ...Array.from({ length: 100 }, (_, index) => ({
        updateOne: { filter: { _id: 5000 + index }, update: { $set: { n: 7 } }, upsert: true },
      })),
      ...Array.from({ length: 500 }, (_, index) => ({ deleteOne: { filter: { _id: index } } })),
    ]);
    expect([result.matchedCount, result.modifiedCount, result.upsertedCount, result.deletedCount]).toEqual([
      3000, 3000, 100, 500,
    ]);
    expect(result.upsertedIds[3000]).toBe(5000);
    expect(await items.countDocuments({ n: 1 })).toBe(2500);
  });

  test.each([true, false])("failures in the middle, ordered: %s", async (ordered) => {
    await items.createIndex({ key: 1 }, uniqueKey);
    await items.insertMany([
      { _id: 1, key: "a" },
      { _id: 2, key: "b" },
      { _id: 3, key: "c" },
    ]);
    const error = (await items
      .bulkWrite(
        [
          { updateOne: { filter: { _id: 1 }, update: { $set: { n: 1 } } } },
          { updateOne: { filter: { _id: 2 }, update: { $set: { n: 1, key: "a" } } } },
          { updateOne: { filter: { _id: 9 }, update: { $set: { key: "c" } }, upsert: true } },
          { updateOne: { filter: { _id: 3 }, update: { $set: { n: 1 } } } },
        ],
        { ordered },
      )
      .catch((caught: unknown) => caught)) as MongoBulkWriteError;
    expect(error.code).toBe(11000);
    expect([error.writeErrors].flat().map(({ index }) => index)).toEqual(ordered ? [1] : [1, 2]);
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, key: "a", n: 1 },
      { _id: 2, key: "b" },
      ordered ? { _id: 3, key: "c" } : { _id: 3, key: "c", n: 1 },
    ]);
    expect(await server.client.db("t").command({ validate: "items" })).toMatchObject({ valid: true });
  });
});

test("the time of a bulk write does not grow with its square", async () => {
  const upserts = Array.from({ length: 20_000 }, (_, _id) => {
    return { updateOne: { filter: { _id }, update: { $inc: { n: 1 } }, upsert: true } };
  });
  await server.client.withSession((session) =>
    session.withTransaction(() => items.bulkWrite(upserts, { session })),
  );
  expect(await items.countDocuments()).toBe(upserts.length);
});

test.each([
  ["an update", { $set: { n: 2 } }],
  ["a replacement", { n: 2 }],
])("%s that inserts a document without an _id gives it one", async (_what, u) => {
  const db = server.client.db("t");
  const answer = await db.command({ update: "items", updates: [{ q: { n: { $gt: 1 } }, u, upsert: true }] });
  const [stored] = await items.find().toArray();
  expect(Object.keys(stored!)).toEqual(["_id", "n"]);
  expect(answer.upserted).toEqual([{ index: 0, _id: stored!._id }]);
});
