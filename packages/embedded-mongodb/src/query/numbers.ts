import { type Decimal128, Double, Long } from "bson";
import { unsupported } from "../errors";
import { BsonType, isInt32, isNullish, typeOf } from "./values";

/** The four BSON number types: their order, and how they add and multiply. */

/** Their types, as in `BsonType`. */
export const NUMBERS: readonly number[] = [BsonType.int, BsonType.long, BsonType.double, BsonType.decimal];

export function isNumber(value: unknown): boolean {
  return typeof value === "number" || NUMBERS.includes(typeOf(value));
}

/** The nearest JavaScript number; NaN for values that are not numbers. */
export function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  switch (typeOf(value)) {
    case BsonType.double:
    case BsonType.int:
      return (value as Double).value;
    case BsonType.long:
      return (value as Long).toNumber();
    case BsonType.decimal:
      return Number((value as Decimal128).toString());
    default:
      return Number.NaN;
  }
}

/** The value as an integer; null if it has a fraction, is not exact as a double, or is not a number. */
export function toWhole(value: unknown): number | null {
  const number = toNumber(value);
  return Number.isSafeInteger(number) ? number : null;
}

/** A double, even if its value is an integer. */
export function makeDouble(value: number): unknown {
  return isInt32(value) ? new Double(value) : value;
}

const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

/**
 * a + b or a × b, as the wider of the two types: int, long, double.
 * @returns null if an integer result exceeds 64 bits
 * @throws ServerError CommandNotSupported for decimals
 */
export function calculate(a: unknown, b: unknown, how: "add" | "multiply"): unknown {
  if (typeof a === "number" && typeof b === "number" && how === "add") {
    if (isInt32(a) && isInt32(b)) return isInt32(a + b) ? a + b : Long.fromNumber(a + b);
  }
  const both = [typeOf(a), typeOf(b)];
  if (both.includes(BsonType.decimal)) throw unsupported("Arithmetic with decimals is not supported");
  if (both.includes(BsonType.double)) {
    const [x, y] = [toNumber(a), toNumber(b)];
    return makeDouble(how === "add" ? x + y : x * y);
  }
  const [x, y] = [BigInt(String(a)), BigInt(String(b))];
  const result = how === "add" ? x + y : x * y;
  if (result < MIN_LONG || result > MAX_LONG) return null;
  return both.includes(BsonType.long) || !isInt32(Number(result)) ? Long.fromBigInt(result) : Number(result);
}

/**
 * The sort key of a number: the nearest double, then the distance from it, which is non-zero for some longs and
 * decimals only. (Decimals beyond the doubles count as infinite.)
 */
export function orderParts(value: unknown): number[] {
  const nearest = toNumber(value);
  if (typeof value === "number" || !Number.isFinite(nearest)) return [nearest];
  const type = typeOf(value);
  if (type === BsonType.long) {
    const rest = Number((value as Long).toBigInt() - BigInt(nearest));
    return rest === 0 ? [nearest] : [nearest, rest];
  }
  return type === BsonType.decimal ? decimalParts(String(value)) : [nearest];
}

// Three doubles hold more than the 34 digits of a decimal. Each is the nearest to the remainder.
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

/** MongoDB's truthiness: everything except false, zeros of any type, null, and missing. */
export function truthy(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  return !isNullish(value) && (!isNumber(value) || toNumber(value) !== 0);
}
