import "server-only";
import { readIfAllowed, requireGroup, requireGroupPage, type Viewer } from "@/lib/server/access";
import { centsToDollars, sumByKey, sumCents } from "@/lib/core/money/money";
import { TOO_MANY_OPEN } from "@/lib/core/limits";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { fewPayments } from "@/lib/core/money/payments";
import { planPayments } from "@/lib/core/plans";
import { entriesOf, firstOfMonths } from "@/lib/core/spending";
import { mapPage, type Page, type PageRequest } from "@/lib/core/page";
import { isGroupCreator } from "@/lib/core/rights";
import { listGroupBalances } from "@/lib/db/settlements/balances";
import { listEvents } from "@/lib/db/events";
import { getGroupFigures, type GroupFigures } from "@/lib/db/groups/figures";
import { listGroups, type GroupPage } from "@/lib/db/groups";
import { countGroups } from "@/lib/db/groups/own";
import { requireId } from "@/lib/db/ids";
import { byCreation } from "@/lib/db/page";
import { notFound } from "@/lib/errors";
import { recordPaymentPath } from "@/lib/paths";
import { waitingIn } from "@/lib/db/guests/devices";
import { listUnsettledEvents } from "@/lib/db/events/unsettled";
import type { Group, PendingInvitation } from "@/lib/contract/groups";
import { contributionsOf, toPerson, namesOf, toEvent, toTitled } from "../serialize";
import { toPayments } from "../plans";
import { toWaiting } from "../links";
import { groupWithNames, idsOfEvent, withNames } from "../with-names";
import { friendsView } from "../friends";
import { listAsked } from "@/lib/db/friends";

/** How many rows the server renders; the rest is loaded on demand. */
const FIRST_GROUPS = 30;
const FIRST_EVENTS = 30;

/** The number of months of the members' figures. */
const MONTHS = 12;

/** Balances by id, in dollars: positive if the person is owed, negative if they owe. */
type Balances = Readonly<Record<string, number>>;

/** @param nets cents by id */
const toBalances = (nets: ReadonlyMap<string, number>): Balances =>
  Object.fromEntries([...nets].map(([id, cents]) => [id, centsToDollars(cents)]));

export async function groupsView(viewer: Viewer, page: PageRequest): Promise<Page<Group>> {
  return mapPage(await listGroups(viewer._id, page, { only: viewer.token?.groupId }), groupWithNames);
}

/**
 * Loads the page of the viewer's groups: the newest, which of them have no events, their number, and the viewer's balance
 * in each of all groups.
 */
export async function loadGroupsPage(viewer: Viewer) {
  const [{ rows, nextCursor }, nets] = await Promise.all([
    listGroups(viewer._id, { limit: FIRST_GROUPS }, { tellsEmpty: true }),
    listGroupBalances(viewer._id),
  ]);
  const groups = rows.map(groupWithNames);
  const groupCount = nextCursor ? await countGroups(viewer._id) : groups.length;
  const empty = groups.filter((_, index) => rows[index]!.isEmpty).map(({ _id }) => _id);
  return { groups, empty, nextCursor, groupCount, balances: toBalances(nets) };
}

/** Loads the page that picks the group of a new event: the newest groups. */
export const loadCreateEventPage = (viewer: Viewer) => groupsView(viewer, { limit: FIRST_GROUPS });

/** A group, for its members. @throws AppError "not-found" */
export async function groupView(viewer: Viewer, groupId: string): Promise<Group> {
  return groupWithNames(await requireGroup(viewer, groupId));
}

/**
 * Pending invitations: all for the group's creator, otherwise those that the viewer sent (docs/rules.md#rights).
 * @throws AppError "not-found"
 */
export async function invitationsView(viewer: Viewer, groupId: string): Promise<PendingInvitation[]> {
  return invitationsOf(viewer, await requireGroupPage(viewer, groupId));
}

/** The pending invitations of a loaded group that the viewer may see, oldest first. */
function invitationsOf(viewer: Viewer, { group, people, invitations }: GroupPage): PendingInvitation[] {
  const seesAll = isGroupCreator(viewer.id, group);
  const names = namesOf(people);
  return invitations
    .filter(({ from }) => seesAll || from.equals(viewer._id))
    .sort(byCreation)
    .map(({ _id, to }) => ({ _id: _id.toHexString(), to: names(to) }));
}

/** How many payments a plan of the group has, if that is fewer than are open, or why there is none (docs/rules.md#plans). */
function planSize({ members, open, tooManyOpen }: GroupFigures): number | string | null {
  if (tooManyOpen) return TOO_MANY_OPEN;
  // On some servers, the figures are not one snapshot.
  if (open.length === 0 || sumCents(members.values()) !== 0) return null;
  const { payments } = open.length < MAX_PEOPLE ? planPayments(open) : fewPayments(members);
  return payments.length < open.length ? payments.length : null;
}

/**
 * Loads a group's page: its newest events, their number, the viewer's balance in each event and with each person, what
 * members paid and shared in the last 12 months, the size of the group's plan, where a payment is
 * recorded, the invitees that the viewer may see, and the devices that wait for a member.
 * @throws AppError "not-found"
 */
export async function loadGroupPage(viewer: Viewer, groupId: string) {
  const [found, [page, figures]] = await readIfAllowed(requireGroupPage(viewer, groupId), () => {
    const id = requireId(groupId);
    return Promise.all([
      listEvents(id, { limit: FIRST_EVENTS }),
      getGroupFigures(viewer._id, id, firstOfMonths(MONTHS)),
    ]);
  });
  const { people, eventCount } = found;
  const { rows: events, nextCursor } = await withNames(page, people, idsOfEvent, toEvent);
  const group = groupWithNames(found);
  const names = namesOf(people);
  const members = new Set(group.members.map(({ _id }) => _id));
  const netBy = (key: "event" | "other") => sumByKey(figures.mine.map((one) => [one[key], one.cents]));
  // What the viewer owes most; if nothing, what they are owed most; otherwise in the latest event with expenses.
  const debts = [...figures.mine].sort((a, b) => a.cents - b.cents);
  const debt = (debts[0]?.cents ?? 0) < 0 ? debts[0] : debts.at(-1);
  const recordIn = debt?.event ?? events.find(({ expenseCount }) => expenseCount > 0)?._id;
  return {
    group,
    invited: invitationsOf(viewer, found).map(({ to }) => to),
    events,
    nextCursor,
    eventCount,
    balances: toBalances(netBy("event")),
    debts: [...netBy("other")]
      .map(([id, cents]) => ({ person: names(id), amount: centsToDollars(cents) }))
      .sort((a, b) => a.amount - b.amount),
    contributions: contributionsOf(
      figures.spending.flatMap(entriesOf).filter(({ user }) => members.has(user)),
      names,
    ),
    planSize: planSize(figures),
    record: recordIn === undefined ? null : recordPaymentPath(group._id, recordIn, debt?.other),
    planned: figures.planned,
    waiting: viewer.guest
      ? []
      : waitingIn(found.group).map((device) => ({ ...toWaiting(device, names), guest: names(device.guest) })),
  };
}

/**
 * Loads the page that edits a group, which must not be one-to-one. `unsettled`: events with open payments of the
 * members whom the viewer could remove, or of the viewer, unless there are too many payments. `debts`: for the creator,
 * who owes whom over all events; `moreDebts`: there are more.
 * @throws AppError "not-found"
 */
export async function loadEditGroupPage(viewer: Viewer, groupId: string) {
  const found = await requireGroupPage(viewer, groupId);
  const { group } = found;
  if (group.pair !== undefined) throw notFound();
  const leaver = isGroupCreator(viewer.id, group) ? undefined : viewer._id;
  const [friends, open] = await Promise.all([friendsView(viewer), listUnsettledEvents(group._id, leaver)]);
  const unsettled = open.events.map((event) => ({ ...toTitled(event), nets: toBalances(event.nets) }));
  const names = namesOf(found.people);
  const invitations = invitationsOf(viewer, found);
  const taken = new Set([...group.members.map(String), ...invitations.map(({ to }) => to._id)]);
  return {
    // Nobody else can be selected.
    friends: friends.filter(({ _id }) => !taken.has(_id)),
    group: groupWithNames(found),
    invitations,
    unsettled: open.more ? [] : unsettled,
    debts: toPayments(open.debts, names),
    moreDebts: open.more,
  };
}

/** Loads the page that creates a group. `waiting`: people who have not accepted the viewer's friend request yet. */
export async function loadCreateGroupPage(viewer: Viewer) {
  const [friends, asked] = await Promise.all([friendsView(viewer), listAsked(viewer._id)]);
  return { friends, waiting: asked.map(toPerson) };
}
