import "server-only";
import { requireEvent, requireExpense, requireGroup, requireGroupPage, type Viewer } from "@/lib/access";
import { centsToDollars } from "@/lib/core/money";
import type { Page } from "@/lib/core/page";
import { isGroupCreator } from "@/lib/core/rights";
import type { EventDoc } from "@/lib/db/collections";
import { listEvents } from "@/lib/db/events";
import { listExpenses, type ExpenseInGroup } from "@/lib/db/expenses";
import { listGroups, type GroupPage, type GroupWithPeople } from "@/lib/db/groups";
import { byCreation, type PageRequest } from "@/lib/db/page";
import { listSettlements } from "@/lib/db/settlements";
import { listUnsettledEvents } from "@/lib/db/unsettled-events";
import type { PersonDoc } from "@/lib/db/users";
import { AppError } from "@/lib/errors";
import type {
  Activity,
  Event,
  Expense,
  Group,
  PendingInvitation,
  Person,
  Settlement,
  UnsettledEvent,
  User,
} from "@/lib/schemas/answers";
import { namesOf, toEvent, toExpense, toGroup, toSettlement } from "@/lib/serialize";
import { FIRST_ACTIVITY, historyOf } from "./views/activity";
import { idsOfEvent, idsOfExpense, idsOfSettlement, withNames } from "./views/answers";
import { balancesByEvent, balancesByGroup, type Balances } from "./views/balances";

// The data of screens and calls, in the shapes of lib/schemas/answers.ts. `load…Page` returns what a page needs,
// `…View` what a call answers. Everything that belongs to a group is loaded through lib/access.ts, so the right to
// see it is always checked.

import { friendsView } from "./views/people";

export * from "./views/people";

// How many rows the server renders; the rest is loaded on demand.
export const FIRST_EXPENSES = 50;
export const FIRST_SETTLED = 20;
export const FIRST_EVENTS = 30;

// ---- groups

const groupWithNames = ({ group, people }: GroupWithPeople): Group => toGroup(group, namesOf(people));

export async function groupsView(viewer: Viewer): Promise<Group[]> {
  return (await listGroups(viewer._id)).map(groupWithNames);
}

/** Loads the page of the viewer's groups, with their balance in each. */
export async function loadGroupsPage(viewer: Viewer): Promise<{ groups: Group[]; balances: Balances }> {
  const [groups, balances] = await Promise.all([groupsView(viewer), balancesByGroup(viewer)]);
  return { groups, balances };
}

/** A group, for its members. @throws AppError "not-found" */
export async function groupView(viewer: Viewer, groupId: string): Promise<Group> {
  return groupWithNames(await requireGroup(viewer, groupId));
}

/**
 * Pending invitations: all for the group's creator, otherwise those that the viewer sent (design section 4).
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

/** A page of a group's events. @throws AppError "not-found" */
export async function eventsView(viewer: Viewer, groupId: string, page: PageRequest): Promise<Page<Event>> {
  const { group, people } = await requireGroup(viewer, groupId);
  return withNames(await listEvents(group._id, page), people, idsOfEvent, toEvent);
}

/**
 * Loads a group's page: its newest events, their number, the viewer's balance in each event, and the invitees that
 * the viewer may see.
 * @throws AppError "not-found"
 */
export async function loadGroupPage(
  viewer: Viewer,
  groupId: string,
): Promise<{
  group: Group;
  invited: Person[];
  events: Event[];
  nextCursor: string | null;
  eventCount: number;
  balances: Balances;
}> {
  const found = await requireGroupPage(viewer, groupId);
  const { group, people, eventCount } = found;
  const [page, balances] = await Promise.all([
    listEvents(group._id, { limit: FIRST_EVENTS }),
    balancesByEvent(viewer, group._id),
  ]);
  const { rows: events, nextCursor } = await withNames(page, people, idsOfEvent, toEvent);
  return {
    group: groupWithNames(found),
    invited: invitationsOf(viewer, found).map(({ to }) => to),
    events,
    nextCursor,
    eventCount,
    balances,
  };
}

/**
 * Loads the page that edits a group. `unsettled`: events with open payments of the members whom the viewer could
 * remove, or of the viewer.
 * @throws AppError "not-found"
 */
export async function loadEditGroupPage(
  viewer: Viewer,
  groupId: string,
): Promise<{
  friends: User[];
  group: Group;
  invitations: PendingInvitation[];
  unsettled: UnsettledEvent[];
}> {
  const found = await requireGroupPage(viewer, groupId);
  const { group } = found;
  const leaver = isGroupCreator(viewer.id, group) ? undefined : viewer._id;
  const [friends, events] = await Promise.all([friendsView(viewer), listUnsettledEvents(group._id, leaver)]);
  const unsettled = events.map(({ _id, title, nets }) => ({
    _id: _id.toHexString(),
    title,
    nets: Object.fromEntries([...nets].map(([id, cents]) => [id, centsToDollars(cents)])),
  }));
  return { friends, group: groupWithNames(found), invitations: invitationsOf(viewer, found), unsettled };
}

// ---- events and expenses

/**
 * Loads the page that creates or edits an event.
 * @param eventId the event to edit
 * @throws AppError "not-found"
 */
export async function loadEventFormPage(
  viewer: Viewer,
  groupId: string,
  eventId?: string,
): Promise<{ group: Group; event?: Event }> {
  if (eventId === undefined) return { group: await groupView(viewer, groupId) };
  const found = await requireEvent(viewer, eventId, groupId);
  return { group: groupWithNames(found), event: toEvent(found.event, namesOf(found.people)) };
}

/** @throws AppError "not-found" */
export async function eventView(viewer: Viewer, eventId: string): Promise<Event> {
  const { event, people } = await requireEvent(viewer, eventId);
  return toEvent(event, namesOf(people));
}

async function settlementsOf(
  event: EventDoc,
  people: readonly PersonDoc[],
  page: PageRequest,
): Promise<Page<Settlement>> {
  const found = await listSettlements(event, page);
  const { rows, nextCursor } = await withNames(found, people, idsOfSettlement, toSettlement);
  return { rows: rows.filter((settlement) => settlement !== null), nextCursor };
}

/** Who owes whom in an event. Only the settled payments are paginated. @throws AppError "not-found" */
export async function settlementsView(
  viewer: Viewer,
  eventId: string,
  page: PageRequest,
): Promise<Page<Settlement>> {
  const { event, people } = await requireEvent(viewer, eventId);
  return settlementsOf(event, people, page);
}

/** A page of an event's expenses. @throws AppError "not-found" */
export async function expensesView(
  viewer: Viewer,
  eventId: string,
  page: PageRequest,
): Promise<Page<Expense>> {
  const { event, people } = await requireEvent(viewer, eventId);
  return withNames(await listExpenses(event._id, page), people, idsOfExpense, toExpense);
}

/** Loads an event's page, with constant work for 10 or 10,000 expenses. @throws AppError "not-found" */
export async function loadEventPage(
  viewer: Viewer,
  groupId: string,
  eventId: string,
): Promise<{
  group: Group;
  event: Event;
  settlements: Settlement[];
  /** The start of the settled payments that are not in `settlements`. */
  settledCursor: string | null;
  expenses: Expense[];
  nextCursor: string | null;
}> {
  const found = await requireEvent(viewer, eventId, groupId);
  const { event, people } = found;
  const [settlements, page] = await Promise.all([
    settlementsOf(event, people, { limit: FIRST_SETTLED }),
    listExpenses(event._id, { limit: FIRST_EXPENSES }),
  ]);
  const expenses = await withNames(page, people, idsOfExpense, toExpense);
  return {
    group: groupWithNames(found),
    event: toEvent(event, namesOf(people)),
    settlements: settlements.rows,
    settledCursor: settlements.nextCursor,
    expenses: expenses.rows,
    nextCursor: expenses.nextCursor,
  };
}

/**
 * Loads the page that adds an expense.
 * @param copyOf the id of an expense of the event to copy; ignored if it no longer exists
 * @throws AppError "not-found"
 */
export async function loadAddExpensePage(
  viewer: Viewer,
  groupId: string,
  eventId: string,
  copyOf?: string,
): Promise<{ group: Group; event: Event; copied?: Expense }> {
  if (copyOf !== undefined) {
    try {
      const { expense: copied, ...screen } = await loadEditExpensePage(viewer, groupId, eventId, copyOf);
      return { ...screen, copied };
    } catch (error) {
      if (!(error instanceof AppError && error.code === "not-found")) throw error;
    }
  }
  const found = await requireEvent(viewer, eventId, groupId);
  return { group: groupWithNames(found), event: toEvent(found.event, namesOf(found.people)) };
}

/** Loads the page that edits an expense. @throws AppError "not-found" */
export async function loadEditExpensePage(
  viewer: Viewer,
  groupId: string,
  eventId: string,
  expenseId: string,
): Promise<{ group: Group; event: Event; expense: Expense }> {
  return withinEvent(await requireExpense(viewer, expenseId, { eventId, groupId }));
}

/** Loads an expense's page, with its event, its group, and its latest history. @throws AppError "not-found" */
export async function loadExpensePage(
  viewer: Viewer,
  groupId: string,
  eventId: string,
  expenseId: string,
): Promise<{ group: Group; event: Event; expense: Expense; history: Page<Activity> }> {
  const found = await requireExpense(viewer, expenseId, { eventId, groupId });
  return { ...withinEvent(found), history: await historyOf(viewer, found, { limit: FIRST_ACTIVITY }) };
}

function withinEvent(found: ExpenseInGroup): { group: Group; event: Event; expense: Expense } {
  const names = namesOf(found.people);
  return {
    group: groupWithNames(found),
    event: toEvent(found.event, names),
    expense: toExpense(found.expense, names),
  };
}

/** @throws AppError "not-found" */
export async function expenseView(viewer: Viewer, expenseId: string): Promise<Expense> {
  const { expense, people } = await requireExpense(viewer, expenseId);
  return toExpense(expense, namesOf(people));
}
