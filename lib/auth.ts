import "server-only";
import NextAuth from "next-auth";
import { cache } from "react";
import { authConfig } from "@/lib/auth-config";
import { isKnownUser } from "@/lib/known-users";
import type { SessionUser } from "@/lib/session-user";

export type { SessionUser } from "@/lib/session-user";

declare module "next-auth" {
  interface Session {
    user: SessionUser;
  }
}

/** Auth.js (spec section 1, design section 7). Its configuration is read at each request. */
export const { handlers, auth, signIn, signOut } = NextAuth(() => authConfig());

/**
 * The signed-in user, or null: no session, or one of somebody who is no longer in the database.
 * Costs no database command on most requests; asked for several times in one page, it is answered once.
 */
export const getSessionUser = cache(async (): Promise<SessionUser | null> => {
  const user = (await auth())?.user;
  if (!user?.id || !(await isKnownUser(user.id))) return null;
  return user;
});
