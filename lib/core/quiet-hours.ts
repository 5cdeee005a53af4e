import { minuteIn } from "./series/time-zone";

const DAY_MINUTES = 24 * 60;

/** Minutes of the day; the hours can span midnight. */
export type QuietHours = { from: number; until: number };

/** When the quiet hours end, if `at` is within them; undefined otherwise. @param timeZone an IANA name */
export function quietUntil({ from, until }: QuietHours, timeZone: string, at: Date): Date | undefined {
  const time = minuteIn(timeZone, at);
  const isQuiet = from <= until ? time >= from && time < until : time >= from || time < until;
  if (!isQuiet) return undefined;
  const minutes = (until - time + DAY_MINUTES) % DAY_MINUTES;
  const end = new Date(at.getTime() - (at.getTime() % 60_000) + minutes * 60_000);
  // Unless the clock changes in between.
  const off = until - minuteIn(timeZone, end);
  return off === 0 ? end : new Date(Math.max(end.getTime() + off * 60_000, at.getTime() + 60_000));
}
