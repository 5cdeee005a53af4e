"use client";

import { useSyncExternalStore } from "react";
import { relativeTime } from "@/lib/core/relative-time";
import { dateOnly } from "@/lib/core/dates";

const never = () => () => {};

/**
 * When something happened, by the viewer's own clock: `5 minutes ago`, the day from yesterday on. The server knows
 * neither the viewer's clock nor when the screen is read: it writes the UTC day, and the browser corrects it.
 * @param at an ISO date with a time
 */
export function RelativeTime({ at }: { at: string }) {
  const text = useSyncExternalStore(
    never,
    () => relativeTime(at),
    () => dateOnly(at),
  );
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {text}
    </time>
  );
}
