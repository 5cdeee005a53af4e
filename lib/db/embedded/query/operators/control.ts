import { location } from "../errors";
import { compileExpression, widenScope, type Environment, type Evaluate, type Scope } from "../expression";
import { truthy } from "../truth";
import { isDocument, isNullish } from "../values";
import { argumentList, namedArguments, type CompileOperator } from "./define";

const condition: CompileOperator = (argument, scope) => {
  let parts: unknown[];
  if (isDocument(argument)) {
    const codes: Record<string, number> = { if: 17080, then: 17081, else: 17082 };
    for (const key of Object.keys(argument)) {
      if (!Object.hasOwn(codes, key)) throw location(17083, `Unrecognized parameter to $cond: ${key}`);
    }
    parts = Object.entries(codes).map(([key, code]) => {
      if (!Object.hasOwn(argument, key)) throw location(code, `Missing '${key}' parameter to $cond`);
      return argument[key];
    });
  } else {
    parts = argumentList(argument);
    if (parts.length !== 3) {
      throw location(16020, `Expression $cond takes exactly 3 arguments. ${parts.length} were passed in.`);
    }
  }
  const [test, then, otherwise] = parts.map((part) => compileExpression(part, scope)) as [
    Evaluate,
    Evaluate,
    Evaluate,
  ];
  return (environment) => (truthy(test(environment)) ? then(environment) : otherwise(environment));
};

const ifNull: CompileOperator = (argument, scope) => {
  const items = argumentList(argument).map((item) => compileExpression(item, scope));
  if (items.length < 2) throw location(1257300, `$ifNull needs at least two arguments, had: ${items.length}`);
  return (environment) => {
    let value: unknown;
    for (const item of items) {
      value = item(environment);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

const choose: CompileOperator = (argument, scope) => {
  if (!isDocument(argument)) throw location(40060, "$switch requires an object as an argument");
  for (const key of Object.keys(argument)) {
    if (key !== "branches" && key !== "default")
      throw location(40067, `$switch found an unknown argument: ${key}`);
  }
  if (!Array.isArray(argument.branches)) throw location(40061, "$switch expected an array for 'branches'");
  if (argument.branches.length === 0) throw location(40068, "$switch requires at least one branch.");
  const branches = (argument.branches as unknown[]).map((branch) => {
    if (!isDocument(branch)) throw location(40062, "$switch expected each branch to be an object");
    for (const key of Object.keys(branch)) {
      if (key !== "case" && key !== "then")
        throw location(40063, `$switch found an unknown argument to a branch: ${key}`);
    }
    if (!Object.hasOwn(branch, "case"))
      throw location(40064, "$switch requires each branch have a 'case' expression");
    if (!Object.hasOwn(branch, "then"))
      throw location(40065, "$switch requires each branch have a 'then' expression.");
    return { test: compileExpression(branch.case, scope), then: compileExpression(branch.then, scope) };
  });
  const otherwise = Object.hasOwn(argument, "default") ? compileExpression(argument.default, scope) : null;
  return (environment) => {
    for (const { test, then } of branches) if (truthy(test(environment))) return then(environment);
    if (!otherwise) {
      throw location(
        40066,
        "$switch could not find a matching branch for an input, and no default was specified.",
      );
    }
    return otherwise(environment);
  };
};

const letIn: CompileOperator = (argument, scope) => {
  const given = namedArguments(argument, "$let", ["vars", "in"], [], 16874);
  if (!isDocument(given.vars)) throw location(10065, "invalid parameter: expected an object (vars)");
  const bound = Object.entries(given.vars).map(
    ([name, value]) => [name, compileExpression(value, scope)] as const,
  );
  const inner = compileExpression(given.in, widenScope(scope, Object.keys(given.vars)));
  return (environment) =>
    inner(
      withVariables(
        environment,
        Object.fromEntries(bound.map(([name, evaluate]) => [name, evaluate(environment)])),
      ),
    );
};

/** An environment with more variables; `CURRENT` moves where field paths start. */
export function withVariables(environment: Environment, variables: Record<string, unknown>): Environment {
  return {
    root: environment.root,
    current: Object.hasOwn(variables, "CURRENT") ? variables.CURRENT : environment.current,
    variables: { ...environment.variables, ...variables },
  };
}

/** A scope that knows one more name. */
export function scopeWith(scope: Scope, ...names: string[]): Scope {
  return widenScope(scope, names);
}

/** Conditions, variables, literals. */
export const controlOperators: Record<string, CompileOperator> = {
  $cond: condition,
  $ifNull: ifNull,
  $switch: choose,
  $let: letIn,
  $literal: (argument) => () => argument,
  $const: (argument) => () => argument,
  $rand: () => () => Math.random(),
  $expr: (argument, scope) => compileExpression(argument, scope),
};
