import { location } from "../errors";
import { compareValues, equalValues } from "../compare";
import { compileExpression, type Evaluate, type Environment } from "../expression";
import { isNumber, toInteger, toNumber } from "../numbers";
import { compileSort } from "../sort";
import { truthy } from "../truth";
import { isDocument, isNullish, setOwn, typeName, type Doc } from "../values";
import { scopeWith, withVariables } from "./control";
import { binary, namedArguments, named, strict, unary, type CompileOperator } from "./define";
import { averageOf, sumOf } from "./totals";

// An operator over the elements of `input`, each bound to a variable.
function overElements(
  body: string,
  optional: readonly string[],
  codes: { missing: number; notArray: number },
  combine: (
    items: unknown[],
    evaluate: (item: unknown) => unknown,
    rest: (name: string) => unknown,
  ) => unknown,
): CompileOperator {
  return (argument, scope, name) => {
    const given = namedArguments(argument, name, ["input", body], ["as", ...optional], codes.missing);
    const as = given.as === undefined ? "this" : String(given.as);
    const input = compileExpression(given.input, scope);
    const inner = compileExpression(given[body], scopeWith(scope, as));
    const rest = new Map<string, Evaluate>(
      optional
        .filter((key) => given[key] !== undefined)
        .map((key) => [key, compileExpression(given[key], scope)]),
    );
    return (environment: Environment) => {
      const items = input(environment);
      if (isNullish(items)) return null;
      if (!Array.isArray(items)) {
        throw location(codes.notArray, `input to ${name} must be an array not ${typeName(items)}`);
      }
      return combine(
        items,
        (item) => inner(withVariables(environment, { [as]: item })),
        (key) => rest.get(key)?.(environment),
      );
    };
  };
}

const map = overElements("in", [], { missing: 16879, notArray: 16883 }, (items, evaluate) =>
  items.map((item) => evaluate(item) ?? null),
);

const filter = overElements(
  "cond",
  ["limit"],
  { missing: 28648, notArray: 28651 },
  (items, evaluate, rest) => {
    const limit = rest("limit");
    const most = isNullish(limit) ? Infinity : toNumber(limit);
    if (most < 1) throw location(327392, `$filter: limit must be greater than 0`);
    const kept: unknown[] = [];
    for (const item of items) {
      if (kept.length >= most) break;
      if (truthy(evaluate(item))) kept.push(item);
    }
    return kept;
  },
);

const reduce: CompileOperator = (argument, scope, name) => {
  const given = namedArguments(argument, name, ["input", "initialValue", "in"], [], 40077);
  const input = compileExpression(given.input, scope);
  const initial = compileExpression(given.initialValue, scope);
  const inner = compileExpression(given.in, scopeWith(scope, "this", "value"));
  return (environment) => {
    const items = input(environment);
    if (isNullish(items)) return null;
    if (!Array.isArray(items))
      throw location(40080, `$reduce requires that 'input' be an array, found: ${typeName(items)}`);
    return (items as unknown[]).reduce(
      (value, item) => inner(withVariables(environment, { this: item, value })),
      initial(environment),
    );
  };
};

function index(value: unknown, name: string, code: number): number {
  const whole = isNumber(value) ? toInteger(value) : null;
  if (whole === null)
    throw location(
      code,
      `${name}'s second argument must be representable as a 32-bit integer: ${typeName(value)}`,
    );
  return Number(whole);
}

function elementAt(list: unknown, at: unknown): unknown {
  if (isNullish(list) || isNullish(at)) return null;
  if (!Array.isArray(list))
    throw location(28689, `$arrayElemAt's first argument must be an array, but is ${typeName(list)}`);
  if (!isNumber(at))
    throw location(28690, `$arrayElemAt's second argument must be a numeric value, but is ${typeName(at)}`);
  return (list as unknown[]).at(index(at, "$arrayElemAt", 28691));
}

function slice([list, a, b]: unknown[]): unknown {
  if (isNullish(list) || isNullish(a) || b === null) return null;
  if (!Array.isArray(list))
    throw location(28724, `First argument to $slice must be an array, but is of type: ${typeName(list)}`);
  if (!isNumber(a))
    throw location(
      28725,
      `Second argument to $slice must be a numeric value, but is of type: ${typeName(a)}`,
    );
  const first = index(a, "$slice", 28726);
  if (b === undefined) return first >= 0 ? list.slice(0, first) : list.slice(first);
  const count = isNumber(b) ? Number(toInteger(b) ?? Number.NaN) : Number.NaN;
  if (!(count > 0)) throw location(28729, `Third argument to $slice must be positive: ${String(b)}`);
  const start = first >= 0 ? first : Math.max(0, list.length + first);
  return list.slice(start, start + count);
}

function range([from, to, by = 1]: unknown[]): unknown {
  const [start, end, step] = [from, to, by].map((value, at) => {
    const whole = isNumber(value) ? toInteger(value) : null;
    if (whole === null)
      throw location(
        [34443, 34445, 34447][at] ?? 34443,
        `$range requires a numeric value, found value of type: ${typeName(value)}`,
      );
    return Number(whole);
  }) as [number, number, number];
  if (step === 0) throw location(34449, "$range requires a non-zero step value");
  const values: number[] = [];
  for (let value = start; step > 0 ? value < end : value > end; value += step) values.push(value);
  return values;
}

function indexOf([list, wanted, from = 0, to]: unknown[]): unknown {
  if (isNullish(list)) return null;
  if (!Array.isArray(list))
    throw location(40090, `$indexOfArray requires an array as a first argument, found: ${typeName(list)}`);
  const start = toNumber(from);
  const end = to === undefined ? list.length : Math.min(toNumber(to), list.length);
  for (let at = start; at < end; at += 1) if (equalValues(list[at], wanted)) return at;
  return -1;
}

function concat(lists: unknown[]): unknown {
  const all: unknown[] = [];
  for (const list of lists) {
    if (isNullish(list)) return null;
    if (!Array.isArray(list))
      throw location(28664, `$concatArrays only supports arrays, not ${typeName(list)}`);
    all.push(...(list as unknown[]));
  }
  return all;
}

function toObject(list: unknown): unknown {
  if (isNullish(list)) return null;
  if (!Array.isArray(list))
    throw location(40386, `$arrayToObject requires an array input, found: ${typeName(list)}`);
  const doc: Doc = {};
  for (const item of list as unknown[]) {
    if (Array.isArray(item) && item.length === 2 && typeof item[0] === "string")
      setOwn(doc, item[0], item[1]);
    else if (isDocument(item) && typeof item.k === "string" && Object.hasOwn(item, "v"))
      setOwn(doc, item.k, item.v);
    else throw location(40398, `Unrecognised input type format for $arrayToObject: ${typeName(item)}`);
  }
  return doc;
}

function sortArray(values: Doc): unknown {
  const { input, sortBy } = values;
  if (isNullish(input)) return null;
  if (!Array.isArray(input))
    throw location(
      2942504,
      `The input argument to $sortArray must be an array, but was of type: ${typeName(input)}`,
    );
  const items = [...(input as unknown[])];
  if (isDocument(sortBy)) {
    const compare = compileSort(sortBy);
    return items.sort((a, b) => compare(isDocument(a) ? a : {}, isDocument(b) ? b : {}));
  }
  const sign = toNumber(sortBy);
  if (Math.abs(sign) !== 1) throw location(2942505, "$sortArray sortBy must be 1, -1 or a document");
  return items.sort((a, b) => sign * compareValues(a, b));
}

function takeN(pick: (items: unknown[], n: number) => unknown[]): CompileOperator {
  return named(["input", "n"], [], 5787801, ({ input, n }, name) => {
    if (!Array.isArray(input))
      throw location(5788200, `${name} 'input' must be an array, found ${typeName(input)}`);
    const count = isNumber(n) ? Number(toInteger(n) ?? Number.NaN) : Number.NaN;
    if (Number.isNaN(count))
      throw location(5787902, `Value for 'n' must be of integral type, but found ${typeName(n)}`);
    if (count <= 0) throw location(5787908, `'n' must be greater than 0, found ${count}`);
    return pick(input as unknown[], count);
  });
}

// $first/$last of an array.
function end(at: number): CompileOperator {
  return unary((list, name) => {
    if (isNullish(list)) return null;
    if (!Array.isArray(list))
      throw location(28689, `${name}'s argument must be an array, but is ${typeName(list)}`);
    return (list as unknown[]).at(at);
  });
}

// $sum, $avg, $min, $max over one array or several values.
function overAll(compute: (values: unknown[]) => unknown): CompileOperator {
  return strict(0, Infinity, (values) => {
    const [first] = values;
    return compute(values.length === 1 && Array.isArray(first) ? (first as unknown[]) : values);
  });
}

function extreme(sign: number): (values: unknown[]) => unknown {
  return (values) =>
    values
      .filter((value) => !isNullish(value))
      .reduce<unknown>(
        (best, value) => (best === null || sign * compareValues(value, best) > 0 ? value : best),
        null,
      );
}

/** Arrays. */
export const arrayOperators: Record<string, CompileOperator> = {
  $map: map,
  $filter: filter,
  $reduce: reduce,
  $arrayElemAt: binary(elementAt),
  $slice: strict(2, 3, slice),
  $range: strict(2, 3, range),
  $indexOfArray: strict(2, 4, indexOf),
  $concatArrays: strict(0, Infinity, concat),
  $arrayToObject: unary(toObject),
  $sortArray: named(["input", "sortBy"], [], 2942500, sortArray),
  $isArray: unary((value) => Array.isArray(value)),
  $size: unary((value) => {
    if (!Array.isArray(value))
      throw location(17124, `The argument to $size must be an array, but was of type: ${typeName(value)}`);
    return value.length;
  }),
  $in: binary((value, list) => {
    if (!Array.isArray(list))
      throw location(40081, `$in requires an array as a second argument, found: ${typeName(list)}`);
    return list.some((item) => equalValues(item, value));
  }),
  $reverseArray: unary((list) => {
    if (isNullish(list)) return null;
    if (!Array.isArray(list))
      throw location(
        34435,
        `The argument to $reverseArray must be an array, but was of type: ${typeName(list)}`,
      );
    return [...(list as unknown[])].reverse();
  }),
  $first: end(0),
  $last: end(-1),
  $firstN: takeN((items, n) => items.slice(0, n)),
  $lastN: takeN((items, n) => items.slice(-n)),
  $minN: takeN((items, n) =>
    items
      .filter((item) => !isNullish(item))
      .sort(compareValues)
      .slice(0, n),
  ),
  $maxN: takeN((items, n) =>
    items
      .filter((item) => !isNullish(item))
      .sort((a, b) => compareValues(b, a))
      .slice(0, n),
  ),
  $sum: overAll(sumOf),
  $avg: overAll(averageOf),
  $min: overAll(extreme(-1)),
  $max: overAll(extreme(1)),
};
