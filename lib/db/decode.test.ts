import { BSON, Binary, Decimal128, Double, Int32, Long, ObjectId, type Document } from "mongodb";
import { decodeRow, HexId } from "./decode";

const encode = (document: Document) => Buffer.from(BSON.serialize(document));
const id = new ObjectId("65f0c0ffee0000000000abcd");

test.each<[string, Document]>([
  ["nothing", {}],
  ["texts", { empty: "", ascii: "Rent", other: "Café 🍝 \u0000" }],
  ["numbers", { zero: 0, negative: -7, half: 0.5, int: new Int32(2 ** 31 - 1), double: new Double(1) }],
  ["long numbers", { cents: Long.fromNumber(999_999_999), negative: Long.fromNumber(-(2 ** 40)) }],
  ["dates", { now: new Date(), start: new Date(0), before: new Date(-1), late: new Date(8.64e15) }],
  ["null and booleans", { nothing: null, yes: true, no: false }],
  ["lists and documents", { list: [], nested: { list: [{ a: 1 }, [2, [3]], null] }, none: {} }],
  ["many entries", { list: Array.from({ length: 120 }, (_, index) => ({ index })) }],
  ["names with the same hash", { Aa: 1, BB: 2, AaAa: 3, BBBB: 4, AaBB: 5 }],
  ["other types", { bytes: new Binary(Buffer.from("x")), amount: Decimal128.fromString("1.10"), after: 1 }],
])("%s are decoded as the driver does", (_, document) => {
  const bytes = encode(document);
  expect(decodeRow(bytes)).toEqual(BSON.deserialize(bytes));
  // As part of a longer message.
  const inside = Buffer.concat([Buffer.from("before"), bytes, Buffer.from("after")]);
  expect(decodeRow(inside.subarray(6, 6 + bytes.length))).toEqual(BSON.deserialize(bytes));
});

test("ids are their digits, and integers beyond exact numbers stay exact", () => {
  const row = decodeRow(encode({ _id: id, list: [{ user: id }], net: Long.fromString("9007199254740993") }));
  expect(row["_id"]).toBeInstanceOf(HexId);
  expect(row["_id"].toHexString()).toBe(id.toHexString());
  expect(row["list"][0].user.equals(id)).toBe(true);
  expect(row["list"][0].user.equals(new ObjectId())).toBe(false);
  expect(row["net"]).toBe(9007199254740993n);
});

test("ids are sent to the database as ids", () => {
  const { _id, list } = decodeRow(encode({ _id: id, list: [id] }));
  expect(BSON.deserialize(encode({ _id, list }))).toEqual({ _id: id, list: [id] });
});

test("a field named __proto__ is a field", () => {
  const bytes = encode(JSON.parse('{"__proto__": {"a": 1}}') as Document);
  const row = decodeRow(bytes);
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  expect(Object.keys(row)).toEqual(["__proto__"]);
});

test("bytes that are cut off are refused", () => {
  const bytes = encode({ text: "Rent", list: [1, 2, 3], at: new Date() });
  for (let length = 0; length < bytes.length; length++) {
    expect(() => decodeRow(bytes.subarray(0, length))).toThrow();
  }
});

test("damaged bytes are decoded, or refused with the driver's error", () => {
  const bytes = encode({ text: "Rent", list: [1, "two"], nested: { at: new Date(0), cents: 5 } });
  const problemOf = (damaged: Buffer) => {
    try {
      decodeRow(damaged);
      return "none";
    } catch (error) {
      return (error as Error).name;
    }
  };
  for (let index = 0; index < bytes.length; index++) {
    for (const byte of [0, 1, 0x7f, 0x80, 0xff]) {
      const damaged = Buffer.from(bytes);
      damaged[index] = byte;
      expect(["none", "BSONError"]).toContain(problemOf(damaged));
    }
  }
});
