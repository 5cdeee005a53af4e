import { EJSON } from "bson";
import { ADVICE, badValue, failedToParse, serverError, unsupported } from "../errors";
import { equalValues } from "./compare";
import { modifiers, type Modifier } from "./update-operators";
import { isArrayIndex, isDocument, ownValue, startsWithOperator, withValue, type Doc } from "./values";

/** Creates the new document from the old one, which is not changed. `inserting`: applies `$setOnInsert`. */
export type ApplyUpdate = (doc: Doc, inserting?: boolean) => Doc;

/**
 * Compiles an update: modifiers (`{$set: …}`) or a replacement document.
 * @throws ServerError with MongoDB's codes: 9 unknown modifier, 40 conflicting paths, 56 empty field name; for a
 * document 28 PathNotViable, 66 ImmutableField for a changed `_id`
 */
export function compileUpdate(update: unknown): ApplyUpdate {
  if (Array.isArray(update)) throw unsupported("An update that is a pipeline is not supported");
  if (!isDocument(update)) throw failedToParse("Update argument must be either an object or an array");
  const apply = startsWithOperator(update) ? compileModifiers(update) : compileReplacement(update);
  return (doc, inserting = false) => {
    const updated = apply(doc, inserting);
    const [id, newId] = [ownValue(doc, "_id"), ownValue(updated, "_id")];
    if (id === undefined) return withIdFirst(updated);
    if (newId !== undefined && equalValues(id, newId)) return updated;
    throw serverError(
      "ImmutableField",
      `The update would change the immutable field '_id' to ${EJSON.stringify(newId)}`,
    );
  };
}

// A replacement keeps the document's `_id` first, unless it contains one.
function compileReplacement(replacement: Doc): ApplyUpdate {
  const operator = Object.keys(replacement).find((key) => key.startsWith("$"));
  if (operator) throw serverError("DollarPrefixedFieldName", `'${operator}' in a replacement document`);
  return (doc) => withIdFirst({ ...replacement, _id: ownValue(replacement, "_id") ?? ownValue(doc, "_id") });
}

export function withIdFirst(doc: Doc): Doc {
  return doc._id === undefined || Object.keys(doc)[0] === "_id" ? doc : { _id: doc._id, ...doc };
}

type Change = {
  path: string[];
  /** The path in the order of changes: followed by those below it. */
  key: string;
  operator: string;
  modifier: Modifier;
  argument: unknown;
};

function compileModifiers(update: Doc): ApplyUpdate {
  const changes = Object.entries(update).flatMap(([operator, fields]) => readChanges(operator, fields));
  // MongoDB applies changes in path order, so new fields appear in that order.
  changes.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const [index, { key, path }] of changes.entries()) {
    const before = changes[index - 1];
    if (!before || !key.startsWith(before.key)) continue;
    const text = `Updating the path '${path.join(".")}' would conflict at '${before.path.join(".")}'`;
    throw serverError("ConflictingUpdateOperators", text);
  }
  return (doc, inserting) =>
    changes
      .filter(({ operator }) => inserting || operator !== "$setOnInsert")
      .reduce((current, change) => updated(current, 0, change) as Doc, doc);
}

function readChanges(operator: string, fields: unknown): Change[] {
  const modifier = ownValue(modifiers, operator);
  if (!modifier) throw failedToParse(`Unknown modifier: ${operator}. ${ADVICE}`);
  if (!isDocument(fields)) throw failedToParse(`Modifiers operate on fields: {${operator}: {<field>: …}}`);
  return Object.entries(fields).map(([name, argument]) => {
    const path = splitPath(name);
    modifier.check?.(argument, name);
    return { path, key: `${path.join("\0")}\0`, operator, modifier, argument };
  });
}

function splitPath(path: string): string[] {
  const parts = path.split(".");
  if (parts.includes("")) {
    throw serverError("EmptyFieldName", `The update path '${path}' contains an empty field name.`);
  }
  if (parts.some((part) => part === "$" || part.startsWith("$["))) {
    throw badValue(`The positional operator in path '${path}' is not supported. ${ADVICE}`);
  }
  return parts;
}

// Returns a value with the change applied `depth` steps down its path; the same value if nothing changed.
function updated(value: unknown, depth: number, change: Change): unknown {
  const { path, modifier, argument } = change;
  if (value === undefined && modifier.skipsMissing) return undefined;
  const part = path[depth];
  if (part === undefined) return modifier.apply(value, argument, change);
  if (value === undefined || isDocument(value)) {
    const before = value && ownValue(value, part);
    const after = updated(before, depth + 1, change);
    return value && after === before ? value : withValue(value, [part], after);
  }
  const index = isArrayIndex(part) ? Number(part) : Infinity;
  if (Array.isArray(value) && index < value.length) {
    // An element cannot be missing, so what $unset removes is null.
    const after = updated(value[index], depth + 1, change) ?? null;
    return after === value[index] ? value : value.map((item: unknown, at) => (at === index ? after : item));
  }
  if (modifier.skipsMissing) return value;
  if (Array.isArray(value) && index < Infinity) {
    throw unsupported(`Adding the element '${part}' by its index is not supported`);
  }
  const element = `{${path[depth - 1] ?? ""}: ${EJSON.stringify(value)}}`;
  throw serverError("PathNotViable", `Cannot create field '${part}' in element ${element}`);
}
