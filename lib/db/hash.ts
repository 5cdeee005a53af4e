import "server-only";
import { createHash } from "node:crypto";
import { ObjectId } from "mongodb";

/** The SHA-256 of a text, in hex. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** An id that is always the same for a text. */
export const idFrom = (text: string): ObjectId => new ObjectId(hashOf(text).slice(0, 24));
