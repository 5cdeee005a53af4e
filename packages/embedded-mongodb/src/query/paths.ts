import { serverError } from "../errors";
import { isArrayIndex, isDocument, ownValue, type Doc } from "./values";

/** A path that was followed to its end, or to an array that it traverses: then with the `rest` of it. */
type Step = { value: unknown; rest: string[] | null };

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
  const steps = paths.map((path) => follow(doc, path.split(".")));
  expand(steps, keys);
  return keys;
}

const ELSEWHERE = Symbol("below another field");

/** The values of an index on this path; see `keysAt`. Does not include whole arrays, except empty ones. */
export function valuesAt(doc: Doc, path: string): unknown[] {
  return keysAt(doc, [path]).map((key) => key[0]);
}

// Expands the first array, element by element, for all paths that traverse it, and continues from there.
function expand(steps: Step[], keys: unknown[][]): void {
  const array = steps.find(({ rest }) => rest)?.value as unknown[] | undefined;
  if (!array) return void keys.push(steps.map(({ value }) => value));
  if (steps.some(({ rest, value }) => rest && value !== array)) {
    throw serverError("CannotIndexParallelArrays", "cannot index parallel arrays");
  }
  for (const element of array.length > 0 ? array : [[]]) {
    const next = steps.map((step) => (step.rest ? enter(element, step.rest) : step));
    expand(next, keys);
  }
}

// Below an element, paths see only documents, not arrays directly in arrays.
function enter(element: unknown, rest: string[]): Step {
  if (rest.length === 0) return { value: element, rest: null };
  return isDocument(element) ? follow(element, rest) : { value: undefined, rest: null };
}

function follow(from: unknown, path: string[]): Step {
  let value = from;
  for (const [index, part] of path.entries()) {
    if (Array.isArray(value)) {
      if (!isArrayIndex(part) || Number(part) >= value.length) return { value, rest: path.slice(index) };
      value = value[Number(part)];
    } else if (isDocument(value)) {
      value = ownValue(value, part);
    } else {
      return { value: undefined, rest: null };
    }
  }
  return { value, rest: Array.isArray(value) ? [] : null };
}
