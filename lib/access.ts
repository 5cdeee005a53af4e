import "server-only";
import { type ObjectId } from "mongodb";
import { getSession, getSessionUser } from "@/lib/auth";
import { isRecentSignIn } from "@/lib/core/rights";
import type { SessionUser } from "@/lib/core/session-user";
import type { EventDoc, UserDoc } from "@/lib/db/collections";
import { getEventOf, type EventInGroup } from "@/lib/db/events";
import { getExpenseOf, type ExpenseInGroup } from "@/lib/db/expenses";
import { getFriendship } from "@/lib/db/friendships";
import { getGroupOf, getGroupPageOf, type GroupPage, type GroupWithPeople } from "@/lib/db/groups";
import { requireId, toId } from "@/lib/db/ids";
import { getSettlementOf } from "@/lib/db/settlements";
import { getUser } from "@/lib/db/users";
import { AppError, invalid, notFound } from "@/lib/errors";

// The authorization of all reads (design section 4). Each `require…` loads the chain from the item up to its group,
// so that ids paired in a URL are never trusted. Anything the viewer may not see is "not found". Writes check the
// same rights, by the rules of lib/core/rights.ts, inside their transaction (lib/db: `lockGroup`, `lockEvent`), so
// that a right revoked a moment ago does not count.

/** The signed-in user, with the id as the database needs it. */
export type Viewer = SessionUser & { _id: ObjectId };

/** The signed-in user. @throws AppError "unauthenticated" */
export async function requireUser(): Promise<Viewer> {
  const user = await getSessionUser();
  const _id = toId(user?.id);
  if (!user || !_id) throw new AppError("unauthenticated");
  return { ...user, _id };
}

/**
 * The session's `_id` in hex, and when its user last proved who they are, in seconds since 1970.
 * @throws AppError "unauthenticated"
 */
export async function requireSession(): Promise<{ id: string; authTime: number }> {
  const session = await getSession();
  if (!session) throw new AppError("unauthenticated");
  return { id: session.sid, authTime: session.auth_time };
}

/** Refuses a user who has not signed in recently. @throws AppError "sign-in-again", "unauthenticated" */
export async function requireRecentSignIn(): Promise<void> {
  if (!isRecentSignIn((await requireSession()).authTime)) throw new AppError("sign-in-again");
}

/**
 * Refuses a request whose query or body names an actor other than the session's user.
 * @param named values of the fields that name the actor; missing ones are fine
 * @throws AppError "wrong-actor"
 */
export function requireActor(viewer: Viewer, named: readonly unknown[]): void {
  const isOther = (id: unknown) => id !== undefined && id !== null && String(id).toLowerCase() !== viewer.id;
  if (named.some(isOther)) throw new AppError("wrong-actor");
}

/** Loads a group for one of its members. @throws AppError "not-found" */
export async function requireGroup(viewer: Viewer, groupId: string): Promise<GroupWithPeople> {
  return found(await getGroupOf(viewer._id, requireId(groupId)));
}

/** Loads a group with the data of its page, for one of its members. @throws AppError "not-found" */
export async function requireGroupPage(viewer: Viewer, groupId: string): Promise<GroupPage> {
  return found(await getGroupPageOf(viewer._id, requireId(groupId)));
}

/** The other ids in the URL, if any. */
type Within = { eventId?: string | undefined; groupId?: string | undefined };

/** Loads an event with its group, for a member of that group. @throws AppError "not-found" */
export async function requireEvent(viewer: Viewer, eventId: string, groupId?: string): Promise<EventInGroup> {
  return foundWithin(await getEventOf(viewer._id, requireId(eventId)), { groupId });
}

/** Loads an expense with its event and group, for a member of that group. @throws AppError "not-found" */
export async function requireExpense(
  viewer: Viewer,
  expenseId: string,
  within: Within = {},
): Promise<ExpenseInGroup> {
  return foundWithin(await getExpenseOf(viewer._id, requireId(expenseId)), within);
}

/** Loads a settlement with its event, for a member of its group. @throws AppError "not-found" */
export async function requireSettlement(viewer: Viewer, id: string, within: Within = {}) {
  return foundWithin(await getSettlementOf(viewer._id, requireId(id)), within);
}

function found<T>(item: T | null): T {
  if (item === null) throw notFound();
  return item;
}

/** @throws AppError "not-found", also if the item does not belong to the event and the group in the URL */
function foundWithin<T extends { event: EventDoc }>(item: T | null, { eventId, groupId }: Within): T {
  const one = found(item);
  const isOther = (id: ObjectId, given: string | undefined) =>
    given !== undefined && !id.equals(requireId(given));
  if (isOther(one.event._id, eventId) || isOther(one.event.groupId, groupId)) throw notFound();
  return one;
}

/**
 * Loads any user. A debt between two people can be settled whatever their relationship.
 * @throws AppError "not-found"
 */
export async function requirePerson(id: string): Promise<UserDoc> {
  return found(await getUser(requireId(id)));
}

/** Loads a user who has not blocked the viewer, with the friendship record of the two. @throws AppError "not-found" */
export async function requireProfile(viewer: Viewer, id: string) {
  const userId = requireId(id);
  const [user, friendship] = await Promise.all([getUser(userId), getFriendship(viewer._id, userId)]);
  if (!user || friendship?.blockedBy?.equals(userId)) throw notFound();
  return { user, friendship };
}

/**
 * Returns the id of an existing user other than the viewer. The write itself checks for a block.
 * @param field the field of the request that contains the id
 * @param message the error if viewers name themselves
 * @throws AppError "invalid", "not-found"
 */
export async function requireOtherUser(
  viewer: Viewer,
  id: string,
  field: string,
  message: string,
): Promise<ObjectId> {
  const userId = requireId(id);
  if (userId.equals(viewer._id)) throw invalid(field, message);
  return found(await getUser(userId))._id;
}
