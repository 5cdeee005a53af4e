import { ADVICE, badValue, location, ServerError } from "../errors";
import { encodedNames } from "./codec";
import { compareValues } from "./compare";
import { toWhole } from "./numbers";
import { keysAt } from "./paths";
import type { Row } from "./row";
import type { Doc } from "./values";

/**
 * Compiles a sort in MongoDB's order of values. An array counts as its smallest element (ascending) or largest
 * (descending), missing as null. The sort is stable. With `wanted`, at least so many are returned.
 * @throws ServerError 15975 for a direction other than 1 and −1
 */
export function compileSort(sort: Doc) {
  const directions = Object.entries(sort).map(directionOf);
  const paths = Object.keys(sort);
  const names = encodedNames(paths);
  type Keyed<T> = { row: T; key: unknown[] };
  const compare = (a: Keyed<Row>, b: Keyed<Row>) => compareKeys(a.key, b.key, directions);
  return function* sorted<T extends Row>(rows: Iterable<T>, wanted = Infinity): Iterable<T> {
    let kept: Keyed<T>[] = [];
    for (const row of rows) {
      kept.push({ row, key: sortKey(row.only(names), paths, directions) });
      // Cutting repeatedly bounds the memory.
      if (kept.length >= wanted * 2 + 1000) kept = kept.sort(compare).slice(0, wanted);
    }
    for (const { row } of kept.sort(compare)) yield row;
  };
}

function directionOf([path, given]: [string, unknown]): number {
  const direction = toWhole(given);
  if (path === "" || direction === null || Math.abs(direction) !== 1) {
    throw location(15975, `$sort key ordering must be 1 or -1, of a field: ${path}. ${ADVICE}`);
  }
  return direction;
}

function compareKeys(a: unknown[], b: unknown[], directions: number[]): number {
  for (const [index, direction] of directions.entries()) {
    const result = compareSortValues(a[index], b[index]);
    if (result !== 0) return result * direction;
  }
  return 0;
}

// In a sort key, an empty array is MongoDB's `undefined`: below null.
function compareSortValues(a: unknown, b: unknown): number {
  const [emptyA, emptyB] = [a, b].map((value) => Array.isArray(value) && value.length === 0);
  return emptyA || emptyB ? Number(emptyB) - Number(emptyA) : compareValues(a, b);
}

// A document's sort key: the smallest of its keys in an index with this order.
function sortKey(doc: Doc, paths: string[], directions: number[]): unknown[] {
  try {
    const keys = keysAt(doc, paths);
    return keys.reduce((best, key) => (compareKeys(key, best, directions) < 0 ? key : best));
  } catch (error) {
    if (!(error instanceof ServerError && error.codeName === "CannotIndexParallelArrays")) throw error;
    throw badValue("cannot sort with keys that are parallel arrays");
  }
}
