import { useSyncExternalStore } from "react";
import { todayDateOnly } from "@/lib/core/dates";

const never = () => () => {};

/**
 * Today in the user's time zone.
 * @param serverToday today on the server, shown until hydration; the two can differ for hours
 */
export function useToday(serverToday: string): string {
  return useSyncExternalStore(
    never,
    () => todayDateOnly(),
    () => serverToday,
  );
}
