import "server-only";
import { existingIds } from "@/lib/db/ids-in-use";
import { log, logEvent } from "@/lib/log";
import { currentRequest } from "@/lib/log/request";

/**
 * Logs that a signed-in user asked for something that exists and was told that it does not. Nothing waits for it: the
 * time of the response must not tell, either.
 */
export function noteNotFound(): void {
  const { user, ids = [] } = currentRequest() ?? {};
  if (!user || ids.length === 0 || !log.isLevelEnabled("info")) return;
  void existingIds(ids).then(
    (known) => known.length > 0 && logEvent("hiddenFromUser", { ids: known }),
    () => undefined,
  );
}
