import "server-only";
import type { ObjectId } from "mongodb";
import NextAuth from "next-auth";
import { cookies, headers } from "next/headers";
import type { NextRequest } from "next/server";
import { cache } from "react";
import { authConfig, endIfOpen } from "./config";
import { deviceName } from "./device";
import { getUserOfSession, type SessionInclude, type SessionIncluded } from "@/lib/db/account/sessions";
import { env } from "@/lib/env";
import { readBody } from "@/lib/server/http/read-body";
import { requestOrigin } from "@/lib/server/http/request-origin";
import { continuePush, pushCookieOf, pushDeviceOf } from "./push-device";
import { toSessionUser } from "./session-user";
import {
  endOf,
  newSession,
  readSession,
  sessionCookie,
  sessionCookieOf,
  type Session,
} from "./session-token";
import type { SessionUser } from "@/lib/core/account";

/**
 * Auth.js, used only to sign in: its `auth()` encrypts the session again on each read. The configuration is built per
 * request, because the sign-in methods depend on it.
 */
const auth = NextAuth(async () => authConfig(await headers(), await cookies()));
export const { signIn } = auth;

/** The handlers of Auth.js's own routes. */
export const handlers = {
  GET: (request: NextRequest) => auth.handlers.GET(atOwnAddress(request)),
  POST: async (request: NextRequest) => auth.handlers.POST(atOwnAddress(await withinLimit(request))),
};

/** The request with its body, because Auth.js would read one of any size. @throws AppError "too-large" */
async function withinLimit(request: NextRequest): Promise<NextRequest> {
  const { url, method, headers } = request;
  return plain(request, url, { method, headers, body: new Uint8Array(await readBody(request)) });
}

/** A plain request, because a NextRequest renames 127.0.0.1 to localhost. */
const plain = ({ nextUrl }: NextRequest, url: string, init: RequestInit): NextRequest =>
  Object.assign(new Request(url, init), { nextUrl }) as NextRequest;

/**
 * A request at the browser's address, because a callback needs the same redirect URI as the form before it. With
 * AUTH_URL, Auth.js changes the address itself.
 */
function atOwnAddress(request: NextRequest): NextRequest {
  const origin = requestOrigin(request);
  // Unlike a browser, a client can send a Host header that is not a host name.
  if (env().AUTH_URL || !URL.canParse(origin) || new URL(origin).origin !== origin) return request;
  const { pathname, search } = request.nextUrl;
  return plain(request, `${origin}${pathname}${search}`, request);
}

/** Returns the session that the request's cookie names. The database may know that it has ended. */
export const getSession = cache(async (): Promise<Session | null> =>
  readSession(await cookies(), sessionCookie(await headers())),
);

/**
 * Returns the signed-in user as currently stored, or null without a valid session or if the user no longer exists.
 * One database command, cached for the request; another one on the session's first use of a day.
 * @param along what else the same command reads
 * @param id of what it reads, if that has one
 */
export const getSessionUser = cache(
  async (along?: SessionInclude, id?: string): Promise<(SessionUser & SessionIncluded) | null> => {
    const session = await getSession();
    const user = session && (await getUserOfSession(session, endOf(session), new Date(), along, id));
    return user && toSessionUser(user);
  },
);

/** What to call the device of the request, and when a session that begins now ends if it is not used. */
export async function deviceOfRequest(): Promise<{ name: string; expiresAt: Date }> {
  const name = deviceName((await headers()).get("user-agent"));
  return { name, expiresAt: endOf({ since: Date.now() / 1000 }) };
}

/**
 * Sets the cookie of a session that begins now, the same as after signing in, and ends the session that it replaces. A
 * session that has another user now keeps its age.
 * @param of.asks the session begins when a member confirms the device: its user has proved nothing
 */
export async function setSessionCookie({
  user,
  session,
  asks = false,
}: {
  user: ObjectId;
  session: ObjectId;
  asks?: boolean;
}): Promise<void> {
  const before = await getSession();
  const [sub, sid] = [user.toHexString(), session.toHexString()];
  const { since, auth_time } = before?.sid === sid ? before : newSession(sub, sid, asks ? 0 : undefined);
  const claims = { sub, sid, since, auth_time };
  const [jar, at] = [await cookies(), await headers()];
  jar.set(await sessionCookieOf(claims, sessionCookie(at)));
  await continuePush(jar, at, user, session);
  if (before) await endIfOpen(before);
}

/** The push subscription that this browser had until now; null if it had none. */
export const getPushDevice = async (): Promise<ObjectId | null> =>
  pushDeviceOf(await cookies(), await headers());

/** Remembers which push subscription is this browser's. */
export async function setPushDevice(device: ObjectId): Promise<void> {
  (await cookies()).set(pushCookieOf(device, await headers()));
}
