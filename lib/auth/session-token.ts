import { decode, encode } from "next-auth/jwt";
import { authSecrets } from "./secret";

// The session cookie: an encrypted token with the user and the sign-in time, and nothing that can change. The
// database knows whether the session is still valid (lib/db/sessions.ts). Not "server-only", because middleware.ts
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

/** The names of the Auth.js cookie, over https and over http. */
export const SESSION_COOKIES = ["__Secure-authjs.session-token", "authjs.session-token"] as const;

/** The claims of a session token. Times are in seconds since 1970. */
type Claims = {
  /** The user's `_id`, in hex. */
  sub: string;
  /** The id of this session. */
  sid: string;
  /** The user's `sessionEpoch` at sign-in. */
  epoch: number;
  /** When the user signed in. */
  auth_time: number;
  /** When this token was issued. */
  iat: number;
  /** When this token expires. */
  exp: number;
};

/** A session, and the name of the cookie that contained it. */
export type Session = Claims & { cookie: string };

type Cookies = { get(name: string): { value: string } | undefined };

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** The claims of a new session's token; Auth.js adds `iat` and `exp`. */
export function newSession(sub: string, epoch: number, now = Date.now()): Omit<Claims, "iat" | "exp"> {
  return { sub, sid: crypto.randomUUID(), epoch, auth_time: seconds(now) };
}

/**
 * Decrypts the session cookie without reading the database. A cookie under the first name may be unreadable: cookies do
 * not tell ports apart, so it may belong to another application.
 * @returns null if no cookie is valid and current
 */
export async function readSession(cookies: Cookies, now = Date.now()): Promise<Session | null> {
  const at = seconds(now);
  for (const name of SESSION_COOKIES) {
    const token = cookies.get(name)?.value;
    const session = token && (recall(token) ?? remember(token, await decrypt(token, name)));
    if (session && isCurrent(session, at)) return session;
  }
  return null;
}

function isCurrent({ exp, auth_time, iat }: Session, at: number): boolean {
  if (Math.max(auth_time, iat) > at + CLOCK_SKEW_SECONDS) return false;
  return exp > at && auth_time + MAX_AGE_SECONDS > at;
}

/** Returns the cookie that replaces the session's if that was issued more than a day ago, or null if it is too early. */
export async function renewSession(session: Session, now = Date.now()) {
  const at = seconds(now);
  if (at - session.iat < RENEW_AFTER_SECONDS) return null;
  const { cookie: name, sub, sid, epoch, auth_time } = session;
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

async function decrypt(token: string, cookie: string): Promise<Session | null> {
  try {
    const claims = claimsOf(await decode({ token, secret: authSecrets(), salt: cookie }));
    return claims && { ...claims, cookie };
  } catch {
    // An old secret, another application's cookie, or garbage.
    return null;
  }
}

function claimsOf(token: object | null): Claims | null {
  const { sub, sid, epoch, auth_time, iat, exp } = (token ?? {}) as Partial<Record<keyof Claims, unknown>>;
  if (typeof sub !== "string" || !/^[0-9a-f]{24}$/.test(sub) || typeof sid !== "string") return null;
  const numbers = { epoch, auth_time, iat, exp };
  if (!Object.values(numbers).every((value) => typeof value === "number")) return null;
  return { sub, sid, ...(numbers as { [key in keyof typeof numbers]: number }) };
}

// Deriving the key and decrypting takes longer than the rest of a small call, and a browser sends the same cookie
// with every request, so recent results are cached. Next.js loads modules more than once, so the cache lives on
// globalThis.

const MAX_CACHED_SESSIONS = 5_000;
const store = globalThis as typeof globalThis & { evenlySessions?: Map<string, Session> };

function recall(token: string): Session | undefined {
  const session = store.evenlySessions?.get(token);
  if (session) remember(token, session);
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
