import { location } from "./errors";

/** A moment's date and time of day in a time zone. */
export interface LocalTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * How far a zone is ahead of UTC at a moment, in minutes.
 *
 * @param zone an Olson name ("Europe/Rome"), an offset ("+05:30") or undefined for UTC
 * @throws ServerError 40485 for an unknown zone
 */
export function offsetMinutes(moment: number, zone: string | undefined): number {
  if (zone === undefined || zone === "UTC" || zone === "GMT" || zone === "Z") return 0;
  const fixed = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (fixed) return (fixed[1] === "-" ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0));
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const local = utc(year, month, day, hour % 24, minute, second, 0);
  return Math.round((local - Math.floor(moment / 1000) * 1000) / 60_000);
}

function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format) return format;
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw location(40485, `unrecognized time zone identifier: "${zone}"`);
  }
  formats.set(zone, format);
  return format;
}

/** A moment as it is read off a clock in the zone. */
export function toLocal(moment: number, zone?: string): LocalTime {
  const date = new Date(moment + offsetMinutes(moment, zone) * 60_000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
}

/** The moment at which a clock in the zone reads this; parts beyond their range carry over. */
export function fromLocal(time: LocalTime, zone?: string): number {
  const { year, month, day, hour, minute, second, millisecond } = time;
  const local = utc(year, month, day, hour, minute, second, millisecond);
  const guess = local - offsetMinutes(local, zone) * 60_000;
  return local - offsetMinutes(guess, zone) * 60_000;
}

/** Milliseconds since 1970 of a date in UTC, years below 100 too. */
export function utc(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, millisecond);
  return date.getTime();
}

/** The number of days since 1970-01-01 of a date. */
export function dayNumber({ year, month, day }: LocalTime): number {
  return Math.floor(utc(year, month, day) / 86_400_000);
}

/** How many days a month has. */
export function daysIn(year: number, month: number): number {
  return new Date(utc(year, month + 1, 0)).getUTCDate();
}
