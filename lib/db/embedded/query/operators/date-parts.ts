import { dayNumber, utc, type LocalTime } from "../time-zone";

/** The day of the year, 1 to 366. */
export function dayOfYear(time: LocalTime): number {
  return dayNumber(time) - Math.floor(utc(time.year, 1, 1) / 86_400_000) + 1;
}

/** 1 (Sunday) to 7. */
export function dayOfWeek(time: LocalTime): number {
  return ((((dayNumber(time) + 4) % 7) + 7) % 7) + 1;
}

/** 1 (Monday) to 7. */
export function isoDayOfWeek(time: LocalTime): number {
  return ((dayOfWeek(time) + 5) % 7) + 1;
}

/** 0 to 53: weeks begin on Sundays, week 1 with the year's first. */
export function week(time: LocalTime): number {
  return Math.floor((dayOfYear(time) + 7 - dayOfWeek(time)) / 7);
}

/** The ISO 8601 week and the year it belongs to. */
export function isoWeek(time: LocalTime): { week: number; year: number } {
  // The week belongs to the year of its Thursday.
  const thursday = new Date((dayNumber(time) - isoDayOfWeek(time) + 4) * 86_400_000);
  const year = thursday.getUTCFullYear();
  return { week: Math.floor((thursday.getTime() - utc(year, 1, 1)) / (7 * 86_400_000)) + 1, year };
}
