import { useSyncExternalStore } from "react";
import { useCurrentUser } from "@/components/session/current-user";
import { listUnsent, OUTBOX_CHANGED } from "./outbox";
import type { Unsent } from "./unsent";

function subscribe(onChange: () => void) {
  const ended = new AbortController();
  // A page that the browser has kept gets no storage events.
  for (const event of ["storage", "pageshow", OUTBOX_CHANGED])
    window.addEventListener(event, onChange, { signal: ended.signal });
  return () => ended.abort();
}

/** The viewer's unsent items, in the order in which they were entered. */
export function useUnsent(): Unsent[] {
  const { id } = useCurrentUser();
  // As text, because it is compared by identity.
  const state = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(listUnsent(id)),
    () => "[]",
  );
  return JSON.parse(state) as Unsent[];
}
