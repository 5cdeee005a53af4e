import { useRef } from "react";
import { newIdempotencyKey } from "@/lib/client/call";

/**
 * The idempotency key of what is sent from a dialog: the same content has the same key until it has succeeded, so that a
 * retry after a lost response changes nothing.
 */
export function useAttempt(): { keyOf: (content: unknown) => string; succeeded: () => void } {
  const attempt = useRef<{ content: string; key: string } | null>(null);
  return {
    keyOf: (sent) => {
      const content = JSON.stringify(sent);
      if (attempt.current?.content !== content) attempt.current = { content, key: newIdempotencyKey() };
      return attempt.current.key;
    },
    succeeded: () => {
      attempt.current = null;
    },
  };
}
