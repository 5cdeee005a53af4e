import { ServerError } from "../errors";
import { badValue, failedToParse, typeMismatch } from "./errors";
import { compareValues, equalValues } from "./compare";
import { compileFilter } from "./filter";
import { documentId, last, type Modifier, type Place } from "./modifier";
import { isNumber, toInteger, toNumber } from "./numbers";
import { print } from "./print";
import { compileSort } from "./sort";
import type { ModifierContext } from "./update-modifiers";
import { BsonType, isDocument, startsWithOperator, typeName, typeOf, type Doc } from "./values";

function requireArray(value: unknown, place: Place): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (!place.present) return [];
  throw badValue(
    `The field '${place.path}' must be an array but is of type ${typeName(value)} in document ${documentId(place)}`,
  );
}

const pushClauses = ["$each", "$position", "$slice", "$sort"];

function clauses(argument: unknown): Doc | null {
  return isDocument(argument) && Object.hasOwn(argument, "$each") ? argument : null;
}

function integer(value: unknown, clause: string): number {
  const whole = isNumber(value) ? toInteger(value) : null;
  if (whole === null)
    throw badValue(`The value for ${clause} must be an integer value but was given type: ${typeName(value)}`);
  return Number(whole);
}

const push: Modifier = {
  check(argument) {
    const given = clauses(argument);
    if (!given) {
      const first = isDocument(argument)
        ? Object.keys(argument).find((key) => pushClauses.includes(key))
        : undefined;
      if (first)
        throw new ServerError(
          52,
          "DollarPrefixedFieldName",
          `The dollar ($) prefixed field '${first}' in '${first}' is not valid for storage.`,
        );
      return;
    }
    if (!Array.isArray(given.$each))
      throw badValue(
        `The argument to $each in $push must be an array but it was of type: ${typeName(given.$each)}`,
      );
    const unknown = Object.keys(given).find((key) => !pushClauses.includes(key));
    if (unknown) throw badValue(`Unrecognized clause in $push: ${unknown}`);
    if (given.$slice !== undefined) integer(given.$slice, "$slice");
    if (given.$position !== undefined) integer(given.$position, "$position");
    if (given.$sort !== undefined) checkPushSort(given.$sort);
  },
  apply(value, argument, place) {
    const list = requireArray(value, place);
    const given = clauses(argument);
    if (!given) return [...list, argument];
    const items = given.$each as unknown[];
    const position = given.$position === undefined ? list.length : integer(given.$position, "$position");
    const at = position < 0 ? Math.max(0, list.length + position) : Math.min(position, list.length);
    let result = [...list.slice(0, at), ...items, ...list.slice(at)];
    if (given.$sort !== undefined) result = sortItems(result, given.$sort);
    if (given.$slice !== undefined) {
      const slice = integer(given.$slice, "$slice");
      result = slice < 0 ? result.slice(slice) : result.slice(0, slice);
    }
    const unchanged =
      place.present &&
      items.length === 0 &&
      result.length === list.length &&
      result.every((item, index) => item === list[index]);
    return unchanged ? value : result;
  },
};

function checkPushSort(sort: unknown): void {
  if (isNumber(sort)) {
    if (Math.abs(toNumber(sort)) !== 1) throw badValue("The $sort element value must be either 1 or -1");
    return;
  }
  if (!isDocument(sort))
    throw badValue(
      "The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields",
    );
  if (Object.keys(sort).length === 0)
    throw badValue("The $sort pattern is empty when it should be a set of fields.");
  for (const direction of Object.values(sort)) {
    if (!isNumber(direction) || Math.abs(toNumber(direction)) !== 1)
      throw badValue("The $sort element value must be either 1 or -1");
  }
}

function sortItems(items: unknown[], sort: unknown): unknown[] {
  if (isNumber(sort)) return [...items].sort((a, b) => toNumber(sort) * compareValues(a, b));
  const compare = compileSort(sort as Doc);
  const holders = items.map((item) => ({ item, doc: isDocument(item) ? item : {} }));
  return holders.sort((a, b) => compare(a.doc, b.doc)).map(({ item }) => item);
}

const addToSet: Modifier = {
  check(argument) {
    const given = clauses(argument);
    if (!given) return;
    if (!Array.isArray(given.$each)) {
      throw typeMismatch(
        `The argument to $each in $addToSet must be an array but it was of type ${typeName(given.$each)}`,
      );
    }
    const unknown = Object.keys(given).find((key) => key !== "$each");
    if (unknown) throw badValue(`Found unexpected fields after $each in $addToSet: ${print(given)}`);
  },
  apply(value, argument, place) {
    if (place.present && !Array.isArray(value)) {
      throw badValue(
        `Cannot apply $addToSet to non-array field. Field named '${last(place.path)}' has non-array type ${typeName(value)}`,
      );
    }
    const list = (place.present ? value : []) as unknown[];
    const items = (clauses(argument)?.$each as unknown[] | undefined) ?? [argument];
    const result = [...list];
    for (const item of items) if (!result.some((other) => equalValues(other, item))) result.push(item);
    return place.present && result.length === list.length ? value : result;
  },
};

const pop: Modifier = {
  absent: "skip",
  check(argument) {
    if (!isNumber(argument)) throw failedToParse(`Expected a number in: $pop: ${print(argument)}`);
    if (Math.abs(toNumber(argument)) !== 1)
      throw failedToParse(`$pop expects 1 or -1, found: ${print(argument)}`);
  },
  apply(value, argument, { path }) {
    if (!Array.isArray(value))
      throw typeMismatch(`Path '${path}' contains an element of non-array type '${typeName(value)}'`);
    if (value.length === 0) return value;
    return toNumber(argument) > 0 ? value.slice(0, -1) : value.slice(1);
  },
};

function pullTest(argument: unknown, context: ModifierContext): (item: unknown) => boolean {
  const options = { collation: context.collation };
  if (isDocument(argument)) {
    if (startsWithOperator(argument)) {
      const matches = compileFilter({ item: { $elemMatch: argument } }, options);
      return (item) => matches({ item: [item] });
    }
    const matches = compileFilter(argument, options);
    return (item) => isDocument(item) && matches(item);
  }
  if (typeOf(argument) === BsonType.regex) {
    const matches = compileFilter({ item: argument }, options);
    return (item) => !Array.isArray(item) && matches({ item });
  }
  return (item) => compareValues(item, argument) === 0;
}

const pull: Modifier = {
  absent: "skip",
  apply(value, argument, { context }) {
    if (!Array.isArray(value)) throw badValue("Cannot apply $pull to a non-array value");
    const matches = pullTest(argument, context);
    return without(value as unknown[], matches);
  },
};

const pullAll: Modifier = {
  absent: "skip",
  check(argument) {
    if (!Array.isArray(argument))
      throw badValue(`$pullAll requires an array argument but was given a ${typeName(argument)}`);
  },
  apply(value, argument) {
    if (!Array.isArray(value)) throw badValue("Cannot apply $pullAll to a non-array value");
    return without(value as unknown[], (item) =>
      (argument as unknown[]).some((other) => equalValues(item, other)),
    );
  },
};

function without(list: unknown[], matches: (item: unknown) => boolean): unknown[] {
  const kept = list.filter((item) => !matches(item));
  return kept.length === list.length ? list : kept;
}

/** The update operators of arrays. */
export const arrayModifiers: Record<string, Modifier> = {
  $push: push,
  $addToSet: addToSet,
  $pop: pop,
  $pull: pull,
  $pullAll: pullAll,
};
