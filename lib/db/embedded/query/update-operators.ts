import { Timestamp } from "bson";
import { arrayModifiers } from "./array-modifiers";
import { badValue, typeMismatch } from "./errors";
import { compareValues } from "./compare";
import { documentId, last, type Modifier } from "./modifier";
import { isNumber, makeInteger, numberKind, toInteger, toNumber, updateNumber, widerKind } from "./numbers";
import { print } from "./print";
import { valueAtPath } from "./update-modifiers";
import { isDocument, typeName, type Doc } from "./values";

function arithmetic(how: "add" | "multiply", verb: string): Modifier {
  return {
    check(argument, path) {
      if (!isNumber(argument)) {
        throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${print(argument)}}`);
      }
    },
    apply(value, argument, place) {
      if (!place.present) return how === "add" ? argument : updateNumber(0, argument, "multiply");
      if (!isNumber(value)) {
        throw typeMismatch(
          `Cannot apply ${place.operator} to a value of non-numeric type. ${documentId(place)} has the field '${last(place.path)}' of non-numeric type ${typeName(value)}`,
        );
      }
      const result = updateNumber(value, argument, how);
      if (result === null) {
        throw badValue(
          `Failed to apply ${place.operator} operations to current value (${print(value)}) for document ${documentId(place)}`,
        );
      }
      return same(value, result) ? value : result;
    },
  };
}

// A change to an equal value of the same kind is none; zeros are equal, NaN is not.
function same(a: unknown, b: unknown): boolean {
  return numberKind(a) === numberKind(b) && compareValues(a, b) === 0 && !Number.isNaN(toNumber(a));
}

const set: Modifier = { apply: (_value, argument) => argument };

function extreme(sign: number): Modifier {
  return {
    apply: (value, argument, { present }) =>
      present && sign * compareValues(argument, value) <= 0 ? value : argument,
  };
}

const unset: Modifier = { apply: () => undefined, absent: "skip" };

const rename: Modifier = {
  check(argument, path) {
    if (typeof argument !== "string") {
      throw badValue(`The 'to' field for $rename must be a string: ${path}: ${print(argument)}`);
    }
    if (argument.includes("\0"))
      throw badValue("The 'to' field for $rename cannot contain an embedded null byte");
    for (const end of [path, argument]) {
      if (end.split(".").some((part) => part === "$" || part.startsWith("$["))) {
        throw badValue(
          `The ${end === path ? "source" : "destination"} field for $rename may not be dynamic: ${end}`,
        );
      }
    }
    if (path === argument)
      throw badValue(`The source and target field for $rename must differ: ${path}: "${argument}"`);
  },
  apply: () => undefined,
  absent: "skip",
};

/** `$rename` at its target: takes the value the source had. */
export const renameTarget: Modifier = {
  apply: (_value, argument, { document }) => valueAtPath(document, argument as string).value,
};

const currentDate: Modifier = {
  check(argument, path) {
    if (typeof argument === "boolean") return;
    const type = isDocument(argument) ? argument.$type : undefined;
    if (!isDocument(argument)) {
      throw badValue(
        `${typeName(argument)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
      );
    }
    const other = Object.keys(argument).find((key) => key !== "$type");
    if (other) throw badValue(`Unrecognized $currentDate option: ${other}`);
    if (type !== "date" && type !== "timestamp") {
      throw badValue(
        `The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {${path}: {$type: 'date'}}}`,
      );
    }
  },
  apply(_value, argument, { context }) {
    if (isDocument(argument) && argument.$type === "timestamp") {
      return Timestamp.fromBits(1, Math.floor(context.now.getTime() / 1000));
    }
    return context.now;
  },
};

const bit: Modifier = {
  check(argument, path) {
    if (!isDocument(argument)) {
      throw badValue(
        `The $bit modifier is not compatible with a ${typeName(argument)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
      );
    }
    const operations = Object.entries(argument);
    if (operations.length === 0)
      throw badValue(
        `You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}`,
      );
    for (const [name, operand] of operations) {
      if (!["and", "or", "xor"].includes(name)) {
        throw badValue(
          `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${print(operand)}}`,
        );
      }
      const kind = numberKind(operand);
      if (kind !== "int" && kind !== "long") {
        throw badValue(
          `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(operand)}' is not supported here: {${path}: ${print(operand)}}`,
        );
      }
    }
  },
  apply(value, argument, place) {
    const kind = place.present ? numberKind(value) : "int";
    if (kind !== "int" && kind !== "long") {
      throw badValue(
        `Cannot apply $bit to a value of non-integral type.${documentId(place)} has the field ${last(place.path)} of non-integer type ${typeName(value)}`,
      );
    }
    return Object.entries(argument as Doc).reduce<unknown>(
      (current, [name, operand]) => {
        const a = toInteger(current) ?? 0n;
        const b = toInteger(operand) ?? 0n;
        const wider = widerKind(numberKind(current) ?? "int", numberKind(operand) ?? "int");
        return makeInteger(
          name === "and" ? a & b : name === "or" ? a | b : a ^ b,
          wider === "long" ? "long" : "int",
        );
      },
      place.present ? value : 0,
    );
  },
};

/** The update operators. */
export const modifiers: Record<string, Modifier> = {
  $set: set,
  $setOnInsert: set,
  $unset: unset,
  $inc: arithmetic("add", "increment"),
  $mul: arithmetic("multiply", "multiply"),
  $min: extreme(-1),
  $max: extreme(1),
  $rename: rename,
  $currentDate: currentDate,
  ...arrayModifiers,
  $bit: bit,
};
