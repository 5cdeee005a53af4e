import { DAY_MS } from "../text/dates";

/** Days begin at most this much earlier than in UTC. */
const EARLIEST_MS = 14 * 60 * 60 * 1000;

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });

// Creating one is slow, and there are few time zones.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? newFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

/** The one name of a time zone, such as `Pacific/Auckland`, for any spelling; null if there is no such time zone. */
export function timeZoneOf(name: string): string | null {
  try {
    return newFormat(name).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** @returns the parts of a moment in a time zone, by their types */
function partsIn(timeZone: string, at: Date): (type: Intl.DateTimeFormatPartTypes) => number {
  const parts = formatOf(timeZone).formatToParts(at);
  return (type) => Number(parts.find((part) => part.type === type)!.value);
}

/** The day of a moment in a time zone, as midnight UTC. @param timeZone a name from {@link timeZoneOf} */
export function dayIn(timeZone: string, at: Date): Date {
  const part = partsIn(timeZone, at);
  return new Date(Date.UTC(part("year"), part("month") - 1, part("day")));
}

/** The minute of the day of a moment in a time zone. @param timeZone a name from {@link timeZoneOf} */
export function minuteIn(timeZone: string, at: Date): number {
  const part = partsIn(timeZone, at);
  return part("hour") * 60 + part("minute");
}

/** Nothing of a later day than this is due anywhere. */
export const latestDay = (at: Date): Date => {
  const time = at.getTime() + EARLIEST_MS;
  return new Date(time - (time % DAY_MS));
};
