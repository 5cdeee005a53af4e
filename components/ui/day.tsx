"use client";

import { dateOnly, localDateOnly, longDate } from "@/lib/core/dates";
import { useClientValue } from "./use-client-value";

/** The first 10 characters of a date, YYYY-MM-DD (spec section 9), without line breaks at the hyphens. */
export function Day({ iso }: { iso: string }) {
  return <time dateTime={dateOnly(iso)}>{dateOnly(iso)}</time>;
}

export type LocalDayProps = {
  /** An ISO date with a time, in UTC. */
  at: string;
  /** `November 21, 2026` instead of YYYY-MM-DD. */
  long?: boolean;
};

/**
 * The day of a timestamp, such as that of a payment, in the viewer's time zone. The server does not know the time zone:
 * it renders the UTC day, and the browser corrects it.
 */
export function LocalDay({ at, long = false }: LocalDayProps) {
  const day = useClientValue(() => localDateOnly(at), dateOnly(at));
  return (
    <time dateTime={at} className={long ? "whitespace-normal" : undefined}>
      {long ? longDate(day) : day}
    </time>
  );
}
