import { EJSON } from "bson";
import { isNumber } from "./numbers";
import { isDocument } from "./values";

/** A value as printed in MongoDB's error messages: { a: 1, b: "x" }. */
export function print(value: unknown): string {
  if (value === undefined) return "MISSING";
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ ${value.map(print).join(", ")} ]`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (isDocument(value)) {
    const fields = Object.entries(value).map(([key, item]) => `${key}: ${print(item)}`);
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  if (isNumber(value)) return String(value);
  const isId = (value as { _bsontype?: string } | null)?._bsontype === "ObjectId";
  return isId ? `ObjectId('${String(value)}')` : EJSON.stringify(value);
}
