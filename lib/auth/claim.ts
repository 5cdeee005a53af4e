import "server-only";
import { ObjectId } from "mongodb";
import { getSession, setSessionCookie } from "@/lib/auth";
import { claimGuest, forgetClaim, noteOpened } from "@/lib/db/guests/claims";
import { requireId } from "@/lib/db/ids";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";

/**
 * The actor takes the place of a guest. A new account gets the guest's id, and its session with it.
 * @param token the secret of the guest's link, if the session has not replaced the guest's
 * @returns the group
 * @throws AppError "unauthenticated"; the errors of `claimGuest`
 */
export async function claim(actor: ObjectId, guestId: string, token: string | undefined): Promise<ObjectId> {
  const sessionId = await requireSessionId();
  const { groupId, userId } = await claimGuest({ actor, sessionId, guestId: requireId(guestId), token });
  if (!userId.equals(actor)) await setSessionCookie({ user: userId, session: sessionId });
  return groupId;
}

/**
 * Remembers in the actor's session that they have opened the guest's link, so that the home screen leads back to it. A
 * database that can only be read at the moment is no reason to refuse the page.
 */
export async function noteOpenedLink(actor: ObjectId, guestId: string, token: string): Promise<void> {
  const claimant = { actor, sessionId: await requireSessionId(), guestId: requireId(guestId), token };
  await noteOpened(claimant).catch((error: unknown) => {
    log.error({ err: error }, "A session could not remember a guest's link.");
  });
}

/** The actor is not this guest, whose place their session may take. */
export async function decline(actor: ObjectId, guestId: string): Promise<void> {
  await forgetClaim({ actor, sessionId: await requireSessionId(), guestId: requireId(guestId) });
}

async function requireSessionId(): Promise<ObjectId> {
  const session = await getSession();
  if (!session) throw new AppError("unauthenticated");
  return new ObjectId(session.sid);
}
