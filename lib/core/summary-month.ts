import { dayIn } from "./series/time-zone";
import { monthOf } from "./spending";

/** The last whole month before a day: `2026-11`. @param day midnight UTC */
export const monthBefore = (day: Date): string =>
  monthOf(new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, 1)));

/** The last month that is over in a time zone. @param timeZone an IANA name; default: UTC */
export const lastMonthIn = (timeZone: string | undefined, now: Date): string =>
  monthBefore(dayIn(timeZone ?? "UTC", now));
