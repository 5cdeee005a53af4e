import { badValue, failedToParse } from "./errors";
import { compileCollation } from "./collation";
import type { StringComparison } from "./compare";
import { compileExpression, newEnvironment, newScope } from "./expression";
import { compileJsonSchema } from "./json-schema";
import { compileOperators, type FieldTest, type LeafTest, type MatchDetails } from "./predicates";
import { isArrayIndex, isDocument, ownValue, startsWithOperator, type Doc } from "./values";
import { truthy } from "./truth";

/** A compiled filter; `details` receives the place of the array element that matched. */
export type DocTest = (doc: Doc, details?: MatchDetails) => boolean;

/** What a filter's parts need to know while they are compiled. */
export interface FilterContext {
  readonly strings: StringComparison;
  readonly variables: Doc;
}

/** The variables and the collation of a query. */
export interface FilterOptions {
  let?: Doc;
  collation?: Doc;
}

/**
 * Compiles a query filter.
 *
 * @returns whether a document matches; never throws but for an `$expr` that fails on a document
 * @throws ServerError with MongoDB's code for a filter that is none (2 BadValue for an unknown operator)
 */
export function compileFilter(filter: Doc, options: FilterOptions = {}): DocTest {
  return compileFilterIn(filter, {
    strings: compileCollation(options.collation),
    variables: options.let ?? {},
  });
}

/** As `compileFilter`, inside a query whose collation and variables are known. */
export function compileFilterIn(filter: Doc, context: FilterContext): DocTest {
  return allOf(Object.entries(filter).map(([key, value]) => compileEntry(key, value, context)));
}

function compileEntry(key: string, value: unknown, context: FilterContext): DocTest {
  if (key.startsWith("$")) return compileTopLevel(key, value, context);
  const path = key.split(".");
  if (isDocument(value) && startsWithOperator(value) && !isReference(value)) {
    return bind(path, compileOperators(value, context, compileFilterIn));
  }
  return bind(path, compileOperators({ $eq: value }, context, compileFilterIn, true));
}

// {$ref, $id} is a value, not an operator.
function isReference(value: Doc): boolean {
  return Object.hasOwn(value, "$ref") || Object.hasOwn(value, "$id");
}

function compileTopLevel(operator: string, value: unknown, context: FilterContext): DocTest {
  switch (operator) {
    case "$and":
      return allOf(compileList(operator, value, context));
    case "$or":
      return anyOf(compileList(operator, value, context));
    case "$nor": {
      const any = anyOf(compileList(operator, value, context));
      return (doc) => !any(doc);
    }
    case "$expr": {
      const evaluate = compileExpression(value, newScope(context.variables, context.strings));
      return (doc) => truthy(evaluate(newEnvironment(doc, context.variables)));
    }
    case "$jsonSchema":
      if (!isDocument(value)) throw failedToParse("$jsonSchema must be an object");
      return compileJsonSchema(value, context.strings);
    case "$comment":
      return () => true;
    case "$alwaysTrue":
    case "$alwaysFalse": {
      const answer = operator === "$alwaysTrue";
      return () => answer;
    }
    case "$where":
      throw badValue("no globalScriptEngine in $where parsing");
    case "$text":
      throw Object.assign(badValue("text index required for $text query"), {
        code: 27,
        codeName: "IndexNotFound",
      });
    default:
      throw badValue(
        `unknown top level operator: ${operator}. If you have a field name that starts with a '$' symbol, ` +
          "consider using $getField or $setField.",
      );
  }
}

function compileList(operator: string, value: unknown, context: FilterContext): DocTest[] {
  if (!Array.isArray(value)) throw badValue(`${operator} must be an array`);
  if (value.length === 0) throw badValue("$and/$or/$nor must be a nonempty array");
  return value.map((item: unknown) => {
    if (!isDocument(item)) throw badValue("$or/$and/$nor entries need to be full objects");
    return compileFilterIn(item, context);
  });
}

function allOf(tests: DocTest[]): DocTest {
  const [first, second] = tests;
  if (!first) return () => true;
  if (!second) return first;
  return (doc, details) => {
    for (const test of tests) if (!test(doc, details)) return false;
    return true;
  };
}

function anyOf(tests: DocTest[]): DocTest {
  return (doc, details) => {
    for (const test of tests) if (test(doc, details)) return true;
    return false;
  };
}

function bind(path: string[], tests: FieldTest[]): DocTest {
  return allOf(
    tests.map((test): DocTest => {
      if (test.kind === "not") {
        const inner = bind(path, test.tests);
        return (doc) => !inner(doc);
      }
      const { leaf, expand } = test;
      return (doc, details) => testPath(doc, path, 0, leaf, expand, details);
    }),
  );
}

// A path runs through arrays of documents; where it ends in an array, the elements are tested and
// then the array itself. A missing field is tested as undefined.
function testPath(
  doc: Doc,
  path: string[],
  from: number,
  leaf: LeafTest,
  expand: boolean,
  details: MatchDetails | undefined,
): boolean {
  let value = ownValue(doc, path[from] as string);
  for (let index = from + 1; index < path.length; index += 1) {
    if (Array.isArray(value)) return testElements(value, path, index, leaf, expand, details);
    if (!isDocument(value)) return leaf(undefined);
    value = ownValue(value, path[index] as string);
  }
  if (expand && Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (leaf(value[index])) {
        if (details) details.index = index;
        return true;
      }
    }
  }
  return leaf(value, details);
}

function testElements(
  array: unknown[],
  path: string[],
  from: number,
  leaf: LeafTest,
  expand: boolean,
  details: MatchDetails | undefined,
): boolean {
  const part = path[from] as string;
  const offset = isArrayIndex(part) ? Number(part) : -1;
  for (let index = 0; index < array.length; index += 1) {
    const element = array[index];
    if (
      (isDocument(element) && testPath(element, path, from, leaf, expand, details)) ||
      (index === offset && testOffset(element, path, from + 1, leaf, expand, details))
    ) {
      if (details) details.index = index;
      return true;
    }
  }
  // An index beyond the end names a field that is not there.
  return offset >= array.length && leaf(undefined);
}

function testOffset(
  element: unknown,
  path: string[],
  from: number,
  leaf: LeafTest,
  expand: boolean,
  details: MatchDetails | undefined,
): boolean {
  // An index at the end of a path means that element, not the elements within it.
  if (from === path.length) return leaf(element, details);
  if (Array.isArray(element)) return testElements(element, path, from, leaf, expand, details);
  return isDocument(element) && testPath(element, path, from, leaf, expand, details);
}
