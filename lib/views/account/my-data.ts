import "server-only";
import type { ObjectId } from "mongodb";
import type { z } from "zod";
import type { Viewer } from "@/lib/server/access";
import { BYTE_ORDER_MARK, DETAIL_COLUMNS, detailCells, paidByCell } from "@/lib/core/exports/table";
import { csvLine } from "@/lib/core/text/csv";
import { dateOnly } from "@/lib/core/text/dates";
import { withoutIsolates } from "@/lib/core/text/isolate";
import { centsToDollars } from "@/lib/core/money/money";
import { mapPage } from "@/lib/core/page";
import { relationshipOf } from "@/lib/core/friends";
import { isGroupCreator } from "@/lib/core/rights";
import { streamJson, allRows, collect, type Streaming } from "../all-rows";
import type { GroupDoc, GroupRequestDoc, LinkDoc, SharedLinkDoc, UserDoc } from "@/lib/db/collections";
import { listActivitiesAbout, idsOfActivity } from "@/lib/db/activity";
import { listEventTitles } from "@/lib/db/events";
import { listInvitationsFor } from "@/lib/db/requests/group";
import { includesId } from "@/lib/db/ids";
import { listOwnImports } from "@/lib/db/imports";
import {
  listAccounts,
  listAllFriendships,
  listAllLinks,
  listOwnGroups,
  listOwnGuests,
  listSentInvitations,
} from "@/lib/db/account/my-data";
import { listSeries } from "@/lib/db/series";
import { getPeople, getUser } from "@/lib/db/people";
import { pushDevicesView, sessionsView, tokensView } from ".";
import { orNotFound } from "@/lib/errors";
import type { Activity } from "@/lib/contract/activity";
import type { myData } from "@/lib/contract/account";
import { namesOf, toEvent, toGroup, toPerson, toSelf, toSession, toTitled, toUser } from "../serialize";
import { importedRows } from "../imports";
import { toLink } from "../links";
import { toSharedLink } from "../links/shared";
import { presetsWith } from "../usual-split";
import { noticesView } from "../notices";
import { noticeSettingsView } from "../notice-settings";
import { toSeries } from "../series";
import { toActivity } from "../activity";
import {
  idsOfEvent,
  idsOfSplits,
  idsOfPair,
  loadNames,
  nameCache,
  titledFor,
  withNames,
  type NameCache,
} from "../with-names";
import { leftExpenses, leftPayments } from "./left-groups";
import { ownEvents } from "./own-events";

// Exports everything about one person as a file.

type MyData = z.infer<typeof myData>;

/** Everything about the viewer as JSON. @throws AppError "not-found" */
export async function myDataView(viewer: Viewer): Promise<AsyncGenerator<string>> {
  const user = orNotFound(await getUser(viewer._id));
  const [signIns, sessions, pushDevices, tokens, settings, between, groups] = await Promise.all([
    listAccounts(user._id),
    sessionsView(viewer),
    pushDevicesView(user._id),
    tokensView(viewer),
    noticeSettingsView(viewer, { push: true, email: true }),
    friendshipsOf(user),
    listOwnGroups(user._id),
  ]);
  // What this server can send is not about the viewer.
  const { channels: _, ...noticeSettings } = settings;
  const document: Streaming<MyData> = {
    exportedAt: new Date().toISOString(),
    user: toSelf(user),
    signIns: signIns.map(({ provider, providerAccountId }) => ({ provider, providerAccountId })),
    sessions,
    pushDevices,
    tokens,
    notices: allRows(async (page) =>
      mapPage(await noticesView(viewer, page), (row) => ({ ...row, text: withoutIsolates(row.text) })),
    ),
    noticeSettings,
    ...between,
    invitations: await invitationsOf(user, groups.present),
    ...(await invitedWithLinks(user, groups.present)),
    imports: await importsOf(user, groups.present),
    groups: groupsOf(user, groups.present),
    leftGroups: {
      expenses: leftExpenses(user._id, groups.left),
      payments: leftPayments(user._id, groups.left),
    },
  };
  return streamJson(document);
}

/** The viewer's expenses as CSV: those they paid, share, or recorded; in groups they left, those they paid or share. */
export async function* myExpensesView(viewer: Viewer): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield csvLine([
    ...["Date", "Group", "Event", "Description", ...DETAIL_COLUMNS, "Paid by"],
    ...["Amount", "I paid", "My share", "Shares"],
  ]);
  const names = nameCache();
  const { present, left } = await listOwnGroups(viewer._id);
  for (const group of present) {
    const pair = await names(idsOfPair(group));
    for await (const { event, expenses } of ownEvents(viewer._id, group, names)) {
      for await (const expense of expenses) {
        const nameOf = new Map(expense.splitWith.map(({ _id, name }) => [_id, name]));
        const paid = expense.payers.find(({ user }) => user._id === viewer.id);
        const own = expense.shares.find(({ user }) => user === viewer.id);
        yield csvLine([
          dateOnly(expense.date),
          titledFor(viewer._id, group, pair, group).title,
          titledFor(viewer._id, group, pair, event).title,
          expense.description,
          ...detailCells(expense),
          paidByCell(expense.payers.map(({ user, amount }) => ({ name: user.name, amount }))),
          expense.amount,
          paid?.amount ?? null,
          own?.amount ?? null,
          expense.shares.map(({ user, amount }) => `${nameOf.get(user)} ${amount.toFixed(2)}`).join("; "),
        ]);
      }
    }
  }
  const unknown = [...DETAIL_COLUMNS, "Paid by"].map(() => null);
  for await (const { date, event, description, amount, paid, share } of leftExpenses(viewer._id, left))
    yield csvLine([date, null, event, description, ...unknown, amount, paid || null, share || null, null]);
}

async function friendshipsOf(
  user: UserDoc,
): Promise<Pick<MyData, "friends" | "friendRequests" | "ignoredRequests" | "blocked">> {
  const self = toSelf(user);
  const rows = (await listAllFriendships(user._id)).map(({ other, ...friendship }) => {
    return {
      _id: friendship._id.toHexString(),
      at: friendship.createdAt.toISOString(),
      ignoredAt: friendship.ignoredAt?.toISOString(),
      other: toUser(other),
      // As the user sees it: the sender of an ignored request must not notice.
      relationship: relationshipOf(user._id, other._id, friendship),
      sent: friendship.requestedBy.equals(user._id),
    };
  });
  const withRelationship = (...relationships: string[]) =>
    rows.filter(({ relationship }) => relationships.includes(relationship));
  return {
    friends: withRelationship("friends").map(({ _id, other, at }) => ({ _id, user: other, since: at })),
    friendRequests: withRelationship("requested", "asked").map(({ _id, other, at, relationship }) => ({
      _id,
      from: relationship === "requested" ? self : other,
      to: relationship === "requested" ? other : self,
      createdAt: at,
    })),
    ignoredRequests: withRelationship("none").flatMap(({ _id, other, ignoredAt, sent }) =>
      ignoredAt && !sent ? [{ _id, from: other, ignoredAt }] : [],
    ),
    blocked: withRelationship("blocked").map(({ _id, other, at }) => ({ _id, user: other, since: at })),
  };
}

/** Finds the id and title of a group; the title is "" if it is none of these. */
const titlesOf = (groups: readonly GroupDoc[]) => (id: ObjectId) =>
  toTitled(groups.find(({ _id }) => _id.equals(id)) ?? { _id: id, title: "" });

async function invitationsOf(user: UserDoc, groups: readonly GroupDoc[]): Promise<MyData["invitations"]> {
  const ids = groups.map(({ _id }) => _id);
  const sent = await listSentInvitations(user._id, ids);
  const names = namesOf([user, ...(await getPeople(sent.map(({ to }) => to)))]);
  const titleOf = titlesOf(groups);
  const response = (
    request: GroupRequestDoc,
    { group, from }: Pick<MyData["invitations"][number], "group" | "from">,
  ) => ({
    _id: request._id.toHexString(),
    group,
    from,
    to: names(request.to),
    createdAt: request.createdAt.toISOString(),
  });
  const received = await collect(
    allRows((page) => listInvitationsFor(user._id, page)),
    (request) => response(request, { group: toTitled(request.group), from: toPerson(request.sender) }),
  );
  return [
    ...received,
    ...sent.map((request) =>
      response(request, { group: titleOf(request.groupId), from: names(request.from) }),
    ),
  ];
}

/** The user's links, and the guests whom they claimed or invited. */
async function invitedWithLinks(
  user: UserDoc,
  present: readonly GroupDoc[],
): Promise<Pick<MyData, "links" | "sharedLinks" | "guests" | "claimed">> {
  const ids = present.map(({ _id }) => _id);
  const [all, guests] = await Promise.all([listAllLinks(user._id, ids), listOwnGuests(user._id, ids)]);
  const [links, shared] = [all.filter(({ shows }) => !shows), all.filter(isShared)];
  const names = await loadNames([
    ...links.flatMap(({ guest }) => guest ?? []),
    ...shared.flatMap(({ shows }) => (shows.kind === "why" ? shows.only : [])),
    ...present.flatMap(idsOfPair),
  ]);
  const titleOf = titlesOf(present.map((group) => titledFor(user._id, group, names, group)));
  const events = await listEventTitles(shared.map(({ shows }) => shows.eventId));
  return {
    links: links.map(({ groupId, ...link }) => {
      const { createdBy: _, ...response } = toLink(link, names);
      return { ...response, group: groupId ? titleOf(groupId) : null };
    }),
    sharedLinks: shared.flatMap((link) => {
      const { createdBy: _, ...response } = toSharedLink(link, names);
      const event = events.find(({ _id }) => _id.equals(link.shows.eventId));
      const group = present.find(({ _id }) => _id.equals(link.groupId));
      if (!event || !group) return [];
      const titled = toTitled(titledFor(user._id, group, names, event));
      return [{ ...response, event: titled, group: titleOf(group._id) }];
    }),
    guests: guests.flatMap((guest) =>
      guest.sessions.map((session) => {
        const { current: _, ...response } = toSession(session, "");
        return { ...response, guest: toPerson(guest), group: titleOf(guest.guest) };
      }),
    ),
    claimed: guests
      .filter(({ claimedBy }) => claimedBy?.equals(user._id))
      .map((guest) => ({ guest: toPerson(guest), group: titleOf(guest.guest) })),
  };
}

/** The user's imports. One-to-one groups have none. */
async function importsOf(user: UserDoc, groups: readonly GroupDoc[]): Promise<MyData["imports"]> {
  const titleOf = titlesOf(groups);
  const ids = groups.map(({ _id }) => _id);
  return (await listOwnImports(user._id, ids)).map((record) => ({
    _id: record._id.toHexString(),
    group: titleOf(record.groupId),
    source: record.source,
    state: record.state,
    createdAt: record.createdAt.toISOString(),
    imported: importedRows(record),
  }));
}

const isShared = (link: LinkDoc): link is SharedLinkDoc => link.shows !== undefined;

async function* groupsOf(user: UserDoc, groups: readonly GroupDoc[]) {
  const names = nameCache();
  for (const stored of groups) {
    const people = await names([...stored.members, ...stored.formerMembers, stored.createdBy]);
    const group = titledFor(user._id, stored, people, stored);
    const { _id, title, icon, createdAt, members, pair } = toGroup(group, people);
    yield {
      _id,
      title,
      icon,
      createdAt,
      members,
      ...(pair && { pair }),
      role: isGroupCreator(user._id, group) ? "creator" : "member",
      events: eventsOf(user._id, group, names),
      presets: presetsWith(user._id, group.splits, people),
      series: (await listSeries(group._id))
        .map((row) => toSeries(user._id, row, stored, people))
        .filter(({ mayChange }) => mayChange),
      activity: ownActivity(user._id, group),
    } as const;
  }
}

/** The group's events that concern the user. For some events, only the expenses tell. */
async function* eventsOf(user: ObjectId, group: GroupDoc, names: NameCache) {
  for await (const { event, ...rows } of ownEvents(user, group, names)) {
    const { paid = 0, share = 0 } = event.tally[user.toHexString()] ?? {};
    const [expenses, settlements] = [await peek(rows.expenses), await peek(rows.settlements)];
    const plans = await peek(rows.plans);
    const createdByMe = event.createdBy.equals(user);
    const { participants, closedAt, closedBy } = toEvent(event, await names(idsOfEvent(event)));
    const participating = includesId(event.participants, user);
    const presets = presetsWith(user, event.splits, await names(idsOfSplits(event)));
    const empty = expenses.empty && settlements.empty && plans.empty && presets.length === 0;
    if (!createdByMe && !participating && empty) continue;
    yield {
      _id: event._id.toHexString(),
      title: group.pair === undefined ? event.title : group.title,
      date: event.date.toISOString(),
      createdByMe,
      participating,
      participants,
      closedAt,
      closedBy,
      paid: centsToDollars(paid),
      share: centsToDollars(share),
      expenses: expenses.rows,
      settlements: settlements.rows,
      plans: plans.rows,
      presets,
    };
  }
}

/** The rows, and whether there are any. The first page is read immediately. */
async function peek<Row>(list: readonly Row[] | AsyncIterable<Row>) {
  if (!(Symbol.asyncIterator in list)) return { empty: list.length === 0, rows: list };
  const iterator = list[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* rows() {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { empty: first.done === true, rows: rows() };
}

/** The user's actions in the group, and others' actions that concern them. */
const ownActivity = (user: ObjectId, group: GroupDoc): AsyncGenerator<Activity> =>
  allRows(async (page) =>
    withNames(await listActivitiesAbout(user, group._id, page), [], idsOfActivity, (row, names) =>
      toActivity(row, group, names),
    ),
  );
