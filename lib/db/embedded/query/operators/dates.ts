import { Long } from "bson";
import type { ObjectId, Timestamp } from "bson";
import { badValue, location } from "../errors";
import { ServerError } from "../../errors";
import { compileExpression } from "../expression";
import { isNumber, toInteger } from "../numbers";
import { fromLocal, offsetMinutes, toLocal, type LocalTime } from "../time-zone";
import { BsonType, isDocument, isNullish, typeName, typeOf, type Doc } from "../values";
import { dayOfWeek, dayOfYear, isoDayOfWeek, isoWeek, week } from "./date-parts";
import { formatDate, parseWithFormat } from "./date-format";
import { addUnits, difference, truncate, type Unit, units } from "./date-arithmetic";
import { parseDate } from "./conversion";
import { named, type CompileOperator } from "./define";

/** A date's moment; object ids and timestamps hold one too. @throws ServerError 16006 for anything else */
function momentOf(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  if (typeOf(value) === BsonType.objectId) return (value as ObjectId).getTimestamp().getTime();
  if (typeOf(value) === BsonType.timestamp) return (value as Timestamp).getHighBitsUnsigned() * 1000;
  throw location(16006, `can't convert from BSON type ${typeName(value)} to Date`);
}

function zoneOf(value: unknown, name: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string") return value;
  throw location(40517, `${name} requires that 'timezone' be a string, found: ${typeName(value)}`);
}

// {$year: date}, {$year: [date]} or {$year: {date, timezone}}
function part(read: (time: LocalTime) => unknown): CompileOperator {
  return (argument, scope, name) => {
    const byName = isDocument(argument) && !(Object.keys(argument)[0] ?? "").startsWith("$");
    const given: Doc = byName
      ? argument
      : { date: Array.isArray(argument) ? (argument as unknown[])[0] : argument };
    if (byName && !Object.hasOwn(given, "date"))
      throw location(40539, `missing 'date' argument to ${name}, provided: object`);
    for (const key of Object.keys(given)) {
      if (key !== "date" && key !== "timezone")
        throw location(40535, `unrecognized option to ${name}: "${key}"`);
    }
    const date = compileExpression(given.date, scope);
    const zone = Object.hasOwn(given, "timezone") ? compileExpression(given.timezone, scope) : null;
    return (environment) => {
      const value = date(environment);
      const where = zone?.(environment);
      if (isNullish(value) || (zone && isNullish(where))) return null;
      return read(toLocal(momentOf(value), zoneOf(where, name)));
    };
  };
}

function unitOf(value: unknown, name: string): Unit {
  if (typeof value === "string" && (units as readonly string[]).includes(value)) return value as Unit;
  throw new ServerError(
    9,
    "FailedToParse",
    `${name} parameter 'unit' value cannot be recognized as a time unit: ${String(value)}`,
  );
}

function whole(value: unknown, message: string, code: number): number {
  const number = isNumber(value) ? toInteger(value) : null;
  if (number === null) throw location(code, message);
  return Number(number);
}

function shift(sign: 1 | -1): CompileOperator {
  return named(["startDate", "unit", "amount"], ["timezone"], 5166400, (given, name) => {
    if (Object.values(given).some(isNullish)) return null;
    const amount = whole(given.amount, `${name} expects integer amount of time units`, 5166405);
    return new Date(
      addUnits(
        momentOf(given.startDate),
        unitOf(given.unit, name),
        sign * amount,
        zoneOf(given.timezone, name),
      ),
    );
  });
}

const partFields = ["year", "month", "day", "hour", "minute", "second", "millisecond"] as const;

function fromParts(given: Doc, name: string): unknown {
  if (Object.values(given).some(isNullish)) return null;
  const zone = zoneOf(given.timezone, name);
  const numbers = Object.fromEntries(
    Object.entries(given)
      .filter(([key]) => key !== "timezone")
      .map(([key, value]) => [
        key,
        whole(value, `'${key}' must evaluate to an integer, found ${typeName(value)}`, 40515),
      ]),
  ) as Partial<Record<string, number>>;
  const time: LocalTime = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };
  for (const field of partFields) time[field] = numbers[field] ?? time[field];
  if (numbers.isoWeekYear !== undefined) {
    const first = { ...time, year: numbers.isoWeekYear, month: 1, day: 4 };
    const days = ((numbers.isoWeek ?? 1) - 1) * 7 + (numbers.isoDayOfWeek ?? 1) - isoDayOfWeek(first);
    return new Date(fromLocal({ ...first, day: 4 + days }, zone));
  }
  if (time.year < 1 || time.year > 9999)
    throw location(40523, `'year' must evaluate to an integer in the range 1 to 9999, found ${time.year}`);
  return new Date(fromLocal(time, zone));
}

function toParts(given: Doc, name: string): unknown {
  if (isNullish(given.date) || given.timezone === null) return null;
  const { hour, minute, second, millisecond, ...date } = toLocal(
    momentOf(given.date),
    zoneOf(given.timezone, name),
  );
  const time = { hour, minute, second, millisecond };
  if (given.iso8601 !== true) return { ...date, ...time };
  const local = { ...date, ...time };
  const iso = isoWeek(local);
  return { isoWeekYear: iso.year, isoWeek: iso.week, isoDayOfWeek: isoDayOfWeek(local), ...time };
}

function toText(given: Doc, name: string): unknown {
  if (isNullish(given.date)) return given.onNull ?? null;
  if (given.format === null || given.timezone === null) return null;
  if (given.format !== undefined && typeof given.format !== "string") {
    throw location(
      18533,
      `$dateToString requires that 'format' be a string, found: ${typeName(given.format)}`,
    );
  }
  const zone = zoneOf(given.timezone, name);
  const moment = momentOf(given.date);
  const format = given.format ?? (zone ? "%Y-%m-%dT%H:%M:%S.%L" : "%Y-%m-%dT%H:%M:%S.%LZ");
  return formatDate(toLocal(moment, zone), offsetMinutes(moment, zone), format);
}

function fromText(given: Doc, name: string): unknown {
  if (isNullish(given.dateString)) return given.onNull ?? null;
  try {
    if (typeof given.dateString !== "string") {
      throw new ServerError(
        241,
        "ConversionFailure",
        `$dateFromString requires that 'dateString' be a string, found: ${typeName(given.dateString)}`,
      );
    }
    const zone = zoneOf(given.timezone ?? undefined, name);
    if (typeof given.format === "string")
      return new Date(parseWithFormat(given.dateString, given.format, zone));
    const date = parseDate(given.dateString);
    return zone ? new Date(fromLocal(toLocal(date.getTime()), zone)) : date;
  } catch (error) {
    if (error instanceof ServerError && error.code === 241 && given.onError !== undefined)
      return given.onError;
    throw error;
  }
}

function startOfWeek(value: unknown): number {
  if (value === undefined) return 7;
  const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const text = String(value).toLowerCase();
  const index = days.findIndex((day) => day === text || day.slice(0, 3) === text);
  if (index === -1)
    throw badValue(`parameter 'startOfWeek' value cannot be recognized as a day of a week: ${String(value)}`);
  return index + 1;
}

/** Dates, in any time zone. */
export const dateOperators: Record<string, CompileOperator> = {
  $year: part(({ year }) => year),
  $month: part(({ month }) => month),
  $dayOfMonth: part(({ day }) => day),
  $hour: part(({ hour }) => hour),
  $minute: part(({ minute }) => minute),
  $second: part(({ second }) => second),
  $millisecond: part(({ millisecond }) => millisecond),
  $dayOfYear: part(dayOfYear),
  $dayOfWeek: part(dayOfWeek),
  $week: part(week),
  $isoDayOfWeek: part(isoDayOfWeek),
  $isoWeek: part((time) => isoWeek(time).week),
  $isoWeekYear: part((time) => Long.fromNumber(isoWeek(time).year)),
  $dateAdd: shift(1),
  $dateSubtract: shift(-1),
  $dateDiff: named(["startDate", "endDate", "unit"], ["timezone", "startOfWeek"], 5166300, (given, name) => {
    if (Object.values(given).some(isNullish)) return null;
    const zone = zoneOf(given.timezone, name);
    const [start, end] = [toLocal(momentOf(given.startDate), zone), toLocal(momentOf(given.endDate), zone)];
    return Long.fromNumber(difference(start, end, unitOf(given.unit, name), startOfWeek(given.startOfWeek)));
  }),
  $dateTrunc: named(["date", "unit"], ["binSize", "timezone", "startOfWeek"], 5439007, (given, name) => {
    if (Object.values(given).some(isNullish)) return null;
    const size =
      given.binSize === undefined
        ? 1
        : whole(given.binSize, "$dateTrunc requires 'binSize' to be a 64-bit integer", 5439017);
    if (size <= 0) throw location(5439018, "$dateTrunc requires 'binSize' to be greater than 0");
    const moment = momentOf(given.date);
    return new Date(
      truncate(
        moment,
        unitOf(given.unit, name),
        size,
        zoneOf(given.timezone, name),
        startOfWeek(given.startOfWeek),
      ),
    );
  }),
  $dateFromParts: named(
    [],
    [
      "year",
      "month",
      "day",
      "hour",
      "minute",
      "second",
      "millisecond",
      "timezone",
      "isoWeekYear",
      "isoWeek",
      "isoDayOfWeek",
    ],
    40518,
    fromParts,
  ),
  $dateToParts: named(["date"], ["timezone", "iso8601"], 40522, toParts),
  $dateToString: named(["date"], ["format", "timezone", "onNull"], 18628, toText),
  $dateFromString: named(["dateString"], ["format", "timezone", "onNull", "onError"], 40541, fromText),
};
