import { ADVICE, badValue, location, ServerError } from "../errors";
import { encodedNames } from "./codec";
import { compareValues } from "./compare";
import { toWhole } from "./numbers";
import { keysAt } from "./paths";
import type { Row } from "./row";
import type { Doc } from "./values";

type SortField = { path: string; direction: number };

/**
 * Compiles a sort in MongoDB's order of values. An array counts as its smallest element (ascending) or largest
 * (descending), missing as null. The sort is stable. With `wanted`, at least so many are returned.
 * @throws ServerError 15975 for a direction other than 1 and −1
 */
export function compileSort(sort: Doc) {
  const fields = Object.entries(sort).map(parseField);
  const names = encodedNames(Object.keys(sort));
  type Keyed<T> = { row: T; key: unknown[] };
  const compare = (a: Keyed<Row>, b: Keyed<Row>) => compareKeys(a.key, b.key, fields);
  return function* sorted<T extends Row>(rows: Iterable<T>, wanted = Infinity): Iterable<T> {
    let kept: Keyed<T>[] = [];
    for (const row of rows) {
      kept.push({ row, key: sortKey(fields, row.only(names)) });
      // Cutting repeatedly bounds the memory.
      if (kept.length >= wanted * 2 + 1000) kept = kept.sort(compare).slice(0, wanted);
    }
    for (const { row } of kept.sort(compare)) yield row;
  };
}

function parseField([path, given]: [string, unknown]): SortField {
  const direction = toWhole(given);
  if (path === "" || direction === null || Math.abs(direction) !== 1) {
    throw location(15975, `$sort key ordering must be 1 or -1, of a field: ${path}. ${ADVICE}`);
  }
  return { path, direction };
}

function compareKeys(a: unknown[], b: unknown[], fields: SortField[]): number {
  for (const [index, { direction }] of fields.entries()) {
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
function sortKey(fields: SortField[], doc: Doc): unknown[] {
  try {
    const keys = keysAt(
      doc,
      fields.map(({ path }) => path),
    );
    return keys.reduce((best, key) => (compareKeys(key, best, fields) < 0 ? key : best));
  } catch (error) {
    if (!(error instanceof ServerError && error.codeName === "CannotIndexParallelArrays")) throw error;
    throw badValue("cannot sort with keys that are parallel arrays");
  }
}
