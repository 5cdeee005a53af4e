import { localDateOnly, shortDate } from "./dates";
import { pluralize } from "./pluralize";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * How long ago a moment was: `just now`, `5 minutes ago`, `3 hours ago`, or its local day, `Nov 24`, if that is not
 * today.
 */
export function relativeTime(iso: string, now: Date = new Date()): string {
  const passed = now.getTime() - new Date(iso).getTime();
  if (localDateOnly(iso) !== localDateOnly(now) && passed >= HOUR) return shortDate(localDateOnly(iso));
  if (passed < MINUTE) return "just now";
  if (passed < HOUR) return `${pluralize(Math.floor(passed / MINUTE), "minute")} ago`;
  return `${pluralize(Math.floor(passed / HOUR), "hour")} ago`;
}
