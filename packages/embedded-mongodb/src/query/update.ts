import { EJSON } from "bson";
import { ADVICE, badValue, failedToParse, serverError, unsupported, type ServerError } from "../errors";
import { equalValues } from "./compare";
import type { Modifier } from "./modifier";
import { arrayModifiers } from "./update-arrays";
import { fieldModifiers } from "./update-fields";
import { isArrayIndex, isDocument, ownValue, setOwn, startsWithOperator, type Doc } from "./values";

/** Every update operator by its name. */
export const modifiers: Record<string, Modifier> = { ...fieldModifiers, ...arrayModifiers };

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

type Change = { path: string[]; operator: string; modifier: Modifier; argument: unknown };

function compileModifiers(update: Doc): ApplyUpdate {
  const changes = Object.entries(update).flatMap(([operator, fields]) => readChanges(operator, fields));
  refuseConflicts(changes);
  // MongoDB applies changes in path order, so new fields appear in that order.
  changes.sort((a, b) => comparePaths(a.path, b.path));
  return (doc, inserting) =>
    changes
      .filter(({ operator }) => inserting || operator !== "$setOnInsert")
      .reduce((current, change) => updateAt(current, 0, change, doc) as Doc, doc);
}

function readChanges(operator: string, fields: unknown): Change[] {
  const modifier = ownValue(modifiers, operator);
  if (!modifier) throw failedToParse(`Unknown modifier: ${operator}. ${ADVICE}`);
  if (!isDocument(fields)) throw failedToParse(`Modifiers operate on fields: {${operator}: {<field>: …}}`);
  return Object.entries(fields).map(([path, argument]) => {
    const parts = splitPath(path);
    modifier.check?.(argument, path);
    return { path: parts, operator, modifier, argument };
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

function refuseConflicts(changes: Change[]): void {
  for (const [index, { path }] of changes.entries()) {
    for (const { path: other } of changes.slice(0, index)) {
      const [shorter, longer] = path.length <= other.length ? [path, other] : [other, path];
      if (shorter.every((part, at) => longer[at] === part)) {
        const text = `Updating the path '${path.join(".")}' would conflict at '${shorter.join(".")}'`;
        throw serverError("ConflictingUpdateOperators", text);
      }
    }
  }
}

function comparePaths(a: string[], b: string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left, right] = [a[index] as string, b[index] as string];
    if (left === right) continue;
    if (isArrayIndex(left) && isArrayIndex(right)) return Number(left) - Number(right);
    return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

const MAX_PADDING = 1_500_000;

// Returns a container with the change applied below it; the same object if nothing changed.
function updateAt(container: unknown, depth: number, change: Change, original: Doc): unknown {
  const part = change.path[depth] as string;
  if (Array.isArray(container)) {
    if (!isArrayIndex(part)) {
      if (change.modifier.skipsMissing) return container;
      throw notViable(change, depth, container);
    }
    const index = Number(part);
    const present = index < container.length;
    return withItem(container, index, updateChild(container[index], present, depth, change, original));
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

// An array element cannot be missing, so gaps and what $unset removes are null.
function withItem(list: unknown[], index: number, item: unknown): unknown[] {
  if (index < list.length) {
    return list[index] === item ? list : list.map((old, at) => (at === index ? (item ?? null) : old));
  }
  if (item === undefined) return list;
  if (index - list.length > MAX_PADDING)
    throw serverError("CannotBackfillArray", `can't backfill more than ${MAX_PADDING} elements`);
  return [...list, ...Array.from({ length: index - list.length }, () => null), item];
}

function notViable({ path }: Change, depth: number, container: unknown): ServerError {
  return serverError(
    "PathNotViable",
    `Cannot create field '${path[depth]}' in element {${path[depth - 1] ?? ""}: ${EJSON.stringify(container)}}`,
  );
}
