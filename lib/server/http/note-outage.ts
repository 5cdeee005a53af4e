import { isOutage } from "@/lib/db/server-errors";
import { note } from "@/lib/server/log/request";

// Not in outage-status.ts, which open-next.config.ts bundles: the database stays outside of that.

/** Notes an error of the request that is being handled. */
export function noteOutage(error: unknown): void {
  if (isOutage(error)) note({ outage: true });
}
