import { serverError } from "../errors";
import { isArrayIndex, isDocument, ownValue, type Doc } from "./values";

/** The state of a path traversal: the current value and the rest of the path. */
type Cursor = { value: unknown; rest: string[]; done: boolean };

/**
 * The keys of an index over these paths for a document, one tuple each. An array has a key per element, an empty
 * array the key `[]` (MongoDB's `undefined`, below null), a missing field `undefined` (null).
 * @throws ServerError 171 CannotIndexParallelArrays if two paths traverse different arrays
 */
export function keysAt(doc: Doc, paths: readonly string[]): unknown[][] {
  const values = paths.map((path) => (path.includes(".") ? ELSEWHERE : ownValue(doc, path)));
  // By far the most have one key.
  if (!values.some((value) => value === ELSEWHERE || Array.isArray(value))) return [values];
  const keys: unknown[][] = [];
  expand(
    paths.map((path) => ({ value: doc, rest: path.split("."), done: false })),
    keys,
  );
  return keys;
}

const ELSEWHERE = Symbol("below another field");

/** The values of an index on this path; see `keysAt`. Does not include whole arrays, except empty ones. */
export function valuesAt(doc: Doc, path: string): unknown[] {
  return keysAt(doc, [path]).map((key) => key[0]);
}

// Follows all paths up to the first array, expands it element by element for all paths that traverse it, and
// continues from there.
function expand(cursors: Cursor[], keys: unknown[][]): void {
  const met = cursors.map((cursor) => (cursor.done ? cursor : walk(cursor)));
  const array = met.find(({ done }) => !done)?.value as unknown[] | undefined;
  if (!array) {
    keys.push(met.map(({ value }) => value));
    return;
  }
  if (met.some(({ done, value }) => !done && value !== array)) {
    throw serverError("CannotIndexParallelArrays", "cannot index parallel arrays");
  }
  for (const element of array.length > 0 ? array : [[]]) {
    expand(
      met.map((cursor) => (cursor.done ? cursor : enter(cursor, element))),
      keys,
    );
  }
}

// Below an element, paths see only documents, not arrays directly in arrays.
function enter({ rest }: Cursor, element: unknown): Cursor {
  if (rest.length === 0) return { value: element, rest, done: true };
  return isDocument(element)
    ? { value: element, rest, done: false }
    : { value: undefined, rest: [], done: true };
}

function walk({ value, rest }: Cursor): Cursor {
  let at = value;
  for (const [index, part] of rest.entries()) {
    if (Array.isArray(at)) {
      if (!isArrayIndex(part) || Number(part) >= at.length) {
        return { value: at, rest: rest.slice(index), done: false };
      }
      at = at[Number(part)];
    } else if (isDocument(at)) {
      at = ownValue(at, part);
    } else {
      return { value: undefined, rest: [], done: true };
    }
  }
  return { value: at, rest: [], done: !Array.isArray(at) };
}
