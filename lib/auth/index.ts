import "server-only";
import NextAuth from "next-auth";
import { cookies, headers } from "next/headers";
import type { NextRequest } from "next/server";
import { cache } from "react";
import { authConfig } from "./config";
import { getUserOfSession } from "@/lib/db/sessions";
import { env } from "@/lib/env";
import { requestOrigin } from "@/lib/http/request-origin";
import { endOf, readSession, sessionCookie, type Session } from "./session-token";
import type { SessionUser } from "@/lib/core/session-user";

/**
 * Auth.js (spec section 1, design section 7), used only to sign in: its `auth()` encrypts the session again on each
 * read. The configuration is built per request, because the sign-in methods depend on it.
 */
const auth = NextAuth(async () => authConfig(await headers(), await cookies()));
export const { signIn } = auth;

/** The handlers of Auth.js's own routes. */
export const handlers = {
  GET: (request: NextRequest) => auth.handlers.GET(atOwnAddress(request)),
  POST: (request: NextRequest) => auth.handlers.POST(atOwnAddress(request)),
};

/**
 * A request at the browser's address, because a callback needs the same redirect URI as the form before it. With
 * AUTH_URL, Auth.js changes the address itself.
 */
function atOwnAddress(request: NextRequest): NextRequest {
  const origin = requestOrigin(request);
  // Unlike a browser, a client can send a Host that is no host.
  if (env().AUTH_URL || !URL.canParse(origin) || new URL(origin).origin !== origin) return request;
  const { pathname, search } = request.nextUrl;
  // A plain request, because a NextRequest renames 127.0.0.1 to localhost.
  const moved = new Request(`${origin}${pathname}${search}`, request);
  return Object.assign(moved, { nextUrl: request.nextUrl }) as NextRequest;
}

/** Returns the session that the request's cookie names. The database may know that it has ended. */
export const getSession = cache(async (): Promise<Session | null> =>
  readSession(await cookies(), sessionCookie(await headers())),
);

/**
 * Returns the signed-in user as currently stored, or null without a valid session or if the user no longer exists.
 * One database command, cached for the request; another one on the session's first use of a day.
 */
export const getSessionUser = cache(async (): Promise<SessionUser | null> => {
  const session = await getSession();
  const user = session && (await getUserOfSession(session, endOf(session)));
  if (!user) return null;
  return { id: user._id.toHexString(), name: user.name, email: user.email, picture: user.image ?? "" };
});
