import { serverError } from "../errors";
import type { ApplyUpdate } from "./update";
import { isDocument, isRegex, startsWithOperator, withValue, type Doc } from "./values";

/** The document that an upsert inserts, maybe without an `_id`. @throws ServerError 54 NotSingleValueField, and errors of the update */
export function upsertDocument(filter: Doc, update: Doc, apply: ApplyUpdate): Doc {
  const found = new Map<string, unknown>();
  collect(filter, found);
  const paths = startsWithOperator(update) ? [...found.keys()] : ["_id"];
  const start = paths.reduce((doc, path) => withValue(doc, path.split("."), found.get(path)), {});
  return apply(start, true);
}

/** The equality conditions of a filter, by path. */
function collect(filter: Doc, found: Map<string, unknown>): void {
  for (const [key, value] of Object.entries(filter)) {
    const list = value as Doc[];
    if (key === "$and" || (key === "$or" && list.length === 1)) for (const part of list) collect(part, found);
    else if (!key.startsWith("$")) for (const one of valuesOf(value)) take(key, one, found);
  }
}

/** The value that a condition demands, if it is only one. */
function valuesOf(condition: unknown): unknown[] {
  const isTest = isDocument(condition) && startsWithOperator(condition);
  const demands = isTest ? Object.entries(condition) : [["$in", [condition]] as const];
  return demands.flatMap(([operator, operand]) => {
    if (operator === "$eq") return [operand];
    const list = ["$in", "$all"].includes(operator) ? (operand as unknown[]) : [];
    return list.length === 1 && !isRegex(list[0]) ? list : [];
  });
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
