import { BSONRegExp, Double, Long, ObjectId } from "bson";
import fc from "fast-check";
import type { Document } from "mongodb";
import type { Step } from "./table";

/**
 * Random histories of a collection: documents, indexes, queries, and writes. Few names and values, so that conditions
 * match, keys collide, and types mix.
 */
export interface Scenario {
  documents: Document[];
  indexes: Document[];
  steps: Step[];
}

const scalars: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 4 }) },
  { weight: 2, arbitrary: fc.constantFrom("a", "b", "ab", "") },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0.5,
      new Double(1),
      Long.fromNumber(2),
      new Date(1000),
      new ObjectId("65a000000000000000000001"),
    ),
  },
);

const small: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: scalars },
  { weight: 1, arbitrary: fc.record({ x: scalars, y: scalars }, { requiredKeys: [] }) },
);

const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: scalars },
  { weight: 2, arbitrary: fc.array(small, { maxLength: 3 }) },
  { weight: 2, arbitrary: fc.record({ x: small, y: scalars }, { requiredKeys: [] }) },
);

const fields = fc.record({ a: values, b: values, c: scalars }, { requiredKeys: [] });
const documents = fc
  .array(fields, { minLength: 1, maxLength: 6 })
  .map((list) => list.map((one, index) => ({ _id: index, ...one })));

const paths = fc.constantFrom("a", "a", "b", "c", "a.x", "a.y", "b.y", "a.0");
const plainPaths = fc.constantFrom("a", "b", "c", "a.x", "b.y");

const condition: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: values },
  ...["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"].map((operator) => ({
    weight: 1,
    arbitrary: values.map((value) => ({ [operator]: value })),
  })),
  { weight: 1, arbitrary: fc.tuple(scalars, scalars).map(([low, high]) => ({ $gte: low, $lte: high })) },
  { weight: 1, arbitrary: fc.array(values, { maxLength: 3 }).map((list) => ({ $in: list })) },
  { weight: 1, arbitrary: fc.array(values, { maxLength: 3 }).map((list) => ({ $nin: list })) },
  { weight: 1, arbitrary: fc.boolean().map((wanted) => ({ $exists: wanted })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 }).map((size) => ({ $size: size })) },
  {
    weight: 1,
    arbitrary: fc
      .array(small, { minLength: 1, maxLength: 2 })
      .map((list) => ({ $all: list.map((value) => value ?? 0) })),
  },
);

const simple = fc.tuple(paths, condition).map(([path, test]): Document => ({ [path]: test }));

const patterns = fc
  .tuple(fc.constantFrom("a", "b", "a.x"), fc.constantFrom("^a", "b$", "^ab"))
  .map(([path, pattern]): Document => ({ [path]: new BSONRegExp(pattern, "") }));

const filters: fc.Arbitrary<Document> = fc.oneof(
  { weight: 1, arbitrary: patterns },
  { weight: 5, arbitrary: simple },
  { weight: 1, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.tuple(simple, simple).map(([one, two]) => ({ ...one, ...two })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("$and", "$or"), fc.array(simple, { minLength: 1, maxLength: 2 }))
      .map(([name, list]) => ({ [name]: list })),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 5 }).map((id) => ({ _id: id })) },
);

const directions = fc.constantFrom(1, -1);

// By whole fields: for paths, the independent server has its own order (see the table).
const sorts = fc.oneof(
  fc.constant({ _id: 1 }),
  fc.tuple(fc.constantFrom("a", "b", "c"), directions).map(([path, way]) => ({ [path]: way, _id: 1 })),
  fc.tuple(directions, directions).map(([c, id]) => ({ c, _id: id })),
);

const projections = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: plainPaths.map((path) => ({ [path]: 1 })) },
  { weight: 1, arbitrary: fc.constantFrom("a", "b", "c").map((name) => ({ [name]: 0 })) },
);

const finds = fc
  .tuple(filters, sorts, projections, fc.constantFrom(0, 0, 0, 1, 2), fc.constantFrom(0, 0, 1))
  .map(([filter, sort, projection, limit, skip]) => ({
    find: "c",
    filter,
    sort,
    ...(projection ? { projection } : {}),
    ...(limit ? { limit } : {}),
    ...(skip ? { skip } : {}),
  }));

const change: fc.Arbitrary<Document> = fc.oneof(
  fc
    .tuple(fc.constantFrom("a", "b", "a.x", "b.y"), values)
    .map(([path, value]) => ({ $set: { [path]: value } })),
  // c is never an array, because an index over two arrays is refused.
  scalars.map((value) => ({ $set: { c: value } })),
  fc.tuple(fc.constantFrom("a.0", "b.1"), scalars).map(([path, value]) => ({ $set: { [path]: value } })),
  plainPaths.map((path) => ({ $unset: { [path]: 1 } })),
  fc
    .tuple(plainPaths, fc.constantFrom<unknown>(1, -1, 0.5, Long.fromNumber(1)))
    .map(([path, by]) => ({ $inc: { [path]: by } })),
  fc.tuple(plainPaths, scalars).map(([path, value]) => ({ $max: { [path]: value } })),
  fc
    .tuple(fc.constantFrom("$push", "$addToSet"), fc.constantFrom("a", "b"), small)
    .map(([name, path, value]) => ({ [name]: { [path]: value } })),
  fc
    .tuple(fc.constantFrom("a", "b"), fc.array(scalars, { maxLength: 3 }))
    .map(([path, list]) => ({ $push: { [path]: { $each: list } } })),
  fc.tuple(fc.constantFrom("a", "b"), scalars).map(([path, value]) => ({ $pull: { [path]: value } })),
  fc.record({ a: values, c: scalars }, { requiredKeys: [] }),
  fc.constantFrom<Document>({ $set: { a: 1, c: 2 }, $unset: { b: 1 } }),
);

// Updating one of several matches depends on the server's order, so updates match one document by _id, or all.
const updates = fc
  .tuple(filters, change, fc.boolean(), fc.integer({ min: 0, max: 5 }))
  .map(([filter, u, multi, id]) => ({
    update: "c",
    updates: [
      multi && (Object.keys(u)[0] ?? "").startsWith("$")
        ? { q: filter, u, multi: true }
        : { q: { $and: [{ _id: id }, filter] }, u },
    ],
  }));

const upserts = fc.tuple(fc.constantFrom(3, 8, 9), scalars, change).map(([id, c, u]) => ({
  update: "c",
  updates: [{ q: { _id: id, c }, u, upsert: true }],
}));

const writes: fc.Arbitrary<Document> = fc.oneof(
  { weight: 5, arbitrary: updates },
  { weight: 2, arbitrary: upserts },
  { weight: 1, arbitrary: filters.map((q) => ({ delete: "c", deletes: [{ q, limit: 0 }] })) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.integer({ min: 4, max: 9 }), values, scalars).map(([id, a, c]) => ({
      insert: "c",
      documents: [{ _id: id, a, c }],
    })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(filters, change, sorts, fc.boolean()).map(([query, u, sort, now]) => ({
      findAndModify: "c",
      query,
      update: u,
      sort,
      new: now,
    })),
  },
);

const counts = filters.map((query) => ({ count: "c", query }));

const reads: fc.Arbitrary<Document> = fc.oneof(
  { weight: 5, arbitrary: finds },
  { weight: 1, arbitrary: counts },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        filters,
        fc.constantFrom<unknown>("$c", { list: { $ne: ["$a", []] } }, { big: { $gt: ["$b", 1] } }),
      )
      .map(([filter, key]) => ({
        aggregate: "c",
        pipeline: [
          { $match: filter },
          { $sort: { _id: 1 } },
          { $group: { _id: key, n: { $sum: 1 }, ids: { $push: "$_id" } } },
          { $sort: { ids: 1 } },
        ],
        cursor: {},
      })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(filters, fc.constantFrom("$a", "$b")).map(([filter, path]) => ({
      aggregate: "c",
      pipeline: [
        { $match: filter },
        { $unwind: path },
        { $sort: { _id: 1 } },
        { $group: { _id: "$_id", s: { $sum: "$c" }, a: { $push: "$a" } } },
        { $sort: { _id: 1 } },
      ],
      cursor: {},
    })),
  },
);

const commands = fc.oneof({ weight: 3, arbitrary: reads }, { weight: 2, arbitrary: writes });

const transactions = fc
  .tuple(
    // Counts do not run in a transaction (see the table).
    fc.array(
      commands.filter((command) => !("count" in command)),
      { minLength: 1, maxLength: 3 },
    ),
    fc.boolean(),
  )
  .map(([list, commit]): Step[] => [
    { begin: "s" },
    ...list.map((run) => ({ in: "s", run })),
    commit ? { commit: "s" } : { abort: "s" },
  ]);

const indexes = fc.subarray<Document>(
  [
    { key: { a: 1 } },
    { key: { b: -1 } },
    { key: { "a.x": 1 } },
    { key: { c: 1, a: 1 } },
    { key: { b: 1, c: -1 } },
    { key: { "b.y": 1 } },
    { key: { "a.x": 1, "a.y": -1 } },
    { key: { c: 1, _id: 1 } },
    { key: { c: -1, _id: 1 } },
    { key: { a: 1, _id: 1 } },
    { key: { a: -1 }, name: "partial", partialFilterExpression: { c: 1 } },
  ],
  { maxLength: 3 },
);

const unique = fc.constantFrom<Document[]>(
  [],
  [],
  [],
  [{ key: { c: 1 }, name: "unique_c", unique: true }],
  [{ key: { c: 1 }, name: "unique_c", unique: true, partialFilterExpression: { b: { $exists: true } } }],
);

/** Random histories of a collection. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .tuple(
    documents,
    indexes,
    unique,
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: commands.map((one): Step[] => [one]) },
        { weight: 1, arbitrary: transactions },
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    // Without a sort, any index may serve them.
    fc.array(counts, { minLength: 10, maxLength: 10 }),
  )
  .map(([given, some, one, steps, last]) => ({
    documents: given,
    indexes: [...some, ...one],
    steps: [...steps.flat(), ...last],
  }));
