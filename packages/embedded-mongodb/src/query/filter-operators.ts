import type { BSONRegExp, ObjectId } from "bson";
import { ADVICE, badValue } from "../errors";
import { compareValues, equalValues } from "./compare";
import { isNumber, toNumber, toWhole, truthy } from "./numbers";
import { compileRegex } from "./regex";
import {
  BsonType,
  isDocument,
  isNullish,
  isRegex,
  ownValue,
  startsWithOperator,
  typeOf,
  typeOrder,
  type Doc,
} from "./values";

/** Tests one value: an array element, or a whole field; undefined if it is missing. */
type ValueTest = (value: unknown) => boolean;

/** A test of one field. `expand`: also tests the elements of an array. `negated`: holds if none passes. */
export type FieldTest = { test: ValueTest; expand: boolean; negated: boolean };

type CompileOperator = (operand: unknown, operators: Doc) => FieldTest | FieldTest[];

const any = (test: ValueTest): FieldTest => ({ test, expand: true, negated: false });
const none = (test: ValueTest): FieldTest => ({ test, expand: true, negated: true });
const whole = (test: ValueTest, negated = false): FieldTest => ({ test, expand: false, negated });

const isPresent: ValueTest = (value) => value !== undefined;

/** The operators of one field, by name. */
export const fieldOperators: Readonly<Record<string, CompileOperator>> = {
  $eq: (operand) => any(equality(operand)),
  $ne: (operand) => {
    if (isRegex(operand)) throw badValue("Can't have regex as arg to $ne.");
    return none(equality(operand));
  },
  $gt: (operand) => any(comparison("$gt", operand)),
  $gte: (operand) => any(comparison("$gte", operand)),
  $lt: (operand) => any(comparison("$lt", operand)),
  $lte: (operand) => any(comparison("$lte", operand)),
  $in: (operand) => any(membership("$in", operand)),
  $nin: (operand) => none(membership("$nin", operand)),
  $exists: (operand) => whole(isPresent, !truthy(operand)),
  $regex: (operand, { $options: options = "" }) => {
    if (typeof operand === "string" && typeof options === "string") return any(pattern(operand, options));
    throw badValue(`$regex and $options have to be strings. ${ADVICE}`);
  },
  $options: (_operand, operators) => {
    if (!Object.hasOwn(operators, "$regex")) throw badValue("$options needs a $regex");
    return [];
  },
  $size: (operand) => {
    const size = toWhole(operand);
    if (size !== null && size >= 0) return whole((value) => Array.isArray(value) && value.length === size);
    throw badValue("Failed to parse $size. Expected a non-negative integer");
  },
  $all: (operand) => {
    const items = listOf("$all", operand);
    return items.length > 0 ? items.map((item) => any(valueTest(item))) : whole(() => false);
  },
};

/** Compiles the operators of one field, as in `{$gt: 1, $lt: 5}`. @throws ServerError 2 BadValue */
export function compileOperators(operators: Doc): FieldTest[] {
  return Object.entries(operators).flatMap(([operator, operand]) => {
    const compile = ownValue(fieldOperators, operator);
    if (!compile) throw badValue(`unknown operator: ${operator}. ${ADVICE}`);
    return compile(operand, operators);
  });
}

/** The test of a field whose value is given without an operator. */
export const compileValue = (value: unknown): FieldTest => any(valueTest(value));

/** A regular expression is a pattern here, and itself in `$eq`. */
function valueTest(value: unknown): ValueTest {
  if (!isRegex(value)) return equality(value);
  const { pattern: source, options } = value as BSONRegExp;
  const matches = pattern(source, options);
  return (item) => matches(item) || (isRegex(item) && equalValues(item, value));
}

function pattern(source: string, options: string): ValueTest {
  const regex = compileRegex(source, options);
  return (item) => typeof item === "string" && regex.test(item);
}

/** An equality test; null equals missing. */
function equality(operand: unknown): ValueTest {
  if (isNullish(operand)) return isNullish;
  if (typeof operand === "string" || typeof operand === "boolean") return (value) => value === operand;
  const order = typeOrder(operand);
  return (value) =>
    value === operand ||
    (value !== undefined && typeOrder(value) === order && compareValues(value, operand) === 0);
}

// Only values of the operand's own type compare; NaN compares only with itself.
function comparison(operator: string, operand: unknown): ValueTest {
  if (isRegex(operand)) throw badValue(`Can't have RegEx as arg to predicate over field.`);
  const orEqual = operator === "$gte" || operator === "$lte";
  const sign = operator === "$gt" || operator === "$gte" ? 1 : -1;
  if (isNullish(operand)) return orEqual ? isNullish : () => false;
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

function membership(operator: string, operand: unknown): ValueTest {
  const texts = new Set<unknown>();
  const ids = new Set<string>();
  const tests: ValueTest[] = [];
  for (const item of listOf(operator, operand)) {
    if (typeOf(item) === BsonType.objectId) ids.add((item as ObjectId).toHexString());
    else if (typeof item === "string") texts.add(item);
    else tests.push(valueTest(item));
  }
  return (value) =>
    texts.has(value) ||
    (ids.size > 0 && typeOf(value) === BsonType.objectId && ids.has((value as ObjectId).toHexString())) ||
    tests.some((test) => test(value));
}

/** An operator's list of values. @throws ServerError BadValue, also for operators in it */
function listOf(operator: string, operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`);
  const nested = operand.some((item) => isDocument(item) && startsWithOperator(item));
  if (nested) throw badValue(`${operator} with operators in its array is not supported. ${ADVICE}`);
  return operand;
}
