// One locale and one time zone, so that server and browser write the same text wherever they run.
const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The first 10 characters of an ISO date, `YYYY-MM-DD` (spec section 9). */
export function dateOnly(iso: string): string {
  return iso.slice(0, 10);
}

/**
 * @param iso an ISO date, with or without a time
 * @returns the date in words, `November 21, 2026`, as it is in UTC
 * @throws RangeError when it is not a date
 */
export function longDate(iso: string): string {
  return long.format(new Date(iso));
}

/**
 * The day of a moment where the caller is, as `YYYY-MM-DD`. For what happened at some time of day; the date of an
 * event is the same everywhere and belongs to `dateOnly`.
 * @param moment a date, or an ISO date with a time
 */
export function localDateOnly(moment: Date | string): string {
  const date = new Date(moment);
  const year = String(date.getFullYear()).padStart(4, "0");
  const month = String(date.getMonth() + 1).padStart(2, "0");
  const day = String(date.getDate()).padStart(2, "0");
  return `${year}-${month}-${day}`;
}

/** Today where the caller is, as `YYYY-MM-DD`: the default date of an event (spec section 9). */
export function todayDateOnly(now: Date = new Date()): string {
  return localDateOnly(now);
}
