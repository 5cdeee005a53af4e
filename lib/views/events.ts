import "server-only";
import { readIfAllowed, readInGroup, requireEvent, type Viewer } from "@/lib/server/access";
import type { Page, PageRequest } from "@/lib/core/page";
import { listEvents } from "@/lib/db/events";
import { listExpenses } from "@/lib/db/expenses";
import { requireId } from "@/lib/db/ids";
import { byCreation } from "@/lib/db/page";
import { listFirstSettlements } from "@/lib/db/settlements/lists";
import { notFound } from "@/lib/errors";
import type { Event } from "@/lib/contract/events";
import { namesOf, toEvent, toExpense, toSettlement } from "./serialize";
import { idsOfEvent, idsOfExpense, idsOfSettlement, titledFor, withinGroup, withNames } from "./with-names";

// How many rows the server renders; the rest is loaded on demand.
const FIRST_EXPENSES = 25;
const FIRST_PAYMENTS = { others: 100, settled: 20 };

/** A page of a group's events. @throws AppError "not-found" */
export async function eventsView(viewer: Viewer, groupId: string, page: PageRequest): Promise<Page<Event>> {
  const [{ group, people }, found] = await readInGroup(viewer, groupId, (id) => listEvents(id, page));
  return withNames(found, people, idsOfEvent, (event, names) =>
    toEvent(titledFor(viewer._id, group, names, event), names),
  );
}

/** Loads the page that edits an event. @throws AppError "not-found" */
export async function loadEditEventPage(viewer: Viewer, groupId: string, eventId: string) {
  const found = await requireEvent(viewer, eventId, groupId);
  if (found.group.pair !== undefined) throw notFound();
  return withinGroup(found);
}

/** @throws AppError "not-found" */
export async function eventView(viewer: Viewer, eventId: string): Promise<Event> {
  const { event, people } = await requireEvent(viewer, eventId);
  return toEvent(event, namesOf(people));
}

/**
 * Loads an event's page, with constant work for 10 or 10,000 expenses, and in proportion to the number of people: all
 * unsettled payments of the viewer, and the first ones between others.
 * @throws AppError "not-found"
 */
export async function loadEventPage(viewer: Viewer, groupId: string, eventId: string) {
  const [found, [payments, page]] = await readIfAllowed(requireEvent(viewer, eventId, groupId), () => {
    const id = requireId(eventId);
    const place = { eventId: id, groupId: requireId(groupId) };
    return Promise.all([
      listFirstSettlements(place, viewer._id, FIRST_PAYMENTS),
      listExpenses(id, { limit: FIRST_EXPENSES }),
    ]);
  });
  const { mine, others, settled } = payments;
  const rows = [...mine, ...others.rows, ...settled.rows].sort(byCreation);
  const settlements = await withNames(
    { rows, nextCursor: null },
    found.people,
    idsOfSettlement,
    toSettlement,
  );
  const expenses = await withNames(page, found.people, idsOfExpense, toExpense);
  return {
    ...withinGroup(found),
    settlements: settlements.rows,
    openCursor: others.nextCursor,
    settledCursor: settled.nextCursor,
    expenses: expenses.rows,
    nextCursor: expenses.nextCursor,
    friends: found.friends,
  };
}
