import { EJSON } from "bson";
import { numberKind, toNumber } from "./numbers";
import { isDocument } from "./values";

/** A value as MongoDB's error messages print it: { a: 1, b: "x" }. */
export function print(value: unknown): string {
  if (value === undefined) return "MISSING";
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ ${value.map(print).join(", ")} ]`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (isDocument(value)) {
    const fields = Object.entries(value).map(([key, item]) => `${key}: ${print(item)}`);
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  const kind = numberKind(value);
  if (kind === "double")
    return Number.isInteger(toNumber(value)) ? toNumber(value).toFixed(1) : String(toNumber(value));
  if (kind !== null) return String(value);
  const hex = (value as { _bsontype?: string } | null)?._bsontype === "ObjectId" ? String(value) : null;
  return hex ? `ObjectId('${hex}')` : EJSON.stringify(value);
}
