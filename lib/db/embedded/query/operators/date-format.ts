import { location } from "../errors";
import { ServerError } from "../../errors";
import { fromLocal, utc, type LocalTime } from "../time-zone";
import { dayOfWeek, dayOfYear, isoDayOfWeek, isoWeek, week } from "./date-parts";

const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60), 2)}${pad(size % 60, 2)}`;
}

/** Writes a date by a format of `$dateToString`. @throws ServerError 18536 for an unknown specifier */
export function formatDate(time: LocalTime, offset: number, format: string): string {
  return format.replace(/%(.)?/gs, (_all, specifier: string | undefined) => {
    switch (specifier) {
      case "Y":
        return pad(time.year, 4);
      case "G":
        return pad(isoWeek(time).year, 4);
      case "m":
        return pad(time.month, 2);
      case "d":
        return pad(time.day, 2);
      case "H":
        return pad(time.hour, 2);
      case "M":
        return pad(time.minute, 2);
      case "S":
        return pad(time.second, 2);
      case "L":
        return pad(time.millisecond, 3);
      case "j":
        return pad(dayOfYear(time), 3);
      case "w":
        return String(dayOfWeek(time));
      case "u":
        return String(isoDayOfWeek(time));
      case "U":
        return pad(week(time), 2);
      case "V":
        return pad(isoWeek(time).week, 2);
      case "z":
        return offsetText(offset);
      case "Z":
        return String(offset);
      case "b":
        return (monthNames[time.month - 1] ?? "").slice(0, 3);
      case "B":
        return monthNames[time.month - 1] ?? "";
      case "%":
        return "%";
      case undefined:
        throw location(18535, "Unmatched '%' at end of format string");
      default:
        throw location(18536, `Invalid format character '%${specifier}' in format string`);
    }
  });
}

const readers: Record<string, string> = {
  Y: "(?<year>\\d{4})",
  m: "(?<month>\\d{1,2})",
  d: "(?<day>\\d{1,2})",
  H: "(?<hour>\\d{1,2})",
  M: "(?<minute>\\d{1,2})",
  S: "(?<second>\\d{1,2})",
  L: "(?<millisecond>\\d{1,3})",
  j: "(?<dayOfYear>\\d{1,3})",
  z: "(?<offset>[+-]\\d\\d:?\\d\\d|Z)",
  Z: "(?<minutes>[+-]?\\d+)",
  b: "(?<name>[A-Za-z]{3})",
  B: "(?<name>[A-Za-z]+)",
  "%": "%",
};

/** Reads a date by a format of `$dateFromString`. @throws ServerError 241 where it does not fit */
export function parseWithFormat(text: string, format: string, zone: string | undefined): number {
  const pattern = format.replace(/%(.)|[.*+?^${}()|[\]\\]/gs, (all, specifier: string | undefined) => {
    if (specifier === undefined) return `\\${all}`;
    const reader = readers[specifier];
    if (!reader) throw location(18536, `Invalid format character '%${specifier}' in format string`);
    return reader;
  });
  const found = new RegExp(`^${pattern}$`).exec(text)?.groups;
  if (!found)
    throw new ServerError(
      241,
      "ConversionFailure",
      `Error parsing date string '${text}'; with format '${format}'`,
    );
  const number = (name: string, otherwise: number) =>
    found[name] === undefined ? otherwise : Number(found[name]);
  const byName = monthNames.findIndex(
    (month) => found.name && month.toLowerCase().startsWith(found.name.toLowerCase()),
  );
  const time: LocalTime = {
    year: number("year", 1970),
    month: byName >= 0 ? byName + 1 : number("month", 1),
    day: number("day", number("dayOfYear", 1)),
    hour: number("hour", 0),
    minute: number("minute", 0),
    second: number("second", 0),
    millisecond: Number((found.millisecond ?? "0").padEnd(3, "0")),
  };
  const given = found.minutes !== undefined ? minutesZone(Number(found.minutes)) : found.offset;
  if (given === undefined) return fromLocal(time, zone);
  return given === "Z"
    ? utc(time.year, time.month, time.day, time.hour, time.minute, time.second, time.millisecond)
    : fromLocal(time, given);
}

function minutesZone(minutes: number): string {
  return offsetText(minutes);
}
