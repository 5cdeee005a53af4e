import { EJSON } from "bson";
import { ADVICE, badValue, typeMismatch, type ServerError } from "../errors";
import { compareValues, equalValues } from "./compare";
import { valueKey } from "./keys";
import { add, isNumber } from "./numbers";
import { isDocument, isRegex, startsWithOperator, typeName } from "./values";

/** Where a modifier is applied. */
type Place = { operator: string; path: string[] };

/** An update operator. */
export type Modifier = {
  /** Refuses an invalid argument before any document is changed. */
  check?: (argument: unknown, path: string) => void;
  /** The field's new value; undefined to remove it, or if it is missing. */
  apply: (value: unknown, argument: unknown, place: Place) => unknown;
  /** Skips a missing path instead of creating it. */
  skipsMissing?: true;
};

/** The operator does not apply to the field's value. */
function notApplicable(value: unknown, { operator, path }: Place): ServerError {
  const found = `${typeName(value)} (${EJSON.stringify(value)})`;
  return badValue(`Cannot apply ${operator} to the field '${path.join(".")}' of type ${found}`);
}

const set: Modifier = { apply: (_value, argument) => argument };

const increment: Modifier = {
  check(argument, path) {
    if (isNumber(argument)) return;
    throw typeMismatch(`Cannot increment with non-numeric argument: {${path}: ${EJSON.stringify(argument)}}`);
  },
  apply(value, argument, place) {
    if (value === undefined) return argument;
    if (!isNumber(value)) throw typeMismatch(notApplicable(value, place).message);
    const result = add(value, argument);
    if (result === null) throw notApplicable(value, place);
    return result;
  },
};

function arrayOf(value: unknown, place: Place): unknown[] {
  if (Array.isArray(value)) return value;
  throw notApplicable(value, place);
}

/** What `$push` and `$addToSet` add: the argument, or the items of `$each`, which is the only clause. */
function itemsOf(argument: unknown): unknown[] | null {
  if (!isDocument(argument) || !startsWithOperator(argument)) return [argument];
  const isEach = Array.isArray(argument.$each) && Object.keys(argument).length === 1;
  return isEach ? (argument.$each as unknown[]) : null;
}

const adding = (
  refusal: (message: string) => ServerError,
  choose: (list: unknown[], items: unknown[]) => unknown[],
): Modifier => ({
  check(argument) {
    if (itemsOf(argument)) return;
    throw refusal(`The only clause is $each with an array, not ${EJSON.stringify(argument)}. ${ADVICE}`);
  },
  apply(value, argument, place) {
    const list = value === undefined ? [] : arrayOf(value, place);
    return [...list, ...choose(list, itemsOf(argument) ?? [])];
  },
});

const addToSet = adding(typeMismatch, (list, items) => {
  const known = new Set(list.map(valueKey));
  return items.filter((item) => {
    const { size } = known;
    return known.add(valueKey(item)).size > size;
  });
});

const pull: Modifier = {
  skipsMissing: true,
  check(argument) {
    if (!isDocument(argument) && !isRegex(argument)) return;
    throw badValue(`$pull of what a condition matches is not supported. ${ADVICE}`);
  },
  apply(value, argument, place) {
    return arrayOf(value, place).filter((item) => !equalValues(item, argument));
  },
};

/** The update operators by name. */
export const modifiers: Readonly<Record<string, Modifier>> = {
  $set: set,
  $setOnInsert: set,
  $unset: { apply: () => undefined, skipsMissing: true },
  $inc: increment,
  $max: {
    apply: (value, argument) =>
      value !== undefined && compareValues(argument, value) <= 0 ? value : argument,
  },
  $push: adding(badValue, (_list, items) => items),
  $addToSet: addToSet,
  $pull: pull,
};
