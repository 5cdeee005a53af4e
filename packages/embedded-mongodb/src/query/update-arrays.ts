import { EJSON } from "bson";
import { ADVICE, badValue, failedToParse, typeMismatch } from "../errors";
import { equalValues } from "./compare";
import { compileFilter } from "./filter";
import { notApplicable, type Modifier, type Place } from "./modifier";
import { toWhole } from "./numbers";
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

/** The clauses of `$push` that are not supported. */
const OTHER_CLAUSES = ["$position", "$slice", "$sort"];

const push: Modifier = {
  check(argument) {
    const fields = isDocument(argument) ? Object.keys(argument) : [];
    const given = clauses(argument);
    const sound = given
      ? Array.isArray(given.$each) && fields.length === 1
      : !OTHER_CLAUSES.some((clause) => fields.includes(clause));
    if (!sound) throw badValue(`$push cannot be applied with ${EJSON.stringify(argument)}. ${ADVICE}`);
  },
  apply(value, argument, place) {
    const list = listOf(value, place);
    const items = (clauses(argument)?.$each as unknown[] | undefined) ?? [argument];
    return place.present && items.length === 0 ? value : [...list, ...items];
  },
};

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
  apply(value, argument, place) {
    if (!Array.isArray(value)) throw notApplicable(value, place);
    const matches = pullTest(argument);
    const kept = value.filter((item) => !matches(item));
    return kept.length === value.length ? value : kept;
  },
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

/** The update operators of arrays. */
export const arrayModifiers: Record<string, Modifier> = {
  $push: push,
  $addToSet: addToSet,
  $pop: pop,
  $pull: pull,
};
