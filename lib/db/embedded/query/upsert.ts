import { ServerError } from "../errors";
import { BsonType, isDocument, ownValue, setOwn, startsWithOperator, typeOf, type Doc } from "./values";

/**
 * The fields an upsert takes from its filter: what the filter says a field is equal to.
 *
 * @throws ServerError 54 NotSingleValueField where two equalities contradict or overlap
 */
export function upsertBase(filter: Doc): Doc {
  const found = new Map<string, unknown>();
  collect(filter, found);
  const doc: Doc = {};
  for (const [path, value] of found) {
    for (const other of found.keys()) {
      if (other.startsWith(`${path}.`)) throw twice(path, other);
    }
    assign(doc, path.split("."), value);
  }
  return doc;
}

function collect(filter: Doc, found: Map<string, unknown>): void {
  for (const [key, value] of Object.entries(filter)) {
    if (key === "$and") for (const part of value as Doc[]) collect(part, found);
    else if (key === "$or" && (value as Doc[]).length === 1) collect((value as Doc[])[0] ?? {}, found);
    else if (!key.startsWith("$")) collectField(key, value, found);
  }
}

function collectField(path: string, value: unknown, found: Map<string, unknown>): void {
  if (!isDocument(value) || !startsWithOperator(value) || Object.hasOwn(value, "$ref")) {
    if (typeOf(value) !== BsonType.regex) take(path, value, found);
    return;
  }
  if (Object.hasOwn(value, "$eq")) take(path, value.$eq, found);
  for (const list of [value.$in, value.$all]) {
    if (
      Array.isArray(list) &&
      list.length === 1 &&
      typeOf(list[0]) !== BsonType.regex &&
      !isElementMatch(list[0])
    ) {
      take(path, list[0], found);
    }
  }
}

function isElementMatch(value: unknown): boolean {
  return isDocument(value) && Object.hasOwn(value, "$elemMatch");
}

function take(path: string, value: unknown, found: Map<string, unknown>): void {
  if (found.has(path)) throw twice(path, path);
  found.set(path, value);
}

function twice(path: string, other: string): ServerError {
  return new ServerError(
    54,
    "NotSingleValueField",
    path === other
      ? `cannot infer query fields to set, path '${path}' is matched twice`
      : `cannot infer query fields to set, both paths '${path}' and '${other}' are matched`,
  );
}

function assign(doc: Doc, path: string[], value: unknown): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    setOwn(doc, name, value);
    return;
  }
  const inner = ownValue(doc, name);
  const next: Doc = isDocument(inner) ? inner : {};
  setOwn(doc, name, next);
  assign(next, rest, value);
}
