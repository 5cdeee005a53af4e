import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * A value that only the browser knows, such as a time in the viewer's time zone.
 * @param client returns it
 * @param server shown until hydration
 */
export function useClientValue<T>(client: () => T, server: T): T {
  return useSyncExternalStore(never, client, () => server);
}
