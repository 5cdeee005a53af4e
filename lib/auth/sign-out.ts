import "server-only";
import { ObjectId } from "mongodb";
import { cookies, headers } from "next/headers";
import { getSession, getSessionUser } from "@/lib/auth";
import { endIfOpen } from "@/lib/auth/config";
import { sessionCookie } from "@/lib/auth/session-token";
import { LEFT_COOKIE } from "@/lib/cookies";
import { endAllSessions } from "@/lib/db/account/sessions";
import { isHttps } from "@/lib/server/http/request-origin";
import { log, logEvent } from "@/lib/log";

/** Ends this session, also for anyone with a copy of the cookie. Its cookie goes in any case. */
export async function signOut(): Promise<void> {
  const session = await getSession();
  await leave(session?.sub);
  if (!session) return;
  // During an outage, the user can at least leave this browser.
  await endIfOpen(session).catch((error: unknown) =>
    log.error({ err: error }, "A session could not be ended."),
  );
  logEvent("signOut", { user: session.sub });
}

/** Ends all sessions of the user, on all devices. If this one has ended already, it only leaves this browser. */
export async function signOutEverywhere(): Promise<void> {
  const user = await getSessionUser();
  if (!user) return signOut();
  await endAllSessions(new ObjectId(user.id));
  logEvent("signOutEverywhere", { user: user.id });
  await leave(user.id);
}

/**
 * Removes the session cookie. /login then clears the browser's local data (docs/rules.md#sign-in) and, during this
 * minute, the drafts of this user.
 */
async function leave(userId?: string): Promise<void> {
  const [jar, at] = [await cookies(), await headers()];
  jar.delete({ name: sessionCookie(at), secure: isHttps(at) });
  if (userId) jar.set(LEFT_COOKIE, userId, { sameSite: "strict", maxAge: 60 });
}
