import { decode, encode } from "next-auth/jwt";
import { isHttps } from "@/lib/server/http/request-origin";
import { authSecrets } from "./secret";

// The session cookie: an encrypted token with the user and the sign-in time, and nothing that can change. The
// database knows whether the session is still valid (lib/db/account/sessions.ts). Not "server-only", because middleware.ts
// reads it too.

const DAY_SECONDS = 24 * 60 * 60;
/** Seconds after which an unused session ends … */
export const IDLE_SECONDS = 14 * DAY_SECONDS;
/** … and seconds after sign-in when any session ends. */
export const MAX_AGE_SECONDS = 30 * DAY_SECONDS;
/** A session in use gets a new cookie at most this often. */
const RENEW_AFTER_SECONDS = DAY_SECONDS;
/** By how much the clocks of two servers may differ. A token from later than that is refused: it would outlive the rest. */
const CLOCK_SKEW_SECONDS = 60;

/**
 * The prefix of all cookies over https. A browser accepts such a cookie only from this host, over https, so that neither
 * a neighboring subdomain nor someone on the network can plant one.
 */
const HOST_PREFIX = "__Host-";

/** The name of an Auth.js cookie for a request with these headers: only the one with the prefix counts over https. */
export const cookieName = (headers: Headers, name: string) =>
  `${isHttps(headers) ? HOST_PREFIX : ""}authjs.${name}`;

/** The name of the session cookie for a request with these headers. */
export const sessionCookie = (headers: Headers) => cookieName(headers, "session-token");

/** The claims of a session token. Times are in seconds since 1970. */
type Claims = {
  /** The user's `_id`, in hex. */
  sub: string;
  /** The `_id` of this session, in hex. */
  sid: string;
  /** When the session began. */
  since: number;
  /** When the user last proved who they are: to the provider if it says so, otherwise when the session began. */
  auth_time: number;
  /** When this token was issued. */
  iat: number;
  /** When this token expires. */
  exp: number;
};

/** A session, and the name of the cookie that contained it. */
export type Session = Claims & { cookie: string };

/** The cookies of a request, by name. */
export type RequestCookies = { get(name: string): { value: string } | undefined };

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/**
 * The claims of a new session's token; Auth.js adds `iat` and `exp`.
 * @param sub the user's `_id`, in hex
 * @param sid the `_id` of the session, in hex
 * @param authTime when the provider says that the user proved who they are, in seconds since 1970
 */
export function newSession(
  sub: string,
  sid: string,
  authTime?: number,
  now = Date.now(),
): Omit<Claims, "iat" | "exp"> {
  const since = seconds(now);
  // The provider's clock may be ahead.
  return { sub, sid, since, auth_time: Math.min(authTime ?? since, since) };
}

/**
 * Decrypts the session cookie without reading the database.
 * @param name the cookie's name ({@link sessionCookie})
 * @returns null if the cookie is missing, unreadable, or no longer current
 */
export async function readSession(
  cookies: RequestCookies,
  name: string,
  now = Date.now(),
): Promise<Session | null> {
  const at = seconds(now);
  const token = cookies.get(name)?.value;
  const session = token && (recall(token, name) ?? remember(token, await decrypt(token, name)));
  return session && isCurrent(session, at) ? session : null;
}

/** When a session that is used now ends if it is not used again. */
export function endOf({ since }: Pick<Session, "since">, now = Date.now()): Date {
  return new Date(Math.min(seconds(now) + IDLE_SECONDS, since + MAX_AGE_SECONDS) * 1000);
}

function isCurrent({ exp, since, iat }: Session, at: number): boolean {
  if (Math.max(since, iat) > at + CLOCK_SKEW_SECONDS) return false;
  return exp > at && since + MAX_AGE_SECONDS > at;
}

/** Returns the cookie that replaces the session's if that was issued more than a day ago, or null if it is too early. */
export async function renewSession(session: Session, now = Date.now()) {
  const at = seconds(now);
  if (at - session.iat < RENEW_AFTER_SECONDS) return null;
  const { cookie: name, sub, sid, since, auth_time } = session;
  return sessionCookieOf({ sub, sid, since, auth_time }, name, now);
}

/** The cookie of a session, as Auth.js sets it. @param name the cookie's ({@link sessionCookie}) */
export async function sessionCookieOf(
  token: Omit<Claims, "iat" | "exp">,
  name: string,
  now: number = Date.now(),
) {
  const maxAge = Math.min(IDLE_SECONDS, token.since + MAX_AGE_SECONDS - seconds(now));
  const value = await encode({ token, secret: authSecrets(), salt: name, maxAge });
  const secure = name.startsWith(HOST_PREFIX);
  return { name, value, httpOnly: true, sameSite: "lax", path: "/", secure, maxAge } as const;
}

async function decrypt(token: string, cookie: string): Promise<Session | null> {
  try {
    const claims = claimsOf(await decode({ token, secret: authSecrets(), salt: cookie }));
    return claims && { ...claims, cookie };
  } catch {
    // An old secret, another application's cookie, or garbage.
    return null;
  }
}

const ID = /^[0-9a-f]{24}$/;

function claimsOf(token: object | null): Claims | null {
  const { sub, sid, since, auth_time, iat, exp } = (token ?? {}) as Partial<Record<keyof Claims, unknown>>;
  if (typeof sub !== "string" || typeof sid !== "string" || !ID.test(sub) || !ID.test(sid)) return null;
  const numbers = { since, auth_time, iat, exp };
  if (!Object.values(numbers).every((value) => typeof value === "number")) return null;
  return { sub, sid, ...(numbers as { [key in keyof typeof numbers]: number }) };
}

// Deriving the key and decrypting takes longer than the rest of a small request, and a browser sends the same cookie
// with every request, so recent results are cached. Next.js loads modules more than once, so the cache lives on
// globalThis.

const MAX_CACHED_SESSIONS = 5_000;
const store = globalThis as typeof globalThis & { evenlySessions?: Map<string, Session> };

function recall(token: string, cookie: string): Session | undefined {
  const session = store.evenlySessions?.get(token);
  // A cookie that was set over https does not count under the other name.
  if (session?.cookie !== cookie) return undefined;
  remember(token, session);
  return session;
}

/** Marks the session as most recently used and evicts the least recently used one. */
function remember(token: string, session: Session | null): Session | null {
  if (!session) return null;
  const remembered = (store.evenlySessions ??= new Map());
  remembered.delete(token);
  remembered.set(token, session);
  if (remembered.size > MAX_CACHED_SESSIONS) remembered.delete(remembered.keys().next().value!);
  return session;
}
