import { dayNumber, daysIn, fromLocal, toLocal, utc, type LocalTime } from "../time-zone";
import { isoDayOfWeek } from "./date-parts";

export const units = [
  "year",
  "quarter",
  "month",
  "week",
  "day",
  "hour",
  "minute",
  "second",
  "millisecond",
] as const;

/** A unit of `$dateAdd`, `$dateDiff`, `$dateTrunc`. */
export type Unit = (typeof units)[number];

const milliseconds: Partial<Record<Unit, number>> = {
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};
const months: Partial<Record<Unit, number>> = { year: 12, quarter: 3, month: 1 };
const days: Partial<Record<Unit, number>> = { week: 7, day: 1 };

/** A moment some units later; a day that its month does not have becomes the month's last. */
export function addUnits(moment: number, unit: Unit, amount: number, zone: string | undefined): number {
  const exact = milliseconds[unit];
  if (exact !== undefined) return moment + amount * exact;
  const time = toLocal(moment, zone);
  const byMonth = months[unit];
  if (byMonth !== undefined) {
    const index = time.year * 12 + time.month - 1 + amount * byMonth;
    const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
    return fromLocal({ ...time, year, month, day: Math.min(time.day, daysIn(year, month)) }, zone);
  }
  return fromLocal({ ...time, day: time.day + amount * (days[unit] ?? 1) }, zone);
}

/** How many of the unit's boundaries lie between two times. */
export function difference(start: LocalTime, end: LocalTime, unit: Unit, weekStart: number): number {
  const byMonth = months[unit];
  if (byMonth !== undefined) {
    const index = (time: LocalTime) => Math.floor((time.year * 12 + time.month - 1) / byMonth);
    return index(end) - index(start);
  }
  if (unit === "day") return dayNumber(end) - dayNumber(start);
  if (unit === "week") {
    const week = (time: LocalTime) =>
      Math.floor((dayNumber(time) - ((isoDayOfWeek(time) - weekStart + 7) % 7)) / 7);
    return week(end) - week(start);
  }
  const size = milliseconds[unit] ?? 1;
  const index = (time: LocalTime) => Math.floor(localMilliseconds(time) / size);
  return index(end) - index(start);
}

function localMilliseconds({ year, month, day, hour, minute, second, millisecond }: LocalTime): number {
  return utc(year, month, day, hour, minute, second, millisecond);
}

/** The start of the bin of `size` units that holds the moment; bins are counted from 2000-01-01. */
export function truncate(
  moment: number,
  unit: Unit,
  size: number,
  zone: string | undefined,
  weekStart: number,
): number {
  const time = toLocal(moment, zone);
  const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 };
  const byMonth = months[unit];
  if (byMonth !== undefined) {
    const bin = byMonth * size;
    const index = Math.floor(((time.year - 2000) * 12 + time.month - 1) / bin) * bin;
    return fromLocal(
      { year: 2000 + Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1, day: 1, ...midnight },
      zone,
    );
  }
  const reference = dayNumber({ year: 2000, month: 1, day: 1, ...midnight });
  if (unit === "day" || unit === "week") {
    // 2000-01-01 was a Saturday; weeks are counted from the first start of a week on or after it.
    const start = unit === "week" ? reference + ((weekStart - 6 + 7) % 7) : reference;
    const bin = (days[unit] ?? 1) * size;
    const day = start + Math.floor((dayNumber(time) - start) / bin) * bin;
    return fromLocal({ year: 1970, month: 1, day: 1 + day, ...midnight }, zone);
  }
  const bin = (milliseconds[unit] ?? 1) * size;
  const origin = fromLocal({ year: 2000, month: 1, day: 1, ...midnight }, zone);
  return origin + Math.floor((moment - origin) / bin) * bin;
}
