import "server-only";
import type { ObjectId } from "mongodb";
import { toId } from "@/lib/db/ids";
import { signInPushDevice } from "@/lib/db/notices/push";
import { isHttps } from "@/lib/server/http/request-origin";
import { cookieName, type RequestCookies } from "./session-token";

// A cookie names this browser's push subscription. It outlives sessions, so that after the next sign-in in the same
// browser, the messages belong to the new session, or end if it is somebody else's.

/** Browsers keep no cookie for longer. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

const pushCookie = (headers: Headers) => cookieName(headers, "push-device");

/** The id of this browser's push subscription; null if it has none. */
export const pushDeviceOf = (cookies: RequestCookies, headers: Headers): ObjectId | null =>
  toId(cookies.get(pushCookie(headers))?.value);

/** The cookie that names this browser's push subscription. */
export const pushCookieOf = (device: ObjectId, headers: Headers) => ({
  name: pushCookie(headers),
  value: device.toHexString(),
  maxAge: MAX_AGE_SECONDS,
  path: "/",
  httpOnly: true,
  sameSite: "lax" as const,
  secure: isHttps(headers),
});

/** Somebody has signed in in this browser: see {@link signInPushDevice}. Call it before the session before ends. */
export async function continuePush(
  cookies: RequestCookies,
  headers: Headers,
  user: ObjectId,
  session: ObjectId,
): Promise<void> {
  const device = pushDeviceOf(cookies, headers);
  if (device) await signInPushDevice(device, user, session);
}
