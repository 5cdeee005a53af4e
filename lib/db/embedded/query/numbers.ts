import { type Decimal128, Double, Long } from "bson";
import * as decimal from "./decimal";
import { BsonType, isInt32, typeOf } from "./values";

/** Arithmetic on the four kinds of BSON numbers, with MongoDB's widening: int → long → double → decimal. */

export type NumberKind = "int" | "long" | "double" | "decimal";

const kinds: Record<number, NumberKind> = {
  [BsonType.int]: "int",
  [BsonType.long]: "long",
  [BsonType.double]: "double",
  [BsonType.decimal]: "decimal",
};
const ranks: Record<NumberKind, number> = { int: 0, long: 1, double: 2, decimal: 3 };

const minLong = -(2n ** 63n);
const maxLong = 2n ** 63n - 1n;

/** The kind of a number, null for anything else. */
export function numberKind(value: unknown): NumberKind | null {
  return kinds[typeOf(value)] ?? null;
}

/** Whether the value is a number of any kind. */
export function isNumber(value: unknown): boolean {
  return typeof value === "number" || numberKind(value) !== null;
}

/** The kind that holds a result of both. */
export function widerKind(a: NumberKind, b: NumberKind): NumberKind {
  return ranks[a] >= ranks[b] ? a : b;
}

/** The value as a JavaScript number (nearest, where it is a long or a decimal); NaN for what is no number. */
export function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  switch (typeOf(value)) {
    case BsonType.int:
    case BsonType.double:
      return (value as Double).value;
    case BsonType.long:
      return (value as Long).toNumber();
    case BsonType.decimal:
      return decimal.toDouble(decimal.fromDecimal128(value as Decimal128));
    default:
      return Number.NaN;
  }
}

/** The value as a whole number, null where it has a fraction or is not finite. */
export function toInteger(value: unknown): bigint | null {
  const kind = numberKind(value);
  if (kind === null) return null;
  if (kind === "long") return typeof value === "bigint" ? value : (value as Long).toBigInt();
  if (kind === "decimal") {
    const whole = decimal.fromDecimal128(value as Decimal128);
    if (whole.special) return null;
    const cut = decimal.roundTo(whole, 0, "truncate");
    if (cut.special || decimal.compareDecimals(cut, whole) !== 0) return null;
    return cut.exponent > 40 ? null : cut.coefficient * 10n ** BigInt(Math.max(0, cut.exponent));
  }
  const number = toNumber(value);
  return Number.isInteger(number) ? BigInt(number) : null;
}

/** The value as an exact decimal. */
export function toDecimal(value: unknown, exactly = false): decimal.Decimal {
  const kind = numberKind(value);
  if (kind === "decimal") return decimal.fromDecimal128(value as Decimal128);
  if (kind === "double")
    return exactly ? decimal.fromDoubleExactly(toNumber(value)) : decimal.fromDouble(toNumber(value));
  return decimal.fromInteger(toInteger(value) ?? 0n);
}

/** A double, also where its value is whole. */
export function makeDouble(value: number): unknown {
  return isInt32(value) ? new Double(value) : value;
}

/** A 64-bit integer; null where it does not fit. */
export function makeLong(value: bigint): Long | null {
  return value < minLong || value > maxLong ? null : Long.fromBigInt(value);
}

/** A whole number of the given kind or, where it does not fit, the next wider one that holds it. */
export function makeInteger(value: bigint, kind: "int" | "long"): unknown {
  if (kind === "int" && value >= -2147483648n && value <= 2147483647n) return Number(value);
  return makeLong(value) ?? makeDouble(Number(value));
}

/** A number of the given kind from a JavaScript number. */
export function makeNumber(value: number, kind: NumberKind): unknown {
  if (kind === "decimal") return decimal.toDecimal128(decimal.fromDouble(value));
  if (kind === "double" || !Number.isInteger(value)) return makeDouble(value);
  return makeInteger(BigInt(value), kind);
}

interface Operation {
  integers(a: bigint, b: bigint): bigint;
  doubles(a: number, b: number): number;
  decimals(a: decimal.Decimal, b: decimal.Decimal): decimal.Decimal;
}

function arithmetic(
  a: unknown,
  b: unknown,
  operation: Operation,
): { value: unknown; integer: bigint | null } {
  const kindA = numberKind(a) ?? "int";
  const kindB = numberKind(b) ?? "int";
  const kind = widerKind(kindA, kindB);
  if (kind === "decimal") {
    return { value: decimal.toDecimal128(operation.decimals(toDecimal(a), toDecimal(b))), integer: null };
  }
  if (kind === "double") {
    return { value: makeDouble(operation.doubles(toNumber(a), toNumber(b))), integer: null };
  }
  const integer = operation.integers(toInteger(a) ?? 0n, toInteger(b) ?? 0n);
  return { value: makeInteger(integer, kind), integer };
}

const addition: Operation = {
  integers: (a, b) => a + b,
  doubles: (a, b) => a + b,
  decimals: decimal.add,
};
const multiplication: Operation = {
  integers: (a, b) => a * b,
  doubles: (a, b) => a * b,
  decimals: decimal.multiply,
};

/** a − b; whole numbers grow from int to long to double. */
export function subtractNumbers(a: unknown, b: unknown): unknown {
  return arithmetic(a, b, {
    integers: (x, y) => x - y,
    doubles: (x, y) => x - y,
    decimals: (x, y) => decimal.add(x, decimal.negate(y)),
  }).value;
}

/** a × b, as `subtractNumbers`. */
export function multiplyNumbers(a: unknown, b: unknown): unknown {
  return arithmetic(a, b, multiplication).value;
}

/** a + b or a × b for an update: null where a whole result exceeds 64 bits. */
export function updateNumber(a: unknown, b: unknown, how: "add" | "multiply"): unknown {
  const { value, integer } = arithmetic(a, b, how === "add" ? addition : multiplication);
  return integer !== null && makeLong(integer) === null ? null : value;
}

/** Compares two numbers of any kind exactly; NaN is below all others and equal to itself. */
export function compareNumbers(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return compareDoubles(a, b);
  const kindA = numberKind(a);
  const kindB = numberKind(b);
  if (kindA === "decimal" || kindB === "decimal") {
    return decimal.compareDecimals(toDecimal(a, true), toDecimal(b, true));
  }
  if (kindA === "long" || kindB === "long") {
    const wholeA = toInteger(a);
    const wholeB = toInteger(b);
    if (wholeA !== null && wholeB !== null) return wholeA < wholeB ? -1 : wholeA > wholeB ? 1 : 0;
    return decimal.compareDecimals(toDecimal(a, true), toDecimal(b, true));
  }
  return compareDoubles(toNumber(a), toNumber(b));
}

function compareDoubles(a: number, b: number): number {
  if (a === b) return 0;
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}
