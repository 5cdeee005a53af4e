import type { IndexInfo } from "./catalog";
import { serverError } from "./errors";
import { numberField, optionalDoc, truthy } from "./context";
import type { Doc } from "./query";

/** A wanted index: everything but the number it will be stored under. */
export type IndexSpec = Omit<IndexInfo, "id">;

const UNSUPPORTED = new Set(["text", "2d", "2dsphere", "hashed", "geoHaystack", "wildcard"]);

/** Reads an index specification of createIndexes. @throws ServerError CannotCreateIndex, TypeMismatch … */
export function parseIndex(spec: Doc): IndexSpec {
  const { key, name } = spec;
  if (typeof key !== "object" || key === null || Array.isArray(key)) {
    throw serverError("FailedToParse", "The 'key' field is a required property of an index specification");
  }
  if (typeof name !== "string" || name === "") {
    throw serverError("FailedToParse", "The 'name' field is a required property of an index specification");
  }
  const index: IndexSpec = { name, key: parseKey(key as Doc) };
  if (truthy(spec.unique)) index.unique = true;
  if (truthy(spec.sparse)) index.sparse = true;
  if (truthy(spec.hidden)) index.hidden = true;
  const partial = optionalDoc(spec, "partialFilterExpression");
  if (partial) index.partialFilterExpression = partial;
  if (partial && index.sparse) {
    throw serverError("CannotCreateIndex", 'cannot mix "partialFilterExpression" and "sparse" options');
  }
  const seconds = numberField(spec, "expireAfterSeconds");
  if (seconds !== undefined) {
    if (seconds < 0 || Object.keys(index.key).length !== 1) {
      throw serverError(
        "CannotCreateIndex",
        "TTL indexes are single-field indexes with a value for expireAfterSeconds that is not negative",
      );
    }
    index.expireAfterSeconds = seconds;
  }
  const collation = optionalDoc(spec, "collation");
  if (collation && collation.locale !== "simple") {
    throw serverError("CommandNotSupported", "Indexes with a collation are not supported by this server.");
  }
  return index;
}

function parseKey(key: Doc): Record<string, number> {
  const entries = Object.entries(key);
  if (entries.length === 0) throw serverError("CannotCreateIndex", "Index keys cannot be an empty object");
  const parsed: Record<string, number> = {};
  for (const [path, direction] of entries) {
    if (typeof direction === "string") {
      const known = UNSUPPORTED.has(direction);
      throw serverError(
        known ? "CommandNotSupported" : "CannotCreateIndex",
        known
          ? `Indexes of the type '${direction}' are not supported by this server.`
          : `Unknown index plugin '${direction}'`,
      );
    }
    if (path === "" || path.startsWith(".") || path.endsWith(".") || path.includes("..")) {
      throw serverError("CannotCreateIndex", "Index keys cannot contain an empty field.");
    }
    if (path.includes("$**"))
      throw serverError("CommandNotSupported", "Wildcard indexes are not supported by this server.");
    if (path.startsWith("$"))
      throw serverError(
        "CannotCreateIndex",
        "Index key contains an illegal field name: field name starts with '$'.",
      );
    const number = Number(direction);
    if (!Number.isFinite(number) || number === 0) {
      throw serverError("CannotCreateIndex", "Values in the index key pattern cannot be 0.");
    }
    parsed[path] = number > 0 ? 1 : -1;
  }
  return parsed;
}

/** Whether two key patterns are the same, order included. */
export function sameIndex(a: Doc, b: Doc): boolean {
  const text = (key: Doc) =>
    JSON.stringify(Object.entries(key).map(([path, direction]) => [path, Number(direction)]));
  return text(a) === text(b);
}
