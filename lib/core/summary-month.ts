import { dayIn } from "./series/time-zone";
import { monthBefore, monthOf } from "./spending";

/** The last month that is over in a time zone. @param timeZone an IANA name; default: UTC */
export const lastMonthIn = (timeZone: string | undefined, now: Date): string =>
  monthBefore(monthOf(dayIn(timeZone ?? "UTC", now)));
