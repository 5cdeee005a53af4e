"use client";

import { createContext, use, type ReactNode } from "react";
import { SWRConfig } from "swr";
import type { SessionUser } from "@/lib/core/session-user";

const Context = createContext<SessionUser | null>(null);

const ownCache = { provider: () => new Map() };

/** Provides the signed-in user to all guarded screens, and an SWR cache that ends with the session. */
export function CurrentUserProvider({ user, children }: { user: SessionUser; children: ReactNode }) {
  return (
    <Context value={user}>
      <SWRConfig key={user.id} value={ownCache}>
        {children}
      </SWRConfig>
    </Context>
  );
}

/** Returns the signed-in user. @throws Error outside of the guarded screens */
export function useCurrentUser(): SessionUser {
  const user = use(Context);
  if (!user) throw new Error("useCurrentUser needs a CurrentUserProvider around it");
  return user;
}
