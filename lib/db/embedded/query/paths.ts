import { serverError } from "../errors";
import { isArrayIndex, isDocument, ownValue, type Doc } from "./values";

/** A path on its way through a document: the value that it has come to, and what is left of it. */
type Cursor = { value: unknown; rest: string[]; done: boolean };

/**
 * The keys an index over these paths holds for a document, one tuple each. An array gives a key an
 * element, an empty array gives the key `[]` (MongoDB's `undefined`, below null), a missing field
 * gives `undefined` (null).
 * @throws ServerError 171 CannotIndexParallelArrays when two paths run through different arrays
 */
export function keysAt(doc: Doc, paths: readonly string[]): unknown[][] {
  const keys: unknown[][] = [];
  expand(
    paths.map((path) => ({ value: doc, rest: path.split("."), done: false })),
    keys,
  );
  return keys;
}

/** The values an index on this path holds: see `keysAt`. Whole arrays (but empty ones) are not among them. */
export function valuesAt(doc: Doc, path: string): unknown[] {
  return keysAt(doc, [path]).map((key) => key[0]);
}

// Walks all paths as far as no array is met; then the one array met is expanded, element by element,
// for all paths that run through it, and the walk goes on from there.
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

// Paths that go on below an element see only documents there, not arrays directly in arrays.
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
