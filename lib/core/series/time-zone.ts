import { DAY_MS } from "../text/dates";

/** Days begin at most this much earlier than in UTC. */
export const EARLIEST_MS = 14 * 60 * 60 * 1000;

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, calendar: "gregory" },
    ...{ year: "numeric", month: "numeric", day: "numeric" },
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

/** The day of a moment in a time zone, as midnight UTC. @param timeZone a name from {@link timeZoneOf} */
export function dayIn(timeZone: string, at: Date): Date {
  const parts = formatOf(timeZone).formatToParts(at);
  const numberOf = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return new Date(Date.UTC(numberOf("year"), numberOf("month") - 1, numberOf("day")));
}

/** Nothing of a later day than this is due anywhere. */
export const latestDay = (at: Date): Date => {
  const time = at.getTime() + EARLIEST_MS;
  return new Date(time - (time % DAY_MS));
};
