import type { Environment, Evaluate } from "./expression";
import { location } from "./errors";
import type { DocTest } from "./filter";
import { isDocument, ownValue, setOwn, type Doc } from "./values";

/** A tree of the fields a projection names. */
export type ProjectionNode =
  | { kind: "include" }
  | { kind: "exclude" }
  | { kind: "compute"; evaluate: Evaluate }
  | { kind: "slice"; skip: number; limit: number | null }
  | { kind: "elemMatch"; test: DocTest }
  | { kind: "positional" }
  | { kind: "nested"; children: Map<string, ProjectionNode> };

/** Applies a projection that names the fields to keep. */
export function include(
  doc: Doc,
  tree: Map<string, ProjectionNode>,
  environment: Environment,
  position: number | undefined,
): Doc {
  const out: Doc = {};
  for (const name of Object.keys(doc)) {
    const node = tree.get(name);
    if (!node || node.kind === "exclude" || node.kind === "elemMatch" || node.kind === "compute") continue;
    const value = includeValue(doc[name], node, environment, position);
    if (value !== undefined) setOwn(out, name, value);
  }
  // What is computed comes after what was there, in the projection's order.
  for (const [name, node] of tree) {
    if (node.kind === "elemMatch") {
      const found = matchedElement(ownValue(doc, name), node);
      if (found) setOwn(out, name, found);
    } else if (node.kind === "compute" || !Object.hasOwn(doc, name)) {
      const value = computedValue(node, environment);
      if (value !== undefined) setOwn(out, name, value);
    }
  }
  return out;
}

function includeValue(
  value: unknown,
  node: ProjectionNode,
  environment: Environment,
  position: number | undefined,
): unknown {
  switch (node.kind) {
    case "include":
      return value;
    case "slice":
      return slice(value, node);
    case "positional":
      return positionalElement(value, position);
    case "nested": {
      if (Array.isArray(value)) {
        return (value as unknown[])
          .map((item) =>
            isDocument(item) || Array.isArray(item)
              ? includeValue(item, node, environment, position)
              : computedValue(node, environment),
          )
          .filter((item) => item !== undefined);
      }
      if (isDocument(value)) return include(value, node.children, environment, position);
      return computedValue(node, environment);
    }
    default:
      return undefined;
  }
}

function computedValue(node: ProjectionNode, environment: Environment): unknown {
  if (node.kind === "compute") return node.evaluate(environment);
  if (node.kind !== "nested") return undefined;
  let out: Doc | undefined;
  for (const [name, child] of node.children) {
    const value = computedValue(child, environment);
    if (hasComputed(child)) out ??= {};
    if (value !== undefined) setOwn((out ??= {}), name, value);
  }
  return out;
}

function hasComputed(node: ProjectionNode): boolean {
  return node.kind === "compute" || (node.kind === "nested" && [...node.children.values()].some(hasComputed));
}

/** Applies a projection that names the fields to leave out. */
export function exclude(
  doc: Doc,
  tree: Map<string, ProjectionNode>,
  environment: Environment,
  position: number | undefined,
): Doc {
  const out: Doc = {};
  for (const name of Object.keys(doc)) {
    const node = tree.get(name);
    const value = node ? excludeValue(doc[name], node, environment, position) : doc[name];
    if (value !== undefined) setOwn(out, name, value);
  }
  return out;
}

function excludeValue(
  value: unknown,
  node: ProjectionNode,
  environment: Environment,
  position: number | undefined,
): unknown {
  switch (node.kind) {
    case "exclude":
      return undefined;
    case "slice":
      return slice(value, node);
    case "elemMatch":
      return matchedElement(value, node);
    case "nested":
      if (Array.isArray(value)) {
        return (value as unknown[]).map((item) => excludeValue(item, node, environment, position));
      }
      return isDocument(value) ? exclude(value, node.children, environment, position) : value;
    default:
      return value;
  }
}

function slice(value: unknown, { skip, limit }: { skip: number; limit: number | null }): unknown {
  if (!Array.isArray(value)) return value;
  const start = skip < 0 ? Math.max(0, value.length + skip) : skip;
  return limit === null ? value.slice(start) : value.slice(start, start + limit);
}

function matchedElement(value: unknown, node: { test: DocTest }): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const details: { index?: number } = {};
  return node.test({ item: value }, details) ? [value[details.index ?? 0]] : undefined;
}

function positionalElement(value: unknown, position: number | undefined): unknown {
  if (!Array.isArray(value)) return value;
  if (position === undefined) {
    throw location(
      51246,
      "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
    );
  }
  if (position >= value.length) {
    throw location(
      51247,
      "Executor error during find command :: caused by :: positional operator '.$' element mismatch",
    );
  }
  return [value[position]];
}
