import { location } from "../errors";
import { compileExpression, type Evaluate, type Scope } from "../expression";
import { isDocument, type Doc } from "../values";

/** Makes an operator's argument ready for evaluation. */
export type CompileOperator = (argument: unknown, scope: Scope, name: string) => Evaluate;

/** The arguments of an operator: a list, or one that is not written as a list. */
export function argumentList(argument: unknown): unknown[] {
  return Array.isArray(argument) ? (argument as unknown[]) : [argument];
}

/** An operator that needs all its arguments' values. @throws ServerError 16020 or 28667 for a wrong number */
export function strict(
  least: number,
  most: number,
  evaluate: (values: unknown[], name: string, scope: Scope) => unknown,
): CompileOperator {
  return (argument, scope, name) => {
    const list = argumentList(argument);
    if (list.length < least || list.length > most) throw wrongCount(name, least, most, list.length);
    const items = list.map((item) => compileExpression(item, scope));
    const [first, second] = items;
    if (first && !second) return (environment) => evaluate([first(environment)], name, scope);
    return (environment) =>
      evaluate(
        items.map((item) => item(environment)),
        name,
        scope,
      );
  };
}

function wrongCount(name: string, least: number, most: number, given: number) {
  if (least === most) {
    return location(16020, `Expression ${name} takes exactly ${least} arguments. ${given} were passed in.`);
  }
  return location(
    28667,
    `Expression ${name} takes at least ${least} arguments, and at most ${most}, but ${given} were passed in.`,
  );
}

/** An operator of one argument. */
export function unary(evaluate: (value: unknown, name: string, scope: Scope) => unknown): CompileOperator {
  return strict(1, 1, ([value], name, scope) => evaluate(value, name, scope));
}

/** An operator of two arguments. */
export function binary(
  evaluate: (a: unknown, b: unknown, name: string, scope: Scope) => unknown,
): CompileOperator {
  return strict(2, 2, ([a, b], name, scope) => evaluate(a, b, name, scope));
}

/** The named arguments of an operator that takes a document. @throws ServerError for unknown and absent ones */
export function namedArguments(
  argument: unknown,
  name: string,
  required: readonly string[],
  optional: readonly string[],
  code: number,
): Doc {
  if (!isDocument(argument)) throw location(code, `${name} only supports an object as its argument`);
  for (const key of Object.keys(argument)) {
    if (!required.includes(key) && !optional.includes(key)) {
      throw location(code, `Unrecognized argument to ${name}: ${key}`);
    }
  }
  for (const key of required) {
    if (!Object.hasOwn(argument, key)) throw location(code, `Missing '${key}' parameter to ${name}`);
  }
  return argument;
}

/** An operator of named arguments whose values are all needed. */
export function named(
  required: readonly string[],
  optional: readonly string[],
  code: number,
  evaluate: (values: Doc, name: string, scope: Scope) => unknown,
): CompileOperator {
  return (argument, scope, name) => {
    const given = namedArguments(argument, name, required, optional, code);
    const items = Object.entries(given).map(([key, item]) => [key, compileExpression(item, scope)] as const);
    return (environment) => {
      const values: Doc = {};
      for (const [key, item] of items) values[key] = item(environment);
      return evaluate(values, name, scope);
    };
  };
}
