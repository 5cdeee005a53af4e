import { setTimeout as wait } from "node:timers/promises";
import { MongoServerError, type ClientSession, type Collection } from "mongodb";
import { startTestServer, type TestServer } from "../testing/test-server";

const uniqueKey = { unique: true, partialFilterExpression: { key: { $exists: true } } };

type Item = { _id: number; n?: number; key?: string };

let server: TestServer;
let items: Collection<Item>;

beforeAll(async () => {
  server = await startTestServer({ transactionLifetime: 1500 });
});
beforeEach(async () => {
  items = server.client.db("t").collection<Item>("items");
  await items.deleteMany({});
});
afterAll(() => server.stop());

function begin(): ClientSession {
  const session = server.client.startSession();
  session.startTransaction();
  return session;
}

async function failure(work: Promise<unknown>): Promise<MongoServerError> {
  const error = await work.then(() => null).catch((caught: unknown) => caught);
  if (!(error instanceof MongoServerError)) throw new Error(`expected a server error, got ${String(error)}`);
  return error;
}

describe("isolation", () => {
  test("reads its own writes; others see them only after the commit", async () => {
    await items.insertOne({ _id: 1, n: 1 });
    const session = begin();
    await items.updateOne({ _id: 1 }, { $inc: { n: 10 } }, { session });
    await items.insertOne({ _id: 2, n: 2 }, { session });
    expect(await items.find({}, { session }).sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 11 },
      { _id: 2, n: 2 },
    ]);
    expect(await items.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
    expect(await items.estimatedDocumentCount()).toBe(1);
    await session.commitTransaction();
    await session.endSession();
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 11 },
      { _id: 2, n: 2 },
    ]);
    expect(await items.estimatedDocumentCount()).toBe(2);
  });

  test("reads the snapshot of its start", async () => {
    await items.insertOne({ _id: 1, n: 1 });
    const session = begin();
    expect(await items.countDocuments({}, { session })).toBe(1);
    await items.insertOne({ _id: 2 });
    await items.updateOne({ _id: 1 }, { $set: { n: 99 } });
    expect(await items.find({}, { session }).toArray()).toEqual([{ _id: 1, n: 1 }]);
    await session.abortTransaction();
    await session.endSession();
  });

  test("a cursor of the transaction keeps reading the snapshot, and ends with it", async () => {
    await items.insertMany(Array.from({ length: 10 }, (_, index) => ({ _id: index })));
    const session = begin();
    const cursor = items.find({}, { session, batchSize: 3 });
    await cursor.next();
    await items.deleteMany({});
    expect((await cursor.toArray()).length).toBe(9);
    const open = items.find({}, { session, batchSize: 3 });
    await open.next();
    await session.commitTransaction();
    await session.endSession();
    await items.insertOne({ _id: 1 });
    expect(await items.countDocuments()).toBe(1);
    await open.close();
  });

  test("abort undoes everything, including a new collection", async () => {
    const db = server.client.db("t");
    const session = begin();
    await db.collection("fresh").insertOne({ a: 1 }, { session });
    await session.abortTransaction();
    await session.endSession();
    expect(await db.listCollections({ name: "fresh" }).toArray()).toEqual([]);
  });

  test("commands that create collections and indexes are refused", async () => {
    const db = server.client.db("t");
    const session = begin();
    const indexes = [{ key: { a: 1 }, name: "a" }];
    for (const command of [{ create: "fresh" }, { createIndexes: "fresh", indexes }]) {
      await expect(db.command(command, { session })).rejects.toMatchObject({ code: 263 });
    }
    await session.endSession();
  });
});

describe("conflicts", () => {
  test("a write to a document that another transaction has written fails at once, and can be retried", async () => {
    await items.insertOne({ _id: 1, n: 0 });
    const first = begin();
    const second = begin();
    // One that has read nothing would wait.
    await items.findOne({ _id: 1 }, { session: second });
    await items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: first });
    const error = await failure(items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: second }));
    expect([error.code, error.codeName]).toEqual([112, "WriteConflict"]);
    expect(error.hasErrorLabel("TransientTransactionError")).toBe(true);
    await first.commitTransaction();
    await Promise.all([first.endSession(), second.endSession()]);
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, n: 1 });
  });

  test("a write to a document changed since the snapshot fails", async () => {
    await items.insertOne({ _id: 1, n: 0 });
    const session = begin();
    await items.findOne({ _id: 1 }, { session });
    await items.updateOne({ _id: 1 }, { $set: { n: 5 } });
    const error = await failure(items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session }));
    expect(error.code).toBe(112);
    await session.endSession();
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, n: 5 });
  });

  test("a unique key taken since the snapshot is a conflict, one taken before is a duplicate", async () => {
    await items.createIndex({ key: 1 }, uniqueKey);
    await items.insertOne({ _id: 1, key: "a" });
    const session = begin();
    await items.findOne({}, { session });
    await items.insertOne({ _id: 2, key: "b" });
    expect((await failure(items.insertOne({ _id: 3, key: "b" }, { session }))).code).toBe(112);
    await session.endSession();

    const other = begin();
    expect((await failure(items.insertOne({ _id: 4, key: "a" }, { session: other }))).code).toBe(11000);
    expect((await failure(items.findOne({}, { session: other }))).code).toBe(251);
    await other.endSession();
    expect(await items.countDocuments()).toBe(2);
  });

  test("transactions that begin with the same document are served in the order in which they came", async () => {
    await items.insertOne({ _id: 1, n: 0 });
    const session = begin();
    await items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
    const served: number[] = [];
    const waiters: Promise<void>[] = [];
    for (const number of [1, 2, 3, 4]) {
      const waiter = begin();
      const write = items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: waiter });
      waiters.push(
        write.then(async () => {
          served.push(number);
          await waiter.commitTransaction();
          await waiter.endSession();
        }),
      );
      // It has arrived, after those before it, and waits longer than any transaction should take.
      await wait(100);
    }
    await session.commitTransaction();
    await session.endSession();
    await Promise.all(waiters);
    expect(served).toEqual([1, 2, 3, 4]);
    expect(await items.findOne()).toEqual({ _id: 1, n: 5 });
  });

  test("a write outside waits for the transaction and then sees its result", async () => {
    await items.insertOne({ _id: 1, n: 1 });
    const session = begin();
    await items.updateOne({ _id: 1 }, { $set: { n: 2 } }, { session });
    const outside = items.findOneAndUpdate({ _id: 1 }, { $inc: { n: 10 } }, { returnDocument: "after" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, n: 1 });
    await session.commitTransaction();
    await session.endSession();
    expect(await outside).toEqual({ _id: 1, n: 12 });
  });

  test("an abandoned transaction blocks others only until its time limit", async () => {
    await items.insertOne({ _id: 1, n: 1 });
    const session = begin();
    await items.updateOne({ _id: 1 }, { $set: { n: 2 } }, { session });
    await items.updateOne({ _id: 1 }, { $inc: { n: 10 } });
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, n: 11 });
    const error = await failure(session.commitTransaction());
    expect([error.code, error.codeName]).toEqual([251, "NoSuchTransaction"]);
    await session.endSession();
  });

  test("a waiting write gives up at its own time limit", async () => {
    await items.insertOne({ _id: 1, n: 1 });
    const session = begin();
    await items.updateOne({ _id: 1 }, { $set: { n: 2 } }, { session });
    const error = await failure(items.updateOne({ _id: 1 }, { $set: { n: 3 } }, { maxTimeMS: 50 }));
    expect(error.code).toBe(50);
    await session.abortTransaction();
    await session.endSession();
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, n: 1 });
  });

  test("the transaction of a disconnected client is aborted at once", async () => {
    await items.insertOne({ _id: 1, n: 1 });
    const gone = await server.connect();
    const session = gone.startSession();
    session.startTransaction();
    await gone
      .db("t")
      .collection<Item>("items")
      .updateOne({ _id: 1 }, { $set: { n: 2 } }, { session });
    await gone.close(true);
    await items.updateOne({ _id: 1 }, { $inc: { n: 10 } });
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, n: 11 });
  });

  test("an index created meanwhile makes the transaction's write a conflict, and no entry is missing", async () => {
    await items.insertOne({ _id: 1, n: 1 });
    const session = begin();
    await items.findOne({}, { session });
    await items.createIndex({ n: 1 });
    expect((await failure(items.insertOne({ _id: 2, n: 2 }, { session }))).code).toBe(112);
    await session.endSession();
    expect(await server.client.db("t").command({ validate: "items" })).toMatchObject({
      valid: true,
      errors: [],
    });
  });

  test("dropping a collection waits for a transaction that writes to it", async () => {
    await items.insertOne({ _id: 1 });
    const session = begin();
    await items.insertOne({ _id: 2 }, { session });
    const dropped = items.drop();
    await new Promise((resolve) => setTimeout(resolve, 30));
    await session.commitTransaction();
    await session.endSession();
    expect(await dropped).toBe(true);
    expect(await items.countDocuments()).toBe(0);
  });
});

describe("concurrency", () => {
  test("200 concurrent $inc give exactly 200", async () => {
    await items.insertOne({ _id: 1, n: 0 });
    await Promise.all(Array.from({ length: 200 }, () => items.updateOne({ _id: 1 }, { $inc: { n: 1 } })));
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, n: 200 });
  });

  test("50 concurrent inserts on a unique key give exactly one", async () => {
    await items.createIndex({ key: 1 }, uniqueKey);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => items.insertOne({ _id: index, key: "same" })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await items.countDocuments({ key: "same" })).toBe(1);
  });

  test("30 concurrent transactions on the same two documents end with the right sums", async () => {
    await items.insertMany([
      { _id: 1, n: 1000 },
      { _id: 2, n: 0 },
    ]);
    await Promise.all(
      Array.from({ length: 30 }, (_, amount) =>
        server.client.withSession((session) =>
          session.withTransaction(async () => {
            await items.updateOne({ _id: 1 }, { $inc: { n: -amount } }, { session });
            await items.updateOne({ _id: 2 }, { $inc: { n: amount } }, { session });
          }),
        ),
      ),
    );
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 1000 - 435 },
      { _id: 2, n: 435 },
    ]);
  });
});
