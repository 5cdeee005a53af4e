import "server-only";
import { type ObjectId } from "mongodb";
import { getSessionUser, type SessionUser } from "@/lib/auth";
import type { EventDoc, ExpenseDoc, FriendshipDoc, GroupDoc } from "@/lib/db/collections";
import { getEventOf, type EventInGroup } from "@/lib/db/events";
import { getExpenseOf, type ExpenseInGroup } from "@/lib/db/expenses";
import { friendsAmong, getFriendship, getFriendshipOf } from "@/lib/db/friendships";
import { getInvitation, type InvitationDoc } from "@/lib/db/group-requests";
import { getGroupOf, type GroupWithPeople } from "@/lib/db/groups";
import { includesId, toId } from "@/lib/db/ids";
import { getSettlementOf } from "@/lib/db/settlements";
import { getUser } from "@/lib/db/users";
import { AppError, invalid, notFound } from "@/lib/errors";

// THE authorization (design section 4). Each `require…` loads the chain from the thing up to the group itself,
// so that ids paired in a URL are never trusted; what may not be seen is "not found".

/** The signed-in user, as the rules and queries take them. */
export type Viewer = SessionUser & { _id: ObjectId };

/** The signed-in user. @throws AppError "unauthenticated" */
export async function requireUser(): Promise<Viewer> {
  const user = await getSessionUser();
  const _id = toId(user?.id);
  if (!user || !_id) throw new AppError("unauthenticated");
  return { ...user, _id };
}

/**
 * Refuses a request whose query or body names another actor than the session's user.
 * @param named values of the fields that name the actor; absent ones are fine
 * @throws AppError "wrong-actor"
 */
export function requireActor(viewer: Viewer, named: readonly unknown[]): void {
  if (named.some((id) => id !== undefined && id !== null && id !== viewer.id))
    throw new AppError("wrong-actor");
}

/** An id from a URL or body. @throws AppError "not-found" where it is malformed */
function requireId(text: unknown): ObjectId {
  const id = toId(text);
  if (!id) throw notFound();
  return id;
}

/** The group, for one of its members. @throws AppError "not-found" */
export async function requireGroup(viewer: Viewer, groupId: string): Promise<GroupWithPeople> {
  const found = await getGroupOf(viewer._id, requireId(groupId));
  if (!found) throw notFound();
  return found;
}

/**
 * The event with its group, for a member of that group.
 * @param groupId the group that the URL names, if it names one
 * @throws AppError "not-found"
 */
export async function requireEvent(viewer: Viewer, eventId: string, groupId?: string): Promise<EventInGroup> {
  const found = await getEventOf(viewer._id, requireId(eventId));
  if (!found || (groupId !== undefined && !found.group._id.equals(requireId(groupId)))) throw notFound();
  return found;
}

/**
 * The expense with its event and group, for a member of that group.
 * @param within the ids that the URL names beside the expense's, if it names any
 * @throws AppError "not-found"
 */
export async function requireExpense(
  viewer: Viewer,
  expenseId: string,
  within: { eventId?: string; groupId?: string } = {},
): Promise<ExpenseInGroup> {
  const found = await getExpenseOf(viewer._id, requireId(expenseId));
  const elsewhere =
    found &&
    ((within.eventId !== undefined && !found.event._id.equals(requireId(within.eventId))) ||
      (within.groupId !== undefined && !found.group._id.equals(requireId(within.groupId))));
  if (!found || elsewhere) throw notFound();
  return found;
}

/** The settlement with its group, for a member of that group. @throws AppError "not-found" */
export async function requireSettlement(viewer: Viewer, id: string) {
  const found = await getSettlementOf(viewer._id, requireId(id));
  if (!found) throw notFound();
  return found;
}

/** Any user, for anybody signed in, with what stands between them and the viewer. @throws AppError "not-found" */
export async function requireProfile(viewer: Viewer, id: string) {
  const userId = requireId(id);
  const [user, friendship] = await Promise.all([getUser(userId), getFriendship(viewer._id, userId)]);
  if (!user) throw notFound();
  return { user, friendship };
}

/** A friend request or friendship that the viewer is part of. @throws AppError "not-found" */
export async function requireFriendship(viewer: Viewer, id: string): Promise<FriendshipDoc> {
  const found = await getFriendshipOf(viewer._id, requireId(id));
  if (!found) throw notFound();
  return found;
}

/** An invitation, for the person invited, its sender, or the group's creator. @throws AppError "not-found" */
export async function requireInvitation(viewer: Viewer, id: string): Promise<InvitationDoc> {
  const found = await getInvitation(requireId(id));
  const concerned =
    found && [found.to, found.from, found.group.createdBy].some((one) => one.equals(viewer._id));
  if (!found || !concerned) throw notFound();
  return found;
}

/** Only the creator may. @throws AppError "forbidden" */
export function requireGroupCreator(viewer: Viewer, group: GroupDoc, message: string): void {
  if (!group.createdBy.equals(viewer._id)) throw new AppError("forbidden", message);
}

/** The event's creator and the group's creator may delete an event. */
export function mayDeleteEvent(
  viewer: { _id: ObjectId },
  event: Pick<EventDoc, "createdBy">,
  group: Pick<GroupDoc, "createdBy">,
): boolean {
  return [event.createdBy, group.createdBy].some((one) => one.equals(viewer._id));
}

/** @throws AppError "forbidden" unless the viewer created the event or its group */
export function requireEventDeleter(viewer: Viewer, event: EventDoc, group: GroupDoc): void {
  if (!mayDeleteEvent(viewer, event, group)) {
    throw new AppError("forbidden", "Only the creator of the event or of the group can delete it.");
  }
}

/** Only the payer may edit or delete an expense (spec section 5). @throws AppError "forbidden" */
export function requirePayer(viewer: Viewer, expense: Pick<ExpenseDoc, "paidBy">): void {
  if (!expense.paidBy.equals(viewer._id)) {
    throw new AppError("forbidden", "Only the person who paid can edit or delete this expense.");
  }
}

/**
 * A member may leave; the creator may remove others, and cannot be removed (design section 4).
 * @returns the member's id
 * @throws AppError "forbidden", or "not-found" where the person is not a member
 */
export function requireRemovable(viewer: Viewer, group: GroupDoc, memberId: string): ObjectId {
  const member = requireId(memberId);
  const creator = group.createdBy.equals(viewer._id);
  if (!creator && !member.equals(viewer._id)) {
    throw new AppError("forbidden", "Only the creator of the group can remove members.");
  }
  if (!includesId(group.members, member)) throw notFound();
  if (member.equals(group.createdBy)) {
    throw new AppError("forbidden", "The creator of the group cannot be removed.");
  }
  return member;
}

/** An invitation, for the person invited only. @throws AppError "not-found" */
export async function requireInvited(viewer: Viewer, id: string): Promise<InvitationDoc> {
  const invitation = await requireInvitation(viewer, id);
  if (!invitation.to.equals(viewer._id)) throw notFound();
  return invitation;
}

/** Somebody else than oneself, who exists, to ask for friendship. @throws AppError "invalid", "not-found" */
export async function requireNewFriend(viewer: Viewer, id: string): Promise<ObjectId> {
  const to = requireId(id);
  if (to.equals(viewer._id)) {
    throw invalid("to", "You cannot be friends with yourself.");
  }
  if (!(await getUser(to))) throw notFound();
  return to;
}

/**
 * Only one's own friends can be invited to a group (design section 4). A stranger's id and one that does not
 * exist get the same answer.
 * @returns the ids
 * @throws AppError "invalid"
 */
export async function requireFriends(
  viewer: Viewer,
  ids: readonly string[],
  field: string,
): Promise<ObjectId[]> {
  const people = ids.map(requireId);
  const friends = await friendsAmong(viewer._id, people);
  if (people.every((one) => includesId(friends, one))) return people;
  throw invalid(field, "You can only invite your friends.");
}
