import { Binary, Decimal128, Double, Long, ObjectId } from "bson";
import { finds, type Row } from "../row";
import { mixed } from "./queries";

const arrays = [
  { _id: 1, a: [3, 9] },
  { _id: 2, a: 5 },
  { _id: 3, a: [1, 7] },
  { _id: 4, a: [] },
  { _id: 5 },
  { _id: 6, a: null },
  { _id: 7, a: [null, 4] },
  { _id: 8, a: ["x", 2] },
  { _id: 9, a: [[8], 6] },
];

const nested = [
  {
    _id: 1,
    a: [
      { x: 1, y: 5 },
      { x: 2, y: 1 },
    ],
  },
  { _id: 2, a: { x: 1, y: 2 } },
  { _id: 3, a: [{ x: 3 }, { y: 4 }] },
  { _id: 4, a: [] },
  { _id: 5, a: { y: 1 } },
  { _id: 6, a: 7 },
  { _id: 7, a: [{ x: 1, y: 3 }] },
];

const people = [
  { _id: 1, name: "Bo", age: 30, city: "Rome" },
  { _id: 2, name: "Al", age: 25, city: "Oslo" },
  { _id: 3, name: "Cy", age: 30, city: "Bern" },
  { _id: 4, name: "Di", city: "Oslo" },
  { _id: 5, name: "Ed", age: null, city: "Rome" },
  { _id: 6, name: "Flo", age: 25.5, city: "Bern" },
];

const numbers = [
  { _id: 1, n: Number.NaN },
  { _id: 2, n: -Infinity },
  { _id: 3, n: Infinity },
  { _id: 4, n: new Double(-0) },
  { _id: 5, n: 0 },
  { _id: 6, n: Decimal128.fromString("0.1") },
  { _id: 7, n: 0.1 },
  { _id: 8, n: Long.fromString("9007199254740993") },
  { _id: 9, n: 9007199254740992 },
  { _id: 10, n: Decimal128.fromString("NaN") },
  { _id: 11, n: Decimal128.fromString("-1E+100") },
  { _id: 12, n: Long.fromString("-9223372036854775808") },
];

const bytes = [
  { _id: 1, b: new Binary(Buffer.from([2, 1])) },
  { _id: 2, b: new Binary(Buffer.from([9])) },
  { _id: 3, b: new Binary(Buffer.from([1, 2])) },
  { _id: 4, b: new Binary(Buffer.from([1, 2]), 5) },
  { _id: 5, b: new ObjectId("65a000000000000000000002") },
  { _id: 6, b: new ObjectId("65a000000000000000000001") },
];

const documents = [
  { _id: 1, d: { a: 1 } },
  { _id: 2, d: { a: 1, b: 0 } },
  { _id: 3, d: { b: 0 } },
  { _id: 4, d: {} },
  { _id: 5, d: { a: "1" } },
  { _id: 6, d: { b: -5 } },
  { _id: 7, d: { a: null } },
];

const texts = ["b", "B", "a", "é", "aa", "", "Z", "\u{1f600}", "\uffee", "10", "9"].map((s, index) => ({
  _id: index,
  s,
}));

/** Sorting. */
export const sortingRows: Row[] = [
  ...finds("sort", mixed, {
    "all types ascending": [{}, { sort: { v: 1, _id: 1 } }],
    "all types descending": [{}, { sort: { v: -1, _id: 1 } }],
    "with skip and limit": [{}, { sort: { v: 1, _id: 1 }, skip: 5, limit: 7 }],
  }),
  ...finds("sort arrays", arrays, {
    "ascending by the smallest element": [{}, { sort: { a: 1, _id: 1 } }],
    "descending by the largest element": [{}, { sort: { a: -1, _id: 1 } }],
    "with a filter on the same field": [{ a: { $gt: 4 } }, { sort: { a: 1, _id: 1 } }],
  }),
  ...finds("sort paths", nested, {
    ascending: [{}, { sort: { "a.x": 1, _id: 1 } }],
    descending: [{}, { sort: { "a.x": -1, _id: 1 } }],
    "two paths through the same array": [{}, { sort: { "a.x": 1, "a.y": 1, _id: 1 } }],
    "an index in the path": [{}, { sort: { "a.0.y": 1, _id: 1 } }],
  }),
  ...finds("sort several fields", people, {
    "age, then name": [{}, { sort: { age: 1, name: -1 } }],
    "city, then age descending": [{}, { sort: { city: 1, age: -1, _id: 1 } }],
    "name descending with a limit": [{}, { sort: { name: -1 }, limit: 2 }],
    "a field that nobody has": [{}, { sort: { nothing: 1, _id: -1 } }],
    "with a projection that drops the field": [{}, { sort: { name: -1 }, projection: { _id: 1 } }],
    "directions as doubles": [{}, { sort: { name: new Double(-1) } }],
  }),
  ...finds("sort values", numbers, {
    "kinds of numbers": [{}, { sort: { n: 1, _id: 1 } }],
    descending: [{}, { sort: { n: -1, _id: 1 } }],
  }),
  ...finds("sort values", bytes, { "binary by length, subtype, bytes": [{}, { sort: { b: 1 } }] }),
  ...finds("sort values", documents, { "documents field by field": [{}, { sort: { d: 1 } }] }),
  ...finds("sort values", texts, { "texts by code point": [{}, { sort: { s: 1 } }] }),
  ...finds("sort values", texts, {
    "texts by a collation": [
      { s: { $in: ["a", "b", "B", "Z", "aa"] } },
      { sort: { s: 1 }, collation: { locale: "en" } },
    ],
    "numbers in texts by a collation": [
      { s: { $in: ["9", "10"] } },
      { sort: { s: 1 }, collation: { locale: "en", numericOrdering: true } },
    ],
  }),
  ...finds("refused sorts", people, {
    "a direction of 2": [{}, { sort: { name: 2 } }],
    "a direction that is a string": [{}, { sort: { name: "asc" } }],
    "an empty path": [{}, { sort: { "": 1 } }],
  }),
  ...finds("refused sorts", [{ _id: 1, a: [1, 2], b: [1, 2] }], {
    "parallel arrays": [{}, { sort: { a: 1, b: 1 } }],
  }),
];
