import { useRef } from "react";
import { newIdempotencyKey } from "@/lib/client/call";

/** Returns the idempotency key of a content: the same until it has succeeded. */
export type KeyOf = (content: unknown) => string;

/**
 * The idempotency keys of what is sent from outside a form: the same content has the same key until it has succeeded, so
 * that a retry after a lost response changes nothing.
 */
export function useAttempt(): { keyOf: KeyOf; succeeded: () => void } {
  const keys = useRef(new Map<string, string>());
  return {
    keyOf: (sent) => {
      const content = JSON.stringify(sent);
      const key = keys.current.get(content) ?? newIdempotencyKey();
      keys.current.set(content, key);
      return key;
    },
    succeeded: () => keys.current.clear(),
  };
}
