import { Binary, BSONRegExp, Double, Long, ObjectId } from "bson";
import fc from "fast-check";
import { encodeKey, encodeValue, MAX_KEY } from "./keys";
import { decode, encode } from "./codec";
import { compareValues } from "./compare";

const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  fc.constantFrom(2 ** 53, 2 ** 53 + 2, -(2 ** 53), 0.1, -0, 1e300, -1e300, Infinity, -Infinity, NaN),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map((value) => Long.fromBigInt(value)),
);
const leaf = fc.oneof(
  number,
  fc.string({ unit: "binary", maxLength: 5 }),
  fc.constantFrom("", "a", "a\0", "a\0b", "ab", "ÿ", "€", "😀"),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => new Binary(bytes)),
  fc.constantFrom(new BSONRegExp("a", "i"), new BSONRegExp("b", "")),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 2, depthIdentifier: "value" }, leaf, tie("list"), tie("doc")),
  list: fc.array(tie("value"), { maxLength: 3 }),
  doc: fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3 }),
}));

/** As the database sees a value: read back from BSON. */
const stored = value.map((given) => decode(encode({ given })).given);

test("bytes sort like the values, and are equal if the values are", () => {
  fc.assert(
    fc.property(stored, stored, (a, b) => {
      expect(Math.sign(Buffer.compare(encodeValue(a), encodeValue(b)))).toBe(Math.sign(compareValues(a, b)));
    }),
    { numRuns: 3000 },
  );
});

test("a compound key sorts by its fields, each in its direction", () => {
  const pair = fc.tuple(stored, stored);
  fc.assert(
    fc.property(pair, pair, fc.constantFrom([1, 1], [1, -1], [-1, 1], [-1, -1]), (a, b, directions) => {
      const [first = 1, second = 1] = directions;
      const wanted = compareValues(a[0], b[0]) * first || compareValues(a[1], b[1]) * second;
      const ours = Buffer.compare(encodeKey(a, directions).key, encodeKey(b, directions).key);
      expect(Math.sign(ours)).toBe(Math.sign(wanted) + 0);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["an int and a double", 5, new Double(5)],
  ["an int and a long", 5, Long.fromNumber(5)],
  ["zero and minus zero", 0, -0],
  ["null and missing", null, undefined],
])("%s have the same key", (_what, a, b) => {
  expect(encodeValue(a).equals(encodeValue(b))).toBe(true);
});

test("numbers beyond the precision of a double are distinguished", () => {
  const keys = [2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 2n].map((each) => encodeValue(Long.fromBigInt(each)));
  expect(Buffer.compare(keys[0] as Buffer, keys[1] as Buffer)).toBe(-1);
  expect(Buffer.compare(keys[1] as Buffer, keys[2] as Buffer)).toBe(-1);
});

test("a key that is too long is cut, stays unique, and is marked as unordered", () => {
  const long = encodeKey(["x".repeat(5000)], [1]);
  const other = encodeKey([`${"x".repeat(4999)}y`], [1]);
  expect(long.exact).toBe(false);
  expect(long.key.length).toBeLessThan(MAX_KEY + 64);
  expect(long.key.equals(other.key)).toBe(false);
  expect(encodeKey(["short"], [1]).exact).toBe(true);
});
