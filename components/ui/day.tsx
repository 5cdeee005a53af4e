"use client";

import { dateOnly, localDateOnly, longDate, shortDate } from "@/lib/core/text/dates";
import { useClientValue } from "./use-client-value";

export type DayProps = {
  iso: string;
  /** `Oct 29`, for an expense. */
  short?: boolean;
};

/** A date: its first 10 characters, YYYY-MM-DD, for an event (docs/rules.md#screens), or its day. */
export function Day({ iso, short = false }: DayProps) {
  return (
    // At the turn of a year, the server and the browser can disagree on which one it is.
    <time dateTime={dateOnly(iso)} suppressHydrationWarning>
      {short ? shortDate(iso) : dateOnly(iso)}
    </time>
  );
}

export type LocalDayProps = {
  /** An ISO date with a time, in UTC; without one, it is the same day in every time zone. */
  at: string;
  /** `November 21, 2026` instead of `Nov 21`. */
  long?: boolean;
};

/**
 * The day of a timestamp, such as that of a payment, in the viewer's time zone. The server does not know the time zone:
 * it renders the UTC day, and the browser corrects it.
 */
export function LocalDay({ at, long = false }: LocalDayProps) {
  const day = useClientValue(() => localDateOnly(at), dateOnly(at));
  return (
    <time dateTime={at} className={long ? "whitespace-normal" : undefined} suppressHydrationWarning>
      {long ? longDate(day) : shortDate(day)}
    </time>
  );
}
