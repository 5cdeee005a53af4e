import type { Collection, Document } from "mongodb";
import { startTestServer, type TestServer } from "../testing/test-server";

type Item = { _id: number; d: { x: number; y: number }[] };

let server: TestServer;
let items: Collection;

beforeAll(async () => {
  server = await startTestServer();
  items = server.client.db("t").collection("items");
  await items.insertMany(
    Array.from({ length: 300 }, (_, index) => ({
      _id: index as never,
      a: index % 10,
      b: index % 7,
      name: `name-${String(index).padStart(3, "0")}`,
      tags: [`t${index % 3}`, `u${index % 4}`],
      open: index % 2 === 0,
      at: new Date(1_700_000_000_000 + index * 1000),
    })),
  );
  await items.createIndexes([
    { key: { a: 1, b: -1 } },
    { key: { name: 1 }, unique: true },
    { key: { tags: 1 } },
    { key: { at: 1 }, partialFilterExpression: { open: true } },
    { key: { a: 1, at: -1 } },
  ]);
});
afterAll(() => server.stop());

/** The stage names of the winning plan, from the top, with the index at the end. */
function stages(plan: Document): string[] {
  const inner = (plan.inputStage ?? null) as Document | null;
  const own = plan.stage === "IXSCAN" ? `IXSCAN ${plan.indexName}` : String(plan.stage);
  return [own, ...(inner ? stages(inner) : [])];
}

async function planOf(
  filter: Record<string, unknown>,
  sort?: Record<string, 1 | -1>,
  limit = 0,
): Promise<string[]> {
  const cursor = items.find(filter).limit(limit);
  const explained = await (sort ? cursor.sort(sort) : cursor).explain();
  return stages(explained.queryPlanner.winningPlan as Document);
}

const join = (pipeline: Document[]) => ({
  $lookup: { from: "items", localField: "a", foreignField: "a", pipeline, as: "found" },
});

test.each<[string, Record<string, unknown>, Record<string, 1 | -1> | undefined, string[]]>([
  ["an equality", { name: "name-001" }, undefined, ["FETCH", "IXSCAN name_1"]],
  ["_id", { _id: 5 }, undefined, ["FETCH", "IXSCAN _id_"]],
  ["$in", { name: { $in: ["name-001", "name-002"] } }, undefined, ["FETCH", "IXSCAN name_1"]],
  ["a range", { name: { $gte: "name-1", $lt: "name-2" } }, undefined, ["FETCH", "IXSCAN name_1"]],
  ["a pattern", { name: /^name-00/ }, undefined, ["COLLSCAN"]],
  ["two equalities", { a: 1, b: 2 }, undefined, ["FETCH", "IXSCAN a_1_b_-1"]],
  ["an equality and the index's order", { a: 1 }, { at: -1 }, ["FETCH", "IXSCAN a_1_at_-1"]],
  ["the index's order backwards", { a: 1 }, { at: 1 }, ["FETCH", "IXSCAN a_1_at_-1"]],
  ["an order that no index has", { a: 1 }, { name: -1, at: 1 }, ["SORT", "FETCH", "IXSCAN a_1_b_-1"]],
  ["nothing but an order", {}, { name: -1 }, ["FETCH", "IXSCAN name_1"]],
  ["an element of an array", { tags: "t1" }, undefined, ["FETCH", "IXSCAN tags_1"]],
  ["the order of arrays", { tags: "t1" }, { tags: 1 }, ["SORT", "FETCH", "IXSCAN tags_1"]],
  [
    "a partial index whose filter is implied",
    { open: true, at: { $gt: new Date(0) } },
    undefined,
    ["FETCH", "IXSCAN at_1"],
  ],
  ["a partial index whose filter is not", { at: { $gt: new Date(0) } }, undefined, ["COLLSCAN"]],
  ["$or", { $or: [{ name: "name-001" }, { a: 3 }] }, undefined, ["COLLSCAN"]],
  ["no index", { open: true }, undefined, ["COLLSCAN"]],
])("explain: %s", async (_what, filter, sort, expected) => {
  expect(await planOf(filter, sort)).toEqual(expected);
});

test("explain counts what was read, and names the first stages of a pipeline", async () => {
  const explained = await items.find({ a: 1, b: 2 }).explain("executionStats");
  expect(explained.executionStats).toEqual({ totalKeysExamined: 4, totalDocsExamined: 4 });
  const pipeline = [{ $match: { a: 1 } }, { $sort: { at: -1 } }, { $limit: 5 }];
  const aggregate = await items.aggregate(pipeline).explain();
  expect(stages(aggregate.queryPlanner.winningPlan as Document)).toEqual(["FETCH", "IXSCAN a_1_at_-1"]);
});

test("a limit in index order reads no more than it needs", async () => {
  const explained = await items.find({ a: 1 }).sort({ at: -1 }).limit(5).explain("executionStats");
  expect(explained.executionStats.totalKeysExamined).toBeLessThanOrEqual(6);
});

test("$lookup by an indexed field reads only the index's results, and finds what a scan finds", async () => {
  const db = server.client.db("t");
  await db
    .collection("orders")
    .insertMany([
      { _id: 1 as never, item: "name-003" },
      { _id: 2 as never, item: ["name-004", "name-005"] },
      { _id: 3 as never, item: null },
      { _id: 4 as never },
      { _id: 5 as never, item: [] },
      { _id: 6 as never, item: "nothing" },
    ]);
  const join = (foreignField: string) =>
    db
      .collection("orders")
      .aggregate([
        {
          $lookup: {
            from: "items",
            localField: "item",
            foreignField,
            as: "found",
            pipeline: [{ $project: { _id: 1 } }],
          },
        },
        { $sort: { _id: 1 } },
      ])
      .toArray();
  const found = (await join("name")).map(({ found: list }) =>
    (list as Document[]).map(({ _id }) => _id as number),
  );
  expect(found).toEqual([[3], [4, 5], [], [], [], []]);
});

test.each<[string, number, Document]>([
  ["$lookup: the pipeline's $match", 5, join([{ $match: { b: 2 } }])],
  ["$lookup: the pipeline's $sort and $limit", 6, join([{ $sort: { at: -1 } }, { $limit: 5 }])],
  ["$unionWith", 2, { $unionWith: { coll: "items", pipeline: [{ $match: { name: "name-007" } }] } }],
])("a join reads only what its pipeline wants: %s", async (_what, examined, stage) => {
  const explained = await items.aggregate([{ $match: { _id: 51 } }, stage]).explain("executionStats");
  const [{ $cursor }] = explained.stages as [Document];
  expect($cursor.executionStats).toMatchObject({ totalDocsExamined: examined });
});

test("documents whose long values begin alike come once each", async () => {
  const long = server.client.db("t").collection("long");
  await long.createIndex({ s: 1 });
  const values = [1, 2].map((end) => "x".repeat(2000) + end);
  await long.insertMany(values.map((s, _id) => ({ _id: _id as never, s })));
  const found = await long.find({ s: { $in: values } }).toArray();
  expect(found.map(({ _id }) => Number(_id)).sort()).toEqual([0, 1]);
});

test("two paths through one array may match different elements", async () => {
  const pairs = server.client.db("t").collection<Item>("pairs");
  await pairs.createIndex({ "d.x": 1, "d.y": 1 });
  await pairs.insertOne({
    _id: 1,
    d: [
      { x: 1, y: 2 },
      { x: 2, y: 1 },
    ],
  });
  expect(await pairs.countDocuments({ "d.x": 1, "d.y": 1 })).toBe(1);
});
