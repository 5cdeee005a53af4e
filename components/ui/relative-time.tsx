"use client";

import { shortDate } from "@/lib/core/text/dates";
import { relativeTime } from "@/lib/core/text/relative-time";
import { useClientValue } from "./use-client-value";

/**
 * When something happened: `5 minutes ago`, or the day if it was not today. The server does not know the viewer's
 * time zone: it renders the UTC day, and the browser corrects it.
 * @param at an ISO date with a time
 */
export function RelativeTime({ at }: { at: string }) {
  const text = useClientValue(() => relativeTime(at), shortDate(at));
  return (
    <time dateTime={at} className="whitespace-nowrap" suppressHydrationWarning>
      {text}
    </time>
  );
}
