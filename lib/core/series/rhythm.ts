import { DAY_MS } from "../text/dates";

// On which days an expense repeats (docs/rules.md#series). Days are midnights UTC. Each is calculated from the first one,
// so that the 31st is the 31st again after February.

/** How often an expense can repeat. */
export const EVERY = ["week", "2 weeks", "month", "3 months", "year"] as const;
export type Every = (typeof EVERY)[number];

/** In the order of `Date.getUTCDay`. */
export const WEEKDAYS = [
  ...(["sunday", "monday", "tuesday", "wednesday"] as const),
  ...(["thursday", "friday", "saturday"] as const),
] as const;
type Weekday = (typeof WEEKDAYS)[number];

export const NTHS = [1, 2, 3, 4, "last"] as const;

/** The day of a month: a number, of which a shorter month has its last day, or a weekday. */
export type OnDay = { day: number } | { nth: (typeof NTHS)[number]; weekday: Weekday };

/** `on`: not of weeks; default: the number of the first day. */
export type Rhythm = { every: Every; on?: OnDay | null | undefined };

/** When a series begins and ends. Without `until` and `times`, it does not end. */
export type Span = {
  first: Date;
  /** The last day. */
  until?: Date | null | undefined;
  /** The number of occurrences, also of those that are skipped. */
  times?: number | null | undefined;
};

const WEEKS: Partial<Record<Every, number>> = { week: 1, "2 weeks": 2 };
const MONTHS: Partial<Record<Every, number>> = { month: 1, "3 months": 3, year: 12 };

export const isWeekly = (every: Every): boolean => every in WEEKS;

/** The day of an occurrence. @param number 1: the first one */
export function dayOfOccurrence({ every, on }: Rhythm, first: Date, number: number): Date {
  const steps = number - 1;
  const weeks = WEEKS[every];
  if (weeks) return new Date(first.getTime() + steps * weeks * 7 * DAY_MS);
  const month = first.getUTCMonth() + steps * MONTHS[every]!;
  return dayInMonth(first.getUTCFullYear(), month, on ?? { day: first.getUTCDate() });
}

/** @param month from 0; 12 is January of the next year */
function dayInMonth(year: number, month: number, on: OnDay): Date {
  const last = new Date(Date.UTC(year, month + 1, 0));
  if ("day" in on) return new Date(Date.UTC(year, month, Math.min(on.day, last.getUTCDate())));
  const weekday = WEEKDAYS.indexOf(on.weekday);
  if (on.nth === "last") return new Date(last.getTime() - ((last.getUTCDay() - weekday + 7) % 7) * DAY_MS);
  const offset = (weekday - new Date(Date.UTC(year, month, 1)).getUTCDay() + 7) % 7;
  return new Date(Date.UTC(year, month, 1 + offset + (on.nth - 1) * 7));
}

/** The day of the occurrence after `made` ones; null if there is none. */
export function nextDay(rhythm: Rhythm, { first, until, times }: Span, made: number): Date | null {
  if (times && made >= times) return null;
  const day = dayOfOccurrence(rhythm, first, made + 1);
  return until && day > until ? null : day;
}

/**
 * The occurrences that are due, earliest first.
 * @param made how many were made or skipped before
 * @param today the day on which the series is
 * @param most how many at once
 */
export function dueOccurrences(
  rhythm: Rhythm,
  span: Span,
  made: number,
  today: Date,
  most: number,
): { number: number; day: Date }[] {
  const due: { number: number; day: Date }[] = [];
  for (let number = made + 1; due.length < most; number++) {
    const day = nextDay(rhythm, span, number - 1);
    if (!day || day > today) break;
    due.push({ number, day });
  }
  return due;
}

/**
 * Why an expense of its first day cannot be the first of a series; null if it can.
 * @param today the day on which the series is
 */
export function problemOfFirst(rhythm: Rhythm, { first, until }: Span, today: Date): string | null {
  if (until && until < first) return "It ends before its first day.";
  // Everything since is made at once.
  if (first < new Date(today.getTime() - 366 * DAY_MS))
    return "A repeating expense can start at most a year ago.";
  const same = dayOfOccurrence(rhythm, first, 1).getTime() === first.getTime();
  return same ? null : "The date is not a day on which it repeats.";
}
