import { compileCollation } from "./collation";
import { location } from "./errors";
import { compileExpression, newEnvironment, newScope, type Environment, type Scope } from "./expression";
import { operators } from "./expression-operators";
import { compileFilter } from "./filter";
import { isNumber, toInteger, toNumber } from "./numbers";
import { truthy } from "./truth";
import { exclude, include, type ProjectionNode } from "./projection-apply";
import { isDocument, ownValue, type Doc } from "./values";

/** What a projection may use: a find knows `$slice`, `$elemMatch` and the positional `$`, an aggregation does not. */
interface Mode {
  find: boolean;
  scope: Scope;
  variables: Doc;
}

/**
 * Compiles the projection of a find.
 *
 * @param filter the query's filter, which a positional `$` refers to
 * @throws ServerError 31253/31254 for a mixture of inclusion and exclusion, 31249 for a path collision
 */
export function compileProjection(
  projection: Doc,
  filter: Doc = {},
  options: { let?: Doc; collation?: Doc } = {},
): (doc: Doc) => Doc {
  const variables = options.let ?? {};
  const scope = newScope(variables, compileCollation(options.collation));
  const project = compile(projection, { find: true, scope, variables });
  const matches = hasPositional(project.tree) ? compileFilter(filter, options) : null;
  return (doc) => {
    const details: { index?: number } = {};
    if (matches) matches(doc, details);
    return project.apply(doc, newEnvironment(doc, variables), details.index);
  };
}

/** Compiles the stage `$project`. @throws ServerError as `compileProjection`, 51272 for an empty one */
export function compileStageProjection(
  projection: Doc,
  scope: Scope,
): (doc: Doc, environment: Environment) => Doc {
  if (Object.keys(projection).length === 0) {
    throw location(
      51272,
      "Invalid $project :: caused by :: projection specification must have at least one field",
    );
  }
  const { apply } = compile(projection, { find: false, scope, variables: {} });
  return (doc, environment) => apply(doc, environment, undefined);
}

interface Compiled {
  tree: Map<string, ProjectionNode>;
  apply(doc: Doc, environment: Environment, position: number | undefined): Doc;
}

function compile(projection: Doc, mode: Mode): Compiled {
  const tree = new Map<string, ProjectionNode>();
  for (const [path, value] of Object.entries(projection)) addPath(tree, path, value, mode);
  const inclusive = decideKind(tree, projection, mode);
  const withId = idIncluded(projection);
  if (inclusive && !tree.has("_id") && withId) tree.set("_id", { kind: "include" });
  return {
    tree,
    apply: (doc, environment, position) =>
      inclusive ? include(doc, tree, environment, position) : exclude(doc, tree, environment, position),
  };
}

function idIncluded(projection: Doc): boolean {
  const value = ownValue(projection, "_id");
  return value === undefined || !isFlag(value) || truthy(value);
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean" || isNumber(value);
}

function addPath(tree: Map<string, ProjectionNode>, path: string, value: unknown, mode: Mode): void {
  if (path === "") throw location(40352, "FieldPath cannot be constructed with empty string");
  const positional = mode.find && path.endsWith(".$");
  const parts = (positional ? path.slice(0, -2) : path).split(".");
  for (const part of parts) {
    if (part === "")
      throw location(path.endsWith(".") ? 40353 : 15998, "FieldPath field names may not be empty strings.");
    if (part.startsWith("$"))
      throw location(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
  }
  if (!positional && isDocument(value) && isSubProjection(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0)
      throw location(51270, `An empty sub-projection is not a valid value. Found empty object at path`);
    for (const [key, item] of entries) addPath(tree, `${path}.${key}`, item, mode);
    return;
  }
  place(tree, parts, positional ? { kind: "positional" } : leafFor(value, mode), path);
}

function isSubProjection(value: Doc): boolean {
  return !(Object.keys(value)[0] ?? "").startsWith("$");
}

function leafFor(value: unknown, mode: Mode): ProjectionNode {
  if (isFlag(value)) return { kind: truthy(value) ? "include" : "exclude" };
  if (mode.find && isDocument(value)) {
    if (Object.hasOwn(value, "$slice") && !isExpressionSlice(value.$slice)) return sliceNode(value.$slice);
    if (Object.hasOwn(value, "$elemMatch")) {
      if (!isDocument(value.$elemMatch))
        throw location(31274, "elemMatch: Invalid argument, object required");
      return {
        kind: "elemMatch",
        test: compileFilter({ item: { $elemMatch: value.$elemMatch } }),
      };
    }
    if (Object.hasOwn(value, "$meta")) return { kind: "exclude" };
  }
  const operator = isDocument(value) && Object.keys(value).length === 1 ? Object.keys(value)[0] : undefined;
  if (operator !== undefined && !Object.hasOwn(operators, operator)) {
    throw location(31325, `Unknown expression ${operator}`);
  }
  return { kind: "compute", evaluate: compileExpression(value, mode.scope) };
}

// {$slice: ["$list", 1]} is the aggregation's operator; {$slice: [1, 2]} the projection's.
function isExpressionSlice(value: unknown): boolean {
  return Array.isArray(value) && !isNumber(value[0]);
}

function sliceNode(value: unknown): ProjectionNode {
  if (Array.isArray(value)) {
    if (value.length !== 2)
      throw location(
        28667,
        `Expression $slice takes at least 2 arguments, and at most 3, but ${value.length} were passed in.`,
      );
    const limit = whole(value[1]);
    if (limit <= 0) throw location(28729, `Third argument to $slice must be positive: ${limit}`);
    return { kind: "slice", skip: whole(value[0]), limit };
  }
  if (!isNumber(value))
    throw location(28667, "Invalid $slice syntax. The given syntax did not match the find() syntax");
  const count = whole(value);
  return count < 0 ? { kind: "slice", skip: count, limit: null } : { kind: "slice", skip: 0, limit: count };
}

function whole(value: unknown): number {
  return Number(toInteger(value) ?? BigInt(Math.trunc(toNumber(value)) || 0));
}

function place(tree: Map<string, ProjectionNode>, parts: string[], leaf: ProjectionNode, path: string): void {
  let level = tree;
  parts.forEach((part, index) => {
    const existing = level.get(part);
    const isLast = index === parts.length - 1;
    if (existing && (isLast || existing.kind !== "nested")) {
      if (isLast) throw location(31250, `Path collision at ${path}`);
      throw location(
        31249,
        `Path collision at ${path} remaining portion ${parts.slice(index + 1).join(".")}`,
      );
    }
    if (isLast) {
      level.set(part, leaf);
      return;
    }
    const next: ProjectionNode = existing ?? { kind: "nested", children: new Map() };
    level.set(part, next);
    if (next.kind === "nested") level = next.children;
  });
}

function hasPositional(tree: Map<string, ProjectionNode>): boolean {
  return [...tree.values()].some(
    (node) => node.kind === "positional" || (node.kind === "nested" && hasPositional(node.children)),
  );
}

function eachLeaf(
  tree: Map<string, ProjectionNode>,
  visit: (node: ProjectionNode, path: string) => void,
  prefix = "",
): void {
  for (const [name, node] of tree) {
    if (node.kind === "nested") eachLeaf(node.children, visit, `${prefix}${name}.`);
    else visit(node, `${prefix}${name}`);
  }
}

// A projection includes or excludes; `_id` may differ. Computed fields alone include, slices alone exclude.
function decideKind(tree: Map<string, ProjectionNode>, projection: Doc, mode: Mode): boolean {
  let inclusive: boolean | null = null;
  let computed = false;
  let positional = 0;
  eachLeaf(tree, (node, path) => {
    if (node.kind === "compute" || node.kind === "elemMatch") computed = true;
    if (node.kind === "positional") positional += 1;
    if (positional > 1)
      throw location(31276, "Cannot specify more than one positional projection per query.");
    if (path === "_id") return;
    const wants =
      node.kind === "exclude"
        ? false
        : node.kind === "slice"
          ? null
          : node.kind === "compute" && inclusive === false
            ? null
            : true;
    if (node.kind === "compute" && inclusive === false) {
      throw location(31252, "Cannot use expression other than $meta in exclusion projection");
    }
    if (wants === null || (node.kind === "elemMatch" && inclusive === false)) return;
    if (node.kind === "elemMatch" && inclusive === null) return;
    if (inclusive !== null && inclusive !== wants) {
      throw wants
        ? location(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
        : location(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    }
    inclusive = wants;
  });
  if (inclusive !== null) return inclusive;
  const id = ownValue(projection, "_id");
  if (computed) return true;
  if (id === undefined) return false;
  if (!isFlag(id)) return true;
  return mode.find && Object.keys(projection).length > 1 ? truthy(id) : truthy(id);
}
