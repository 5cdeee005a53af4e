import "server-only";
import type { ObjectId } from "mongodb";
import { joinAsGuest, type Newcomer } from "@/lib/db/guests/sessions";
import { AppError } from "@/lib/errors";
import { limitDeadLinks } from "@/lib/server/http/memory-limits";
import { logEvent } from "@/lib/log";
import { deviceOfRequest, setSessionCookie } from "@/lib/auth";

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
