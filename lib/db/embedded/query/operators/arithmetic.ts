import { Decimal128, Long } from "bson";
import * as decimal from "../decimal";
import { badValue, location, typeMismatch } from "../errors";
import {
  isNumber,
  makeDouble,
  makeInteger,
  makeLong,
  multiplyNumbers,
  numberKind,
  subtractNumbers,
  toDecimal,
  toInteger,
  toNumber,
  widerKind,
} from "../numbers";
import { isNullish, typeName } from "../values";
import { binary, strict, unary, type CompileOperator } from "./define";
import { Total } from "./totals";

function add(values: unknown[]): unknown {
  let date: Date | null = null;
  const total = new Total();
  for (const value of values) {
    if (isNullish(value)) return null;
    if (value instanceof Date) {
      if (date) throw location(16612, "only one date allowed in an $add expression");
      date = value;
    } else if (isNumber(value)) total.add(value);
    else throw typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
  }
  return date ? shiftDate(date, toNumber(total.sum())) : total.sum();
}

function shiftDate(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + Math.round(milliseconds));
}

function subtract(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  if (a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    if (isNumber(b)) return shiftDate(a, -toNumber(b));
  } else if (isNumber(a) && isNumber(b)) return subtractNumbers(a, b);
  throw typeMismatch(`can't $subtract ${typeName(b)} from ${typeName(a)}`);
}

function multiply(values: unknown[]): unknown {
  let product: unknown = 1;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!isNumber(value)) throw typeMismatch(`$multiply only supports numeric types, not ${typeName(value)}`);
    product = multiplyNumbers(product, value);
  }
  return product;
}

function divide(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumber(a) || !isNumber(b)) {
    throw typeMismatch(`$divide only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  }
  if (toNumber(b) === 0) throw badValue("can't $divide by zero");
  if (numberKind(a) === "decimal" || numberKind(b) === "decimal") {
    return decimal.toDecimal128(decimal.divide(toDecimal(a), toDecimal(b)));
  }
  return makeDouble(toNumber(a) / toNumber(b));
}

function modulo(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  const kindA = numberKind(a);
  const kindB = numberKind(b);
  if (!kindA || !kindB) {
    throw location(16611, `$mod only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  }
  if (toNumber(b) === 0) throw location(16610, "can't $mod by zero");
  const kind = widerKind(kindA, kindB);
  if (kind === "decimal") return decimal.toDecimal128(decimal.remainder(toDecimal(a), toDecimal(b)));
  if (kind === "double") return makeDouble(toNumber(a) % toNumber(b));
  return makeInteger((toInteger(a) ?? 0n) % (toInteger(b) ?? 1n), kind);
}

// An operator that answers the same kind of number for whole numbers, a double or decimal otherwise.
function keepingKind(
  integers: (value: bigint) => bigint,
  doubles: (value: number) => number,
  decimals: (value: decimal.Decimal) => decimal.Decimal,
): CompileOperator {
  return unary((value, name) => {
    if (isNullish(value)) return null;
    const kind = numberKind(value);
    if (!kind) throw location(28765, `${name} only supports numeric types, not ${typeName(value)}`);
    if (kind === "decimal") return decimal.toDecimal128(decimals(toDecimal(value)));
    if (kind === "double") return makeDouble(doubles(toNumber(value)));
    const result = integers(toInteger(value) ?? 0n);
    if (makeLong(result) === null) throw location(28680, `can't take ${name} of long long min`);
    return makeInteger(result, kind);
  });
}

const identity = (value: bigint) => value;

function rounding(how: "half-even" | "truncate", doubles: (value: number) => number): CompileOperator {
  return strict(1, 2, ([value, place = 0], name) => {
    if (isNullish(value) || place === null) return null;
    const kind = numberKind(value);
    if (!kind) throw location(51081, `${name} only supports numeric types, not ${typeName(value)}`);
    const whole = isNumber(place) ? toInteger(place) : null;
    if (whole === null) throw location(51082, `precision argument to ${name} must be a integral value`);
    const digits = Number(whole);
    if (digits < -20 || digits > 100)
      throw location(
        51083,
        `cannot apply ${name} with precision value ${digits} value must be in [-20, 100]`,
      );
    if (kind === "decimal") return decimal.toDecimal128(decimal.roundTo(toDecimal(value), digits, how));
    if (kind === "double") {
      const number = toNumber(value);
      if (!Number.isFinite(number)) return number;
      if (digits === 0) return makeDouble(doubles(number));
      return makeDouble(decimal.toDouble(decimal.roundTo(decimal.fromDoubleExactly(number), digits, how)));
    }
    const rounded = decimal.roundTo(toDecimal(value), digits, how);
    return makeInteger(toInteger(decimal.toDecimal128(rounded)) ?? 0n, kind);
  });
}

function halfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5) return floor === 0 && Object.is(Math.sign(value), -0) ? -0 : floor;
  if (rest > 0.5) return Math.ceil(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function real(
  code: number,
  check: (value: number) => string | null,
  compute: (value: number) => number,
): CompileOperator {
  return unary((value, name) => {
    if (isNullish(value)) return null;
    if (!isNumber(value))
      throw location(28765, `${name} only supports numeric types, not ${typeName(value)}`);
    const number = toNumber(value);
    const complaint = check(number);
    if (complaint) throw location(code, complaint);
    if (numberKind(value) === "decimal") return Decimal128.fromString(String(compute(number)));
    return makeDouble(compute(number));
  });
}

function power(base: unknown, exponent: unknown): unknown {
  if (isNullish(base) || isNullish(exponent)) return null;
  const kindBase = numberKind(base);
  const kindExponent = numberKind(exponent);
  if (!kindBase) throw location(28762, `$pow's base must be numeric, not ${typeName(base)}`);
  if (!kindExponent) throw location(28763, `$pow's exponent must be numeric, not ${typeName(exponent)}`);
  if (toNumber(base) === 0 && toNumber(exponent) < 0) {
    throw location(28764, "$pow cannot take a base of 0 and a negative exponent");
  }
  const kind = widerKind(kindBase, kindExponent);
  if (kind === "int" || kind === "long") {
    const power = toInteger(exponent) ?? 0n;
    if (power < 0n || power > 64n) return makeDouble(toNumber(base) ** toNumber(exponent));
    return makeInteger((toInteger(base) ?? 0n) ** power, kind);
  }
  const result = toNumber(base) ** toNumber(exponent);
  return kind === "decimal" ? decimal.toDecimal128(decimal.fromDouble(result)) : makeDouble(result);
}

function logarithm(value: unknown, base: unknown): unknown {
  if (isNullish(value) || isNullish(base)) return null;
  if (!isNumber(value)) throw location(28756, `$log's argument must be numeric, not ${typeName(value)}`);
  if (!isNumber(base)) throw location(28757, `$log's base must be numeric, not ${typeName(base)}`);
  if (!(toNumber(value) > 0)) throw location(28758, "$log's argument must be a positive number");
  if (!(toNumber(base) > 0) || toNumber(base) === 1)
    throw location(28759, "$log's base must be a positive number not equal to 1");
  return makeDouble(Math.log(toNumber(value)) / Math.log(toNumber(base)));
}

function bitwise(start: bigint, combine: (a: bigint, b: bigint) => bigint): CompileOperator {
  return strict(0, Infinity, (values, name) => {
    let result = start;
    let kind: "int" | "long" = "int";
    for (const value of values) {
      if (isNullish(value)) return null;
      const own = numberKind(value);
      if (own !== "int" && own !== "long") throw typeMismatch(`${name} only supports int and long operands.`);
      if (own === "long") kind = "long";
      result = combine(result, toInteger(value) ?? 0n);
    }
    return makeInteger(result, kind);
  });
}

/** Arithmetic with MongoDB's kinds of numbers. */
export const arithmeticOperators: Record<string, CompileOperator> = {
  $add: strict(0, Infinity, add),
  $subtract: binary(subtract),
  $multiply: strict(0, Infinity, multiply),
  $divide: binary(divide),
  $mod: binary(modulo),
  $pow: binary(power),
  $abs: keepingKind(
    (value) => (value < 0n ? -value : value),
    Math.abs,
    (value) => (decimal.signOf(value) < 0 ? decimal.negate(value) : value),
  ),
  $ceil: keepingKind(identity, Math.ceil, (value) => decimal.roundTo(value, 0, "ceil")),
  $floor: keepingKind(identity, Math.floor, (value) => decimal.roundTo(value, 0, "floor")),
  $round: rounding("half-even", halfEven),
  $trunc: rounding("truncate", Math.trunc),
  $sqrt: real(
    28714,
    (value) => (value < 0 ? "$sqrt's argument must be greater than or equal to 0" : null),
    Math.sqrt,
  ),
  $exp: real(28765, () => null, Math.exp),
  $ln: real(
    28766,
    (value) =>
      value > 0 || Number.isNaN(value) ? null : `$ln's argument must be a positive number, but is ${value}`,
    Math.log,
  ),
  $log10: real(
    28761,
    (value) =>
      value > 0 || Number.isNaN(value)
        ? null
        : `$log10's argument must be a positive number, but is ${value}`,
    Math.log10,
  ),
  $log: binary(logarithm),
  $bitAnd: bitwise(-1n, (a, b) => a & b),
  $bitOr: bitwise(0n, (a, b) => a | b),
  $bitXor: bitwise(0n, (a, b) => a ^ b),
  $bitNot: unary((value) => {
    if (isNullish(value)) return null;
    const kind = numberKind(value);
    if (kind !== "int" && kind !== "long")
      throw typeMismatch(`$bitNot only supports int and long, not: ${typeName(value)}.`);
    return makeInteger(~(toInteger(value) ?? 0n), kind);
  }),
};
