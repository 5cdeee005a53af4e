import { Decimal128, Long, ObjectId, type Timestamp } from "bson";
import { ServerError } from "../../errors";
import * as decimal from "../decimal";
import { compileExpression } from "../expression";
import { isNumber, makeDouble, makeLong, numberKind, toDecimal, toInteger, toNumber } from "../numbers";
import { truthy } from "../truth";
import { typesNamed } from "../type-names";
import { BsonType, isNullish, typeName, typeOf } from "../values";
import { namedArguments, unary, type CompileOperator } from "./define";

function failure(message: string): ServerError {
  return new ServerError(241, "ConversionFailure", message);
}

function unsupported(value: unknown, to: string): ServerError {
  return failure(`Unsupported conversion from ${typeName(value)} to ${to} in $convert with no onError value`);
}

function parseNumber(text: string, pattern: RegExp): string {
  if (!pattern.test(text))
    throw failure(`Failed to parse number '${text}' in $convert with no onError value`);
  return text;
}

function wholePart(value: unknown, to: string): bigint {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "string") return BigInt(parseNumber(value, /^[+-]?\d+$/).replace("+", ""));
  if (value instanceof Date && to === "long") return BigInt(value.getTime());
  if (!isNumber(value)) throw unsupported(value, to);
  const cut = decimal.roundTo(toDecimal(value, true), 0, "truncate");
  const whole = cut.special ? null : toInteger(decimal.toDecimal128(cut));
  if (whole === null)
    throw failure(`Attempt to convert NaN or infinity value to integer in $convert with no onError value`);
  return whole;
}

function overflow(): ServerError {
  return failure("Conversion would overflow target type in $convert with no onError value");
}

function toInt(value: unknown): unknown {
  const whole = wholePart(value, "int");
  if (whole < -2147483648n || whole > 2147483647n) throw overflow();
  return Number(whole);
}

function toLong(value: unknown): unknown {
  const whole = makeLong(wholePart(value, "long"));
  if (whole === null) throw overflow();
  return whole;
}

const decimalPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$|^[+-]?inf(inity)?$|^nan$/i;

function asDouble(value: unknown): unknown {
  if (typeof value === "boolean") return makeDouble(Number(value));
  if (typeof value === "string") {
    const text = parseNumber(value, decimalPattern);
    return makeDouble(/inf/i.test(text) ? (text.startsWith("-") ? -Infinity : Infinity) : Number(text));
  }
  if (value instanceof Date) return makeDouble(value.getTime());
  if (!isNumber(value)) throw unsupported(value, "double");
  return makeDouble(toNumber(value));
}

function asDecimal(value: unknown): unknown {
  if (typeof value === "boolean") return Decimal128.fromString(value ? "1" : "0");
  if (typeof value === "string")
    return decimal.toDecimal128(decimal.parseDecimal(parseNumber(value, decimalPattern)));
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()));
  if (!isNumber(value)) throw unsupported(value, "decimal");
  return decimal.toDecimal128(toDecimal(value));
}

function asString(value: unknown): unknown {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  const kind = numberKind(value);
  if (kind === "double") return doubleText(toNumber(value));
  if (kind !== null || typeOf(value) === BsonType.objectId || typeOf(value) === BsonType.symbol)
    return String(value);
  throw unsupported(value, "string");
}

function doubleText(value: number): string {
  return String(value).replace(/e([+-])(\d)$/, "e$10$2");
}

function asDate(value: unknown): unknown {
  if (value instanceof Date) return value;
  if (typeof value === "string") return parseDate(value);
  if (typeOf(value) === BsonType.objectId) return (value as ObjectId).getTimestamp();
  if (typeOf(value) === BsonType.timestamp) return new Date((value as Timestamp).getHighBits() * 1000);
  const kind = numberKind(value);
  if (kind === null || kind === "int") throw unsupported(value, "date");
  return new Date(Long.fromString(String(wholePart(value, "long"))).toNumber());
}

/** Reads a date as ISO 8601 writes it; without a zone it is UTC. @throws ServerError 241 ConversionFailure */
export function parseDate(text: string): Date {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(
    text,
  );
  const zone = match?.[5] ?? "Z";
  const date = match
    ? new Date(`${match[1]}-${match[2]}-${match[3]}T${match[4] ?? "00:00"}${zone.toUpperCase()}`)
    : null;
  if (!date || Number.isNaN(date.getTime())) throw failure(`Error parsing date string '${text}'`);
  return date;
}

function asObjectId(value: unknown): unknown {
  if (typeOf(value) === BsonType.objectId) return value;
  if (typeof value !== "string") throw unsupported(value, "objectId");
  if (!/^[0-9a-f]{24}$/i.test(value))
    throw failure(`Failed to parse objectId '${value}' in $convert with no onError value`);
  return new ObjectId(value);
}

function asBool(value: unknown): unknown {
  return truthy(value);
}

const converters = new Map<number, (value: unknown) => unknown>([
  [BsonType.int, toInt],
  [BsonType.long, toLong],
  [BsonType.double, asDouble],
  [BsonType.decimal, asDecimal],
  [BsonType.string, asString],
  [BsonType.date, asDate],
  [BsonType.objectId, asObjectId],
  [BsonType.bool, asBool],
]);

function converter(type: number): CompileOperator {
  const convert = converters.get(type) as (value: unknown) => unknown;
  return unary((value) => (isNullish(value) ? null : convert(value)));
}

const convertOperator: CompileOperator = (argument, scope) => {
  const given = namedArguments(argument, "$convert", ["input", "to"], ["onError", "onNull", "format"], 9);
  const input = compileExpression(given.input, scope);
  const to = compileExpression(given.to, scope);
  const onError = Object.hasOwn(given, "onError") ? compileExpression(given.onError, scope) : null;
  const onNull = Object.hasOwn(given, "onNull") ? compileExpression(given.onNull, scope) : () => null;
  return (environment) => {
    const value = input(environment);
    if (isNullish(value)) return onNull(environment);
    const target = to(environment);
    if (isNullish(target)) return null;
    const [type = 0] = typesNamed(target);
    try {
      const convert = converters.get(type);
      if (!convert) throw unsupported(value, String(target));
      return convert(value);
    } catch (error) {
      if (onError && error instanceof ServerError) return onError(environment);
      throw error;
    }
  };
};

/** Types and conversions. */
export const conversionOperators: Record<string, CompileOperator> = {
  $type: unary(typeName),
  $isNumber: unary(isNumber),
  $convert: convertOperator,
  $toInt: converter(BsonType.int),
  $toLong: converter(BsonType.long),
  $toDouble: converter(BsonType.double),
  $toDecimal: converter(BsonType.decimal),
  $toString: converter(BsonType.string),
  $toDate: converter(BsonType.date),
  $toObjectId: converter(BsonType.objectId),
  $toBool: converter(BsonType.bool),
};
