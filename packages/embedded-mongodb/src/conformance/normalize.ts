import { EJSON, Int32 } from "bson";
import { MongoServerError, type Document } from "mongodb";

/** Fields of a command's reply that vary between servers or over time (never of a document). */
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
 * Normalizes a value for comparison. Number types are distinguished unless `relaxed`, because the expression library
 * knows only one.
 */
export function normalize(value: unknown, relaxed = false): unknown {
  return simplify(EJSON.serialize(value as Document, { relaxed }));
}

/** Normalizes a command's reply: removes volatile fields and sorts the others, whose order has no meaning. */
export function normalizeReply(reply: Document): unknown {
  const { writeErrors, ...rest } = reply;
  const fields = Object.entries({
    ...rest,
    // Each server has its own messages.
    ...(writeErrors
      ? { writeErrors: (writeErrors as Document[]).map(({ errmsg: _, ...error }) => error) }
      : {}),
  });
  const kept = fields.filter(([name]) => !VOLATILE.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return normalize(Object.fromEntries(kept));
}

// Canonical form, except that ints are plain numbers.
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  if (fields.length === 1 && fields[0]?.[0] === "$numberInt") return Number(fields[0][1]);
  return Object.fromEntries(fields.map(([name, item]) => [name, simplify(item)]));
}

/** Normalizes an error to its code and code name. */
export function normalizeError(error: unknown): unknown {
  if (!(error instanceof MongoServerError)) throw error;
  const code: unknown = error.code;
  return { error: code instanceof Int32 ? code.value : Number(code), codeName: error.codeName ?? null };
}

/** Sorts documents in an order that does not depend on the server. */
export function sorted(docs: unknown[]): unknown[] {
  return docs
    .map((doc) => ({ doc, text: JSON.stringify(doc) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ doc }) => doc);
}
