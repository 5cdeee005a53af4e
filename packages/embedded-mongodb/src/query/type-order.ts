import { BsonType, typeOf } from "./values";

/**
 * The rank of each type in MongoDB's sort order; in an index key, the first byte of a value.
 * https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/
 */
export const TypeOrder = {
  missing: 20,
  null: 20,
  int: 30,
  long: 30,
  double: 30,
  string: 40,
  object: 50,
  array: 55,
  binData: 60,
  objectId: 65,
  bool: 70,
  date: 75,
  regex: 85,
} as const satisfies Record<keyof typeof BsonType, number>;

const orders: Record<number, number> = Object.fromEntries(
  Object.entries(BsonType).map(([name, type]) => [type, TypeOrder[name as keyof typeof BsonType]]),
);

/** The rank of a value's type in MongoDB's sort order; missing counts as null. */
export const typeOrder = (value: unknown): number => orders[typeOf(value)]!;
