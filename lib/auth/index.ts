import "server-only";
import NextAuth from "next-auth";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { authConfig } from "./config";
import { getUserOfSession } from "@/lib/db/sessions";
import { readSession } from "./session-token";
import type { SessionUser } from "@/lib/core/session-user";

/**
 * Auth.js (spec section 1, design section 7), used only to sign in and out: its `auth()` encrypts the session again
 * on each read. The configuration is built per request, because the sign-in methods depend on it.
 */
export const { handlers, signIn, signOut } = NextAuth(async () => authConfig(await headers()));

/**
 * Returns the signed-in user as currently stored, or null without a valid session or if the user no longer exists.
 * One database command, cached for the request.
 */
export const getSessionUser = cache(async (): Promise<SessionUser | null> => {
  const session = await readSession(await cookies());
  const user = session && (await getUserOfSession(session));
  if (!user) return null;
  return { id: user._id.toHexString(), name: user.name, email: user.email, picture: user.image ?? "" };
});
