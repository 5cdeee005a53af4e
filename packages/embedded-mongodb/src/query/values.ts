/**
 * A decoded BSON document. A plain `number` is an int if it is a 32-bit integer, otherwise a double (which is how
 * `bson` encodes it); a double with a small integer value is a `Double`, 64-bit integers are `Long`, so every number
 * type survives a round trip. A field with the value `undefined` is missing.
 */
export type Doc = Record<string, unknown>;

/** The numbers of the supported BSON types; 0 is a missing field. */
export const BsonType = {
  missing: 0,
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  int: 16,
  long: 18,
} as const;

const namesByType = new Map<number, string>(Object.entries(BsonType).map(([name, type]) => [type, name]));

const typesByTag: Record<string, number> = {
  Double: BsonType.double,
  Long: BsonType.long,
  ObjectId: BsonType.objectId,
  Binary: BsonType.binData,
  BSONRegExp: BsonType.regex,
};

/** Whether `bson` would write this plain number as a 32-bit integer. */
export function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

/** The BSON type number of a decoded value; 0 if it is missing. */
export function typeOf(value: unknown): number {
  switch (typeof value) {
    case "number":
      return isInt32(value) ? BsonType.int : BsonType.double;
    case "string":
      return BsonType.string;
    case "boolean":
      return BsonType.bool;
    case "undefined":
      return BsonType.missing;
    default:
      return typeOfObject(value as object | null);
  }
}

function typeOfObject(value: object | null): number {
  if (value === null) return BsonType.null;
  if (Array.isArray(value)) return BsonType.array;
  if (value instanceof Date) return BsonType.date;
  const tag = (value as { _bsontype?: unknown })._bsontype;
  return (typeof tag === "string" && typesByTag[tag]) || BsonType.object;
}

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

/** The name of a value's type in MongoDB's messages ("int", "string", "object", "missing" …). */
export function typeName(value: unknown): string {
  return namesByType.get(typeOf(value)) ?? "unknown";
}

/** Whether the value is an embedded document (not an array, not a BSON type). */
export function isDocument(value: unknown): value is Doc {
  return typeof value === "object" && value !== null && typeOfObject(value) === BsonType.object;
}

export function isRegex(value: unknown): boolean {
  return typeOf(value) === BsonType.regex;
}

/** Whether the value is missing or null. */
export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** A set of names, from a text that separates them with spaces. */
export const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** The value of an own field, never one inherited from Object.prototype. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Sets a field in place, even one named `__proto__`. */
export function setOwn(doc: Doc, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(doc, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    doc[key] = value;
  }
}

/** Whether this document is an operator expression: its first key starts with a dollar sign. */
export function startsWithOperator(doc: Doc): boolean {
  for (const key of Object.keys(doc)) return key.startsWith("$");
  return false;
}

/** Whether a path component is an array index ("0", "12", not "01"). */
export function isArrayIndex(part: string): boolean {
  return /^(0|[1-9]\d*)$/.test(part);
}

/** A copy of a document with one field set, or removed if the value is undefined. */
export function withValue(base: unknown, path: readonly string[], value: unknown): Doc {
  const [name, ...rest] = path as [string, ...string[]];
  const doc: Doc = isDocument(base) ? { ...base } : {};
  const next = rest.length === 0 ? value : withValue(ownValue(doc, name), rest, value);
  if (next === undefined) delete doc[name];
  else setOwn(doc, name, next);
  return doc;
}
