import { api, isOutdated, serverMessage, type ApiError } from "@/lib/api-client";
import { pluralize } from "@/lib/core/pluralize";
import { toast } from "@/components/ui/toast";
import { keepUnsent, listUnsent, removeUnsent } from "./outbox";

/** Less than the 30 days for which the server recognizes an idempotency key. */
const SENDABLE_MS = 28 * 24 * 60 * 60 * 1000;
const TOO_OLD = "It has waited for more than 28 days, and may have been added already.";

/**
 * Sends what was entered offline, each item exactly once: a repetition, also by another tab, has the same idempotency
 * key. Items that the server refuses wait for the user.
 * @returns whether the server has new items
 */
export async function sendUnsent(userId: string): Promise<boolean> {
  let added = 0;
  for (const item of listUnsent(userId).filter(({ refusal }) => !refusal)) {
    const refuse = (refusal: string) => keepUnsent(userId, { ...item, refusal });
    try {
      if (Date.now() - item.at > SENDABLE_MS) {
        refuse(TOO_OLD);
        continue;
      }
      await api.post(item.path, item.body, { idempotencyKey: item.idempotencyKey });
      removeUnsent(userId, item);
      added += 1;
    } catch (error) {
      const { code } = error as ApiError;
      // The server failed, or a proxy answered. The others may be accepted.
      if (code === "internal" || code === "unavailable") continue;
      // Without a connection or a session, or if someone else is signed in now, the others fail too.
      if (!isOutdated(error) || code === "wrong-actor") break;
      refuse(serverMessage(error));
    }
  }
  if (added > 0) toast.success(`${pluralize(added, "expense")} added`);
  return added > 0;
}
