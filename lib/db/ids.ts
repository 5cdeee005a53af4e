import "server-only";
import { ObjectId } from "mongodb";

/** The ObjectId of 24 hexadecimal digits, or null for anything else (ObjectId itself also takes 12 bytes). */
export function toId(text: unknown): ObjectId | null {
  return typeof text === "string" && /^[0-9a-f]{24}$/i.test(text) ? new ObjectId(text) : null;
}

/** True where the list holds the id. */
export function includesId(ids: readonly ObjectId[], id: ObjectId): boolean {
  return ids.some((one) => one.equals(id));
}

/** The ids without duplicates, in their order. */
export function uniqueIds(ids: readonly ObjectId[]): ObjectId[] {
  return [...new Map(ids.map((id) => [id.toHexString(), id])).values()];
}
