import "server-only";
import { cache } from "react";
import { requireProfile, requireSession, type Viewer } from "@/lib/server/access";
import { centsToDollars } from "@/lib/core/money/money";
import { isRecentSignIn } from "@/lib/core/rights";
import { relationshipOf, type Relationship } from "@/lib/core/friends";
import { listRecentEvents } from "@/lib/db/events";
import { listOpenEvents } from "@/lib/db/events/unsettled";
import { listBalances } from "@/lib/db/settlements/balances";
import { listBlocked } from "@/lib/db/friends/blocks";
import { listFriendRequests, listFriendsAndRequests } from "@/lib/db/friends/requests";
import { listAsked, listFriends, listFriendships, type WithOther } from "@/lib/db/friends";
import { listInvitationsFor } from "@/lib/db/groups/requests";
import type { PageRequest } from "@/lib/db/page";
import { countRequests } from "@/lib/db/revision";
import { listSessions } from "@/lib/db/account/sessions";
import type { Session } from "@/lib/contract/account";
import type {
  FriendRequest,
  FriendSummaryItem,
  Person,
  Profile,
  RequestCounts,
  User,
} from "@/lib/contract/people";
import { toPerson, toSession, toUser } from "./serialize";
import { log } from "@/lib/log";

// The data of screens and calls about people.

/** How many events the home screen shows. */
const RECENT_EVENTS = 4;
/** How many friend requests the home screen shows at first, so that balances stay in view. */
const HOME_REQUESTS = 2;
/** How many requests of each kind the server renders; the rest is loaded on demand. */
const FIRST_REQUESTS = 30;

export async function friendsView(viewer: Viewer): Promise<User[]> {
  return (await listFriends(viewer._id)).map(toUser);
}

/** Loads the page that creates a group. `waiting`: people who have not accepted the viewer's friend request yet. */
export async function loadCreateGroupPage(viewer: Viewer) {
  const [friends, asked] = await Promise.all([friendsView(viewer), listAsked(viewer._id)]);
  return { friends, waiting: asked.map(toPerson) };
}

/** Balances with each person, in dollars; negative if the viewer owes (docs/rules.md#ledger). */
export async function summaryView(viewer: Viewer): Promise<FriendSummaryItem[]> {
  const balances = await listBalances(viewer._id);
  return balances.map(({ person, cents }) => ({ ...toPerson(person), amount: centsToDollars(cents) }));
}

export async function loadFriendsPage(viewer: Viewer) {
  const [{ friends, requests }, summary, events] = await Promise.all([
    listFriendsAndRequests(viewer._id, HOME_REQUESTS),
    summaryView(viewer),
    listRecentEvents(viewer._id, RECENT_EVENTS),
  ]);
  const recentEvents = events.map(({ _id, title, date, group }) => ({
    _id: _id.toHexString(),
    title,
    date: date.toISOString(),
    group: { _id: group._id.toHexString(), title: group.title, icon: group.icon },
  }));
  return {
    friends: friends.map(toUser),
    requests: { ...requests, rows: requests.rows.map(toFriendRequest) },
    summary,
    recentEvents,
  };
}

/** @param page default: what a screen shows first */
export async function friendRequestsView(viewer: Viewer, page: PageRequest = { limit: FIRST_REQUESTS }) {
  const { rows, nextCursor } = await listFriendRequests(viewer._id, page);
  return { rows: rows.map(toFriendRequest), nextCursor };
}

function toFriendRequest({ _id, other, createdAt }: WithOther): FriendRequest {
  return { _id: _id.toHexString(), from: toUser(other), createdAt: createdAt.toISOString() };
}

/** @param page default: what a screen shows first */
export async function groupRequestsView(viewer: Viewer, page: PageRequest = { limit: FIRST_REQUESTS }) {
  const { rows, nextCursor } = await listInvitationsFor(viewer._id, page);
  const requests = rows.map(({ _id, sender, group, createdAt }) => ({
    _id: _id.toHexString(),
    from: toPerson(sender),
    groupId: { _id: group._id.toHexString(), title: group.title, icon: group.icon },
    createdAt: createdAt.toISOString(),
  }));
  return { rows: requests, nextCursor };
}

export async function loadRequestsPage(viewer: Viewer) {
  const [friendRequests, groupRequests] = await Promise.all([
    friendRequestsView(viewer),
    groupRequestsView(viewer),
  ]);
  return { friendRequests, groupRequests };
}

/**
 * Screens have them from the session's command. If they are counted here and that fails, it is only logged, and they
 * are zeros (docs/rules.md#screens): a red dot must not break a screen. Cached for the request, because the top bar and
 * a screen may both show them.
 */
export const requestCounts = cache(async (viewer: Viewer): Promise<RequestCounts> => {
  try {
    const { friend, group } = viewer.requests ?? (await countRequests(viewer._id));
    return { total: friend + group, friend, group };
  } catch (error) {
    log.error({ err: error }, "The request counts could not be loaded.");
    return { total: 0, friend: 0, group: 0 };
  }
});

/** A user's profile and relationship to the viewer. @throws AppError "not-found" */
export async function profileView(viewer: Viewer, id: string): Promise<Profile> {
  const { user, friendship } = await requireProfile(viewer, id);
  const relationship = relationshipOf(viewer._id, user._id, friendship);
  return {
    ...toUser(user),
    relationship,
    ...(friendship &&
      ["requested", "asked"].includes(relationship) && { requestId: friendship._id.toHexString() }),
  };
}

/** The viewer's relationships with friends, and with people who asked or were asked. By user id. */
export async function relationshipsView(viewer: Viewer): Promise<Record<string, Relationship>> {
  const friendships = await listFriendships(viewer._id);
  return Object.fromEntries(
    friendships.flatMap((friendship) =>
      friendship.users
        .filter((id) => !id.equals(viewer._id))
        .map((other) => [other.toHexString(), relationshipOf(viewer._id, other, friendship)] as const)
        // Who has withdrawn a request must not learn from an entry that it was ignored.
        .filter(([, relationship]) => relationship !== "none"),
    ),
  );
}

/** Loads what only the account page shows. `recent`: the viewer may download their data and delete their account. */
export async function loadAccountPage(viewer: Viewer) {
  const { authTime } = await requireSession();
  const [sessions, blocked, openEvents] = await Promise.all([
    sessionsView(viewer),
    blockedView(viewer),
    listOpenEvents(viewer._id),
  ]);
  // A visible screen is refreshed once a minute, so its links still work then.
  return { sessions, recent: isRecentSignIn(authTime, Date.now() + 60_000), blocked, openEvents };
}

/** The devices on which the viewer is signed in, last used first. */
export async function sessionsView(viewer: Viewer): Promise<Session[]> {
  const current = await requireSession();
  return (await listSessions(viewer._id)).map((session) => toSession(session, current.id));
}

/** The people whom the viewer blocked. */
export async function blockedView(viewer: Viewer): Promise<Person[]> {
  return (await listBlocked(viewer._id)).map(toPerson);
}
