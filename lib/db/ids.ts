import "server-only";
import { ObjectId } from "mongodb";
import { orNotFound } from "@/lib/errors";

/** The ObjectId of 24 hexadecimal digits, or null for anything else (ObjectId itself also accepts 12 bytes). */
export function toId(text: unknown): ObjectId | null {
  return typeof text === "string" && /^[0-9a-f]{24}$/i.test(text) ? new ObjectId(text) : null;
}

/** Parses an id from a URL or body. @throws AppError "not-found" if it is malformed */
export function requireId(text: unknown): ObjectId {
  return orNotFound(toId(text));
}

/** ObjectIds of ids that a schema has checked. */
export function toIds(hexes: readonly string[]): ObjectId[] {
  return hexes.map((hex) => new ObjectId(hex));
}

/** True if the list contains the id. */
export function includesId(ids: readonly ObjectId[], id: ObjectId): boolean {
  return ids.some((one) => one.equals(id));
}

/** True if two lists without duplicates have the same ids, in any order. */
export const sameIds = (some: readonly ObjectId[], others: readonly ObjectId[]): boolean =>
  some.length === others.length && some.every((one) => includesId(others, one));

/** The ids without duplicates, in their order. */
export function uniqueIds(ids: readonly ObjectId[]): ObjectId[] {
  return [...new Map(ids.map((id) => [id.toHexString(), id])).values()];
}
