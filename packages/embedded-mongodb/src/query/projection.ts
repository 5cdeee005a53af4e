import { ADVICE, badValue, location } from "../errors";
import { encodedNames, selectFields } from "./codec";
import { compileExpression, setDefined, splitFieldPath, type Evaluate } from "./expression";
import { EXPRESSIONS } from "./mingo";
import { isNumber, truthy } from "./numbers";
import { Row } from "./row";
import { isDocument, ownValue, startsWithOperator, withValue, type Doc } from "./values";

/** What becomes of a field: kept or left out, computed, or kept in part. */
type Node = boolean | Evaluate | Tree;
type Tree = Map<string, Node>;

/**
 * Compiles the projection of a find, or of `$project`. It keeps fields and computes whole top-level fields, or leaves out
 * whole top-level fields.
 * @throws ServerError 31253, 31254 for a mixture of inclusion and exclusion, 31249, 31250 for a path collision
 */
export function compileProjection(projection: Doc): (row: Row) => Row {
  const tree: Tree = new Map();
  let inclusive: boolean | null = null;
  for (const [path, value] of Object.entries(projection)) {
    const node = isFlag(value) ? truthy(value) : compileComputed(path, value);
    if (node === false && path.includes("."))
      throw badValue(`Leaving out '${path}' is not supported. ${ADVICE}`);
    place(tree, path, node);
    if (path === "_id" && typeof node === "boolean") continue;
    const wants = node !== false;
    if (wants !== (inclusive ?? wants)) {
      throw wants
        ? location(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
        : location(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    }
    inclusive = wants;
  }
  const keep = inclusive ?? tree.get("_id") === true;
  if (keep && !tree.has("_id")) tree.set("_id", true);
  if (![...tree.values()].every((node) => typeof node === "boolean"))
    return ({ doc }) => Row.of(shape(doc, tree));
  const names = encodedNames([...tree.keys()].filter((name) => tree.get(name) === keep));
  return ({ bytes }) => new Row(selectFields(bytes, names, keep));
}

/** Compiles `$addFields`, which sets whole top-level fields. */
export function compileAddFields(fields: Doc): (row: Row) => Row {
  const computed = Object.entries(fields).map(([name, value]) => {
    // It would be merged with the field's document.
    if (isPlain(value)) throw badValue(`Adding a document, '${name}', is not supported. ${ADVICE}`);
    return [name, compileField(name, value)] as const;
  });
  return ({ doc }) =>
    Row.of(computed.reduce((out, [name, evaluate]) => withValue(out, [name], evaluate(doc)), doc));
}

const isFlag = (value: unknown) => typeof value === "boolean" || isNumber(value);

const isPlain = (value: unknown) => isDocument(value) && !startsWithOperator(value);

const hasFlag = (value: Doc): boolean =>
  Object.values(value).some((item) => isFlag(item) || (isPlain(item) && hasFlag(item as Doc)));

function compileField(path: string, value: unknown): Evaluate {
  const [, ...below] = splitFieldPath(path);
  if (below.length > 0) throw badValue(`Computing the inner field '${path}' is not supported. ${ADVICE}`);
  return compileExpression(value);
}

/** A field that a projection computes. */
function compileComputed(path: string, value: unknown): Evaluate {
  const [operator = ""] = isDocument(value) ? Object.keys(value) : [];
  if (operator.startsWith("$") && !EXPRESSIONS.has(operator)) {
    throw location(31325, `Unknown expression ${operator}. ${ADVICE}`);
  }
  // With a list, it is an expression.
  if (operator === "$slice" && isNumber([(value as Doc).$slice].flat()[0])) {
    throw badValue(`The projection $slice of a field is not supported. ${ADVICE}`);
  }
  const evaluate = compileField(path, value);
  if (!isPlain(value)) return evaluate;
  if (hasFlag(value as Doc))
    throw badValue(`A projection that is a document of flags is not supported. ${ADVICE}`);
  return (doc) => {
    const there = ownValue(doc, path);
    if (!Array.isArray(there) && !isDocument(there)) return evaluate(doc);
    throw badValue(`Computing fields of '${path}', which is there, is not supported. ${ADVICE}`);
  };
}

function place(tree: Tree, path: string, leaf: Node): void {
  if (path.endsWith(".$")) throw badValue(`The positional projection '${path}' is not supported. ${ADVICE}`);
  const parts = splitFieldPath(path);
  const last = parts.pop()!;
  let level = tree;
  for (const part of parts) {
    const inner = level.get(part) ?? new Map<string, Node>();
    if (!(inner instanceof Map)) throw location(31249, `Path collision at ${path}`);
    level.set(part, inner);
    level = inner;
  }
  if (level.has(last)) throw location(31250, `Path collision at ${path}`);
  level.set(last, leaf);
}

function shape(doc: Doc, tree: Tree): Doc {
  const out: Doc = {};
  for (const [name, value] of Object.entries(doc)) {
    const node = tree.get(name);
    if (node === true) setDefined(out, name, value);
    else if (node instanceof Map) setDefined(out, name, keepIn(value, node));
  }
  // Computed fields come after the existing ones, in the projection's order.
  for (const [name, node] of tree) if (typeof node === "function") setDefined(out, name, node(doc));
  return out;
}

/** What a tree keeps of a value; undefined if that has no fields. */
function keepIn(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => keepIn(item, tree)).filter((item) => item !== undefined);
  }
  return isDocument(value) ? shape(value, tree) : undefined;
}
