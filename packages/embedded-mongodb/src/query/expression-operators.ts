import { location } from "../errors";
import { compareValues } from "./compare";
import { valueKey } from "./keys";
import { truthy } from "./numbers";
import { isNullish, type Doc } from "./values";

/** A compiled expression. Returns its value for a document, undefined if it is missing. `variables`: those of `$map`. */
export type Evaluate = (doc: Doc, variables?: Doc) => unknown;

/** An operator with so many arguments, or any number of them. */
type Operator = { count?: number; compile: (values: Evaluate[]) => Evaluate };

const computed = (compute: (...values: unknown[]) => unknown, count?: number): Operator => ({
  ...(count === undefined ? {} : { count }),
  compile: (values) => (doc, variables) => compute(...values.map((value) => value(doc, variables))),
});

// Unlike in filters, missing is below null, and values of all types compare.
const comparison = (holds: (order: number) => boolean): Operator =>
  computed((a, b) => {
    const missing = Number(a !== undefined) - Number(b !== undefined);
    return holds(missing || compareValues(a, b));
  }, 2);

/** The operators of expressions on the values of their arguments, by name. */
export const operators: Readonly<Record<string, Operator>> = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $and: computed((...values) => values.every(truthy)),
  $or: computed((...values) => values.some(truthy)),
  $not: computed((value) => !truthy(value), 1),
  $ifNull: computed((...values) => values.find((value) => !isNullish(value)) ?? values.at(-1)),
  $cond: {
    count: 3,
    // A condition often guards the expression that would fail.
    compile:
      ([test, yes, no]) =>
      (doc, variables) =>
        (truthy(test!(doc, variables)) ? yes : no)!(doc, variables),
  },
  $size: computed((list) => listOf(list, 17124, "$size").length, 1),
  $setUnion: computed((...lists) => {
    if (lists.some(isNullish)) return null;
    const items = lists.flatMap((list) => listOf(list, 17043, "$setUnion"));
    return [...new Map(items.map((item) => [valueKey(item), item])).values()];
  }),
};

/** The value as a list. @throws ServerError with this code if it is none */
export function listOf(value: unknown, code: number, operator: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw location(code, `${operator} needs an array`);
}
