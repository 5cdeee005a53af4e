import { location } from "../errors";
import { splitFieldPath } from "../expression";
import type { RunStage } from "../pipeline";
import { isDocument, isNullish, ownValue, setOwn, typeName, type Doc } from "../values";
import { Long } from "bson";

/** Compiles `$unwind`: a document for each element; a value that is no array counts as one element. */
export function compileUnwind(specification: unknown): RunStage {
  const given: Doc = isDocument(specification) ? specification : { path: specification };
  if (typeof specification !== "string" && !isDocument(specification)) {
    throw location(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(specification)}`,
    );
  }
  const unknown = Object.keys(given).find(
    (key) => !["path", "preserveNullAndEmptyArrays", "includeArrayIndex"].includes(key),
  );
  if (unknown) throw location(28811, `unrecognized option to $unwind stage: ${unknown}`);
  if (given.path === undefined) throw location(28812, "no path specified to $unwind stage");
  if (typeof given.path !== "string")
    throw location(28808, `expected a string as the path for $unwind stage, got ${typeName(given.path)}`);
  if (!given.path.startsWith("$")) {
    throw location(28818, `path option to $unwind stage should be prefixed with a '$': ${given.path}`);
  }
  if (
    given.preserveNullAndEmptyArrays !== undefined &&
    typeof given.preserveNullAndEmptyArrays !== "boolean"
  ) {
    throw location(
      28809,
      `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got ${typeName(given.preserveNullAndEmptyArrays)}`,
    );
  }
  const index = given.includeArrayIndex;
  if (index !== undefined) {
    if (typeof index !== "string" || index === "")
      throw location(
        28810,
        `expected a non-empty string for the includeArrayIndex  option to $unwind stage, got ${typeName(index)}`,
      );
    if (index.startsWith("$"))
      throw location(
        28822,
        `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${index}`,
      );
  }
  const path = splitFieldPath(given.path.slice(1));
  const keep = given.preserveNullAndEmptyArrays === true;
  const indexPath = typeof index === "string" ? index.split(".") : null;
  const numbered = (doc: Doc, at: number | null) =>
    indexPath ? (withValue(doc, indexPath, at === null ? null : Long.fromNumber(at)) as Doc) : doc;

  return function* unwind(docs) {
    for (const doc of docs) {
      const value = valueAt(doc, path);
      if (Array.isArray(value)) {
        if (value.length === 0 && keep) yield numbered(withValue(doc, path, undefined) as Doc, null);
        for (let at = 0; at < value.length; at += 1)
          yield numbered(withValue(doc, path, value[at]) as Doc, at);
      } else if (!isNullish(value) || keep) {
        yield numbered(doc, null);
      }
    }
  };
}

function valueAt(doc: Doc, path: string[]): unknown {
  let value: unknown = doc;
  for (const part of path) value = isDocument(value) ? ownValue(value, part) : undefined;
  return value;
}

/** A copy of a document with one field set, or removed where the value is undefined. */
export function withValue(base: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path as [string, ...string[]];
  const doc: Doc = isDocument(base) ? { ...base } : {};
  const next = rest.length === 0 ? value : withValue(ownValue(doc, name), rest, value);
  if (next === undefined) delete doc[name];
  else setOwn(doc, name, next);
  return doc;
}
