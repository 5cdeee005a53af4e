import { todayDateOnly } from "@/lib/core/dates";
import { useClientValue } from "@/components/ui/use-client-value";

/**
 * Today in the user's time zone.
 * @param serverToday today on the server, shown until hydration; the two can differ for hours
 */
export function useToday(serverToday: string): string {
  return useClientValue(() => todayDateOnly(), serverToday);
}
