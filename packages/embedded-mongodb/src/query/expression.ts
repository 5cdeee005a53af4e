import type { ObjectId } from "bson";
import { ADVICE, location, serverError } from "../errors";
import { evaluate, EXPRESSIONS, plain } from "./mingo";
import { BsonType, isDocument, ownValue, setOwn, startsWithOperator, typeOf, type Doc } from "./values";

/** A compiled expression. Returns its value for a document, undefined if it is missing. */
export type Evaluate = (doc: Doc) => unknown;

/**
 * Compiles an aggregation expression. Paths, literals, documents, and lists are our own, so that values that are only
 * passed on keep their type; operators are the library's.
 * @throws ServerError 168 InvalidPipelineOperator for an unknown operator, 17276 for an unknown variable
 */
export function compileExpression(expression: unknown): Evaluate {
  if (typeof expression === "string") {
    return expression.startsWith("$") ? compilePath(expression) : () => expression;
  }
  if (Array.isArray(expression)) {
    const items = expression.map(compileExpression);
    return (doc) => items.map((item) => item(doc) ?? null);
  }
  if (!isDocument(expression)) return () => expression;
  if (startsWithOperator(expression)) {
    checkOperators(expression);
    if (Object.hasOwn(expression, "$literal")) return () => expression.$literal;
    const prepared = plain(expression);
    const byLibrary: Evaluate = (doc) => evaluate(prepared, doc);
    return compileFilterByIds(expression.$filter, byLibrary) ?? byLibrary;
  }
  const fields = Object.entries(expression).map(([name, value]) => [name, compileExpression(value)] as const);
  return (doc) => {
    const out: Doc = {};
    for (const [name, value] of fields) setDefined(out, name, value(doc));
    return out;
  };
}

/**
 * `$filter` by the ids in a field of a list's documents. The library evaluates a condition for each item, which takes
 * many times as long as reading the list. Null for other conditions.
 */
function compileFilterByIds(argument: unknown, byLibrary: Evaluate): Evaluate | null {
  if (!isDocument(argument)) return null;
  const { input, as = "this", cond, ...more } = argument;
  const operands = isDocument(cond) && Object.keys(more).length === 0 ? cond.$in : null;
  if (!Array.isArray(operands) || operands.length !== 2) return null;
  const [path, ids] = operands as unknown[];
  const [variable, field, ...below] = String(path).split(".");
  if (variable !== `$$${String(as)}` || !field || below.length > 0) return null;
  if (!Array.isArray(ids) || !ids.every(isId)) return null;
  const wanted = new Set(ids.map((id) => id.toHexString()));
  const listOf = compileExpression(input);
  return (doc) => {
    const list = listOf(doc);
    if (!Array.isArray(list) || !list.every(isDocument)) return byLibrary(doc);
    return list.filter((item) => {
      const value = ownValue(item, field);
      return isId(value) && wanted.has(value.toHexString());
    });
  };
}

const isId = (value: unknown): value is ObjectId => typeOf(value) === BsonType.objectId;

/** Sets a field unless its value is missing. */
export function setDefined(doc: Doc, name: string, value: unknown): void {
  if (value !== undefined) setOwn(doc, name, value);
}

// Unsupported operators are refused before any document is read.
function checkOperators(expression: unknown): void {
  if (typeof expression === "string" && /^\$(?!\$)/.test(expression)) splitFieldPath(expression.slice(1));
  if (Array.isArray(expression)) for (const item of expression) checkOperators(item);
  if (!isDocument(expression)) return;
  const names = Object.keys(expression);
  const [name = ""] = names;
  if (name.startsWith("$")) {
    if (names.length > 1) {
      throw location(15983, `an expression has exactly one operator: { ${names.join(", ")} }`);
    }
    if (!EXPRESSIONS.has(name)) {
      throw serverError("InvalidPipelineOperator", `Unrecognized expression '${name}'. ${ADVICE}`);
    }
    if (name === "$literal") return;
  }
  for (const value of Object.values(expression)) checkOperators(value);
}

function compilePath(text: string): Evaluate {
  if (!text.startsWith("$$")) {
    const path = splitFieldPath(text.slice(1));
    return (doc) => evaluatePath(doc, path, 0);
  }
  const [name = "", ...rest] = text.slice(2).split(".");
  if (name === "ROOT") return (doc) => evaluatePath(doc, rest, 0);
  throw location(17276, `Use of undefined variable: ${name}. ${ADVICE}`);
}

/** Splits a field path. @throws ServerError 15998, 16410 for a field name that is empty or starts with a dollar */
export function splitFieldPath(path: string): string[] {
  const parts = path.split(".");
  if (parts.includes("")) throw location(15998, `FieldPath field names may not be empty strings: '${path}'`);
  if (parts.some((part) => part.startsWith("$"))) {
    throw location(16410, `FieldPath field names may not start with '$': '${path}'`);
  }
  return parts;
}

/** The value at a field path; through an array, the values of its documents. */
function evaluatePath(base: unknown, path: readonly string[], from: number): unknown {
  let value = base;
  for (let index = from; index < path.length; index += 1) {
    if (Array.isArray(value)) {
      return value
        .filter(isDocument)
        .map((item) => evaluatePath(item, path, index))
        .filter((item) => item !== undefined);
    }
    if (!isDocument(value)) return undefined;
    value = ownValue(value, path[index] as string);
  }
  return value;
}
