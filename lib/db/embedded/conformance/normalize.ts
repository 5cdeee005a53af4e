import { EJSON, Int32 } from "bson";
import { MongoServerError, type Document } from "mongodb";

/** What differs from server to server or from moment to moment, in a command's answer (never in a document). */
const VOLATILE = new Set([
  "ok",
  "$clusterTime",
  "operationTime",
  "electionId",
  "opTime",
  "ns",
  "dropped",
  "note",
  "msg",
]);

/**
 * A value as it is compared. Every kind of number is told apart, unless `relaxed`: the library that evaluates
 * expressions knows one kind only.
 */
export function normalize(value: unknown, relaxed = false): unknown {
  return simplify(EJSON.serialize(value as Document, { relaxed }));
}

/** A command's answer: without what is volatile, its fields in alphabetical order, since theirs has no meaning. */
export function normalizeReply(reply: Document): unknown {
  const { writeErrors, ...rest } = reply;
  const fields = Object.entries({
    ...rest,
    // Messages are each server's own.
    ...(writeErrors
      ? { writeErrors: (writeErrors as Document[]).map(({ errmsg: _, ...error }) => error) }
      : {}),
  });
  const kept = fields.filter(([name]) => !VOLATILE.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return normalize(Object.fromEntries(kept));
}

// Canonical form, but ints are written as plain numbers.
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  if (fields.length === 1 && fields[0]?.[0] === "$numberInt") return Number(fields[0][1]);
  return Object.fromEntries(fields.map(([name, item]) => [name, simplify(item)]));
}

/** An error as it is compared: its code and code name. */
export function normalizeError(error: unknown): unknown {
  if (!(error instanceof MongoServerError)) throw error;
  const code: unknown = error.code;
  return { error: code instanceof Int32 ? code.value : Number(code), codeName: error.codeName ?? null };
}

/** Documents in an order that does not depend on the server. */
export function sorted(docs: unknown[]): unknown[] {
  return docs
    .map((doc) => ({ doc, text: JSON.stringify(doc) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ doc }) => doc);
}
