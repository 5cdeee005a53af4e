import { location } from "../errors";
import { valueKey } from "../value-key";
import { truthy } from "../truth";
import { isNullish, typeName } from "../values";
import { binary, strict, unary, type CompileOperator } from "./define";

function keyed(list: unknown[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of list) {
    const key = valueKey(item);
    if (!found.has(key)) found.set(key, item);
  }
  return found;
}

function arrayOf(value: unknown, name: string, code: number): unknown[] {
  if (!Array.isArray(value))
    throw location(
      code,
      `All operands of ${name} must be arrays. One argument is of type: ${typeName(value)}`,
    );
  return value as unknown[];
}

function union(lists: unknown[], name: string): unknown {
  if (lists.some(isNullish)) return null;
  return [...keyed(lists.flatMap((list) => arrayOf(list, name, 17043))).values()];
}

function intersection(lists: unknown[], name: string): unknown {
  if (lists.some(isNullish)) return null;
  const [first, ...rest] = lists.map((list) => keyed(arrayOf(list, name, 17047)));
  if (!first) return [];
  return [...first].filter(([key]) => rest.every((set) => set.has(key))).map(([, value]) => value);
}

/** Arrays as sets. */
export const setOperators: Record<string, CompileOperator> = {
  $setUnion: strict(0, Infinity, union),
  $setIntersection: strict(0, Infinity, intersection),
  $setDifference: binary((a, b, name) => {
    if (isNullish(a) || isNullish(b)) return null;
    const without = keyed(arrayOf(b, name, 17049));
    return [...keyed(arrayOf(a, name, 17048))].filter(([key]) => !without.has(key)).map(([, value]) => value);
  }),
  $setEquals: strict(2, Infinity, (lists, name) => {
    const [first, ...rest] = lists.map((list) => keyed(arrayOf(list, name, 17044)));
    return rest.every((set) => set.size === first?.size && [...set.keys()].every((key) => first.has(key)));
  }),
  $setIsSubset: binary((a, b, name) => {
    const within = keyed(arrayOf(b, name, 17042));
    return [...keyed(arrayOf(a, name, 17046)).keys()].every((key) => within.has(key));
  }),
  $allElementsTrue: unary((list, name) => arrayOf(list, name, 17040).every(truthy)),
  $anyElementTrue: unary((list, name) => arrayOf(list, name, 17041).some(truthy)),
};
