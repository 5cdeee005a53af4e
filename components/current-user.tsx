"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { SessionUser } from "@/lib/core/session-user";

const Context = createContext<SessionUser | null>(null);

/** Around every guarded screen, in its layout. */
export function CurrentUserProvider({ user, children }: { user: SessionUser; children: ReactNode }) {
  return <Context.Provider value={user}>{children}</Context.Provider>;
}

/** @throws Error outside of the guarded screens */
export function useCurrentUser(): SessionUser {
  const user = useContext(Context);
  if (!user) throw new Error("useCurrentUser needs a CurrentUserProvider around it");
  return user;
}
