import { ADVICE, failedToParse, location, serverError } from "../errors";
import { listOf, operators, type Evaluate } from "./expression-operators";
import { isDocument, isNullish, ownValue, setOwn, startsWithOperator, type Doc } from "./values";

export type { Evaluate };

/** The names of all operators. */
export const EXPRESSIONS: ReadonlySet<string> = new Set([...Object.keys(operators), "$literal", "$map"]);

/**
 * Compiles an aggregation expression. Values keep their type.
 * @param scope the names of the variables
 * @throws ServerError 168 InvalidPipelineOperator for an unknown operator, 17276 for an unknown variable
 */
export function compileExpression(expression: unknown, scope: readonly string[] = []): Evaluate {
  if (typeof expression === "string") {
    return expression.startsWith("$") ? compilePath(expression, scope) : () => expression;
  }
  if (Array.isArray(expression)) {
    const items = expression.map((item) => compileExpression(item, scope));
    return (doc, variables) => items.map((item) => item(doc, variables) ?? null);
  }
  if (!isDocument(expression)) return () => expression;
  if (startsWithOperator(expression)) return compileOperator(expression, scope);
  const fields = Object.entries(expression).map(
    ([name, value]) => [name, compileExpression(value, scope)] as const,
  );
  return (doc, variables) => {
    const out: Doc = {};
    for (const [name, value] of fields) setDefined(out, name, value(doc, variables));
    return out;
  };
}

/** Sets a field unless its value is missing. */
export function setDefined(doc: Doc, name: string, value: unknown): void {
  if (value !== undefined) setOwn(doc, name, value);
}

function compileOperator(expression: Doc, scope: readonly string[]): Evaluate {
  const [[name, argument] = ["", null], ...more] = Object.entries(expression);
  if (more.length > 0)
    throw location(15983, `an expression has exactly one operator, not also ${more[0]![0]}`);
  if (name === "$literal") return () => argument;
  if (name === "$map") return compileMap(argument, scope);
  const operator = ownValue(operators, name);
  if (!operator) throw serverError("InvalidPipelineOperator", `Unrecognized expression '${name}'. ${ADVICE}`);
  const values = Array.isArray(argument) ? (argument as unknown[]) : [argument];
  const { count = values.length, compile } = operator;
  if (values.length !== count) {
    throw location(
      16020,
      `Expression ${name} takes exactly ${count} arguments. ${values.length} were passed in.`,
    );
  }
  return compile(values.map((value) => compileExpression(value, scope)));
}

function compileMap(argument: unknown, scope: readonly string[]): Evaluate {
  const { input, as = "this", in: body, ...unknown } = isDocument(argument) ? argument : {};
  if (
    input === undefined ||
    body === undefined ||
    typeof as !== "string" ||
    Object.keys(unknown).length > 0
  ) {
    throw failedToParse("$map needs 'input' and 'in', and knows 'as'");
  }
  const items = compileExpression(input, scope);
  const item = compileExpression(body, [...scope, as]);
  return (doc, variables) => {
    const list = items(doc, variables);
    if (isNullish(list)) return null;
    return listOf(list, 16883, "$map").map((one) => item(doc, { ...variables, [as]: one }) ?? null);
  };
}

function compilePath(text: string, scope: readonly string[]): Evaluate {
  if (!text.startsWith("$$")) {
    const path = splitFieldPath(text.slice(1));
    return (doc) => evaluatePath(doc, path, 0);
  }
  const [name = "", ...rest] = text.slice(2).split(".");
  if (name === "ROOT") return (doc) => evaluatePath(doc, rest, 0);
  if (scope.includes(name)) return (_doc, variables) => evaluatePath(variables?.[name], rest, 0);
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
