import type { ObjectId } from "bson";
import { encodeValue } from "./keys";
import { TypeOrder, typeOrder } from "./values";

/** BSON comparison order: negative, zero, or positive. Missing counts as null. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  // The most frequent types have a shorter way than by their keys in an index.
  if (typeof a === "number" && typeof b === "number") return compareNumbers(a, b);
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b);
  const order = typeOrder(a);
  if (order !== typeOrder(b)) return Math.sign(order - typeOrder(b));
  if (order === TypeOrder.objectId) return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
  if (order === TypeOrder.bool) return Number(a) - Number(b);
  if (order === TypeOrder.date) return Math.sign((a as Date).getTime() - (b as Date).getTime());
  return Buffer.compare(encodeValue(a), encodeValue(b));
}

export function equalValues(a: unknown, b: unknown): boolean {
  return compareValues(a, b) === 0;
}

/** NaN is below all others and equal to itself. */
function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

// In JavaScript's order, surrogates, which stand for the code points above all others, come before U+E000–U+FFFF.
const SURROGATE = /[\ud800-\udfff]/;

/** By the UTF-8 bytes, that is, by code point. */
function compareStrings(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}
