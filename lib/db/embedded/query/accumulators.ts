import { evalExpr, Context } from "mingo/core";
import * as accumulatorLibrary from "mingo/operators/accumulator";
import * as expressionLibrary from "mingo/operators/expression";
import { location } from "./errors";
import { compareWithMissing } from "./compare";
import { compileExpression, type Environment, type Evaluate, type Scope } from "./expression";
import { isNumber, makeDouble, toInteger, toNumber } from "./numbers";
import { plain } from "./operators/borrowed";
import { namedArguments } from "./operators/define";
import { mergeObjects } from "./operators/objects";
import { Total } from "./operators/totals";
import { compileSort } from "./sort";
import { valueKey } from "./value-key";
import { isDocument, isNullish, typeName, type Doc } from "./values";

/** Gathers one field of a group. */
export interface Accumulator {
  add(environment: Environment): void;
  result(): unknown;
}

/** Makes an accumulator for each group. */
export type NewAccumulator = () => Accumulator;

type CompileAccumulator = (argument: unknown, scope: Scope, name: string) => NewAccumulator;

// An accumulator over the values of one expression.
function gathering<State>(
  start: () => State,
  add: (state: State, value: unknown) => State,
  result: (state: State) => unknown,
): CompileAccumulator {
  return (argument, scope, name) => {
    if (Array.isArray(argument)) throw location(40237, `The ${name} accumulator is a unary operator`);
    const evaluate = compileExpression(argument, scope);
    return () => {
      let state = start();
      return {
        add: (environment) => void (state = add(state, evaluate(environment))),
        result: () => result(state),
      };
    };
  };
}

function extreme(sign: number): CompileAccumulator {
  return gathering<unknown>(
    () => undefined,
    (best, value) =>
      !isNullish(value) && (best === undefined || sign * compareWithMissing(value, best) > 0) ? value : best,
    (best) => best ?? null,
  );
}

const average = gathering(
  () => new Total(),
  (total, value) => total.add(value),
  (total) => total.average(),
);

function deviation(sample: boolean): CompileAccumulator {
  return gathering<number[]>(
    () => [],
    (numbers, value) => {
      if (isNumber(value)) numbers.push(toNumber(value));
      return numbers;
    },
    (numbers) => {
      const divisor = numbers.length - Number(sample);
      if (divisor <= 0) return null;
      const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
      return makeDouble(Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / divisor));
    },
  );
}

function readCount(n: Evaluate, environment: Environment, name: string): number {
  const value = n(environment);
  const count = isNumber(value) ? Number(toInteger(value) ?? Number.NaN) : Number.NaN;
  if (Number.isNaN(count))
    throw location(5787902, `Value for 'n' must be of integral type, but found ${typeName(value)}`);
  if (count <= 0) throw location(5787908, `'n' must be greater than 0, found ${count} (${name})`);
  return count;
}

// $firstN, $lastN, $minN, $maxN
function several(pick: (values: unknown[], n: number) => unknown[]): CompileAccumulator {
  return (argument, scope, name) => {
    const given = namedArguments(argument, name, ["input", "n"], [], 5787901);
    const input = compileExpression(given.input, scope);
    const n = compileExpression(given.n, scope);
    return () => {
      const values: unknown[] = [];
      let count = 1;
      return {
        add(environment) {
          count = readCount(n, environment, name);
          values.push(input(environment));
        },
        result: () => pick(values, count).map((value) => value ?? null),
      };
    };
  };
}

// $top, $bottom, $topN, $bottomN
function ranked(fromTop: boolean, single: boolean): CompileAccumulator {
  return (argument, scope, name) => {
    const given = namedArguments(
      argument,
      name,
      single ? ["sortBy", "output"] : ["n", "sortBy", "output"],
      [],
      5788002,
    );
    if (!isDocument(given.sortBy))
      throw location(5788604, `expected 'sortBy' to already be an object in the arguments to ${name}`);
    const compare = compileSort(given.sortBy);
    const output = compileExpression(given.output, scope);
    const n = single ? null : compileExpression(given.n, scope);
    return () => {
      const held: { doc: Doc; value: unknown }[] = [];
      let count = 1;
      return {
        add(environment) {
          if (n) count = readCount(n, environment, name);
          held.push({ doc: environment.root as Doc, value: output(environment) ?? null });
        },
        result() {
          const sorted = held.sort((a, b) => compare(a.doc, b.doc)).map(({ value }) => value);
          const picked = fromTop ? sorted.slice(0, count) : sorted.slice(-count);
          return single ? (picked[0] ?? null) : picked;
        },
      };
    };
  };
}

const context = Context.init({
  accumulator: accumulatorLibrary as never,
  expression: expressionLibrary as never,
});

// $median and $percentile are mingo's.
const statistics: CompileAccumulator = (argument, scope, name) => {
  const given = namedArguments(
    argument,
    name,
    name === "$median" ? ["input", "method"] : ["input", "method", "p"],
    [],
    40414,
  );
  const input = compileExpression(given.input, scope);
  return () => {
    const values: unknown[] = [];
    return {
      add: (environment) => {
        const value = input(environment);
        if (isNumber(value)) values.push(toNumber(value));
      },
      result: () => {
        const rest = plain({ ...given, input: "$$CURRENT" }) as Doc;
        const sorted = values.sort((a, b) => (a as number) - (b as number));
        if (sorted.length === 0) return name === "$median" ? null : (given.p as unknown[]).map(() => null);
        const result: unknown = evalExpr(sorted as never, { [name]: rest } as never, { context } as never);
        return Array.isArray(result)
          ? result.map((item) => makeDouble(item as number))
          : makeDouble(result as number);
      },
    };
  };
};

const compilers: Record<string, CompileAccumulator> = {
  $sum: gathering(
    () => new Total(),
    (total, value) => total.add(value),
    (total) => total.sum(),
  ),
  $avg: average,
  $min: extreme(-1),
  $max: extreme(1),
  $first: gathering<{ value: unknown } | null>(
    () => null,
    (held, value) => held ?? { value },
    (held) => held?.value ?? null,
  ),
  $last: gathering<unknown>(
    () => undefined,
    (_held, value) => value,
    (held) => held ?? null,
  ),
  $push: gathering<unknown[]>(
    () => [],
    (list, value) => {
      if (value !== undefined) list.push(value);
      return list;
    },
    (list) => list,
  ),
  $addToSet: gathering<Map<string, unknown>>(
    () => new Map(),
    (set, value) => {
      const key = value === undefined ? undefined : valueKey(value);
      if (key !== undefined && !set.has(key)) set.set(key, value);
      return set;
    },
    (set) => [...set.values()],
  ),
  $mergeObjects: gathering<unknown[]>(
    () => [],
    (list, value) => {
      list.push(value);
      return list;
    },
    mergeObjects,
  ),
  $stdDevPop: deviation(false),
  $stdDevSamp: deviation(true),
  $firstN: several((values, n) => values.slice(0, n)),
  $lastN: several((values, n) => values.slice(-n)),
  $minN: several((values, n) =>
    values
      .filter((value) => !isNullish(value))
      .sort(compareWithMissing)
      .slice(0, n),
  ),
  $maxN: several((values, n) =>
    values
      .filter((value) => !isNullish(value))
      .sort((a, b) => compareWithMissing(b, a))
      .slice(0, n),
  ),
  $top: ranked(true, true),
  $bottom: ranked(false, true),
  $topN: ranked(true, false),
  $bottomN: ranked(false, false),
  $median: statistics,
  $percentile: statistics,
  $count: (argument, scope) => {
    if (!isDocument(argument) || Object.keys(argument).length > 0) {
      throw location(40414, "$count takes no arguments, i.e. $count:{}");
    }
    return (compilers.$sum as CompileAccumulator)(1, scope, "$sum");
  },
};

/** Compiles a group's field. @throws ServerError 15952 for an unknown accumulator */
export function compileAccumulator(field: string, specification: unknown, scope: Scope): NewAccumulator {
  if (!isDocument(specification)) {
    throw location(40234, `The field '${field}' must be an accumulator object`);
  }
  const names = Object.keys(specification);
  if (names.length !== 1) throw location(40238, `The field '${field}' must specify one accumulator`);
  const [name = ""] = names;
  const compile = Object.hasOwn(compilers, name) ? compilers[name] : undefined;
  if (!compile) throw location(15952, `unknown group operator '${name}'`);
  return compile(specification[name], scope, name);
}
