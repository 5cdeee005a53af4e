import { badValue, location } from "./errors";
import { ServerError } from "../errors";
import { compileCollation } from "./collation";
import { compareValues, type StringComparison } from "./compare";
import { isNumber, toNumber } from "./numbers";
import { keysAt } from "./paths";
import { isDocument, ownValue, type Doc } from "./values";

/** One field of a sort: ascending (1) or descending (−1). */
export interface SortField {
  path: string;
  direction: 1 | -1;
}

/** Reads a sort document. @throws ServerError 15974/15975 for a direction that is neither 1 nor −1 */
export function parseSort(sort: Doc): SortField[] {
  return Object.entries(sort).map(([path, direction]) => {
    if (path === "")
      throw new ServerError(40352, "Location40352", "FieldPath cannot be constructed with empty string");
    if (isDocument(direction)) {
      if (!Object.hasOwn(direction, "$meta")) throw badValue(`Illegal sort specification: ${path}`);
      return { path, direction: 1 };
    }
    if (!isNumber(direction))
      throw location(15974, `Illegal key in $sort specification: ${path}: ${String(direction)}`);
    const sign = Math.trunc(toNumber(direction));
    if (sign !== 1 && sign !== -1) {
      throw location(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
    }
    return { path, direction: sign };
  });
}

/**
 * Compiles a sort: MongoDB's order of values, an array counting as its smallest element (ascending) or
 * its largest (descending), missing as null. Documents that compare equal keep their order.
 */
export function compileSort(sort: Doc, collation?: Doc): (a: Doc, b: Doc) => number {
  return compileSortFields(parseSort(sort), compileCollation(collation));
}

/** As `compileSort`, for a sort that is read already. */
export function compileSortFields(
  fields: SortField[],
  strings?: StringComparison,
): (a: Doc, b: Doc) => number {
  const keyOf = sortKey(fields, strings);
  const keys = new WeakMap<Doc, unknown[]>();
  const cached = (doc: Doc) => {
    let key = keys.get(doc);
    if (!key) keys.set(doc, (key = keyOf(doc)));
    return key;
  };
  return (a, b) => compareKeys(cached(a), cached(b), fields, strings);
}

function compareKeys(a: unknown[], b: unknown[], fields: SortField[], strings?: StringComparison): number {
  for (let index = 0; index < fields.length; index += 1) {
    const result = compareSortValues(a[index], b[index], strings);
    if (result !== 0) return result * (fields[index] as SortField).direction;
  }
  return 0;
}

// An empty array is MongoDB's `undefined` in a sort key: below null.
function compareSortValues(a: unknown, b: unknown, strings?: StringComparison): number {
  const emptyA = Array.isArray(a) && a.length === 0;
  const emptyB = Array.isArray(b) && b.length === 0;
  if (emptyA || emptyB) {
    if (emptyA && emptyB) return 0;
    return emptyA ? (isMinKey(b) ? 1 : -1) : isMinKey(a) ? -1 : 1;
  }
  return compareValues(a, b, strings);
}

function isMinKey(value: unknown): boolean {
  return (value as { _bsontype?: string } | null | undefined)?._bsontype === "MinKey";
}

// The key by which a document is sorted: the smallest of the keys an index in this order would hold.
function sortKey(fields: SortField[], strings?: StringComparison): (doc: Doc) => unknown[] {
  const paths = fields.map(({ path }) => path);
  const [only] = paths;
  return (doc) => {
    if (paths.length === 1 && only !== undefined && !only.includes(".")) {
      const value = ownValue(doc, only);
      if (!Array.isArray(value)) return [value];
    }
    let keys: unknown[][];
    try {
      keys = keysAt(doc, paths);
    } catch (error) {
      if (error instanceof ServerError && error.code === 171) {
        throw badValue(
          "Executor error during find command :: caused by :: cannot sort with keys that are parallel arrays",
        );
      }
      throw error;
    }
    return keys.reduce((best, key) => (compareKeys(key, best, fields, strings) < 0 ? key : best));
  };
}
