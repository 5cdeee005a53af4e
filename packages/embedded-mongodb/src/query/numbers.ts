import { Double, Long } from "bson";
import { BsonType, isInt32, isNullish, typeOf } from "./values";

const NUMBERS: readonly number[] = [BsonType.int, BsonType.long, BsonType.double];

export function isNumber(value: unknown): boolean {
  return typeof value === "number" || NUMBERS.includes(typeOf(value));
}

/** The nearest JavaScript number; NaN for values that are not numbers. */
export function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  const type = typeOf(value);
  if (type === BsonType.double) return (value as Double).value;
  return type === BsonType.long ? (value as Long).toNumber() : Number.NaN;
}

/** The value as an integer; null if it has a fraction, is not exact as a double, or is not a number. */
export function toWhole(value: unknown): number | null {
  const number = toNumber(value);
  return Number.isSafeInteger(number) ? number : null;
}

/** A double, even if its value is an integer. */
export const makeDouble = (value: number) => (isInt32(value) ? new Double(value) : value);

const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

/** a + b, as the wider of the two types: int, long, double. @returns null if an integer result exceeds 64 bits */
export function add(a: unknown, b: unknown): unknown {
  if (typeof a === "number" && typeof b === "number" && isInt32(a) && isInt32(b)) {
    return isInt32(a + b) ? a + b : Long.fromNumber(a + b);
  }
  const both = [typeOf(a), typeOf(b)];
  if (both.includes(BsonType.double)) return makeDouble(toNumber(a) + toNumber(b));
  const sum = BigInt(String(a)) + BigInt(String(b));
  if (sum < MIN_LONG || sum > MAX_LONG) return null;
  return both.includes(BsonType.long) || !isInt32(Number(sum)) ? Long.fromBigInt(sum) : Number(sum);
}

/** MongoDB's truthiness: everything except false, zeros of any type, null, and missing. */
export function truthy(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  return !isNullish(value) && (!isNumber(value) || toNumber(value) !== 0);
}
