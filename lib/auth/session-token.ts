import { decode, encode } from "next-auth/jwt";
import { authSecrets } from "./secret";

// The session cookie: an encrypted token that says who signed in and when, and nothing that can change. Whether the
// session still holds is in the database (lib/db/sessions.ts). Not "server-only": middleware.ts reads it too.

const DAY = 24 * 60 * 60;
/** A session that nobody uses ends after this many seconds … */
export const IDLE_SECONDS = 14 * DAY;
/** … and any session this many seconds after signing in. */
export const MAX_AGE_SECONDS = 30 * DAY;
/** A session in use gets a new cookie at most this often. */
const RENEW_AFTER_SECONDS = DAY;

/** What Auth.js calls its cookie, over https and over http. */
export const SESSION_COOKIES = ["__Secure-authjs.session-token", "authjs.session-token"] as const;

/** The claims of a session token. Times are in seconds since 1970. */
export type Session = {
  /** The user's `_id`, in hex. */
  sub: string;
  /** This session's own id. */
  sid: string;
  /** The user's `sessionEpoch` when they signed in. */
  epoch: number;
  /** When they signed in. */
  auth_time: number;
  /** When this token was made. */
  iat: number;
  /** When this token runs out. */
  exp: number;
};

type Cookies = { get(name: string): { value: string } | undefined };

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** What the token of somebody who signs in now says; Auth.js adds `iat` and `exp`. */
export function newSession(sub: string, epoch: number, now = Date.now()): Omit<Session, "iat" | "exp"> {
  return { sub, sid: crypto.randomUUID(), epoch, auth_time: seconds(now) };
}

/**
 * The session of the cookie, or null: there is none, it is none of ours, or it has run out.
 * Reads no database.
 */
export async function readSession(cookies: Cookies, now = Date.now()): Promise<Session | null> {
  const name = nameOf(cookies);
  const token = name && cookies.get(name)?.value;
  if (!token) return null;
  const session = recall(token) ?? remember(token, await decrypt(token, name));
  if (!session) return null;
  const at = seconds(now);
  return session.exp > at && session.auth_time + MAX_AGE_SECONDS > at ? session : null;
}

/** The cookie that replaces one made more than a day ago, or null where it is not yet time. */
export async function renewSession(cookies: Cookies, session: Session, now = Date.now()) {
  const name = nameOf(cookies);
  const at = seconds(now);
  if (!name || at - session.iat < RENEW_AFTER_SECONDS) return null;
  const { sub, sid, epoch, auth_time } = session;
  const maxAge = Math.min(IDLE_SECONDS, auth_time + MAX_AGE_SECONDS - at);
  const value = await encode({
    token: { sub, sid, epoch, auth_time },
    secret: authSecrets(),
    salt: name,
    maxAge,
  });
  const secure = name.startsWith("__Secure-");
  return { name, value, httpOnly: true, sameSite: "lax", path: "/", secure, maxAge } as const;
}

function nameOf(cookies: Cookies): string | undefined {
  return SESSION_COOKIES.find((name) => cookies.get(name));
}

async function decrypt(token: string, salt: string): Promise<Session | null> {
  try {
    return sessionOf(await decode({ token, secret: authSecrets(), salt }));
  } catch {
    // An old secret, another application's cookie, or noise.
    return null;
  }
}

function sessionOf(claims: object | null): Session | null {
  const { sub, sid, epoch, auth_time, iat, exp } = (claims ?? {}) as Partial<Record<keyof Session, unknown>>;
  if (typeof sub !== "string" || !/^[0-9a-f]{24}$/.test(sub) || typeof sid !== "string") return null;
  const numbers = { epoch, auth_time, iat, exp };
  if (!Object.values(numbers).every((value) => typeof value === "number")) return null;
  return { sub, sid, ...(numbers as { [key in keyof typeof numbers]: number }) };
}

// Deriving the key and decrypting costs more than a small call does otherwise, and a browser sends the same cookie with
// each request: the latest ones are remembered. Next loads modules more than once, so they live on globalThis.

const MOST_REMEMBERED = 5_000;
const store = globalThis as typeof globalThis & { evenlySessions?: Map<string, Session> };

function recall(token: string): Session | undefined {
  const session = store.evenlySessions?.get(token);
  if (session) remember(token, session);
  return session;
}

/** Puts the session behind all others, and forgets the one that was not asked for the longest. */
function remember(token: string, session: Session | null): Session | null {
  if (!session) return null;
  const remembered = (store.evenlySessions ??= new Map());
  remembered.delete(token);
  remembered.set(token, session);
  if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
  return session;
}
