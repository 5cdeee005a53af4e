import type { ObjectId } from "bson";
import { badValue } from "./errors";
import {
  binaryBytes,
  compareValues,
  equalValues,
  regexOptions,
  regexSource,
  text,
  typeOrder,
  compareStrings,
  type StringComparison,
} from "./compare";
import type { DocTest, FilterContext } from "./filter";
import { isNumber, numberKind, toInteger, toNumber } from "./numbers";
import { compileRegex } from "./regex";
import { truthy } from "./truth";
import { compileTypeTest } from "./type-names";
import { BsonType, isDocument, isNullish, startsWithOperator, typeOf, type Doc } from "./values";

/** Where in an array the match was: what `$` stands for in an update or projection. */
export interface MatchDetails {
  index?: number;
}

/** Tests one value: an array element, or a whole field; undefined where it is missing. */
export type LeafTest = (value: unknown, details?: MatchDetails) => boolean;

/** The tests of one field; `expand`: the elements of an array are tested as well as the array. */
export type FieldTest =
  { kind: "leaf"; leaf: LeafTest; expand: boolean } | { kind: "not"; tests: FieldTest[] };

type CompileFilter = (filter: Doc, context: FilterContext) => DocTest;

/**
 * Compiles the operators of one field, as in `{$gt: 1, $lt: 5}`.
 *
 * @param implicit an equality written without `$eq`, where a regular expression means a pattern
 * @throws ServerError 2 BadValue for unknown operators and wrong arguments
 */
export function compileOperators(
  operators: Doc,
  context: FilterContext,
  compileFilter: CompileFilter,
  implicit = false,
): FieldTest[] {
  return Object.entries(operators).flatMap(([operator, value]) =>
    compileOperator(operator, value, operators, context, compileFilter, implicit),
  );
}

function compileOperator(
  operator: string,
  value: unknown,
  operators: Doc,
  context: FilterContext,
  compileFilter: CompileFilter,
  implicit: boolean,
): FieldTest[] {
  const { strings } = context;
  switch (operator) {
    case "$eq":
      return [spread(implicit && isRegex(value) ? regexTest(value) : equality(value, strings))];
    case "$ne":
      if (isRegex(value)) throw badValue("Can't have regex as arg to $ne.");
      return [not(spread(equality(value, strings)))];
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return [spread(comparison(operator, value, strings))];
    case "$in":
      return [spread(membership(operator, value, strings))];
    case "$nin":
      return [not(spread(membership(operator, value, strings)))];
    case "$not":
      return [{ kind: "not", tests: negated(value, context, compileFilter) }];
    case "$exists": {
      const present: FieldTest = { kind: "leaf", leaf: (item) => item !== undefined, expand: false };
      return [truthy(value) ? present : not(present)];
    }
    case "$type":
      return [spread(compileTypeTest(value))];
    case "$regex":
      return [spread(regexOperator(value, operators.$options))];
    case "$options":
      if (!Object.hasOwn(operators, "$regex")) throw badValue("$options needs a $regex");
      return [];
    case "$mod":
      return [spread(modulo(value))];
    case "$size":
      return [whole(size(value))];
    case "$all":
      return all(value, context, compileFilter);
    case "$elemMatch":
      return [whole(elementMatch(value, context, compileFilter))];
    case "$bitsAllSet":
    case "$bitsAnySet":
    case "$bitsAllClear":
    case "$bitsAnyClear":
      return [spread(bits(operator, value))];
    case "$comment":
      return [];
    default:
      throw badValue(`unknown operator: ${operator}`);
  }
}

function spread(leaf: LeafTest): FieldTest {
  return { kind: "leaf", leaf, expand: true };
}

function whole(leaf: LeafTest): FieldTest {
  return { kind: "leaf", leaf, expand: false };
}

function not(test: FieldTest): FieldTest {
  return { kind: "not", tests: [test] };
}

function isRegex(value: unknown): boolean {
  return typeOf(value) === BsonType.regex;
}

/** A test for equality with a value; null equals missing. */
export function equality(operand: unknown, strings: StringComparison): LeafTest {
  if (isNullish(operand)) return isNullish;
  if (typeof operand === "string" && strings === compareStrings) {
    return (value) =>
      value === operand || (typeof value === "object" && equalValues(value, operand, strings));
  }
  if (typeof operand === "boolean") return (value) => value === operand;
  if (typeof operand === "number" && !Number.isNaN(operand)) {
    return (value) =>
      value === operand || (typeof value === "object" && value !== null && equalValues(value, operand));
  }
  const order = typeOrder(operand);
  return (value) =>
    value !== undefined && typeOrder(value) === order && compareValues(value, operand, strings) === 0;
}

// Only values of the operand's own type compare; NaN compares with nothing but itself.
function comparison(operator: string, operand: unknown, strings: StringComparison): LeafTest {
  if (isRegex(operand)) throw badValue(`Can't have RegEx as arg to predicate over field.`);
  const orEqual = operator === "$gte" || operator === "$lte";
  const sign = operator === "$gt" || operator === "$gte" ? 1 : -1;
  if (isNullish(operand)) return orEqual ? isNullish : () => false;
  const type = typeOf(operand);
  if (type === BsonType.minKey || type === BsonType.maxKey) {
    return (value) => {
      const result = Math.sign(compareValues(value, operand));
      return result === sign || (orEqual && result === 0);
    };
  }
  if (isNaNValue(operand)) return orEqual ? isNaNValue : () => false;
  const order = typeOrder(operand);
  return (value) => {
    if (value === undefined || typeOrder(value) !== order) return false;
    const result = compareValues(value, operand, strings);
    if (result === 0) return orEqual;
    return result > 0 === sign > 0 && !isNaNValue(value);
  };
}

function isNaNValue(value: unknown): boolean {
  if (typeof value === "number") return Number.isNaN(value);
  return typeof value === "object" && numberKind(value) === "decimal" && Number.isNaN(toNumber(value));
}

function membership(operator: string, list: unknown, strings: StringComparison): LeafTest {
  if (!Array.isArray(list)) throw badValue(`${operator} needs an array`);
  const plain = new Set<unknown>();
  const ids = new Set<string>();
  const tests: LeafTest[] = [];
  for (const item of list as unknown[]) {
    if (isDocument(item) && startsWithOperator(item)) throw badValue(`cannot nest $ under ${operator}`);
    if (isRegex(item)) tests.push(regexTest(item));
    else if (typeOf(item) === BsonType.objectId) ids.add((item as ObjectId).toHexString());
    // A set finds strings and whole numbers; the other kinds of numbers that equal one are compared.
    else if (typeof item === "string" && strings === compareStrings) plain.add(item);
    else if (typeof item === "number" && !Number.isNaN(item)) {
      plain.add(item);
      tests.push((value) => typeof value === "object" && value !== null && equalValues(value, item));
    } else tests.push(equality(item, strings));
  }
  return (value) =>
    plain.has(value) ||
    (ids.size > 0 && typeOf(value) === BsonType.objectId && ids.has((value as ObjectId).toHexString())) ||
    tests.some((test) => test(value));
}

function negated(value: unknown, context: FilterContext, compileFilter: CompileFilter): FieldTest[] {
  if (isRegex(value)) return [spread(regexTest(value))];
  if (!isDocument(value)) throw badValue("$not needs a regex or a document");
  if (Object.keys(value).length === 0) throw badValue("$not cannot be empty");
  if (!startsWithOperator(value)) {
    throw badValue(`unknown operator: ${Object.keys(value)[0]}`);
  }
  return compileOperators(value, context, compileFilter);
}

function regexTest(value: unknown): LeafTest {
  const regex = compileRegex(regexSource(value), regexOptions(value));
  const source = regexSource(value);
  const options = regexOptions(value);
  return (item) => {
    if (typeof item === "string") return regex.test(item);
    if (typeof item !== "object" || item === null) return false;
    const type = typeOf(item);
    if (type === BsonType.symbol) return regex.test(text(item));
    return type === BsonType.regex && regexSource(item) === source && regexOptions(item) === options;
  };
}

function regexOperator(value: unknown, options: unknown): LeafTest {
  if (typeof value !== "string" && !isRegex(value)) throw badValue("$regex has to be a string");
  if (options !== undefined && typeof options !== "string") throw badValue("$options has to be a string");
  const own = typeof value === "string" ? "" : regexOptions(value);
  if (options !== undefined && own !== "") {
    throw Object.assign(badValue("options set in both $regex and $options"), {
      code: 51075,
      codeName: "Location51075",
    });
  }
  const regex = compileRegex(typeof value === "string" ? value : regexSource(value), options ?? own);
  return (item) => {
    if (typeof item === "string") return regex.test(item);
    return typeOf(item) === BsonType.symbol && regex.test(text(item));
  };
}

function modulo(value: unknown): LeafTest {
  if (!Array.isArray(value)) throw badValue("malformed mod, needs to be an array");
  if (value.length < 2) throw badValue("malformed mod, not enough elements");
  if (value.length > 2) throw badValue("malformed mod, too many elements");
  const [divisor, rest] = (value as unknown[]).map((item, index) => {
    if (!isNumber(item)) {
      throw badValue(`malformed mod, ${index === 0 ? "divisor" : "remainder"} not a number`);
    }
    const number = toNumber(item);
    if (!Number.isFinite(number)) throw badValue("Unable to coerce NaN/Inf to integral type");
    return toInteger(item) ?? BigInt(Math.trunc(number));
  }) as [bigint, bigint];
  if (divisor === 0n) throw badValue("divisor cannot be 0");
  return (item) => {
    if (!isNumber(item)) return false;
    const number = toNumber(item);
    if (!Number.isFinite(number)) return false;
    return (toInteger(item) ?? BigInt(Math.trunc(number))) % divisor === rest;
  };
}

function size(value: unknown): LeafTest {
  const wanted = isNumber(value) ? toInteger(value) : null;
  if (wanted === null) throw badValue(`Failed to parse $size. Expected an integer`);
  if (wanted < 0n) throw badValue(`Failed to parse $size. Expected a non-negative number`);
  return (item) => Array.isArray(item) && BigInt(item.length) === wanted;
}

function all(value: unknown, context: FilterContext, compileFilter: CompileFilter): FieldTest[] {
  if (!Array.isArray(value)) throw badValue("$all needs an array");
  if (value.length === 0) return [whole(() => false)];
  return (value as unknown[]).map((item) => {
    if (isDocument(item) && Object.hasOwn(item, "$elemMatch")) {
      return whole(elementMatch(item.$elemMatch, context, compileFilter));
    }
    if (isDocument(item) && startsWithOperator(item)) throw badValue("no $ expressions in $all");
    return spread(isRegex(item) ? regexTest(item) : equality(item, context.strings));
  });
}

const logical = new Set(["$and", "$or", "$nor", "$where", "$expr", "$jsonSchema", "$comment"]);

function elementMatch(value: unknown, context: FilterContext, compileFilter: CompileFilter): LeafTest {
  if (!isDocument(value)) throw badValue("$elemMatch needs an Object");
  const first = Object.keys(value)[0];
  const onValues = first !== undefined && first.startsWith("$") && !logical.has(first);
  const matches = onValues
    ? elementTest(compileOperators(value, context, compileFilter))
    : documentElementTest(compileFilter(value, context));
  return (item, details) => {
    if (!Array.isArray(item)) return false;
    const index = item.findIndex((element) => matches(element));
    if (index === -1) return false;
    if (details) details.index = index;
    return true;
  };
}

function elementTest(tests: FieldTest[]): LeafTest {
  return (item) =>
    tests.every((test) => (test.kind === "not" ? !elementTest(test.tests)(item) : test.leaf(item)));
}

function documentElementTest(matches: DocTest): LeafTest {
  return (item) => {
    if (Array.isArray(item)) return matches({ ...(item as unknown[]) } as unknown as Doc);
    return isDocument(item) && matches(item);
  };
}

function bits(operator: string, value: unknown): LeafTest {
  const mask = bitMask(value, operator);
  const set = operator.endsWith("Set");
  const every = operator.startsWith("$bitsAll");
  return (item) => {
    const held = bitsOf(item);
    if (held === null) return false;
    const hits = set ? held & mask : ~held & mask;
    return every ? hits === mask : hits !== 0n;
  };
}

function bitMask(value: unknown, operator: string): bigint {
  if (Array.isArray(value)) {
    return (value as unknown[]).reduce<bigint>((mask, item) => {
      const position = isNumber(item) ? toInteger(item) : null;
      if (position === null || position < 0n) {
        throw badValue(`Failed to parse bit position. Expected a non-negative number in: ${operator}`);
      }
      return mask | (1n << position);
    }, 0n);
  }
  if (typeOf(value) === BsonType.binData) return bitsOf(value) ?? 0n;
  const mask = isNumber(value) ? toInteger(value) : null;
  if (mask === null) throw badValue(`value takes an Array, a number, or a BinData but received: ${operator}`);
  if (mask < 0n) throw badValue(`Expected a non-negative number in: ${operator}`);
  return mask;
}

// Bit n of binary data is bit n % 8 of byte n / 8; whole numbers are sign-extended without end.
function bitsOf(item: unknown): bigint | null {
  if (isNumber(item)) return toInteger(item);
  if (typeOf(item) !== BsonType.binData) return null;
  return binaryBytes(item).reduceRight<bigint>((held, byte) => (held << 8n) | BigInt(byte), 0n);
}
