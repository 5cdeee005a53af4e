import "server-only";
import { requireEvent, requireExpense, requireGroup, type Viewer } from "@/lib/access";
import type { Page } from "@/lib/core/page";
import { EXPENSE_SEARCH_MAX } from "@/lib/core/search";
import { shorten, toLine } from "@/lib/core/text";
import { listExpenses, searchExpenses, type ExpenseInGroup } from "@/lib/db/expenses";
import type { PageRequest } from "@/lib/db/page";
import { nullOnMissing } from "@/lib/errors";
import type { Activity, Event, Expense, Group } from "@/lib/schemas/answers";
import { namesOf, toExpense } from "@/lib/serialize";
import { FIRST_ACTIVITY, historyOf } from "./activity";
import { idsOfExpense, withNames } from "./with-names";
import { withinGroup } from "./events";
import { groupWithNames } from "./groups";

/** A page of an event's expenses. @throws AppError "not-found" */
export async function expensesView(
  viewer: Viewer,
  eventId: string,
  page: PageRequest,
): Promise<Page<Expense>> {
  const { event, people } = await requireEvent(viewer, eventId);
  return withNames(await listExpenses(event._id, page), people, idsOfExpense, toExpense);
}

/** An expense with the title of its event. */
export type FoundExpense = Expense & { eventTitle: string };

export type SearchPage = {
  group: Group;
  found: FoundExpense[];
  /** There are more matches than these. */
  hasMore: boolean;
};

/** How many expenses a search shows. Another word narrows it. */
const SEARCH_RESULTS = 50;

/**
 * Loads the page that searches a group's expenses.
 * @param text as typed; nothing is found if it is blank
 * @throws AppError "not-found"
 */
export async function loadSearchPage(viewer: Viewer, groupId: string, text: string): Promise<SearchPage> {
  const { group, people } = await requireGroup(viewer, groupId);
  const query = shorten(toLine(text), EXPENSE_SEARCH_MAX);
  const page = query
    ? await searchExpenses(group._id, query, SEARCH_RESULTS)
    : { rows: [], nextCursor: null };
  const { rows, nextCursor } = await withNames(page, people, idsOfExpense, (expense, names) => ({
    ...toExpense(expense, names),
    eventTitle: expense.event.title,
  }));
  return {
    group: groupWithNames({ group, people }),
    found: rows,
    hasMore: nextCursor !== null,
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
    const found = await nullOnMissing(loadEditExpensePage(viewer, groupId, eventId, copyOf));
    if (found) {
      const { expense: copied, ...screen } = found;
      return { ...screen, copied };
    }
  }
  return withinGroup(await requireEvent(viewer, eventId, groupId));
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
  return { ...withinGroup(found), expense: toExpense(found.expense, namesOf(found.people)) };
}

/** @throws AppError "not-found" */
export async function expenseView(viewer: Viewer, expenseId: string): Promise<Expense> {
  const { expense, people } = await requireExpense(viewer, expenseId);
  return toExpense(expense, namesOf(people));
}
