import { isOutdated, send, serverMessage, type ApiError } from "@/lib/client/call";
import { willBeAdded } from "@/lib/core/series/ahead";
import { pluralize } from "@/lib/core/text/pluralize";
import { changeUnsent, listUnsent } from "./outbox";

/** Less than the 30 days for which the server recognizes an idempotency key. */
const SENDABLE_MS = 28 * 24 * 60 * 60 * 1000;
const TOO_OLD = "It has waited for more than 28 days, and may have been added already.";
const GONE = "Where it belongs was deleted, or is no longer shared with you.";

/**
 * Sends what was entered offline, each item exactly once: a repetition, also by another tab, has the same idempotency
 * key. Items that the server refuses wait for the user.
 * @param noun what the items are
 * @returns what the server has now, in words; "": nothing
 */
export async function sendUnsent(userId: string, noun: string): Promise<string> {
  let added = 0;
  const ahead: string[] = [];
  for (const { key, call, body, at } of listUnsent(userId).filter(({ refusal }) => !refusal)) {
    const refuse = (reason: string) => changeUnsent(userId, key, { is: "refused", body, reason });
    if (Date.now() - at > SENDABLE_MS) {
      refuse(TOO_OLD);
      continue;
    }
    try {
      const { json } = await send(call, { body, idempotencyKey: key });
      changeUnsent(userId, key, { is: "accepted", body });
      if (isAhead(json)) ahead.push(willBeAdded(json));
      else added += 1;
    } catch (error) {
      const { code } = error as ApiError;
      // The server failed, or a proxy responded. Other items may be accepted.
      if (code === "internal" || code === "unavailable") continue;
      // Without a connection or a session, or if someone else is signed in now, the others fail too.
      if (!isOutdated(error) || code === "wrong-actor") break;
      refuse(code === "not-found" ? GONE : serverMessage(error));
    }
  }
  return [...(added > 0 ? [`${pluralize(added, noun)} added`] : []), ...ahead].join(". ");
}

/** What repeats, and was dated ahead, is made on its day. */
const isAhead = (saved: unknown): saved is { description: string; next: string } =>
  typeof saved === "object" && saved !== null && "next" in saved;
