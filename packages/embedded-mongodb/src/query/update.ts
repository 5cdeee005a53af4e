import { EJSON } from "bson";
import { ADVICE, badValue, failedToParse, serverError, unsupported, type ServerError } from "../errors";
import { equalValues } from "./compare";
import { modifiers, type Modifier } from "./update-operators";
import { isArrayIndex, isDocument, ownValue, setOwn, startsWithOperator, type Doc } from "./values";

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

/** Whether an update is a complete new document instead of modifiers. */
export function isReplacement(update: Doc): boolean {
  return !startsWithOperator(update);
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
      .reduce((current, change) => updateAt(current, 0, change, doc) as Doc, doc);
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

// Returns a container with the change applied below it; the same object if nothing changed.
function updateAt(container: unknown, depth: number, change: Change, original: Doc): unknown {
  const part = change.path[depth] as string;
  if (Array.isArray(container)) {
    const index = isArrayIndex(part) ? Number(part) : container.length;
    if (index < container.length) {
      // An element cannot be missing, so what $unset removes is null.
      const after = updateChild(container[index], true, depth, change, original) ?? null;
      return after === container[index]
        ? container
        : container.map((old, at) => (at === index ? after : old));
    }
    if (change.modifier.skipsMissing) return container;
    if (isArrayIndex(part)) throw unsupported(`Adding the element '${part}' by its index is not supported`);
    throw notViable(change, depth, container);
  }
  if (!isDocument(container)) throw notViable(change, depth, container);
  const present = Object.hasOwn(container, part);
  const before = present ? container[part] : undefined;
  const after = updateChild(before, present, depth, change, original);
  if (after === before && present === (after !== undefined)) return container;
  const copy: Doc = { ...container };
  if (after === undefined) delete copy[part];
  else setOwn(copy, part, after);
  return copy;
}

function updateChild(
  value: unknown,
  present: boolean,
  depth: number,
  change: Change,
  original: Doc,
): unknown {
  const { path, operator, modifier, argument } = change;
  if (!present && modifier.skipsMissing) return undefined;
  if (depth === path.length - 1) {
    return modifier.apply(value, argument, { present, path: path.join("."), operator, document: original });
  }
  if (!present) return updateAt({}, depth + 1, change, original);
  if (isDocument(value) || Array.isArray(value)) return updateAt(value, depth + 1, change, original);
  if (modifier.skipsMissing) return value;
  throw notViable(change, depth + 1, value);
}

function notViable({ path }: Change, depth: number, container: unknown): ServerError {
  return serverError(
    "PathNotViable",
    `Cannot create field '${path[depth]}' in element {${path[depth - 1] ?? ""}: ${EJSON.stringify(container)}}`,
  );
}
