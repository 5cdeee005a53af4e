import {
  BSONRegExp,
  Decimal128,
  MinKey,
  Timestamp,
  type Db,
  type Document,
  type MongoServerError,
} from "mongodb";
import { decode } from "../query/codec";
import { startTestServer, type TestServer } from "../testing/test-server";
import { commands } from "./index";

jest.mock("../query/codec", () => {
  const codec = jest.requireActual<{ decode: () => unknown }>("../query/codec");
  return { ...codec, decode: jest.fn(codec.decode) };
});

let server: TestServer;
let db: Db;

beforeAll(async () => {
  server = await startTestServer();
  db = server.client.db("t");
  await db.collection<{ _id: number; a: number[] }>("items").insertOne({ _id: 1, a: [1, 2] });
  await db.collection("items").createIndex({ a: 1 });
});
afterAll(() => server.stop());

/** The code and message of an error. */
async function failure(command: Document): Promise<[unknown, string]> {
  const answer = await db.command(command).catch((caught: unknown) => caught as MongoServerError);
  const [refused = answer] = (answer as { writeErrors?: Document[] }).writeErrors ?? [];
  return [refused.code, String(refused.errmsg)];
}

const aggregate = (...pipeline: Document[]) => ({ aggregate: "items", pipeline, cursor: {} });
const update = (u: unknown, rest: Document = {}) => ({ update: "items", updates: [{ q: {}, u, ...rest }] });
const index = (spec: Document) => ({ createIndexes: "items", indexes: [{ name: "x", ...spec }] });

describe("unsupported features get MongoDB's code, and the advice to use a MongoDB server", () => {
  test.each<[string, number, Document]>([
    ["a command", 59, { mapReduce: "items" }],
    ["renameCollection", 59, { renameCollection: "t.items", to: "t.others" }],
    ["a hint", 40415, { find: "items", hint: { a: 1 } }],
    ["fields of findAndModify", 40415, { findAndModify: "items", update: { a: 1 }, fields: { a: 1 } }],
    ["a limit of count", 40415, { count: "items", limit: 1 }],
    ["a filter of listDatabases", 40415, { listDatabases: 1, filter: { name: "t" } }],
    ["explain of a count", 59, { explain: { count: "items" } }],
    ["a collation", 40415, { find: "items", collation: { locale: "de" } }],
    ["variables", 40415, { ...aggregate(), let: { x: 1 } }],
    ["array filters", 40415, update({ $set: { "a.$[x]": 1 } }, { arrayFilters: [{ x: 1 }] })],
    ["a positional update", 2, update({ $set: { "a.$": 1 } })],
    ["an update operator", 9, update({ $bit: { a: { and: 1 } } })],
    ["$min, $mul, and $pop", 9, update({ $mul: { a: 2 } })],
    ["a new element by its index", 115, update({ $set: { "a.5": 1 } })],
    ["$pull by a condition", 2, update({ $pull: { a: { $gt: 1 } } })],
    ["$pull of documents by fields", 2, update({ $pull: { a: { x: 1 } } })],
    ["a clause of $addToSet", 14, update({ $addToSet: { a: { $each: [1], $sort: 1 } } })],
    ["a clause of $push", 2, update({ $push: { a: { $each: [1], $slice: 2 } } })],
    ["a clause of $push without $each", 2, update({ $push: { a: { $position: 1 } } })],
    ["a projection of some elements", 2, { find: "items", projection: { a: { $slice: 1 } } }],
    ["an update that is a pipeline", 115, update([{ $set: { a: 1 } }])],
    ["a positional projection", 2, { find: "items", projection: { "a.$": 1 } }],
    ["a query operator", 2, { find: "items", filter: { a: { $mod: [2, 1] } } }],
    ["$elemMatch", 2, { find: "items", filter: { a: { $elemMatch: { $gt: 1 } } } }],
    ["$type", 2, { find: "items", filter: { a: { $type: "int" } } }],
    ["$not", 2, { find: "items", filter: { a: { $not: { $gt: 1 } } } }],
    ["$nor", 2, { find: "items", filter: { $nor: [{ a: 1 }] } }],
    [
      "a pattern as an operator's argument",
      2,
      { find: "items", filter: { a: { $regex: new BSONRegExp("a") } } },
    ],
    ["what only PCRE knows", 51091, { find: "items", filter: { a: { $regex: "(?i)a" } } }],
    ["a reference to another document", 2, { find: "items", filter: { a: { $ref: "others", $id: 1 } } }],
    ["a decimal", 22, { insert: "items", documents: [{ a: Decimal128.fromString("1.5") }] }],
    ["a timestamp", 22, { find: "items", filter: { a: new Timestamp({ t: 1, i: 1 }) } }],
    ["the smallest value of all", 22, { find: "items", filter: { a: { $gt: new MinKey() } } }],
    ["a top-level query operator", 2, { find: "items", filter: { $where: "true" } }],
    ["a text search", 27, { find: "items", filter: { $text: { $search: "x" } } }],
    ["a stage", 40324, aggregate({ $graphLookup: {} })],
    ["a stage that writes", 40324, aggregate({ $out: "others" })],
    ["an expression", 168, aggregate({ $set: { a: { $function: { body: "", args: [], lang: "js" } } } })],
    ["$unset of a pipeline", 40324, aggregate({ $unset: "a" })],
    ["$count", 40324, aggregate({ $count: "n" })],
    ["$count of a group", 15952, aggregate({ $group: { _id: 1, a: { $count: {} } } })],
    ["$avg of a group", 15952, aggregate({ $group: { _id: 1, a: { $avg: "$a" } } })],
    ["$first of a group", 15952, aggregate({ $group: { _id: 1, a: { $first: "$a" } } })],
    ["a variable", 17276, aggregate({ $addFields: { a: "$$NOW" } })],
    ["an accumulator", 15952, aggregate({ $group: { _id: 1, a: { $percentile: {} } } })],
    ["$lookup with variables", 9, aggregate({ $lookup: { from: "x", let: {}, pipeline: [], as: "y" } })],
    ["a sort by $meta", 15975, { find: "items", sort: { a: { $meta: "textScore" } } }],
    ["a text index", 115, index({ key: { a: "text" } })],
    ["a wildcard index", 115, index({ key: { "$**": 1 } })],
    ["the end of all indexes", 115, { dropIndexes: "items", index: "*" }],
    ["a sparse index", 115, index({ key: { b: 1 }, sparse: true })],
    [
      "a partial index with a range",
      115,
      index({ key: { b: 1 }, partialFilterExpression: { b: { $gt: 1 } } }),
    ],
    ["a capped collection", 40415, { create: "capped", capped: true, size: 1000 }],
  ])("%s", async (_what, code, command) => {
    const [answered, message] = await failure(command);
    expect(answered).toBe(code);
    expect(message).toMatch(/The embedded database does not support this\. Use a MongoDB server\.$/);
  });

  test("and changes nothing", async () => {
    expect(await db.collection("items").find().toArray()).toEqual([{ _id: 1, a: [1, 2] }]);
    expect((await db.collection("items").indexes()).map(({ name }) => name)).toEqual(["_id_", "a_1"]);
  });
});

describe("createIndexes", () => {
  test("decodes one document after the other", async () => {
    const many = server.client.db("other").collection("many");
    await many.insertMany(Array.from({ length: 1000 }, () => ({ same: 1 })));
    jest.mocked(decode).mockClear();
    await expect(many.createIndex({ same: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    expect(jest.mocked(decode).mock.calls.length).toBeLessThan(20);
  });

  test("checks each index against those before it in the same command", async () => {
    const items = server.client.db("other").collection("items");
    const name = "a";
    const other = items.createIndexes([
      { key: { a: 1 }, name },
      { key: { b: 1 }, name },
    ]);
    await expect(other).rejects.toMatchObject({ code: 86 });
    await items.createIndexes([{ key: { a: 1 } }, { key: { a: 1 } }]);
    expect((await items.indexes()).map((index) => index.name)).toEqual(["_id_", "a_1"]);
  });
});

describe("diagnostic commands", () => {
  test("also work in the admin database", async () => {
    const told = "buildInfo buildinfo connectionStatus hello hostInfo isMaster ismaster listDatabases";
    for (const name of told.split(" ")) {
      expect(Object.keys(commands)).toContain(name);
      expect(await server.client.db("admin").command({ [name]: 1 })).toMatchObject({ ok: 1 });
    }
  });
});
