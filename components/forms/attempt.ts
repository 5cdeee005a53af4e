import { newIdempotencyKey } from "@/lib/api-client";

/** The content that was sent, with its idempotency key. */
export type Attempt = { content: string; key: string };

/** The attempt to send this body: the earlier one if the content is the same, so that a retry changes nothing twice. */
export function attemptFor(earlier: Attempt | null, body: unknown): Attempt {
  const content = JSON.stringify(body);
  return earlier?.content === content ? earlier : { content, key: newIdempotencyKey() };
}
