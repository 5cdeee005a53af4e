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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * How long ago a moment was where the caller is: `just now`, `5 minutes ago`, `3 hours ago`, or its day,
 * `YYYY-MM-DD`, if that is not today.
 */
export function ago(iso: string, now: Date = new Date()): string {
  const passed = now.getTime() - new Date(iso).getTime();
  if (localDateOnly(iso) !== localDateOnly(now) && passed >= HOUR) return localDateOnly(iso);
  if (passed < MINUTE) return "just now";
  if (passed < HOUR) return countAgo(Math.floor(passed / MINUTE), "minute");
  return countAgo(Math.floor(passed / HOUR), "hour");
}

const countAgo = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"} ago`;
