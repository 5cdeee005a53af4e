"use client";

import { createContext, use, type ReactNode } from "react";
import { SWRConfig } from "swr";
import { ApiError } from "@/lib/client/call";
import type { SessionUser } from "@/lib/core/account";

const Context = createContext<SessionUser | null>(null);

const settings = {
  provider: () => new Map(),
  // components/refresh/keep-current.tsx handles focus and reconnect.
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
  onError: logFailedLoad,
};

/** Provides the signed-in user to all guarded screens, and an SWR cache of their own. */
export function CurrentUserProvider({ user, children }: { user: SessionUser; children: ReactNode }) {
  return (
    // Another user's screens start anew: a dialog or a typed text must not become theirs.
    <Context key={user.id} value={user}>
      <SWRConfig value={settings}>{children}</SWRConfig>
    </Context>
  );
}

/** Returns the signed-in user. @throws Error outside of the guarded screens */
export function useCurrentUser(): SessionUser {
  const user = use(Context);
  if (!user) throw new Error("useCurrentUser needs a CurrentUserProvider around it");
  return user;
}

/** Logs what SWR could not load: its screens stay as they are (docs/rules.md#screens). @param key SWR's, mostly a path */
export function logFailedLoad(error: unknown, key: string): void {
  // A missing connection or session has its own banner.
  const said = error instanceof ApiError && (error.code === "network" || error.sessionExpired);
  if (!said) console.error(`${key} could not be loaded.`, error);
}
