import type { BSONRegExp, ObjectId } from "bson";
import { ADVICE, badValue, failedToParse, location } from "../errors";
import { compareValues, equalValues } from "./compare";
import { isNumber, NUMBERS, toNumber, toWhole, truthy } from "./numbers";
import { compileRegex } from "./regex";
import { typeOrder } from "./type-order";
import {
  BsonType,
  isDocument,
  isNullish,
  isRegex,
  ownValue,
  startsWithOperator,
  typeOf,
  type Doc,
} from "./values";

/** A compiled filter. */
export type DocTest = (doc: Doc) => boolean;

/** Tests one value: an array element, or a whole field; undefined if it is missing. */
type LeafTest = (value: unknown) => boolean;

/** A test of one field; `expand`: also tests the elements of an array. */
export type Leaf = { kind: "leaf"; leaf: LeafTest; expand: boolean };
export type FieldTest = Leaf | { kind: "not"; tests: FieldTest[] };

type CompileFilter = (filter: Doc) => DocTest;

/** The context of an operator. */
type Around = { operators: Doc; compileFilter: CompileFilter; implicit: boolean };

type CompileOperator = (value: unknown, around: Around) => FieldTest | FieldTest[];

/** The operators of one field, by name. */
export const fieldOperators: Readonly<Record<string, CompileOperator>> = {
  $eq: (value, { implicit }) =>
    spread(implicit && isRegex(value) ? regexTest(value as BSONRegExp) : equality(value)),
  $ne: (value) => {
    if (isRegex(value)) throw badValue("Can't have regex as arg to $ne.");
    return not(spread(equality(value)));
  },
  $gt: (value) => spread(comparison("$gt", value)),
  $gte: (value) => spread(comparison("$gte", value)),
  $lt: (value) => spread(comparison("$lt", value)),
  $lte: (value) => spread(comparison("$lte", value)),
  $in: (value) => spread(membership("$in", value)),
  $nin: (value) => not(spread(membership("$nin", value))),
  $not: (value, { compileFilter }) => ({ kind: "not", tests: negated(value, compileFilter) }),
  $exists: (value) => (truthy(value) ? whole(isPresent) : not(whole(isPresent))),
  $type: (value) => spread(typeTest(value)),
  $regex: (value, { operators }) => spread(regexOperator(value, operators.$options)),
  $options: (_value, { operators }) => {
    if (!Object.hasOwn(operators, "$regex")) throw badValue("$options needs a $regex");
    return [];
  },
  $size: (value) => whole(size(value)),
  $all: (value, { compileFilter }) => all(value, compileFilter),
  $elemMatch: (value, { compileFilter }) => whole(elementMatch(value, compileFilter)),
  $comment: () => [],
};

/**
 * Compiles the operators of one field, as in `{$gt: 1, $lt: 5}`.
 * @param compileFilter compiles the filter within `$elemMatch`
 * @param implicit an equality without `$eq`, where a regular expression is a pattern
 * @throws ServerError 2 BadValue for unknown operators and invalid arguments
 */
export function compileOperators(
  operators: Doc,
  compileFilter: CompileFilter,
  implicit = false,
): FieldTest[] {
  return Object.entries(operators).flatMap(([operator, value]) => {
    const compile = ownValue(fieldOperators, operator);
    if (!compile) throw badValue(`unknown operator: ${operator}. ${ADVICE}`);
    return compile(value, { operators, compileFilter, implicit });
  });
}

const spread = (leaf: LeafTest): FieldTest => ({ kind: "leaf", leaf, expand: true });
const whole = (leaf: LeafTest): FieldTest => ({ kind: "leaf", leaf, expand: false });
const not = (test: FieldTest): FieldTest => ({ kind: "not", tests: [test] });

const isPresent: LeafTest = (value) => value !== undefined;

/** An equality test; null equals missing. */
function equality(operand: unknown): LeafTest {
  if (isNullish(operand)) return isNullish;
  if (typeof operand === "string" || typeof operand === "boolean") return (value) => value === operand;
  const order = typeOrder(operand);
  return (value) =>
    value === operand ||
    (value !== undefined && typeOrder(value) === order && compareValues(value, operand) === 0);
}

// Only values of the operand's own type compare; NaN compares only with itself.
function comparison(operator: string, operand: unknown): LeafTest {
  if (isRegex(operand)) throw badValue(`Can't have RegEx as arg to predicate over field.`);
  const orEqual = operator === "$gte" || operator === "$lte";
  const sign = operator === "$gt" || operator === "$gte" ? 1 : -1;
  if (isNullish(operand)) return orEqual ? isNullish : () => false;
  const type = typeOf(operand);
  if (type === BsonType.minKey || type === BsonType.maxKey) {
    return (value) => {
      const result = compareValues(value, operand);
      return result === sign || (orEqual && result === 0);
    };
  }
  if (isNaNValue(operand)) return orEqual ? isNaNValue : () => false;
  const order = typeOrder(operand);
  return (value) => {
    if (value === undefined || typeOrder(value) !== order) return false;
    const result = compareValues(value, operand);
    if (result === 0) return orEqual;
    return result > 0 === sign > 0 && !isNaNValue(value);
  };
}

function isNaNValue(value: unknown): boolean {
  return isNumber(value) && Number.isNaN(toNumber(value));
}

function membership(operator: string, list: unknown): LeafTest {
  if (!Array.isArray(list)) throw badValue(`${operator} needs an array`);
  const texts = new Set<unknown>();
  const ids = new Set<string>();
  const tests: LeafTest[] = [];
  for (const item of list as unknown[]) {
    if (isDocument(item) && startsWithOperator(item)) throw badValue(`cannot nest $ under ${operator}`);
    if (isRegex(item)) tests.push(regexTest(item as BSONRegExp));
    else if (typeOf(item) === BsonType.objectId) ids.add((item as ObjectId).toHexString());
    else if (typeof item === "string") texts.add(item);
    else tests.push(equality(item));
  }
  return (value) =>
    texts.has(value) ||
    (ids.size > 0 && typeOf(value) === BsonType.objectId && ids.has((value as ObjectId).toHexString())) ||
    tests.some((test) => test(value));
}

function negated(value: unknown, compileFilter: CompileFilter): FieldTest[] {
  if (isRegex(value)) return [spread(regexTest(value as BSONRegExp))];
  if (!isDocument(value)) throw badValue("$not needs a regex or a document");
  if (!startsWithOperator(value)) throw badValue("$not needs operators");
  return compileOperators(value, compileFilter);
}

function regexTest(value: BSONRegExp): LeafTest {
  const regex = compileRegex(value.pattern, value.options);
  return (item) => (typeof item === "string" ? regex.test(item) : isRegex(item) && equalValues(item, value));
}

function regexOperator(value: unknown, options: unknown): LeafTest {
  if (typeof value !== "string" && !isRegex(value)) throw badValue("$regex has to be a string");
  if (options !== undefined && typeof options !== "string") throw badValue("$options has to be a string");
  const own = typeof value === "string" ? { pattern: value, options: "" } : (value as BSONRegExp);
  if (options !== undefined && own.options !== "") {
    throw location(51075, "options set in both $regex and $options");
  }
  const regex = compileRegex(own.pattern, options ?? own.options);
  return (item) => typeof item === "string" && regex.test(item);
}

function size(value: unknown): LeafTest {
  const wanted = toWhole(value);
  if (wanted === null || wanted < 0) {
    throw badValue("Failed to parse $size. Expected a non-negative integer");
  }
  return (item) => Array.isArray(item) && item.length === wanted;
}

function all(value: unknown, compileFilter: CompileFilter): FieldTest[] {
  if (!Array.isArray(value)) throw badValue("$all needs an array");
  if (value.length === 0) return [whole(() => false)];
  return (value as unknown[]).map((item) => {
    if (isDocument(item) && Object.hasOwn(item, "$elemMatch")) {
      return whole(elementMatch(item.$elemMatch, compileFilter));
    }
    if (isDocument(item) && startsWithOperator(item)) throw badValue("no $ expressions in $all");
    return spread(isRegex(item) ? regexTest(item as BSONRegExp) : equality(item));
  });
}

const LOGICAL = new Set(["$and", "$or", "$nor", "$expr", "$comment"]);

function elementMatch(value: unknown, compileFilter: CompileFilter): LeafTest {
  if (!isDocument(value)) throw badValue("$elemMatch needs an Object");
  const [first = ""] = Object.keys(value);
  const matches =
    first.startsWith("$") && !LOGICAL.has(first)
      ? elementTest(compileOperators(value, compileFilter))
      : documentElementTest(compileFilter(value));
  return (item) => Array.isArray(item) && item.some((element) => matches(element));
}

function elementTest(tests: FieldTest[]): LeafTest {
  return (item) =>
    tests.every((test) => (test.kind === "not" ? !elementTest(test.tests)(item) : test.leaf(item)));
}

// An array within an array is like a document whose fields are its indexes.
function documentElementTest(matches: DocTest): LeafTest {
  return (item) => (Array.isArray(item) ? matches({ ...item } as Doc) : isDocument(item) && matches(item));
}

const KNOWN_TYPES = new Set<number>(Object.values(BsonType));

function typeTest(value: unknown): LeafTest {
  const names = Array.isArray(value) ? (value as unknown[]) : [value];
  if (names.length === 0) throw failedToParse("$type must match at least one type");
  const types = new Set(names.flatMap(typesNamed));
  return (item) => types.has(typeOf(item));
}

function typesNamed(name: unknown): readonly number[] {
  if (name === "number") return NUMBERS;
  const type = typeof name === "string" ? (BsonType as Record<string, number>)[name] : toWhole(name);
  if (type === undefined || type === null || type === BsonType.missing || !KNOWN_TYPES.has(type)) {
    throw badValue(`Unknown type: ${String(name)}`);
  }
  return [type];
}
