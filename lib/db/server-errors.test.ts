import {
  type ClientSession,
  MongoBulkWriteError,
  type MongoClient,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
  type TopologyDescription,
} from "mongodb";
import { AppError } from "@/lib/errors";
import { startTestServer } from "@/packages/embedded-mongodb/src/testing/test-server";
import { DatabaseUnavailable, isOutage } from "./server-errors";

const ofServer = (code: number, label?: string) => {
  const error = new MongoServerError({ ok: 0, errmsg: "refused", code });
  if (label) error.addErrorLabel(label);
  return error;
};
const ofSystem = (code: string) => Object.assign(new Error("This socket has been ended"), { code });
const inBulk = (code: number) =>
  new MongoBulkWriteError({ message: "", code: 0, writeErrors: [{ code } as never] }, {} as never);
const ofWriteConcern = (code: number) =>
  new MongoWriteConcernError({ ok: 1, writeConcernError: { code, errmsg: "", codeName: "" } } as never);

test.each([
  ["not connected at all", new DatabaseUnavailable("The MongoDB server cannot be reached.")],
  ["a connection lost", new MongoNetworkError("connection closed")],
  ["no server found", new MongoServerSelectionError("timed out", {} as TopologyDescription)],
  ["another primary being chosen", ofServer(10107, "RetryableWriteError")],
  ["another primary being chosen during a read", ofServer(10107)],
  ["a server that is shutting down", ofServer(11600)],
  ["a cursor of a server that restarted", ofServer(43)],
  ["a transaction that the server does not know", ofServer(251)],
  ["a session that the server has forgotten", ofServer(206)],
  ["a full disk", ofServer(14031)],
  ["a full disk during a bulk write", inBulk(14031)],
  ["a data file that was replaced", ofServer(38)],
  ["a write that was not replicated", ofWriteConcern(91)],
  ["a connection that broke while writing", ofSystem("EPIPE")],
  ["a connection reset", ofSystem("ECONNRESET")],
  ["a full disk of this process", ofSystem("ENOSPC")],
  ["an outage during sign-in", new Error("sign-in", { cause: { err: ofServer(14031), provider: "demo" } })],
  ["an outage among several errors", new AggregateError([new Error("one"), ofSystem("ECONNREFUSED")])],
])("%s is an outage", (_, error) => expect(isOutage(error)).toBe(true));

const circular = new Error("of itself");
circular.cause = circular;

test.each([
  ["a duplicate key", ofServer(11000)],
  ["a duplicate key in a bulk write", inBulk(11000)],
  ["a write conflict", ofServer(112, "TransientTransactionError")],
  ["a defect of ours", new TypeError("undefined is not a function")],
  ["a defect of ours with a cause", new Error("wrapped", { cause: new TypeError("undefined") })],
  ["an error that causes itself", circular],
  ["a refusal", new AppError("not-found")],
  ["a file that is not there", ofSystem("ENOENT")],
  ["nothing", undefined],
])("%s is not an outage", (_, error) => expect(isOutage(error)).toBe(false));

/** What the driver throws when its connection, a session, or a transaction ends while it is in use. */
describe("the driver's own errors", () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let client: MongoClient;
  beforeAll(async () => (server = await startTestServer()));
  beforeEach(async () => (client = await server.connect()));
  afterEach(() => client.close());
  afterAll(() => server.stop());

  const items = (of = client) => of.db("t").collection<{ _id: number }>("items");
  const insert = (session?: ClientSession) => items().insertOne({ _id: 1 }, session && { session });

  const inTransaction = (work: (session: ClientSession) => Promise<unknown>) =>
    client.withSession((session) => session.withTransaction(() => work(session)));

  it.each<[string, () => Promise<unknown>]>([
    ["a read after closing", () => client.close().then(() => items().findOne({}))],
    ["a write after closing", () => client.close().then(() => insert())],
    [
      "a bulk write after closing",
      () => client.close().then(() => items().bulkWrite([{ insertOne: { document: { _id: 1 } } }])),
    ],
    [
      "a bulk write whose client closes before it is sent",
      async () => {
        const bulk = items().initializeOrderedBulkOp();
        bulk.insert({ _id: 1 });
        await client.close();
        await bulk.execute();
      },
    ],
    [
      "a session that has ended",
      async () => {
        const session = client.startSession();
        await session.endSession();
        await insert(session);
      },
    ],
    [
      "a session of the connection before",
      async () => {
        const before = await server.connect();
        await insert(before.startSession());
      },
    ],
    [
      "a transaction whose session ends",
      () => inTransaction((session) => session.endSession().then(() => insert(session))),
    ],
    [
      "a transaction that was aborted meanwhile",
      async () => {
        const session = client.startSession();
        session.startTransaction();
        await insert(session);
        await session.abortTransaction();
        await session.commitTransaction();
      },
    ],
    [
      "an illegal transition of a transaction",
      async () => {
        const session = client.startSession();
        session.startTransaction();
        // Not in the driver's types. Two calls at once can get there.
        const { transaction } = session as unknown as { transaction: { transition(state: string): void } };
        transaction.transition("NO_TRANSACTION");
      },
    ],
    ["a transaction whose client closes", () => inTransaction(() => client.close().then(() => insert()))],
    [
      "a transaction whose client closes, with its session",
      () => inTransaction((session) => client.close().then(() => insert(session))),
    ],
  ])("%s is an outage", async (_, work) => {
    const error = await work().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect([error, isOutage(error)]).toEqual([error, true]);
  });
});
