"use client";

import { dateOnly, localDateOnly, longDate, shortDate } from "@/lib/core/text/dates";
import { useClientValue } from "./use-client-value";

/** The first 10 characters of a date, YYYY-MM-DD (docs/rules.md#screens), without line breaks at the hyphens. */
export function Day({ iso }: { iso: string }) {
  return <time dateTime={dateOnly(iso)}>{dateOnly(iso)}</time>;
}

export type LocalDayProps = {
  /** An ISO date with a time, in UTC. */
  at: string;
  /** `November 21, 2026` instead of YYYY-MM-DD. */
  long?: boolean;
  /** `Nov 21` instead of YYYY-MM-DD. */
  short?: boolean;
};

/**
 * The day of a timestamp, such as that of a payment, in the viewer's time zone. The server does not know the time zone:
 * it renders the UTC day, and the browser corrects it.
 */
export function LocalDay({ at, long = false, short = false }: LocalDayProps) {
  const day = useClientValue(() => localDateOnly(at), dateOnly(at));
  return (
    <time dateTime={at} className={long ? "whitespace-normal" : undefined}>
      {long ? longDate(day) : short ? shortDate(day) : day}
    </time>
  );
}
