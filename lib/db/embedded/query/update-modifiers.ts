import { ServerError } from "../errors";
import { badValue, failedToParse } from "./errors";
import { compileFilter, type DocTest } from "./filter";
import { print } from "./print";
import type { Modifier } from "./modifier";
import { modifiers, renameTarget } from "./update-operators";
import { isArrayIndex, isDocument, ownValue, setOwn, typeName, type Doc } from "./values";

/** What modifiers know of the statement they belong to. */
export interface ModifierContext {
  readonly arrayFilters: Doc[];
  readonly inserting: boolean;
  readonly now: Date;
  readonly collation?: Doc;
  /** The index of the array element the filter matched. */
  position(): number | undefined;
}

interface Change {
  path: string[];
  modifier: Modifier;
  argument: unknown;
  operator: string;
}

/** Applies `{$set: …, $inc: …}` to a copy of the document. */
export function applyModifiers(doc: Doc, update: Doc, context: ModifierContext): Doc {
  const changes = readChanges(update, context);
  const filters = readArrayFilters(context, changes, update);
  refuseConflicts(changes);
  // MongoDB applies changes in the order of their paths, so new fields appear in that order.
  changes.sort((a, b) => comparePaths(a.path, b.path));
  return changes.reduce<Doc>((current, change) => {
    if (change.modifier === renameTarget) {
      if (!renameSourceExists(doc, change.argument as string)) return current;
      refuseRenameIntoArray(doc, change.path.join("."));
    }
    return updateAt(current, 0, { change, filters, context, original: doc, positional: null }) as Doc;
  }, doc);
}

function readChanges(update: Doc, context: ModifierContext): Change[] {
  const changes: Change[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    const modifier = Object.hasOwn(modifiers, operator) ? modifiers[operator] : undefined;
    if (!modifier) {
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDocument(fields)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${print(fields)}}`,
      );
    }
    for (const [path, argument] of Object.entries(fields)) {
      const parts = splitUpdatePath(path);
      modifier.check?.(argument, path, operator);
      if (operator === "$setOnInsert" && !context.inserting) {
        changes.push({
          path: parts,
          modifier: { apply: (value) => value, absent: "skip" },
          argument,
          operator,
        });
        continue;
      }
      changes.push({ path: parts, modifier, argument, operator });
      if (operator === "$rename") changes.push(...renameSource(path, argument as string));
    }
  }
  return changes;
}

// A rename is a change at its target; at its source it removes the field.
function renameSource(from: string, to: string): Change[] {
  splitUpdatePath(to);
  return [{ path: to.split("."), modifier: renameTarget, argument: from, operator: "$rename" }];
}

function splitUpdatePath(path: string): string[] {
  if (path === "") {
    throw new ServerError(56, "EmptyFieldName", "An empty update path is not valid.");
  }
  const parts = path.split(".");
  if (parts.includes("")) {
    throw new ServerError(
      56,
      "EmptyFieldName",
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
  if (parts[0] === "$" || parts[0]?.startsWith("$[")) {
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  }
  if (parts.filter((part) => part === "$").length > 1) {
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
  }
  return parts;
}

function readArrayFilters(context: ModifierContext, changes: Change[], update: Doc): Map<string, DocTest> {
  const filters = new Map<string, DocTest>();
  for (const filter of context.arrayFilters) {
    const name = arrayFilterName(filter);
    if (filters.has(name)) {
      throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    }
    filters.set(name, compileFilter(filter, { collation: context.collation }));
  }
  const used = new Set<string>();
  for (const { path } of changes) {
    for (const part of path) {
      const name = /^\$\[(.+)\]$/.exec(part)?.[1];
      if (name === undefined) continue;
      if (!filters.has(name)) {
        throw badValue(`No array filter found for identifier '${name}' in path '${path.join(".")}'`);
      }
      used.add(name);
    }
  }
  for (const name of filters.keys()) {
    if (!used.has(name)) {
      throw failedToParse(
        `The array filter for identifier '${name}' was not used in the update ${print(update)}`,
      );
    }
  }
  return filters;
}

function arrayFilterName(filter: Doc): string {
  const names = new Set(topLevelNames(filter));
  if (names.size === 0)
    throw failedToParse("Cannot use an expression without a top-level field name in arrayFilters");
  if (names.size > 1) {
    const [first, second] = [...names];
    throw failedToParse(
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${first}' and '${second}'`,
    );
  }
  const [name = ""] = names;
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
    throw badValue(
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
    );
  }
  return name;
}

function topLevelNames(filter: Doc): string[] {
  return Object.entries(filter).flatMap(([key, value]) =>
    key.startsWith("$")
      ? Array.isArray(value)
        ? (value as Doc[]).flatMap(topLevelNames)
        : []
      : [key.split(".")[0] ?? ""],
  );
}

function refuseConflicts(changes: Change[]): void {
  for (const [index, { path }] of changes.entries()) {
    for (const { path: other } of changes.slice(0, index)) {
      const shorter = path.length <= other.length ? path : other;
      const longer = shorter === path ? other : path;
      if (shorter.every((part, at) => longer[at] === part)) {
        throw new ServerError(
          40,
          "ConflictingUpdateOperators",
          `Updating the path '${path.join(".")}' would create a conflict at '${shorter.join(".")}'`,
        );
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

function renameSourceExists(doc: Doc, path: string): boolean {
  const { present, array } = valueAtPath(doc, path);
  if (array) throw badValue(`The source field cannot be an array element, '${path}' in doc`);
  return present;
}

function refuseRenameIntoArray(doc: Doc, path: string): void {
  const parent = path.includes(".") ? valueAtPath(doc, path.slice(0, path.lastIndexOf("."))) : null;
  if (parent && (parent.array || Array.isArray(parent.value))) {
    throw badValue(`The destination field cannot be an array element, '${path}' in doc`);
  }
}

interface Walk {
  change: Change;
  filters: Map<string, DocTest>;
  context: ModifierContext;
  original: Doc;
  positional: number | null;
}

const maxPadding = 1_500_000;

// Answers a container with the change applied below it; the same object where nothing changed.
function updateAt(container: unknown, depth: number, walk: Walk): unknown {
  const { path } = walk.change;
  const part = resolvePositional(path[depth] as string, walk);
  if (part.startsWith("$[")) return updateElements(container, part, depth, walk);
  if (Array.isArray(container)) {
    if (!isArrayIndex(part)) {
      if (walk.change.modifier.absent === "skip" && walk.change.operator !== "$rename") return container;
      throw notViable(part, depth, container, walk);
    }
    const index = Number(part);
    return replaceItem(
      container,
      index,
      updateChild(
        index < container.length ? (container[index] as unknown) : undefined,
        index < container.length,
        depth,
        walk,
      ),
    );
  }
  if (!isDocument(container)) throw notViable(part, depth, container, walk);
  const present = Object.hasOwn(container, part);
  const before = present ? container[part] : undefined;
  const after = updateChild(before, present, depth, walk);
  if (after === before && present === (after !== undefined)) return container;
  const copy: Doc = { ...container };
  if (after === undefined) delete copy[part];
  else setOwn(copy, part, after);
  return copy;
}

function updateChild(value: unknown, present: boolean, depth: number, walk: Walk): unknown {
  const { change, context, original } = walk;
  const last = depth === change.path.length - 1;
  if (last) {
    if (!present && change.modifier.absent === "skip") return undefined;
    return change.modifier.apply(value, change.argument, {
      present,
      path: change.path.join("."),
      operator: change.operator,
      document: original,
      context,
    });
  }
  if (present) {
    if (typeof value === "object" && value !== null && (isDocument(value) || Array.isArray(value))) {
      return updateAt(value, depth + 1, walk);
    }
    if (change.path[depth + 1]?.startsWith("$[")) {
      throw badValue(
        `Cannot apply array updates to non-array element ${change.path[depth]}: ${print(value)}`,
      );
    }
    if (change.modifier.absent === "skip") return value;
    throw notViable(resolvePositional(change.path[depth + 1] as string, walk), depth + 1, value, walk);
  }
  if (change.modifier.absent === "skip") return undefined;
  return createPath(depth + 1, walk);
}

function createPath(depth: number, walk: Walk): unknown {
  const part = walk.change.path[depth] as string;
  if (part === "$" || part.startsWith("$[")) {
    if (part === "$") resolvePositional(part, walk);
    throw badValue(
      `The path '${walk.change.path.slice(0, depth).join(".")}' must exist in the document in order to apply array updates.`,
    );
  }
  return updateAt({}, depth, walk);
}

function replaceItem(list: unknown[], index: number, item: unknown): unknown[] {
  if (index < list.length) {
    if (list[index] === item) return list;
    // An element cannot be missing: $unset leaves null.
    return list.map((old, at) => (at === index ? (item ?? null) : old));
  }
  if (item === undefined) return list;
  if (index - list.length > maxPadding) {
    throw new ServerError(70, "CannotBackfillArray", `can't backfill more than ${maxPadding} elements`);
  }
  return [...list, ...Array.from({ length: index - list.length }, () => null), item];
}

function resolvePositional(part: string, walk: Walk): string {
  if (part !== "$") return part;
  walk.positional ??= walk.context.position() ?? -1;
  if (walk.positional < 0) {
    throw badValue("The positional operator did not find the match needed from the query.");
  }
  return String(walk.positional);
}

// `$[]` and `$[name]`: the change is applied to all elements, or to those the array filter matches.
function updateElements(container: unknown, part: string, depth: number, walk: Walk): unknown {
  const path = walk.change.path.slice(0, depth).join(".");
  if (!Array.isArray(container)) {
    throw badValue(`Cannot apply array updates to non-array element ${path}: ${print(container)}`);
  }
  const name = part.slice(2, -1);
  const test = name === "" ? null : walk.filters.get(name);
  const items = container as unknown[];
  const updated = items.map((item) =>
    test && !test({ [name]: item }) ? item : (updateChild(item, true, depth, walk) ?? null),
  );
  return updated.every((item, index) => item === items[index]) ? container : updated;
}

function notViable(part: string, depth: number, container: unknown, walk: Walk): ServerError {
  const holder = walk.change.path[depth - 1] ?? "";
  if (walk.change.operator === "$rename" && Array.isArray(container)) {
    return badValue(
      `The source field cannot be an array element, '${walk.change.path.join(".")}' in doc has an array field called '${holder}'`,
    );
  }
  return new ServerError(
    28,
    "PathNotViable",
    `Cannot create field '${part}' in element {${holder}: ${print(container)}}`,
  );
}

/** The value at a plain update path, as `$rename` reads it: through documents only. */
export function valueAtPath(doc: Doc, path: string): { present: boolean; value: unknown; array: boolean } {
  let value: unknown = doc;
  for (const part of path.split(".")) {
    if (Array.isArray(value)) return { present: false, value: undefined, array: true };
    if (!isDocument(value) || !Object.hasOwn(value, part))
      return { present: false, value: undefined, array: false };
    value = ownValue(value, part);
  }
  return { present: true, value, array: false };
}
