import { equalValues } from "../query/compare";
import { valueKey } from "../query/keys";
import { truthy } from "../query/numbers";
import { isDocument, isRegex, startsWithOperator, TypeOrder, typeOrder, type Doc } from "../query/values";

/** A condition on a path that an index can serve. */
export type Predicate =
  | { kind: "in"; values: unknown[] }
  | { kind: "range"; operator: "$gt" | "$gte" | "$lt" | "$lte"; value: unknown }
  | { kind: "exists" };

/** Path → conditions that must all hold. Omitting one only widens the lookup. */
export type Predicates = Map<string, Predicate[]>;

const RANGES = new Set(["$gt", "$gte", "$lt", "$lte"]);

/** The conditions of a filter that hold for every match: its own fields and those below `$and`. */
export function predicatesOf(filter: Doc, predicates: Predicates = new Map()): Predicates {
  for (const [path, condition] of Object.entries(filter)) {
    if (path === "$and" && Array.isArray(condition)) {
      for (const part of condition) if (isDocument(part)) predicatesOf(part, predicates);
    } else if (!path.startsWith("$")) {
      predicates.set(path, [...(predicates.get(path) ?? []), ...predicatesOfField(condition)]);
    }
  }
  return predicates;
}

function predicatesOfField(condition: unknown): Predicate[] {
  if (!isDocument(condition) || !startsWithOperator(condition)) return equality([condition]);
  return Object.entries(condition).flatMap(([operator, value]): Predicate[] => {
    if (operator === "$eq") return equality([value]);
    if (operator === "$in" && Array.isArray(value)) return equality(value);
    if (operator === "$exists" && truthy(value)) return [{ kind: "exists" }];
    return RANGES.has(operator) && isOrdered(value)
      ? [{ kind: "range", operator: operator as "$gt", value }]
      : [];
  });
}

function equality(values: unknown[]): Predicate[] {
  // Arrays also match as a whole, and regexes match strings: neither is a value in an index.
  if (values.some((value) => Array.isArray(value) || isRegex(value) || value === undefined)) return [];
  return [{ kind: "in", values: values.length > 1 ? distinct(values) : values }];
}

const distinct = (values: unknown[]): unknown[] => [
  ...new Map(values.map((value) => [valueKey(value), value])).values(),
];

// Ranges apply within a type. Only these types have the same limits in MongoDB and in our keys.
function isOrdered(value: unknown): boolean {
  const types: number[] = [TypeOrder.int, TypeOrder.string, TypeOrder.date, TypeOrder.objectId];
  return types.includes(typeOrder(value));
}

/** Whether every document that satisfies these conditions is in a partial index with this filter. */
export function implies(predicates: Predicates, partial: Doc): boolean {
  return Object.entries(partial).every(([path, condition]) => {
    const demands = predicates.get(path) ?? [];
    if (isDocument(condition) && Object.hasOwn(condition, "$exists")) {
      return demands.some((demand) => demand.kind !== "in" || demand.values.every((value) => value !== null));
    }
    return demands.some(
      (demand) => demand.kind === "in" && demand.values.every((value) => equalValues(value, condition)),
    );
  });
}
