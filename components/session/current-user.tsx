"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { SessionUser } from "@/lib/core/session-user";

const Context = createContext<SessionUser | null>(null);

/** Provides the signed-in user to all guarded screens. */
export function CurrentUserProvider({ user, children }: { user: SessionUser; children: ReactNode }) {
  return <Context.Provider value={user}>{children}</Context.Provider>;
}

/** Returns the signed-in user. @throws Error outside of the guarded screens */
export function useCurrentUser(): SessionUser {
  const user = useContext(Context);
  if (!user) throw new Error("useCurrentUser needs a CurrentUserProvider around it");
  return user;
}
