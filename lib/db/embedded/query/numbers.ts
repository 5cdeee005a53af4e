import { type Decimal128, Double, Long } from "bson";
import { unsupported } from "../errors";
import { BsonType, isInt32, isNullish, typeOf } from "./values";

/** The four kinds of BSON numbers: how they compare, and what an update adds and multiplies. */

type NumberKind = "int" | "long" | "double" | "decimal";

const kinds: Record<number, NumberKind> = {
  [BsonType.int]: "int",
  [BsonType.long]: "long",
  [BsonType.double]: "double",
  [BsonType.decimal]: "decimal",
};

/** The kind of a number, null for anything else. */
export function numberKind(value: unknown): NumberKind | null {
  return kinds[typeOf(value)] ?? null;
}

export function isNumber(value: unknown): boolean {
  return typeof value === "number" || numberKind(value) !== null;
}

/** The value as a JavaScript number (nearest, where it is a long or a decimal); NaN for what is no number. */
export function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  switch (numberKind(value)) {
    case "double":
    case "int":
      return (value as Double).value;
    case "long":
      return (value as Long).toNumber();
    case "decimal":
      return Number((value as Decimal128).toString());
    default:
      return Number.NaN;
  }
}

/** The value as a whole number, null where it has a fraction, is not exact as a double, or is no number. */
export function toWhole(value: unknown): number | null {
  const number = toNumber(value);
  return Number.isSafeInteger(number) ? number : null;
}

/** A double, also where its value is whole. */
export function makeDouble(value: number): unknown {
  return isInt32(value) ? new Double(value) : value;
}

const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

/**
 * a + b or a × b, as the wider of the two kinds: int, long, double.
 * @returns null where a whole result exceeds 64 bits
 * @throws ServerError CommandNotSupported for decimals
 */
export function calculate(a: unknown, b: unknown, how: "add" | "multiply"): unknown {
  if (typeof a === "number" && typeof b === "number" && how === "add") {
    if (isInt32(a) && isInt32(b)) return isInt32(a + b) ? a + b : Long.fromNumber(a + b);
  }
  const both = [numberKind(a), numberKind(b)];
  if (both.includes("decimal")) throw unsupported("Arithmetic with decimals is not served");
  if (both.includes("double")) {
    const [x, y] = [toNumber(a), toNumber(b)];
    return makeDouble(how === "add" ? x + y : x * y);
  }
  const [x, y] = [BigInt(String(a)), BigInt(String(b))];
  const result = how === "add" ? x + y : x * y;
  if (result < MIN_LONG || result > MAX_LONG) return null;
  return both.includes("long") || !isInt32(Number(result)) ? Long.fromBigInt(result) : Number(result);
}

/**
 * What a number is ordered by, first part first: the nearest double, and how far the number lies from it, which is
 * not zero for some longs and decimals only. (Decimals beyond the doubles count as infinite.)
 */
export function orderParts(value: unknown): number[] {
  const nearest = toNumber(value);
  if (typeof value === "number" || !Number.isFinite(nearest)) return [nearest];
  const kind = numberKind(value);
  if (kind === "long") {
    const rest = Number((value as Long).toBigInt() - BigInt(nearest));
    return rest === 0 ? [nearest] : [nearest, rest];
  }
  return kind === "decimal" ? decimalParts(String(value)) : [nearest];
}

/** Compares two numbers of any kind; NaN is below all others and equal to itself. */
export function compareNumbers(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return compareDoubles(a, b);
  const [left, right] = [orderParts(a), orderParts(b)];
  for (let part = 0; part < 3; part += 1) {
    const result = compareDoubles(left[part] ?? 0, right[part] ?? 0);
    if (result !== 0) return result;
  }
  return 0;
}

function compareDoubles(a: number, b: number): number {
  if (a === b) return 0;
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

// Three doubles hold more digits than the 34 of a decimal. Each is the nearest to what the ones before leave.
function decimalParts(text: string): number[] {
  let [rest, exponent] = exactDecimal(text);
  const parts: number[] = [];
  while (parts.length < 3 && rest !== 0n) {
    const nearest = Number(`${rest}e${exponent}`);
    parts.push(nearest);
    if (nearest === 0) break;
    const [digits, scale] = exactDouble(nearest);
    const common = Math.min(exponent, scale);
    rest = rest * 10n ** BigInt(exponent - common) - digits * 10n ** BigInt(scale - common);
    exponent = common;
  }
  return parts.length > 0 ? parts : [0];
}

/** coefficient × 10^exponent of a decimal's text */
function exactDecimal(text: string): [bigint, number] {
  const [mantissa = "0", power = "0"] = text.toUpperCase().split("E");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(power) - fraction.length];
}

/** coefficient × 10^exponent of a finite double, exactly */
function exactDouble(value: number): [bigint, number] {
  let scaled = value;
  let halvings = 0;
  for (; !Number.isInteger(scaled); halvings += 1) scaled *= 2;
  return [BigInt(scaled) * 5n ** BigInt(halvings), -halvings];
}

/** Whether MongoDB takes a value for true: all but false, zero of any kind, null and missing. */
export function truthy(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  return !isNullish(value) && (!isNumber(value) || toNumber(value) !== 0);
}
