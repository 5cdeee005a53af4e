import { BSON, BSONRegExp, Double, Long, ObjectId } from "bson";
import fc from "fast-check";
import { ServerError } from "../errors";
import { decode, encode, encodedNames, selectFields } from "./codec";
import { compareValues } from "./compare";
import { compileFilter } from "./filter";
import { valueKey } from "./keys";
import { keysAt, valuesAt } from "./paths";
import { compileStages, runStages } from "./pipeline";
import { Row } from "./row";
import { compileUpdate } from "./update";
import type { Doc } from "./values";

// ../conformance compares these functions with another server; these tests check their laws.

const scalars: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer(),
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -3, max: 3 }).map((value) => new Double(value)),
  fc.double().map((value) => (Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value + 0.5 : value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  fc.integer({ min: -3, max: 3 }).map((value) => Long.fromNumber(value)),
  fc.string({ maxLength: 3 }),
  fc.constantFrom<unknown>(null, true, false, new BSONRegExp("a", "i")),
  fc.date({ noInvalidDate: true }),
  fc.constantFrom(new ObjectId("65a000000000000000000001"), new ObjectId("65a000000000000000000002")),
);

const names = fc.constantFrom("a", "b", "c", "__proto__", "constructor");

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.uniqueArray(fc.tuple(names, tie("value")), { maxLength: 3, selector: ([name]) => name }).map(toDoc),
  ),
})).value;

function toDoc(entries: [string, unknown][]): Doc {
  const doc: Doc = {};
  for (const [name, value] of entries) {
    Object.defineProperty(doc, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return doc;
}

const docs = fc.uniqueArray(fc.tuple(names, values), { maxLength: 4, selector: ([name]) => name }).map(toDoc);

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) freeze(item);
  }
  return value;
}

describe("decode and encode", () => {
  test("every document survives the round trip, including number types and field order", () => {
    fc.assert(
      fc.property(docs, (doc) => {
        const bytes = encode(doc);
        expect(Buffer.compare(encode(decode(bytes)), bytes)).toBe(0);
      }),
    );
  });

  test("some fields are decoded, kept, or left out as if the whole document had been decoded", () => {
    fc.assert(
      fc.property(docs, fc.array<string>(names, { maxLength: 3 }), (doc, wanted) => {
        const bytes = encode(doc);
        const encoded = encodedNames(wanted);
        const among = (keep: boolean) =>
          toDoc(Object.entries(doc).filter(([name]) => wanted.includes(name) === keep));
        expect(encode(decode(bytes, encoded))).toEqual(encode(among(true)));
        for (const keep of [true, false]) {
          expect(selectFields(bytes, encoded, keep)).toEqual(encode(among(keep)));
        }
      }),
    );
  });

  test("damaged bytes are decoded, or refused with 22", () => {
    const id = new ObjectId("65a000000000000000000001");
    const bytes = Buffer.from(BSON.serialize({ id, text: "Rent", list: [1, "two", /x/], at: new Date(0) }));
    const problemOf = (damaged: Buffer) => {
      try {
        return decode(damaged) && null;
      } catch (error) {
        return error;
      }
    };
    for (let index = 0; index < bytes.length; index += 1) {
      expect(problemOf(bytes.subarray(0, index))).toMatchObject({ code: 22 });
      for (const byte of [0, 1, 0x7f, 0x80, 0xff]) {
        const damaged = Buffer.from(bytes);
        damaged[index] = byte;
        const problem = problemOf(damaged);
        if (problem !== null) expect(problem).toMatchObject({ code: 22 });
      }
    }
  });

  test("an integral double stays a double, an int an int", () => {
    const doc = decode(
      encode({ int: 1, double: new Double(1), long: Long.fromNumber(1), zero: new Double(-0) }),
    );
    expect(doc.int).toBe(1);
    expect(doc.double).toBeInstanceOf(Double);
    expect(doc.long).toBeInstanceOf(Long);
    expect(Object.is(doc.zero, -0)).toBe(true);
  });

  test("invalid BSON is refused with 22", () => {
    expect(() => decode(Buffer.from([5, 0, 0]))).toThrow(expect.objectContaining({ code: 22 }));
    expect(() => decode(Buffer.from("0c0000001061000100000000".slice(0, 22), "hex"))).toThrow(
      expect.objectContaining({ code: 22 }),
    );
  });

  test.each([
    [150, null],
    [250, 15],
  ])("%i levels of documents", (depth, code) => {
    let doc: Doc = {};
    for (let level = 1; level < depth; level += 1) doc = { a: doc };
    const bytes = Buffer.from(BSON.serialize(doc));
    if (code === null) expect(decode(bytes)).toEqual(doc);
    else expect(() => decode(bytes)).toThrow(expect.objectContaining({ code }));
  });

  test("a reference to another document is a plain document", () => {
    const doc = { ref: { $ref: "users", $id: 5, $db: "x", more: 1 } };
    expect(decode(Buffer.from(BSON.serialize(doc)))).toEqual(doc);
  });
});

describe("comparison", () => {
  test("is a total order", () => {
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        expect(Math.sign(compareValues(a, b))).toBe(-Math.sign(compareValues(b, a)) + 0);
        expect(compareValues(a, a)).toBe(0);
        if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) {
          expect(compareValues(a, c)).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("two values have the same key exactly when they are equal", () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(valueKey(a) === valueKey(b)).toBe(compareValues(a, b) === 0);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["a long and the double beside it", Long.fromString("9007199254740993"), 9007199254740992, 1],
    ["zero and minus zero", 0, -0, 0],
    ["NaN and minus infinity", Number.NaN, -Infinity, -1],
    ["an emoji and the last of the plane before", "\u{1f600}", "\uffee", 1],
    ["a missing value and null", undefined, null, 0],
  ])("%s", (_name, a, b, expected) => {
    expect(compareValues(a, b)).toBe(expected);
  });
});

describe("filters and index keys", () => {
  const probes = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom("a", null, true));
  const flat = fc.record(
    {
      a: fc.oneof(
        probes,
        fc.array(probes, { maxLength: 3 }),
        fc.record({ x: probes }),
        fc.array(fc.record({ x: probes }, { requiredKeys: [] }), { maxLength: 3 }),
      ),
    },
    { requiredKeys: [] },
  );

  test("matches of an equality are among the keys of an index on its path", () => {
    fc.assert(
      fc.property(flat, probes, fc.constantFrom("a", "a.x"), (doc, probe, path) => {
        if (!compileFilter({ [path]: probe })(doc)) return;
        expect(valuesAt(doc, path).some((key) => compareValues(key, probe) === 0)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("a condition and its negation are disjoint and complete", () => {
    fc.assert(
      fc.property(docs, values, (doc, value) => {
        if (value instanceof BSONRegExp || hasOperator(value)) return;
        const yes = compileFilter({ a: { $eq: value } })(doc);
        expect(compileFilter({ a: { $ne: value } })(doc)).toBe(!yes);
        expect(compileFilter({ a: { $nin: [value] } })(doc)).toBe(!yes);
      }),
    );
  });

  function hasOperator(value: unknown): boolean {
    return JSON.stringify(value).includes("$regularExpression");
  }

  test("keys of several paths through one array keep its elements together", () => {
    const doc = { a: [{ x: 1, y: 2 }, { x: 3 }], b: 9 };
    expect(keysAt(doc, ["a.x", "a.y", "b"])).toEqual([
      [1, 2, 9],
      [3, undefined, 9],
    ]);
    expect(keysAt({ b: 9 }, ["a.x", "b"])).toEqual([[undefined, 9]]);
    expect(keysAt({ a: [] }, ["a"])).toEqual([[[]]]);
    expect(() => keysAt({ a: [1], b: [2] }, ["a", "b"])).toThrow(expect.objectContaining({ code: 171 }));
  });

  test("inherited names are not fields", () => {
    expect(compileFilter({ constructor: { $exists: true } })({})).toBe(false);
    expect(compileFilter({ "__proto__.x": null })({})).toBe(true);
    expect(valuesAt({}, "toString")).toEqual([undefined]);
  });
});

describe("updates", () => {
  test.each<[string, Doc, Doc, Doc]>([
    [
      "modifiers",
      { _id: 1, a: { b: [1, 2] } },
      { $set: { "a.c": 1 }, $push: { "a.b": 3 } },
      { _id: 1, a: { b: [1, 2, 3], c: 1 } },
    ],
    ["a replacement", { _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
    [
      "a field named __proto__",
      { _id: 1 },
      { $set: { ["__proto__"]: 5 } },
      toDoc([
        ["_id", 1],
        ["__proto__", 5],
      ]),
    ],
  ])("do not change their input: %s", (_name, doc, update, expected) => {
    expect(compileUpdate(freeze(update))(freeze(doc))).toEqual(expected);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

test.each<Doc>([
  { $match: 1 },
  { $project: {} },
  { $project: { "a.": 1 } },
  { $addFields: { a: 1, "a.b": 2 } },
  { $unset: "a" },
  { $addFields: { a: "$$NOW" } },
  { $sort: {} },
  { $limit: -1 },
  { $skip: "1" },
  { $count: "a" },
  { $group: { _id: null, "a.b": { $sum: 1 } } },
  { $unwind: "tags" },
  { $unwind: { path: "$tags", includeArrayIndex: "at" } },
  { $replaceRoot: { newRoot: "$" } },
  { $lookup: { from: "a", localField: "b", foreignField: "c" } },
  { $lookup: { from: "a", as: "b", let: { c: 1 }, pipeline: [] } },
  { $project: { "a.b": 0 } },
  { $project: { "a.b": "$c" } },
  { $project: { a: { b: 1, c: "$c" } } },
  { $addFields: { "a.b": 1 } },
  { $addFields: { a: { b: 1 } } },
])("an invalid or unsupported stage is refused at once: %j", (stage) => {
  expect(() => compileStages([stage], () => [])).toThrow(ServerError);
});

test("a projection computes a document, but not within one that is there", () => {
  const { stages } = compileStages([{ $project: { _id: 0, a: { b: "$c" } } }], () => []);
  const docOf = (input: Doc) => [...runStages(stages, [Row.of(input)])].map(({ doc }) => doc);
  expect(docOf({ c: 1 })).toEqual([{ a: { b: 1 } }]);
  expect(docOf({ a: null, c: 1 })).toEqual([{ a: { b: 1 } }]);
  for (const a of [[], { d: 1 }]) expect(() => docOf({ a, c: 1 })).toThrow(/not supported/);
});

test("$filter by ids finds what an equivalent condition finds, and keeps the types of numbers", () => {
  const [one, other] = [new ObjectId(), new ObjectId()];
  const filtered = (list: unknown, cond: Doc) => {
    const value = { $filter: { input: "$list", as: "one", cond } };
    const { stages } = compileStages([{ $project: { _id: 0, value } }], () => []);
    return [...runStages(stages, [Row.of({ list })])].map(({ doc }) => doc.value)[0];
  };
  const documents = [{ user: one, cents: new Double(1) }, { user: other }, { cents: 3 }, { user: null }];
  expect(filtered(documents, { $in: ["$$one.user", [one]] })).toEqual([{ user: one, cents: new Double(1) }]);
  for (const list of [
    documents,
    [[{ user: one }], 7, ...documents],
    [],
    null,
    undefined,
    [{ user: [one] }],
  ]) {
    for (const ids of [[], [one], [one, other]]) {
      const any = { $or: ids.map((id) => ({ $eq: ["$$one.user", id] })) };
      const plainly = JSON.stringify(filtered(list, { $in: ["$$one.user", ids] }));
      expect(plainly).toBe(JSON.stringify(filtered(list, any)));
    }
  }
});

test.each<[string, string, Doc, Doc]>([
  ["at the end", "found", { _id: 1, a: 2 }, { _id: 1, a: 2, found: [{ _id: 5 }, { b: "é" }] }],
  ["in its place", "found", { _id: 1, found: 7, a: 2 }, { _id: 1, found: [{ _id: 5 }, { b: "é" }], a: 2 }],
  ["in a document", "in.found", { _id: 1 }, { _id: 1, in: { found: [{ _id: 5 }, { b: "é" }] } }],
])("$lookup puts what it finds %s, whether documents are decoded or not", (_place, as, doc, expected) => {
  const lookup = { $lookup: { from: "items", localField: "a", foreignField: "a", as } };
  for (const row of [Row.of(doc), new Row(encode(doc))]) {
    const found = [Row.of({ _id: 5 }), new Row(encode({ b: "é" }))];
    const [joined] = runStages(compileStages([lookup], () => found).stages, [row]);
    // Encoded and decoded, because the order of the fields counts.
    expect(Buffer.from(joined!.bytes)).toEqual(Buffer.from(encode(expected)));
    expect(joined!.doc).toEqual(expected);
  }
});

test("a pipeline reads no more of its input than it needs", () => {
  let read = 0;
  function* input() {
    for (; read < 1000; read += 1) yield Row.of({ _id: read });
  }
  const { stages } = compileStages([{ $match: { _id: { $gte: 2 } } }, { $limit: 3 }], () => []);
  const result = runStages(stages, input());
  expect(Array.from(result, ({ doc }) => doc)).toEqual([{ _id: 2 }, { _id: 3 }, { _id: 4 }]);
  expect(read).toBeLessThan(6);
});
