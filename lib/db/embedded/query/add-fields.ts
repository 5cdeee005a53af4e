import { location } from "./errors";
import { compileExpression, splitFieldPath, type Environment, type Evaluate, type Scope } from "./expression";
import { isDocument, ownValue, setOwn, type Doc } from "./values";

type Node = { evaluate: Evaluate } | { children: Map<string, Node> };

/**
 * Compiles `$addFields`: dotted paths and nested documents set fields within; through an array, in each
 * of its elements.
 *
 * @throws ServerError 40176 where two paths collide
 */
export function compileAddFields(fields: Doc, scope: Scope): (doc: Doc, environment: Environment) => Doc {
  const tree = new Map<string, Node>();
  for (const [path, value] of Object.entries(fields)) add(tree, splitFieldPath(path), value, scope);
  if (tree.size === 0)
    throw location(40177, "Invalid $addFields :: caused by :: specification must have at least one field");
  return (doc, environment) => apply(doc, tree, environment);
}

function add(tree: Map<string, Node>, parts: string[], value: unknown, scope: Scope): void {
  const [name, ...rest] = parts as [string, ...string[]];
  const existing = tree.get(name);
  const nested = rest.length > 0 || (isDocument(value) && isPlainDocument(value));
  if (existing && (!nested || "evaluate" in existing)) {
    throw location(
      40176,
      `specification contains two conflicting paths. Cannot specify both '${name}' and '${parts.join(".")}'`,
    );
  }
  if (!nested) {
    tree.set(name, { evaluate: compileExpression(value, scope) });
    return;
  }
  const node = existing && "children" in existing ? existing : { children: new Map<string, Node>() };
  tree.set(name, node);
  if (rest.length > 0) add(node.children, rest, value, scope);
  else
    for (const [key, item] of Object.entries(value as Doc))
      add(node.children, splitFieldPath(key), item, scope);
}

function isPlainDocument(value: Doc): boolean {
  const [first] = Object.keys(value);
  return first !== undefined && !first.startsWith("$");
}

function apply(doc: Doc, tree: Map<string, Node>, environment: Environment): Doc {
  const out: Doc = { ...doc };
  for (const [name, node] of tree) {
    const value =
      "evaluate" in node
        ? node.evaluate(environment)
        : within(ownValue(doc, name), node.children, environment);
    if (value === undefined) delete out[name];
    else setOwn(out, name, value);
  }
  return out;
}

function within(value: unknown, tree: Map<string, Node>, environment: Environment): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((item) => within(item, tree, environment));
  return apply(isDocument(value) ? value : {}, tree, environment);
}
