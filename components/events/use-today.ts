import { useSyncExternalStore } from "react";
import { todayDateOnly } from "@/lib/core/dates";

const never = () => () => {};

/**
 * Today where the person is.
 * @param serverToday the server's day, shown until the browser says its own: the two differ for some hours a day
 */
export function useToday(serverToday: string): string {
  return useSyncExternalStore(
    never,
    () => todayDateOnly(),
    () => serverToday,
  );
}
