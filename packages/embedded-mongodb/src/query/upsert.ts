import { serverError } from "../errors";
import { isReplacement, type ApplyUpdate } from "./update";
import { isDocument, isRegex, startsWithOperator, withValue, type Doc } from "./values";

/** The document that an upsert inserts, maybe without an `_id`. @throws ServerError 54 NotSingleValueField, and errors of the update */
export function upsertDocument(filter: Doc, update: Doc, apply: ApplyUpdate): Doc {
  const found = new Map<string, unknown>();
  collect(filter, found);
  const paths = isReplacement(update) ? ["_id"] : [...found.keys()];
  const start = paths.reduce((doc, path) => withValue(doc, path.split("."), found.get(path)), {});
  return apply(start, true);
}

/** The equality conditions of a filter, by path. */
function collect(filter: Doc, found: Map<string, unknown>): void {
  for (const [key, value] of Object.entries(filter)) {
    const list = value as Doc[];
    if (key === "$and" || (key === "$or" && list.length === 1)) for (const part of list) collect(part, found);
    else if (!key.startsWith("$")) collectField(key, value, found);
  }
}

function collectField(path: string, value: unknown, found: Map<string, unknown>): void {
  if (!isDocument(value) || !startsWithOperator(value) || Object.hasOwn(value, "$ref")) {
    if (!isRegex(value)) take(path, value, found);
    return;
  }
  if (Object.hasOwn(value, "$eq")) take(path, value.$eq, found);
  for (const list of [value.$in, value.$all]) {
    if (!Array.isArray(list) || list.length !== 1) continue;
    const [only] = list as unknown[];
    if (!isRegex(only) && !(isDocument(only) && startsWithOperator(only))) take(path, only, found);
  }
}

function take(path: string, value: unknown, found: Map<string, unknown>): void {
  const other = [...found.keys()].find(
    (known) => `${known}.`.startsWith(`${path}.`) || path.startsWith(`${known}.`),
  );
  if (other !== undefined) {
    const text = `cannot infer query fields to set, both paths '${other}' and '${path}' are matched`;
    throw serverError("NotSingleValueField", text);
  }
  found.set(path, value);
}
