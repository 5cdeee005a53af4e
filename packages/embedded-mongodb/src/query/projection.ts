import { ADVICE, badValue, location } from "../errors";
import { encodedNames, selectFields } from "./codec";
import { compileExpression, setDefined, splitFieldPath, type Evaluate } from "./expression";
import { EXPRESSIONS } from "./mingo";
import { isNumber, truthy } from "./numbers";
import { Row } from "./row";
import { isDocument, ownValue, setOwn, startsWithOperator, type Doc } from "./values";

/** The fields of a projection, as a tree. */
type Tree = Map<string, Node>;
type Node =
  | { kind: "include" }
  | { kind: "exclude" }
  | { kind: "compute"; evaluate: Evaluate }
  | { kind: "nested"; children: Tree };

/** `$addFields` treats every value as an expression. */
type Mode = "project" | "add";

/**
 * Compiles the projection of a find, or of `$project`.
 * @throws ServerError 31253, 31254 for a mixture of inclusion and exclusion, 31249, 31250 for a path collision
 */
export function compileProjection(projection: Doc): (row: Row) => Row {
  const tree = buildTree(projection, "project");
  const inclusive = isInclusive(tree, projection);
  const id = ownValue(projection, "_id");
  if (inclusive && id === undefined) tree.set("_id", { kind: "include" });
  const kinds = [...tree.values()].map(({ kind }) => kind);
  if (!kinds.every((kind) => kind === "include" || kind === "exclude")) return shaping(tree, !inclusive);
  const named = [...tree.keys()].filter((_, index) => (kinds[index] === "include") === inclusive);
  const names = encodedNames(named);
  return ({ bytes }) => new Row(selectFields(bytes, names, inclusive));
}

/** Compiles `$addFields`: dotted paths and nested documents set nested fields; through an array, in each element. */
export function compileAddFields(fields: Doc): (row: Row) => Row {
  return shaping(buildTree(fields, "add"), true);
}

const shaping =
  (tree: Tree, keep: boolean) =>
  ({ doc }: Row): Row =>
    Row.of(shape(doc, tree, doc, keep));

function buildTree(fields: Doc, mode: Mode): Tree {
  const tree: Tree = new Map();
  for (const [path, value] of Object.entries(fields)) addPath(tree, path, value, mode);
  return tree;
}

function addPath(tree: Tree, path: string, value: unknown, mode: Mode): void {
  if (path.endsWith(".$")) throw badValue(`The positional projection '${path}' is not supported. ${ADVICE}`);
  const parts = splitFieldPath(path);
  if (isDocument(value) && !startsWithOperator(value) && Object.keys(value).length > 0) {
    for (const [key, item] of Object.entries(value)) addPath(tree, `${path}.${key}`, item, mode);
  } else {
    place(tree, parts, leafFor(value, mode), path);
  }
}

const isFlag = (value: unknown) => typeof value === "boolean" || isNumber(value);

function leafFor(value: unknown, mode: Mode): Node {
  if (mode !== "add" && isFlag(value)) return { kind: truthy(value) ? "include" : "exclude" };
  if (mode !== "add" && isDocument(value)) {
    const [operator = ""] = Object.keys(value);
    // With a list, it is an expression.
    if (operator === "$slice" && isNumber([value.$slice].flat()[0])) {
      throw badValue(`The projection $slice of a field is not supported. ${ADVICE}`);
    }
    if (!EXPRESSIONS.has(operator)) throw location(31325, `Unknown expression ${operator}. ${ADVICE}`);
  }
  return { kind: "compute", evaluate: compileExpression(value) };
}

function place(tree: Tree, parts: string[], leaf: Node, path: string): void {
  let level = tree;
  for (const [index, part] of parts.entries()) {
    const existing = level.get(part);
    const isLast = index === parts.length - 1;
    if (existing && (isLast || existing.kind !== "nested")) {
      throw location(isLast ? 31250 : 31249, `Path collision at ${path}`);
    }
    const next: Node = isLast ? leaf : (existing ?? { kind: "nested", children: new Map() });
    level.set(part, next);
    if (next.kind === "nested") level = next.children;
  }
}

function* leaves(tree: Tree, prefix = ""): Iterable<[string, Node]> {
  for (const [name, node] of tree) {
    if (node.kind === "nested") yield* leaves(node.children, `${prefix}${name}.`);
    else yield [`${prefix}${name}`, node];
  }
}

// A projection includes or excludes; `_id` may differ. Computed fields include.
function isInclusive(tree: Tree, projection: Doc): boolean {
  let inclusive: boolean | null = null;
  for (const [path, { kind }] of leaves(tree)) {
    if (path === "_id") continue;
    const wants = kind !== "exclude";
    if (inclusive !== null && inclusive !== wants) {
      throw wants
        ? location(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
        : location(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    }
    inclusive = wants;
  }
  const id = ownValue(projection, "_id");
  return inclusive ?? (id !== undefined && (!isFlag(id) || truthy(id)));
}

/** Applies a tree; `keep`: keeps the fields that it does not name. */
function shape(doc: Doc, tree: Tree, root: Doc, keep: boolean): Doc {
  const out: Doc = {};
  for (const [name, value] of Object.entries(doc)) {
    const node = tree.get(name);
    if (!node) {
      if (keep) setOwn(out, name, value);
    } else if (keep || node.kind !== "compute") {
      setDefined(out, name, reshape(value, node, root, keep));
    }
  }
  // Computed fields come after the existing ones, in the projection's order.
  for (const [name, node] of tree) {
    if (!Object.hasOwn(doc, name) || (!keep && node.kind === "compute"))
      setDefined(out, name, create(node, root));
  }
  return out;
}

function reshape(value: unknown, node: Node, root: Doc, keep: boolean): unknown {
  switch (node.kind) {
    case "include":
      return value;
    case "exclude":
      return undefined;
    case "compute":
      return node.evaluate(root);
    case "nested":
      if (Array.isArray(value)) {
        return value.map((item) => reshape(item, node, root, keep)).filter((item) => item !== undefined);
      }
      if (isDocument(value)) return shape(value, node.children, root, keep);
      return computes(node) ? create(node, root) : keep ? value : undefined;
  }
}

const computes = (node: Node): boolean =>
  node.kind === "compute" || (node.kind === "nested" && [...node.children.values()].some(computes));

/** The result of a tree for a missing field. */
function create(node: Node, root: Doc): unknown {
  if (node.kind === "compute") return node.evaluate(root);
  if (node.kind !== "nested" || !computes(node)) return undefined;
  const out: Doc = {};
  for (const [name, child] of node.children) setDefined(out, name, create(child, root));
  return out;
}
