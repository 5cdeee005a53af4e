import "server-only";
import { createHash } from "node:crypto";
import { generateRequestDetails } from "web-push";
import { graphemesOf } from "@/lib/core/text/graphemes";
import { log } from "@/lib/log";
import type { Delivery, Message } from "./message";
import { isPushService, type PushSubscription } from "./push-service";
import { vapidKeys, vapidSubject } from "./vapid";

/** How long a push service keeps a message for a device that is offline, in seconds. */
const DAY_SECONDS = 24 * 60 * 60;
const PATIENCE_MS = 10_000;

/** Maximum bytes of the texts, as JSON. With the path, a message is at most 3 kB; push services accept 4 kB, encrypted. */
const MAX_TITLE = 400;
const MAX_BODY = 2_000;

/** RFC 8030: at most 32 characters of base64url. */
const topicOf = (id: string) => createHash("sha256").update(id).digest("base64url").slice(0, 32);

/**
 * Sends a message to a browser, encrypted for it (RFC 8291). The push service learns the URL, the size, and which
 * server sent it.
 * @param patience the timeout in milliseconds
 */
export async function sendPush(
  subscription: PushSubscription,
  message: Message,
  patience = PATIENCE_MS,
): Promise<Delivery> {
  const keys = vapidKeys();
  if (!keys || !isPushService(subscription.endpoint)) return "failed";
  const { host } = new URL(subscription.endpoint);
  try {
    const { headers, body } = generateRequestDetails(subscription, payloadOf(message), {
      vapidDetails: { subject: vapidSubject(), ...keys },
      TTL: DAY_SECONDS,
      topic: topicOf(message.id),
    });
    const answer = await fetch(subscription.endpoint, {
      method: "POST",
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(body),
      // A redirect could lead to a URL that was not checked.
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(patience),
    });
    // The body is not needed.
    await answer.body?.cancel();
    if (answer.ok) return "sent";
    if (answer.status === 404 || answer.status === 410) return "gone";
    log.warn({ host, status: answer.status }, "A push service refused a message.");
  } catch (error) {
    log.warn({ host, err: error }, "A push message could not be sent.");
  }
  return "failed";
}

/** The payload, as public/sw.js reads it. */
function payloadOf({ id, title, text, path }: Message): string {
  return JSON.stringify({ title: cut(title, MAX_TITLE), body: cut(text, MAX_BODY), path, tag: id });
}

/** Truncates a text to this many bytes, never within a character. */
function cut(text: string, max: number): string {
  const size = (part: string) => Buffer.byteLength(JSON.stringify(part)) - 2;
  if (size(text) <= max) return text;
  let [kept, left] = ["", max - size("…")];
  for (const character of graphemesOf(text)) {
    left -= size(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}
