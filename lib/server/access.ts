import "server-only";
import { type ObjectId } from "mongodb";
import { getSession, getSessionUser } from "@/lib/auth";
import { isRecentSignIn } from "@/lib/core/rights";
import type { SessionUser } from "@/lib/core/account";
import type { TokenScope } from "@/lib/core/tokens";
import { findClaim, type Claim } from "@/lib/db/guests/claims";
import type { EventDoc, GroupDoc, SharedLinkDoc, UserDoc } from "@/lib/db/collections";
import { getEventOf, type EventInGroup } from "@/lib/db/events";
import { getSeriesOf } from "@/lib/db/series";
import { getExpenseOf, type ExpenseInGroup } from "@/lib/db/expenses";
import { getUserAndFriendship } from "@/lib/db/friends";
import { getGroupOf, getGroupPageOf, type GroupPage, type GroupWithPeople } from "@/lib/db/groups";
import { getImportOf, type ImportInGroup } from "@/lib/db/imports";
import { includesId, requireId, toId } from "@/lib/db/ids";
import { findLink, type OpenLink } from "@/lib/db/links";
import { pairTitle } from "@/lib/db/friends/pair-group";
import type { SessionInclude, SessionIncluded } from "@/lib/db/account/sessions";
import { findSharedLink } from "@/lib/db/links/shared";
import { getSettlementOf } from "@/lib/db/settlements";
import { getUser, type PersonDoc } from "@/lib/db/people";
import { AppError, orNotFound, invalid, notFound } from "@/lib/errors";
import { note } from "@/lib/log/request";

// The authorization of all reads (docs/rules.md#rights). Each `require…` loads the chain from the item up to its group,
// so that ids paired in a URL are never trusted. Anything the viewer may not see is "not found". Writes check the
// same rights, by the rules of lib/core/rights.ts, inside their transaction (lib/db: `lockGroup`, `lockEvent`), so
// that a right revoked a moment ago does not count.

/** The signed-in user, with the id as the database needs it. */
export type Viewer = SessionUser & SessionIncluded & { _id: ObjectId; token?: TokenAccess };

/** The API token with which a request comes. `groupId`: the only group that it reaches (docs/rules.md#api-tokens). */
export type TokenAccess = { id: string; scope: TokenScope; groupId?: ObjectId | undefined };

/** The signed-in user, with what `along` adds to the session's command, by id. @throws AppError "unauthenticated" */
export async function requireUser(along?: SessionInclude, id?: string): Promise<Viewer> {
  const user = await getSessionUser(along, id);
  const _id = toId(user?.id);
  if (!user || !_id) throw new AppError("unauthenticated");
  note({ user: user.id });
  return { ...user, _id };
}

/** The signed-in user; null without a session. */
export const getViewer = async (): Promise<Viewer | null> =>
  (await getSessionUser()) ? requireUser() : null;

/**
 * The session's `_id` in hex, and when its user last authenticated, in seconds since 1970.
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
 * @param viewer null without a session, whose id is ""
 * @param named values of the fields that name the actor; missing ones are fine
 * @throws AppError "wrong-actor"
 */
export function requireActor(viewer: Viewer | null, named: readonly unknown[]): void {
  const own = viewer?.id ?? "";
  const isOther = (id: unknown) => id !== undefined && id !== null && String(id).toLowerCase() !== own;
  if (named.some(isOther)) throw new AppError("wrong-actor");
}

/**
 * Awaits an item and another read by the id in the URL: one round trip instead of two. A viewer who may not see the
 * item gets neither, and learns nothing from a failed read.
 */
export async function readIfAllowed<T, Read>(
  access: Promise<T>,
  read: () => Promise<Read>,
): Promise<[T, Read]> {
  const reading = Promise.resolve().then(read);
  reading.catch(() => undefined);
  return [await access, await reading];
}

/** Loads a group for one of its members. @throws AppError "not-found" */
export async function requireGroup(viewer: Viewer, groupId: string): Promise<GroupWithPeople> {
  return withViewerTitle(viewer, orNotFound(await getGroupOf(viewer._id, requireId(groupId))));
}

/** Loads a group with the data of its page, for one of its members. @throws AppError "not-found" */
export async function requireGroupPage(viewer: Viewer, groupId: string): Promise<GroupPage> {
  return withViewerTitle(viewer, orNotFound(await getGroupPageOf(viewer._id, requireId(groupId))));
}

/** Loads the invite link with this secret, for anyone who has it. @throws AppError "not-found" */
export async function requireLink(token: string): Promise<OpenLink> {
  return orNotFound(await findLink(token));
}

/**
 * Loads the event of the link with this secret: for a statement, anyone may; for a debt, only the link's person. Its
 * creator must still be in the group (docs/rules.md#shared-links).
 * @throws AppError "not-found"; "unauthenticated" without a session, if the link of a debt works for an account
 */
export async function requireSharedLink(
  token: string,
  viewer: Viewer | null,
): Promise<EventInGroup & { link: SharedLinkDoc }> {
  const link = orNotFound(await findSharedLink(token));
  const { shows, createdBy } = link;
  if (shows.kind === "statement") return { ...orNotFound(await getEventOf(createdBy, shows.eventId)), link };
  if (viewer && !viewer._id.equals(shows.only)) throw notFound();
  const event = orNotFound(await getEventOf(shows.only, shows.eventId));
  if (!includesId(event.group.members, createdBy)) throw notFound();
  // A guest cannot sign in.
  const isGuest = event.people.some(({ _id, guest }) => guest && _id.equals(shows.only));
  if (!viewer) throw isGuest ? notFound() : new AppError("unauthenticated");
  return { ...withViewerTitle(viewer, event), link };
}

/**
 * Loads a guest whom the viewer may claim.
 * @param token the secret of the guest's link, if they have it
 * @throws AppError "not-found"
 */
export async function requireClaim(viewer: Viewer, guestId: string, token?: string): Promise<Claim> {
  const sessionId = requireId((await requireSession()).id);
  return orNotFound(await findClaim({ actor: viewer._id, sessionId, guestId: requireId(guestId), token }));
}

/** The other ids in the URL, if any. */
type Within = { eventId?: string | undefined; groupId?: string | undefined };

/**
 * Loads an event with its group, for a member of that group. `friends`: false if it is one-to-one with a former friend.
 * @throws AppError "not-found" */
export async function requireEvent(
  viewer: Viewer,
  eventId: string,
  groupId?: string,
): Promise<EventInGroup & { friends: boolean }> {
  return withViewerTitle(viewer, foundWithin(await getEventOf(viewer._id, requireId(eventId)), { groupId }));
}

/** Loads an expense with its event and group, for a member of that group. @throws AppError "not-found" */
export async function requireExpense(
  viewer: Viewer,
  expenseId: string,
  within: Within = {},
): Promise<ExpenseInGroup> {
  return withViewerTitle(viewer, foundWithin(await getExpenseOf(viewer._id, requireId(expenseId)), within));
}

/** Loads a settlement with its event, for a member of its group. @throws AppError "not-found" */
export async function requireSettlement(viewer: Viewer, id: string, within: Within = {}) {
  return withViewerTitle(viewer, foundWithin(await getSettlementOf(viewer._id, requireId(id)), within));
}

/** Loads an import with its group, for a member of that group. @throws AppError "not-found" */
export async function requireImport(viewer: Viewer, importId: string): Promise<ImportInGroup> {
  return orNotFound(await getImportOf(viewer._id, requireId(importId)));
}

/** Loads an expense that repeats with its group, for a member of that group. @throws AppError "not-found" */
export async function requireSeries(viewer: Viewer, seriesId: string) {
  return orNotFound(await getSeriesOf(viewer._id, requireId(seriesId)));
}

/** A group, and another read by its id: {@link readIfAllowed}. @throws AppError "not-found" */
export const readInGroup = <Read>(
  viewer: Viewer,
  groupId: string,
  read: (id: ObjectId) => Promise<Read>,
): Promise<[GroupWithPeople, Read]> =>
  readIfAllowed(requireGroup(viewer, groupId), () => read(requireId(groupId)));

/** The same for an event. @param groupId see {@link requireEvent} */
export const readInEvent = <Read>(
  viewer: Viewer,
  eventId: string,
  read: (id: ObjectId) => Promise<Read>,
  groupId?: string,
) => readIfAllowed(requireEvent(viewer, eventId, groupId), () => read(requireId(eventId)));

/** Sets the title of one-to-one groups and events as the viewer sees it. */
function withViewerTitle<T extends { group: GroupDoc; people: readonly PersonDoc[]; event?: EventDoc }>(
  viewer: Viewer,
  item: T,
): T {
  if (item.group.pair === undefined) return item;
  const title = pairTitle(
    viewer._id,
    item.group,
    (id) => item.people.find(({ _id }) => _id.equals(id))?.name,
  );
  const event = item.event && { event: { ...item.event, title } };
  return { ...item, group: { ...item.group, title }, ...event };
}

/** @throws AppError "not-found", also if the item does not belong to the event and the group in the URL */
function foundWithin<T extends { event: EventDoc }>(item: T | null, { eventId, groupId }: Within): T {
  const one = orNotFound(item);
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
  return orNotFound(await getUser(requireId(id)));
}

/**
 * Loads a user who has not blocked the viewer, or a guest of one of the viewer's groups, with the friendship record of
 * the two.
 * @throws AppError "not-found"
 */
export async function requireProfile(viewer: Viewer, id: string) {
  const userId = requireId(id);
  const { user, friendship } = orNotFound(await getUserAndFriendship(viewer._id, userId));
  if (friendship?.blockedBy?.equals(userId)) throw notFound();
  if (user.guest) orNotFound(await getGroupOf(viewer._id, user.guest));
  return { user, friendship };
}

/**
 * Returns the id of an existing user with an account, other than the viewer. The write itself checks for a block.
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
  const user = orNotFound(await getUser(userId));
  if (user.guest) throw notFound();
  return user._id;
}
