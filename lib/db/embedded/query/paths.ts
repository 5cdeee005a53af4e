import { ServerError } from "../errors";
import { isArrayIndex, isDocument, ownValue, type Doc } from "./values";

/**
 * The keys an index over these paths holds for a document, one tuple each. An array gives a key an
 * element, an empty array gives the key `[]` (MongoDB's `undefined`, below null), a missing field
 * gives `undefined` (null).
 *
 * @throws ServerError 171 CannotIndexParallelArrays when two paths run through different arrays
 */
export function keysAt(doc: Doc, paths: readonly string[]): unknown[][] {
  const keys: unknown[][] = [];
  expand(
    doc,
    paths.map((path) => ({ rest: path.split("."), value: undefined, done: false })),
    keys,
  );
  return keys;
}

/** The values an index on this path holds: see `keysAt`. Whole arrays (but empty ones) are not among them. */
export function valuesAt(doc: Doc, path: string): unknown[] {
  return keysAt(doc, [path]).map((key) => key[0]);
}

interface Cursor {
  rest: string[];
  value: unknown;
  done: boolean;
}

// Walks all paths as far as no array is met; then the one array met is expanded, element by element,
// for all paths that run through it, and the walk goes on from there.
function expand(base: unknown, cursors: Cursor[], keys: unknown[][]): void {
  let array: unknown[] | null = null;
  let arrayPath = "";
  const through: boolean[] = [];
  const next = cursors.map((cursor, index) => {
    through[index] = false;
    if (cursor.done) return cursor;
    const met = walk(base, cursor.rest);
    if (!Array.isArray(met.value) || met.consumed) {
      return { rest: [], value: met.value, done: true };
    }
    const place = cursor.rest.slice(0, cursor.rest.length - met.rest.length).join(".");
    if (array && arrayPath !== place) {
      throw new ServerError(
        171,
        "CannotIndexParallelArrays",
        `cannot index parallel arrays [${last(place)}] [${last(arrayPath)}]`,
      );
    }
    array = met.value;
    arrayPath = place;
    through[index] = true;
    return { rest: met.rest, value: undefined, done: false };
  });
  if (!array) {
    keys.push(next.map((cursor) => cursor.value));
    return;
  }
  const elements: unknown[] = array;
  if (elements.length === 0) {
    keys.push(
      next.map((cursor, index) =>
        through[index] ? (cursor.rest.length === 0 ? [] : undefined) : cursor.value,
      ),
    );
    return;
  }
  for (const element of elements) {
    const within = next.map((cursor, index) => {
      if (!through[index]) return cursor;
      return cursor.rest.length === 0 ? { rest: [], value: element, done: true } : cursor;
    });
    // Paths that go on below an element see only documents there, not arrays directly in arrays.
    const open = within.map((cursor) =>
      cursor.done || isDocument(element) ? cursor : { rest: [], value: undefined, done: true },
    );
    if (open.every((cursor) => cursor.done)) keys.push(open.map((cursor) => cursor.value));
    else expand(element, open, keys);
  }
}

function walk(base: unknown, path: string[]): { value: unknown; rest: string[]; consumed: boolean } {
  let value = base;
  for (let index = 0; index < path.length; index += 1) {
    const part = path[index] as string;
    if (Array.isArray(value)) {
      if (!isArrayIndex(part) || Number(part) >= value.length) {
        return { value, rest: path.slice(index), consumed: false };
      }
      value = value[Number(part)];
    } else if (isDocument(value)) {
      value = ownValue(value, part);
    } else {
      return { value: undefined, rest: [], consumed: true };
    }
  }
  return { value, rest: [], consumed: false };
}

function last(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
