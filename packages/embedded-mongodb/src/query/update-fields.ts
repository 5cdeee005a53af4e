import { EJSON } from "bson";
import { typeMismatch } from "../errors";
import { compareValues } from "./compare";
import { notApplicable, type Modifier } from "./modifier";
import { calculate, isNumber, toNumber } from "./numbers";
import { typeOf } from "./values";

function arithmetic(how: "add" | "multiply"): Modifier {
  return {
    check(argument, path) {
      if (isNumber(argument)) return;
      throw typeMismatch(`Cannot ${how} with non-numeric argument: {${path}: ${EJSON.stringify(argument)}}`);
    },
    apply(value, argument, place) {
      if (!place.present) return how === "add" ? argument : calculate(0, argument, how);
      if (!isNumber(value)) throw typeMismatch(notApplicable(value, place).message);
      const result = calculate(value, argument, how);
      if (result === null) throw notApplicable(value, place);
      return isSame(value, result) ? value : result;
    },
  };
}

// Setting an equal value of the same type changes nothing; zeros are equal, NaN is not.
function isSame(a: unknown, b: unknown): boolean {
  return typeOf(a) === typeOf(b) && compareValues(a, b) === 0 && !Number.isNaN(toNumber(a));
}

const set: Modifier = { apply: (_value, argument) => argument };

const extreme = (sign: number): Modifier => ({
  apply: (value, argument, { present }) =>
    present && sign * compareValues(argument, value) <= 0 ? value : argument,
});

/** The update operators of single fields. */
export const fieldModifiers: Record<string, Modifier> = {
  $set: set,
  $setOnInsert: set,
  $unset: { apply: () => undefined, skipsMissing: true },
  $inc: arithmetic("add"),
  $mul: arithmetic("multiply"),
  $min: extreme(-1),
  $max: extreme(1),
};
