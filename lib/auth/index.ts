import "server-only";
import NextAuth from "next-auth";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { authConfig } from "./config";
import { getUserOfSession } from "@/lib/db/sessions";
import { readSession } from "./session-token";
import type { SessionUser } from "@/lib/core/session-user";

/**
 * Auth.js (spec section 1, design section 7), for signing in and out only: its `auth()` encrypts the session anew with
 * each read. Its configuration is made at each use, since the ways in depend on the request.
 */
export const { handlers, signIn, signOut } = NextAuth(async () => authConfig(await headers()));

/**
 * The signed-in user as they are now, or null: no session, one that has ended, or one of somebody who is no longer in
 * the database. One database command; asked for several times in one page, it is answered once.
 */
export const getSessionUser = cache(async (): Promise<SessionUser | null> => {
  const session = await readSession(await cookies());
  const user = session && (await getUserOfSession(session));
  if (!user) return null;
  return { id: user._id.toHexString(), name: user.name, email: user.email, picture: user.image ?? "" };
});
