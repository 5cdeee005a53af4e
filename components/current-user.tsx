"use client";

import { createContext, useContext, type ReactNode } from "react";

/** The signed-in person, as the session knows them. */
export type CurrentUser = { id: string; name: string; email: string; picture: string };

const Context = createContext<CurrentUser | null>(null);

/** Around every guarded screen, in its layout. */
export function CurrentUserProvider({ user, children }: { user: CurrentUser; children: ReactNode }) {
  return <Context.Provider value={user}>{children}</Context.Provider>;
}

/** @throws Error outside of the guarded screens */
export function useCurrentUser(): CurrentUser {
  const user = useContext(Context);
  if (!user) throw new Error("useCurrentUser needs a CurrentUserProvider around it");
  return user;
}
