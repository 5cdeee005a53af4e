import { ADVICE, badValue, location } from "../errors";
import { encodedNames, type FieldNames } from "./codec";
import { compareValues } from "./compare";
import { compileExpression } from "./expression";
import { valueKey } from "./keys";
import { add, isNumber } from "./numbers";
import { Row, type RunStage } from "./row";
import { isDocument, isNullish, ownValue, setOwn, type Doc } from "./values";

/** Accumulates the values of one field of a group. */
type Accumulator = { add(value: unknown): void; result(): unknown };

/** Compiles `$group`. Groups are in order of first occurrence. */
export function compileGroup({ _id: id, ...others }: Doc): RunStage {
  if (id === undefined) throw location(15955, "a group specification must include an _id");
  const idOf = compileExpression(id);
  const fields = Object.entries(others).map(([name, value]) => ({
    name,
    ...compileAccumulator(name, value),
  }));
  const names = fieldsOf([id, ...fields.map(({ argument }) => argument)]);
  return function* group(rows) {
    const groups = new Map<string, { id: unknown; accumulators: Accumulator[] }>();
    for (const row of rows) {
      const doc = names ? row.only(names) : row.doc;
      const value = idOf(doc) ?? null;
      const key = valueKey(value);
      let found = groups.get(key);
      if (!found) groups.set(key, (found = { id: value, accumulators: fields.map(({ make }) => make()) }));
      for (const [index, { evaluate }] of fields.entries()) found.accumulators[index]?.add(evaluate(doc));
    }
    for (const { id: _id, accumulators } of groups.values()) {
      const out: Doc = { _id };
      for (const [index, { name }] of fields.entries()) setOwn(out, name, accumulators[index]?.result());
      yield Row.of(out);
    }
  };
}

function largest(): Accumulator {
  let best: unknown = null;
  return {
    add(value) {
      if (!isNullish(value) && (best === null || compareValues(value, best) > 0)) best = value;
    },
    result: () => best,
  };
}

function total(): Accumulator {
  let sum: unknown = 0;
  return {
    add(value) {
      if (isNumber(value)) sum = add(sum, value);
      if (sum === null) throw badValue("The sum is beyond 64 bits");
    },
    result: () => sum,
  };
}

/** The first value for each key, in order; none for missing ones. */
export function collected(keyOf: (value: unknown, size: number) => string) {
  const values = new Map<string, unknown>();
  return {
    add(value: unknown) {
      const key = keyOf(value, values.size);
      if (value !== undefined && !values.has(key)) values.set(key, value);
    },
    result: () => [...values.values()],
  };
}

/** The accumulators by name. */
export const accumulators: Record<string, () => Accumulator> = {
  $sum: total,
  $max: largest,
  $push: () => collected((_value, size) => String(size)),
  $addToSet: () => collected(valueKey),
};

function compileAccumulator(field: string, specification: unknown) {
  const [[name, argument] = ["", null], ...more] = isDocument(specification)
    ? Object.entries(specification)
    : [];
  if (name === "" || more.length > 0 || field.includes(".")) {
    throw location(40234, `The field '${field}' must be an accumulator object, and its name have no dots`);
  }
  const make = ownValue(accumulators, name);
  if (!make) throw location(15952, `unknown group operator '${name}'. ${ADVICE}`);
  return { make, argument, evaluate: compileExpression(argument) };
}

/** The top-level fields that expressions use, if each is a path or a number; otherwise null: it may be any. */
function fieldsOf(expressions: readonly unknown[]): FieldNames | null {
  const used = expressions.filter((expression) => !isNullish(expression) && !isNumber(expression));
  if (!used.every((one) => typeof one === "string" && /^\$[^$]/.test(one))) return null;
  return encodedNames(used.map((path) => String(path).slice(1)));
}
