import "server-only";
import { readIfAllowed, requirePerson, requireProfile, type Viewer } from "@/lib/server/access";
import { centsToDollars } from "@/lib/core/money/money";
import { requireId } from "@/lib/db/ids";
import { notFound, nullOnMissing } from "@/lib/errors";
import { listBetween, listOpenBetween, type OpenSettlement } from "@/lib/db/settlements/settle-up";
import type { PersonDoc } from "@/lib/db/people";
import type { OpenPayment } from "@/lib/contract/settlements";
import { namesOf, toPerson, toSettlement, toUser } from "./serialize";
import { getPairEvent } from "@/lib/db/friends/pairs";
import { profileView } from "./people";
import { titledFor } from "./with-names";
import type { EventDoc } from "@/lib/db/documents";
import { pairTitleOf } from "@/lib/db/friends/pair-group";
import type { FriendSummaryItem } from "@/lib/contract/friends";
import type { User } from "@/lib/contract/people";
import { listFriends, listFriendships } from "@/lib/db/friends";
import { listBalances } from "@/lib/db/settlements/balances";
import { listRecentEvents } from "@/lib/db/events";
import { listFriendsAndRequests } from "@/lib/db/requests/friend";
import { toFriendRequest } from "./requests";
import { type Relationship, relationshipOf } from "@/lib/core/friends";

/**
 * The open payments between the viewer and another person, one per event, latest first.
 * @throws AppError "not-found" if the person does not exist, or has blocked the viewer and nothing is open
 */
export async function openPaymentsView(viewer: Viewer, personId: string): Promise<OpenPayment[]> {
  const [person, rows] = await readIfAllowed(requirePerson(personId), () =>
    listOpenBetween(viewer._id, requireId(personId)),
  );
  // Without a debt, someone who has blocked the viewer appears not to exist.
  if (rows.length === 0) await requireProfile(viewer, personId);
  return toOpenPayments(viewer, person, rows);
}

/**
 * Loads a person's profile page with the open payments, settled batches, and one-to-one event of the two.
 * @throws AppError "not-found"
 */
export async function loadFriendPage(viewer: Viewer, personId: string) {
  const _id = requireId(personId);
  if (_id.equals(viewer._id))
    return { profile: await profileView(viewer, personId), open: [], settledTogether: [], pair: null };
  const [found, between, shared] = await Promise.all([
    nullOnMissing(profileView(viewer, personId)),
    listBetween(viewer._id, _id),
    getPairEvent(viewer._id, _id),
  ]);
  if (!found && between.open.length === 0) throw notFound();
  // With a debt, someone who has blocked the viewer appears as a stranger.
  const profile = found ?? { ...toUser(await requirePerson(personId)), relationship: "none" as const };
  const person = { _id, name: profile.name, image: profile.picture };
  // 1 if the viewer is the first of the pair.
  const sign = viewer.id < personId ? 1 : -1;
  return {
    profile,
    open: toOpenPayments(viewer, person, between.open),
    settledTogether: between.batches.map(({ _id: batch, at, net, payments }) => ({
      batchId: batch.toHexString(),
      at: at.toISOString(),
      amount: centsToDollars(sign * net),
      payments,
    })),
    pair: shared && toPairEvent(shared, person),
  };
}

function toOpenPayments(viewer: Viewer, person: PersonDoc, rows: readonly OpenSettlement[]): OpenPayment[] {
  const names = namesOf([person, { _id: viewer._id, name: viewer.name, image: viewer.picture }]);
  return rows.flatMap(({ event, group, ...row }) => {
    const settlement = toSettlement(row, names);
    if (!settlement) return [];
    const titleOf = (item: { title: string }) => titledFor(viewer._id, group, names, item).title;
    return [
      {
        settlement,
        event: { _id: event._id.toHexString(), title: titleOf(event), date: event.date.toISOString() },
        group: { _id: group._id.toHexString(), title: titleOf(group), icon: group.icon },
      },
    ];
  });
}

/** The event that two people share one-to-one. @param person the other one of the two */
export function toPairEvent(event: EventDoc, person: { name: string }) {
  return {
    ...{ _id: event._id.toHexString(), groupId: event.groupId.toHexString() },
    ...{ title: pairTitleOf(person.name), expenseCount: event.expenseCount },
  };
}

export async function friendsView(viewer: Viewer): Promise<User[]> {
  return (await listFriends(viewer._id)).map(toUser);
}

/** Balances with each person, in dollars; negative if the viewer owes (docs/rules.md#ledger). */
export async function summaryView(viewer: Viewer): Promise<FriendSummaryItem[]> {
  const balances = await listBalances(viewer._id);
  return balances.map(({ person, cents, group: [group] }) => ({
    ...toPerson(person),
    amount: centsToDollars(cents),
    ...(group && { group: { _id: group._id.toHexString(), title: group.title } }),
  }));
}

// The data of screens and operations about people.
/** How many events the home screen shows. */
export const RECENT_EVENTS = 4;
/** How many friend requests the home screen shows at first, so that balances stay in view. */
export const HOME_REQUESTS = 2;

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

/** The viewer's relationships with friends, and with senders and receivers of friend requests. By user id. */
export async function relationshipsView(viewer: Viewer): Promise<Record<string, Relationship>> {
  const friendships = await listFriendships(viewer._id);
  return Object.fromEntries(
    friendships.flatMap((friendship) =>
      friendship.users
        .filter((id) => !id.equals(viewer._id))
        .map((other) => [other.toHexString(), relationshipOf(viewer._id, other, friendship)] as const)
        // The sender of a withdrawn request must not learn from an entry that it was ignored.
        .filter(([, relationship]) => relationship !== "none"),
    ),
  );
}
