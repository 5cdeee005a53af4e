import { ADVICE, badValue, serverError } from "../errors";
import { compileExpression } from "./expression";
import { compileOperators, compileValue, type FieldTest } from "./filter-operators";
import { truthy } from "./numbers";
import { encodedNames } from "./codec";
import type { Row } from "./row";
import { isArrayIndex, isDocument, ownValue, startsWithOperator, type Doc } from "./values";

/** A compiled filter. */
export type DocTest = (doc: Doc) => boolean;

/**
 * Compiles a query filter.
 * @returns whether a document matches; throws only if an `$expr` fails on a document
 * @throws ServerError with MongoDB's code for an invalid filter (2 BadValue for an unknown operator)
 */
export function compileFilter(filter: Doc): DocTest {
  return allOf(Object.entries(filter).map(([key, value]) => compileEntry(key, value)));
}

/** Whether a row matches a filter, by the fields that the filter names. @throws ServerError like `compileFilter` */
export function compileRowTest(filter: Doc): (row: Row) => boolean {
  const matches = compileFilter(filter);
  const names = fieldsOf(filter);
  if (!names) return ({ doc }) => matches(doc);
  if (names.length === 0) return () => true;
  const encoded = encodedNames(names);
  return (row) => matches(row.only(encoded));
}

/** The paths that decide whether a document matches; null if it may be any. */
function fieldsOf(filter: Doc): string[] | null {
  const names: string[] = [];
  for (const [name, value] of Object.entries(filter)) {
    const inner = ["$and", "$or"].includes(name) ? (value as Doc[]).map(fieldsOf) : [];
    if (inner.includes(null) || (name.startsWith("$") && inner.length === 0)) return null;
    names.push(...(inner.length > 0 ? inner.flatMap((each) => each ?? []) : [name]));
  }
  return names;
}

function compileEntry(key: string, value: unknown): DocTest {
  if (key.startsWith("$")) return compileTopLevel(key, value);
  const path = key.split(".");
  const tests =
    isDocument(value) && startsWithOperator(value) ? compileOperators(value) : [compileValue(value)];
  return allOf(tests.map((test) => (doc) => testPath(doc, path, 0, test) !== test.negated));
}

/** The top-level operators, by name. */
export const topLevelOperators: Readonly<Record<string, (value: unknown) => DocTest>> = {
  $and: (value) => allOf(compileList(value)),
  $or: (value) => {
    const tests = compileList(value);
    return (doc) => tests.some((test) => test(doc));
  },
  $expr: (value) => {
    const evaluate = compileExpression(value);
    return (doc) => truthy(evaluate(doc));
  },
};

function compileTopLevel(operator: string, value: unknown): DocTest {
  const compile = ownValue(topLevelOperators, operator);
  if (compile) return compile(value);
  if (operator === "$text") {
    throw serverError("IndexNotFound", `text index required for $text query. ${ADVICE}`);
  }
  throw badValue(`unknown top level operator: ${operator}. ${ADVICE}`);
}

function compileList(value: unknown): DocTest[] {
  if (!Array.isArray(value)) throw badValue("$and/$or must be an array");
  if (value.length === 0) throw badValue("$and/$or must be a nonempty array");
  return value.map((item: unknown) => {
    if (!isDocument(item)) throw badValue("$or/$and entries need to be full objects");
    return compileFilter(item);
  });
}

function allOf(tests: DocTest[]): DocTest {
  const [first, second] = tests;
  if (!first) return () => true;
  return second ? (doc) => tests.every((test) => test(doc)) : first;
}

// A path traverses arrays of documents. If it ends in an array, the elements are tested and then the array itself. A
// missing field is tested as undefined.
function testPath(doc: Doc, path: string[], from: number, field: FieldTest): boolean {
  const { test, expand } = field;
  let value = ownValue(doc, path[from] as string);
  for (let index = from + 1; index < path.length; index += 1) {
    if (Array.isArray(value)) return testElements(value, path, index, field);
    if (!isDocument(value)) return test(undefined);
    value = ownValue(value, path[index] as string);
  }
  return (expand && Array.isArray(value) && value.some((item) => test(item))) || test(value);
}

function testElements(array: unknown[], path: string[], from: number, field: FieldTest): boolean {
  const part = path[from] as string;
  const offset = isArrayIndex(part) ? Number(part) : -1;
  // An index beyond the end refers to a missing field.
  if (offset >= array.length && field.test(undefined)) return true;
  return array.some(
    (element, index) =>
      (isDocument(element) && testPath(element, path, from, field)) ||
      (index === offset && testOffset(element, path, from + 1, field)),
  );
}

function testOffset(element: unknown, path: string[], from: number, field: FieldTest): boolean {
  // An index at the end of a path means that element, not the elements within it.
  if (from === path.length) return field.test(element);
  if (Array.isArray(element)) return testElements(element, path, from, field);
  return isDocument(element) && testPath(element, path, from, field);
}
