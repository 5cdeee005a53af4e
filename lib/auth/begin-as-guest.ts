import "server-only";
import { ObjectId } from "mongodb";
import { askAsGuest } from "@/lib/db/guests/devices";
import { joinAsGuest, type Newcomer } from "@/lib/db/guests/sessions";
import { AppError } from "@/lib/errors";
import { clientAddress, networkOf } from "@/lib/server/http/client-address";
import { limitDeadLinks } from "@/lib/server/http/memory-limits";
import { logEvent } from "@/lib/log";
import { deviceOfRequest, getSession, setSessionCookie } from "@/lib/auth";

/**
 * Begins a guest's session on the device of the request, and sets its cookie.
 * @param headers of the request: those of an address with links that do not work are limited
 * @param newcomer whom the person becomes; anything empty is refused
 * @throws AppError "unauthenticated" if it is empty; "rate-limited"; the errors of `joinAsGuest`
 */
export async function beginAsGuest(
  headers: Headers,
  token: string,
  newcomer: Newcomer | "" | undefined,
): Promise<{ groupId: ObjectId }> {
  if (!newcomer) throw new AppError("unauthenticated");
  const {
    groupId,
    guestId: user,
    sessionId: session,
  } = await limitDeadLinks(headers, joinAsGuest(token, newcomer, await deviceOfRequest()));
  await setSessionCookie({ user, session });
  logEvent("joinAsGuest", { user: user.toHexString(), groupId: groupId.toHexString() });
  return { groupId };
}

/**
 * Asks the group's members to confirm the device of the request as a guest's, and sets the cookie of the session that
 * begins then.
 * @param who the guest, or their name
 * @returns the code that members compare
 * @throws AppError "rate-limited"; the errors of `askAsGuest`
 */
export async function waitAsGuest(headers: Headers, token: string, who: ObjectId | string): Promise<string> {
  const cookie = await getSession();
  const asked = askAsGuest(token, who, {
    ...(await deviceOfRequest()),
    address: networkOf(clientAddress(headers)),
    before: cookie ? new ObjectId(cookie.sid) : undefined,
  });
  const { _id: session, guest: user, groupId, code } = await limitDeadLinks(headers, asked);
  await setSessionCookie({ user, session, asks: true });
  logEvent("askAsGuest", { user: user.toHexString(), groupId: groupId.toHexString() });
  return code;
}
