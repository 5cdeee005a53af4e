import { EJSON } from "bson";
import { badValue, failedToParse, serverError, typeMismatch } from "../errors";
import { compareValues, equalValues } from "./compare";
import { compileFilter } from "./filter";
import { notApplicable, type Modifier, type Place } from "./modifier";
import { toWhole } from "./numbers";
import { compileSort } from "./sort";
import { isDocument, isRegex, startsWithOperator, type Doc } from "./values";

function clauses(argument: unknown): Doc | null {
  return isDocument(argument) && Object.hasOwn(argument, "$each") ? argument : null;
}

/** The array that an operator adds to; a new one if the field is missing. */
function listOf(value: unknown, place: Place): unknown[] {
  if (!place.present) return [];
  if (Array.isArray(value)) return value;
  throw notApplicable(value, place);
}

/** The clauses of `$push` in addition to `$each`. */
export const PUSH_CLAUSES = ["$each", "$position", "$slice", "$sort"];

const push: Modifier = {
  check(argument) {
    const given = clauses(argument);
    if (!given) {
      const stray = isDocument(argument) && PUSH_CLAUSES.find((clause) => Object.hasOwn(argument, clause));
      if (stray) throw serverError("DollarPrefixedFieldName", `'${stray}' is not valid for storage.`);
      return;
    }
    const { $each, $position = 0, $slice = 0, $sort = 1, ...unknown } = given;
    const isOrder = (direction: unknown) => Math.abs(toWhole(direction) ?? 0) === 1;
    const directions = isDocument($sort) ? Object.values($sort) : [$sort];
    const sound = Array.isArray($each) && toWhole($position) !== null && toWhole($slice) !== null;
    if (sound && directions.length > 0 && directions.every(isOrder) && Object.keys(unknown).length === 0)
      return;
    throw badValue(`$push cannot be applied with ${EJSON.stringify(argument)}`);
  },
  apply(value, argument, place) {
    const list = listOf(value, place);
    const given = clauses(argument);
    if (!given) return [...list, argument];
    const result = [...list];
    result.splice(toWhole(given.$position) ?? list.length, 0, ...(given.$each as unknown[]));
    if (given.$sort !== undefined) sortItems(result, given.$sort);
    const slice = toWhole(given.$slice);
    const cut = slice === null ? result : slice < 0 ? result.slice(slice) : result.slice(0, slice);
    const same = cut.length === list.length && cut.every((item, index) => item === list[index]);
    return place.present && same ? value : cut;
  },
};

function sortItems(items: unknown[], sort: unknown): void {
  if (!isDocument(sort)) {
    items.sort((a, b) => (toWhole(sort) ?? 1) * compareValues(a, b));
    return;
  }
  const compare = compileSort(sort);
  const none = {};
  items.sort((a, b) => compare(isDocument(a) ? a : none, isDocument(b) ? b : none));
}

const addToSet: Modifier = {
  check(argument) {
    const given = clauses(argument);
    if (!given) return;
    if (!Array.isArray(given.$each))
      throw typeMismatch("The argument to $each in $addToSet must be an array");
    if (Object.keys(given).length > 1)
      throw badValue(`Found unexpected fields in $addToSet: ${EJSON.stringify(given)}`);
  },
  apply(value, argument, place) {
    const list = listOf(value, place);
    const items = (clauses(argument)?.$each as unknown[] | undefined) ?? [argument];
    const result = [...list];
    for (const item of items) if (!result.some((other) => equalValues(other, item))) result.push(item);
    return place.present && result.length === list.length ? value : result;
  },
};

const pop: Modifier = {
  skipsMissing: true,
  check(argument) {
    if (Math.abs(toWhole(argument) ?? 0) !== 1)
      throw failedToParse(`$pop expects 1 or -1, found: ${EJSON.stringify(argument)}`);
  },
  apply(value, argument, place) {
    if (!Array.isArray(value)) throw typeMismatch(notApplicable(value, place).message);
    if (value.length === 0) return value;
    return toWhole(argument) === 1 ? value.slice(0, -1) : value.slice(1);
  },
};

const pull: Modifier = {
  skipsMissing: true,
  apply: (value, argument, place) => without(value, place, pullTest(argument)),
};

function pullTest(argument: unknown): (item: unknown) => boolean {
  if (isDocument(argument) && !startsWithOperator(argument)) {
    const matches = compileFilter(argument);
    return (item) => isDocument(item) && matches(item);
  }
  if (isDocument(argument)) {
    const matches = compileFilter({ list: { $elemMatch: argument } });
    return (item) => matches({ list: [item] });
  }
  if (isRegex(argument)) {
    const matches = compileFilter({ item: argument });
    return (item) => !Array.isArray(item) && matches({ item });
  }
  return (item) => equalValues(item, argument);
}

const pullAll: Modifier = {
  skipsMissing: true,
  check(argument) {
    if (!Array.isArray(argument)) throw badValue("$pullAll requires an array argument");
  },
  apply: (value, argument, place) =>
    without(value, place, (item) => (argument as unknown[]).some((other) => equalValues(item, other))),
};

function without(value: unknown, place: Place, matches: (item: unknown) => boolean): unknown {
  if (!Array.isArray(value)) throw notApplicable(value, place);
  const kept = value.filter((item) => !matches(item));
  return kept.length === value.length ? value : kept;
}

/** The update operators of arrays. */
export const arrayModifiers: Record<string, Modifier> = {
  $push: push,
  $addToSet: addToSet,
  $pop: pop,
  $pull: pull,
  $pullAll: pullAll,
};
