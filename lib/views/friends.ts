import "server-only";
import type { ObjectId } from "mongodb";
import { mapPage, type Page, type PageRequest } from "@/lib/core/page";
import { parsePair } from "@/lib/core/money/ledger";
import { listHistory } from "@/lib/db/settlements/why";
import { toWhyLine } from "./settlements";
import { readIfAllowed, requirePerson, requireProfile, type Viewer } from "@/lib/server/access";
import { centsToDollars, sumCents } from "@/lib/core/money/money";
import { requireId } from "@/lib/db/ids";
import { notFound, nullOnMissing } from "@/lib/errors";
import {
  listBetween,
  listOpenBetween,
  type OpenSettlement,
  type SharedGroup,
} from "@/lib/db/settlements/settle-up";
import type { PersonDoc } from "@/lib/db/people";
import type { HistoryLine, OpenPayment } from "@/lib/contract/settlements";
import { namesOf, personOf, toPerson, toSettlement, toTitled, toUser } from "./serialize";
import { profileView } from "./people";
import { titledFor } from "./with-names";
import type { EventDoc } from "@/lib/db/documents";
import { pairTitleOf } from "@/lib/db/friends/pair-group";
import type { FriendSummaryItem, Overview } from "@/lib/contract/friends";
import type { User } from "@/lib/contract/people";
import { listFriends, listFriendships, pairKeyOf } from "@/lib/db/friends";
import { listBalances, listGroupBalances } from "@/lib/db/settlements/balances";
import { listRecentEvents } from "@/lib/db/events";
import { listGroupTitles } from "@/lib/db/groups/own";
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
 * Another person as the viewer may see them, and what is between the two.
 * @throws AppError "not-found", also if the person has blocked the viewer and nothing is open
 */
async function between(viewer: Viewer, personId: string) {
  const _id = requireId(personId);
  const [found, rows] = await Promise.all([
    nullOnMissing(profileView(viewer, personId)),
    // Nobody shares with themselves.
    _id.equals(viewer._id) ? { open: [], batches: [], groups: [] } : listBetween(viewer._id, _id),
  ]);
  if (!found && rows.open.length === 0) throw notFound();
  // With a debt, someone who has blocked the viewer appears as a stranger.
  const profile = found ?? { ...toUser(await requirePerson(personId)), relationship: "none" as const };
  return { ...rows, profile, person: { _id, name: profile.name, image: profile.picture } };
}

/**
 * Another person, and the groups that both are in, as {@link between}.
 * @throws AppError "not-found"
 */
export async function sharedWith(viewer: Viewer, personId: string) {
  const { person, groups } = await between(viewer, personId);
  const names = namesOf([person, personOf(viewer)]);
  return {
    person,
    groups: groups.map((group) => ({
      _id: group._id,
      isPair: group.pair !== undefined,
      title: titledFor(viewer._id, group, names, group).title,
    })),
  };
}

/** How much of the history the server renders; the rest is loaded on demand. */
const FIRST_HISTORY = 20;

/**
 * Loads a person's profile page with what is between the viewer and them: open payments, settled batches, groups with
 * the part in each, the one-to-one event, and history. `recordIn`: the event in which a payment can be recorded, of those
 * with an open payment the latest.
 * @throws AppError "not-found"
 */
export async function loadFriendPage(viewer: Viewer, personId: string) {
  const { profile, person, batches, ...rows } = await between(viewer, personId);
  const history = await historyOf(viewer, person, rows.groups, { limit: FIRST_HISTORY });
  const open = toOpenPayments(viewer, person, rows.open);
  // 1 if the viewer is the first of the pair.
  const sign = viewer.id < personId ? 1 : -1;
  const partOf = ({ _id }: SharedGroup) =>
    sumCents(rows.open.filter(({ groupId }) => groupId.equals(_id)).map(({ net }) => -sign * net));
  const [pair] = rows.groups.filter((group) => group.pair !== undefined).flatMap(({ events }) => events);
  const groups = rows.groups.filter((group) => group.pair === undefined);
  const friends = profile.relationship === "friends";
  const [latest] = [
    ...rows.open.filter(({ group }) => friends || group.pair === undefined).map(({ event }) => event),
    ...(pair && friends ? [pair] : []),
    ...groups.flatMap(({ events }) => events.slice(0, 1)),
  ];
  return {
    viewer: toPerson(personOf(viewer)),
    profile,
    open,
    settledTogether: batches.map(({ _id: batch, at, net, payments }) => ({
      batchId: batch.toHexString(),
      at: at.toISOString(),
      amount: centsToDollars(sign * net),
      payments,
    })),
    groups: groups.map((group) => ({
      ...toTitled(group),
      icon: group.icon,
      amount: centsToDollars(partOf(group)),
    })),
    pair: pair ? toPairEvent(pair, person) : null,
    recordIn: latest ? { _id: latest._id.toHexString(), groupId: latest.groupId.toHexString() } : null,
    history,
  };
}

/**
 * The expenses and payments between the viewer and another person, in the groups that both are in, latest first.
 * @throws AppError "not-found" like {@link between}
 */
export async function historyView(viewer: Viewer, personId: string, page: PageRequest) {
  const { person, groups } = await between(viewer, personId);
  return historyOf(viewer, person, groups, page);
}

async function historyOf(
  viewer: Viewer,
  person: PersonDoc,
  groups: readonly SharedGroup[],
  page: PageRequest,
): Promise<Page<HistoryLine>> {
  if (groups.length === 0) return { rows: [], nextCursor: null };
  const ids = groups.flatMap(({ events }) => events.map(({ _id }) => _id));
  const pair = pairKeyOf(viewer._id, person._id);
  const found = await listHistory(pair, ids, page);
  const names = namesOf([person, personOf(viewer), ...found.rows.flatMap(({ payers }) => payers)]);
  const [lo, hi] = parsePair(pair);
  return mapPage(found, (row): HistoryLine => {
    const { groupId, eventId } = row.kind === "expense" ? row.expense : row.payment;
    const group = groups.find(({ _id }) => _id.equals(groupId))!;
    // Of an expense, whoever owes more; of a payment, the payer.
    const loOwes = row.net > 0 === (row.kind === "expense");
    return {
      ...toWhyLine(row, loOwes ? 1 : -1, names),
      debtor: names(loOwes ? lo : hi),
      eventId: eventId.toHexString(),
      group: toTitled(titledFor(viewer._id, group, names, group)),
    };
  });
}

function toOpenPayments(viewer: Viewer, person: PersonDoc, rows: readonly OpenSettlement[]): OpenPayment[] {
  const names = namesOf([person, personOf(viewer)]);
  return rows.map(({ event, group, ...row }) => {
    const titled = <T extends { title: string }>(item: T) => titledFor(viewer._id, group, names, item);
    return {
      settlement: toSettlement(row, names),
      event: { ...toTitled(titled(event)), date: event.date.toISOString() },
      group: { ...toTitled(titled(group)), icon: group.icon },
    };
  });
}

/** The event that two people share one-to-one. @param person the other one of the two */
export function toPairEvent(
  event: Pick<EventDoc, "_id" | "groupId" | "expenseCount">,
  person: { name: string },
) {
  return {
    _id: event._id.toHexString(),
    groupId: event.groupId.toHexString(),
    title: pairTitleOf(person.name),
    expenseCount: event.expenseCount,
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
    ...(group && { group: toTitled(group) }),
  }));
}

/** The viewer's groups and friends with the balance in or with each. */
export async function overviewView(viewer: Viewer): Promise<Overview> {
  const [groups, friends, balances] = await Promise.all([
    listGroupTitles(viewer._id),
    listFriends(viewer._id),
    listGroupBalances(viewer._id, ["group", "person"]),
  ]);
  const balanceOf = (id: ObjectId) => centsToDollars(balances.get(id.toHexString()) ?? 0);
  return {
    groups: groups.map((group) => ({ ...toTitled(group), icon: group.icon, balance: balanceOf(group._id) })),
    friends: friends.map((friend) => ({ ...toPerson(friend), balance: balanceOf(friend._id) })),
  };
}

// The data of screens and operations about people.
/** How many events the home screen shows. */
const RECENT_EVENTS = 4;
/** How many friend requests the home screen shows at first, so that balances stay in view. */
const HOME_REQUESTS = 2;

export async function loadFriendsPage(viewer: Viewer) {
  const [{ friends, requests }, summary, events] = await Promise.all([
    listFriendsAndRequests(viewer._id, HOME_REQUESTS),
    summaryView(viewer),
    listRecentEvents(viewer._id, RECENT_EVENTS),
  ]);
  const recentEvents = events.map(({ group, ...event }) => ({
    ...toTitled(event),
    date: event.date.toISOString(),
    group: { ...toTitled(group), icon: group.icon },
  }));
  return {
    friends: friends.map(toUser),
    requests: mapPage(requests, toFriendRequest),
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
