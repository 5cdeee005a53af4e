import "server-only";
import type { ObjectId } from "mongodb";
import { requireEvent, requireGroup, type Viewer } from "@/lib/access";
import type { Page } from "@/lib/core/page";
import { listEvents, type EventInGroup } from "@/lib/db/events";
import { listExpenses } from "@/lib/db/expenses";
import type { PageRequest } from "@/lib/db/page";
import { listSettlements } from "@/lib/db/settlements";
import type { PersonDoc } from "@/lib/db/users";
import type { Event, Expense, Group, Settlement } from "@/lib/schemas/answers";
import { namesOf, toEvent, toExpense, toSettlement } from "@/lib/serialize";
import { idsOfEvent, idsOfExpense, idsOfSettlement, withNames } from "./with-names";
import { groupWithNames } from "./groups";

// How many rows the server renders; the rest is loaded on demand.
const FIRST_EXPENSES = 30;
const FIRST_SETTLED = 20;

/** A page of a group's events. @throws AppError "not-found" */
export async function eventsView(viewer: Viewer, groupId: string, page: PageRequest): Promise<Page<Event>> {
  const { group, people } = await requireGroup(viewer, groupId);
  return withNames(await listEvents(group._id, page), people, idsOfEvent, toEvent);
}

/** Loads the page that edits an event. @throws AppError "not-found" */
export async function loadEditEventPage(viewer: Viewer, groupId: string, eventId: string) {
  return withinGroup(await requireEvent(viewer, eventId, groupId));
}

/** A loaded event with its group, as answers. */
export function withinGroup(found: EventInGroup): { group: Group; event: Event } {
  return { group: groupWithNames(found), event: toEvent(found.event, namesOf(found.people)) };
}

/** @throws AppError "not-found" */
export async function eventView(viewer: Viewer, eventId: string): Promise<Event> {
  const { event, people } = await requireEvent(viewer, eventId);
  return toEvent(event, namesOf(people));
}

async function settlementsOf(
  eventId: ObjectId,
  people: readonly PersonDoc[],
  page: PageRequest,
): Promise<Page<Settlement>> {
  const found = await listSettlements(eventId, page);
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
  return settlementsOf(event._id, people, page);
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
  /** The cursor of the settled payments that are not in `settlements`. */
  settledCursor: string | null;
  expenses: Expense[];
  nextCursor: string | null;
}> {
  const found = await requireEvent(viewer, eventId, groupId);
  const { event, people } = found;
  const [settlements, page] = await Promise.all([
    settlementsOf(event._id, people, { limit: FIRST_SETTLED }),
    listExpenses(event._id, { limit: FIRST_EXPENSES }),
  ]);
  const expenses = await withNames(page, people, idsOfExpense, toExpense);
  return {
    ...withinGroup(found),
    settlements: settlements.rows,
    settledCursor: settlements.nextCursor,
    expenses: expenses.rows,
    nextCursor: expenses.nextCursor,
  };
}
