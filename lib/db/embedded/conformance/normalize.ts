import { EJSON, Int32 } from "bson";
import { MongoServerError, type Document } from "mongodb";

const volatile = new Set([
  "ok",
  "$clusterTime",
  "operationTime",
  "electionId",
  "opTime",
  "lastCommittedOpTime",
  "ns",
  "errmsg",
  "note",
  "msg",
  "readOnly",
  "v",
]);

/**
 * An answer as it is compared: every kind of number told apart, messages and what differs from server to
 * server or from moment to moment left out.
 */
export function normalize(value: unknown): unknown {
  return strip(EJSON.serialize(value as Document, { relaxed: false }), "");
}

/** A command's answer: its fields in alphabetical order, since theirs has no meaning. */
export function normalizeReply(reply: Document): unknown {
  const fields = Object.entries(normalize(reply) as Record<string, unknown>);
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function strip(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item, key));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value as Record<string, unknown>);
  // Canonical form, but ints are written as plain numbers.
  if (fields.length === 1 && fields[0]?.[0] === "$numberInt") return Number(fields[0][1]);
  return Object.fromEntries(
    fields
      .filter(
        ([name]) =>
          !(key === "" || key === "cursor" || key === "writeErrors" || key === "indexes") ||
          !volatile.has(name),
      )
      .map(([name, item]) => [name, strip(item, name)]),
  );
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
