// One locale and one time zone, so that server and browser write the same text wherever they run.
const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The first 10 characters of an ISO date, `YYYY-MM-DD` (docs/rules.md#screens). */
export function dateOnly(iso: string): string {
  return iso.slice(0, 10);
}

/**
 * Midnight UTC of a day since 1900.
 * @param text an ISO date, or a date and time, of which only the date counts
 * @returns null if it is none
 */
export function calendarDay(text: string): Date | null {
  const date = new Date(`${dateOnly(text)}T00:00:00.000Z`);
  const valid =
    /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    date.toISOString().startsWith(dateOnly(text));
  return valid && date.getUTCFullYear() >= 1900 ? date : null;
}

/**
 * @param iso an ISO date, with or without a time
 * @returns the UTC date in words, `November 21, 2026`
 * @throws RangeError if it is not a date
 */
export function longDate(iso: string): string {
  return long.format(new Date(iso));
}

const DAY = { month: "short", day: "numeric", timeZone: "UTC" } as const;
const ofThisYear = new Intl.DateTimeFormat("en-US", DAY);
const ofOtherYears = new Intl.DateTimeFormat("en-US", { ...DAY, year: "numeric" });
const month = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** A month in words, `Nov 2026`. @param iso `2026-11` */
export const monthName = (iso: string): string => month.format(new Date(iso));

const longMonth = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** The month of a day without its year, `November`. */
export const longMonthName = (day: Date): string => longMonth.format(day);

/**
 * @param iso an ISO date, with or without a time
 * @returns the UTC date, `Nov 24`; of another year, `Nov 24, 2025`
 */
export function shortDate(iso: string): string {
  const thisYear = todayDateOnly().slice(0, 4) === iso.slice(0, 4);
  return (thisYear ? ofThisYear : ofOtherYears).format(new Date(iso));
}

/**
 * The local day of a moment, `YYYY-MM-DD`. Use it for timestamps; the date of an event is the same in every time zone
 * and uses `dateOnly`.
 * @param moment a date, or an ISO date; one without a time stays the same
 */
export function localDateOnly(moment: Date | string): string {
  if (typeof moment === "string" && moment === dateOnly(moment)) return moment;
  const date = new Date(moment);
  const year = String(date.getFullYear()).padStart(4, "0");
  const month = String(date.getMonth() + 1).padStart(2, "0");
  const day = String(date.getDate()).padStart(2, "0");
  return `${year}-${month}-${day}`;
}

/** Today's local date, `YYYY-MM-DD`: the default date of an event (docs/rules.md#screens). */
export function todayDateOnly(): string {
  return localDateOnly(new Date());
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Midnight UTC of a moment's day. */
export const dayOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);

/** The moment a number of days ago. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}
