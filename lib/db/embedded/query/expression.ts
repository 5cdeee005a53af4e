import { ServerError } from "../errors";
import { location } from "./errors";
import { compareStrings, type StringComparison } from "./compare";
import { operators } from "./expression-operators";
import { isDocument, ownValue, setOwn, type Doc } from "./values";

/** What an expression sees while it is evaluated. */
export interface Environment {
  /** `$$ROOT`; field paths start at `current`. */
  readonly root: unknown;
  readonly current: unknown;
  readonly variables: Doc;
}

/** An expression made ready: answers its value for a document; undefined where it is missing. */
export type Evaluate = (environment: Environment) => unknown;

/** What is known while an expression is compiled: the names of its variables, and how strings compare. */
export interface Scope {
  readonly names: ReadonlySet<string>;
  readonly strings: StringComparison;
}

const systemVariables = ["ROOT", "CURRENT", "REMOVE", "NOW", "CLUSTER_TIME", "DESCEND", "PRUNE", "KEEP"];

/** The values of `$redact`'s variables. */
export const redaction = { DESCEND: "descend", PRUNE: "prune", KEEP: "keep" } as const;

export function newScope(variables: Doc = {}, strings: StringComparison = compareStrings): Scope {
  return { names: new Set([...systemVariables, ...Object.keys(variables)]), strings };
}

/** A scope in which more variables are known. */
export function widenScope(scope: Scope, names: readonly string[]): Scope {
  for (const name of names) {
    if (!/^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name) && name !== "CURRENT") {
      throw new ServerError(
        9,
        "FailedToParse",
        `'${name}' starts with an invalid character for a user variable name`,
      );
    }
  }
  return { names: new Set([...scope.names, ...names]), strings: scope.strings };
}

export function newEnvironment(root: unknown, variables: Doc = {}): Environment {
  return { root, current: root, variables };
}

/**
 * Compiles an aggregation expression.
 *
 * @throws ServerError 168 InvalidPipelineOperator for an unknown operator, 17276 for an unknown variable
 */
export function compileExpression(expression: unknown, scope: Scope): Evaluate {
  if (typeof expression === "string") {
    return expression.startsWith("$") ? compilePath(expression, scope) : () => expression;
  }
  if (Array.isArray(expression)) {
    const items = (expression as unknown[]).map((item) => compileExpression(item, scope));
    return (environment) => items.map((item) => item(environment) ?? null);
  }
  if (isDocument(expression)) return compileObject(expression, scope);
  return () => expression;
}

function compileObject(expression: Doc, scope: Scope): Evaluate {
  const keys = Object.keys(expression);
  const [key] = keys;
  if (key?.startsWith("$")) {
    if (keys.length > 1) {
      throw location(
        15983,
        `an object representing an expression must have exactly one field: { ${keys.join(", ")} }`,
      );
    }
    const operator = Object.hasOwn(operators, key) ? operators[key] : undefined;
    if (!operator) {
      throw new ServerError(168, "InvalidPipelineOperator", `Unrecognized expression '${key}'`);
    }
    return operator(expression[key], scope, key);
  }
  const fields = keys.map((name) => {
    if (name.startsWith("$")) throw location(16410, `FieldPath field names may not start with '$'.`);
    if (name.includes(".")) throw location(16412, `FieldPath field names may not contain '.'.`);
    return [name, compileExpression(expression[name], scope)] as const;
  });
  return (environment) => {
    const doc: Doc = {};
    for (const [name, evaluate] of fields) {
      const value = evaluate(environment);
      if (value !== undefined) setOwn(doc, name, value);
    }
    return doc;
  };
}

function compilePath(text: string, scope: Scope): Evaluate {
  if (!text.startsWith("$$")) {
    const path = splitFieldPath(text.slice(1));
    if (path.length === 1) {
      const name = path[0] as string;
      return ({ current }) => fieldOf(current, name);
    }
    return ({ current }) => evaluatePath(current, path, 0);
  }
  const [name = "", ...rest] = text.slice(2).split(".");
  if (name === "") throw new ServerError(9, "FailedToParse", "empty variable names are not allowed");
  if (!scope.names.has(name)) throw location(17276, `Use of undefined variable: ${name}`);
  if (rest.length > 0) splitFieldPath(rest.join("."));
  const base = variable(name);
  return rest.length === 0 ? base : (environment) => evaluatePath(base(environment), rest, 0);
}

/** Splits a field path. @throws ServerError 15998 or 40353 for an empty field name */
export function splitFieldPath(path: string): string[] {
  if (path === "") throw location(16872, "'$' by itself is not a valid FieldPath");
  if (path.endsWith(".")) throw location(40353, "FieldPath must not end with a '.'.");
  const parts = path.split(".");
  for (const part of parts) {
    if (part === "") throw location(15998, "FieldPath field names may not be empty strings.");
    if (part.startsWith("$"))
      throw location(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
  }
  return parts;
}

function variable(name: string): Evaluate {
  switch (name) {
    case "ROOT":
      return ({ root }) => root;
    case "CURRENT":
      return ({ current }) => current;
    case "REMOVE":
      return () => undefined;
    case "NOW":
      return ({ variables }) => variables.NOW ?? new Date();
    case "DESCEND":
    case "PRUNE":
    case "KEEP":
      return () => redaction[name];
    default:
      return ({ variables }) => ownValue(variables, name);
  }
}

function fieldOf(base: unknown, name: string): unknown {
  if (Array.isArray(base)) return evaluatePath(base, [name], 0);
  return isDocument(base) ? ownValue(base, name) : undefined;
}

/** The value at a field path; through an array, the values of its documents. */
export function evaluatePath(base: unknown, path: readonly string[], from: number): unknown {
  let value = base;
  for (let index = from; index < path.length; index += 1) {
    if (Array.isArray(value)) {
      const found: unknown[] = [];
      for (const item of value as unknown[]) {
        if (!isDocument(item)) continue;
        const inner = evaluatePath(item, path, index);
        if (inner !== undefined) found.push(inner);
      }
      return found;
    }
    if (!isDocument(value)) return undefined;
    value = ownValue(value, path[index] as string);
  }
  return value;
}
