import "server-only";
import { readAlong, requireEvent, requireExpense, requireGroup, type Viewer } from "@/lib/server/access";
import type { Page } from "@/lib/core/page";
import { meaningOf } from "@/lib/core/expense-search";
import { EXPENSE_SEARCH_MAX } from "@/lib/core/search";
import { shorten, toLine } from "@/lib/core/text/text";
import type { ExpenseDoc } from "@/lib/db/collections";
import { listExpenses, type ExpenseInGroup } from "@/lib/db/expenses";
import { searchExpenses, wordsOf } from "@/lib/db/search-expenses";
import type { GroupWithPeople } from "@/lib/db/groups";
import { requireId } from "@/lib/db/ids";
import type { PageRequest } from "@/lib/db/page";
import { nullOnMissing } from "@/lib/server/errors";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import { namesOf, toExpense } from "@/lib/answers/serialize";
import { reasonsOf } from "./search-reasons";
import { activityOf, FIRST_ACTIVITY } from "./activity";
import { idsOfExpense, titledFor, withNames } from "./with-names";
import { withinGroup } from "./events";
import { groupWithNames } from "./groups";

/** A page of an event's expenses. @throws AppError "not-found" */
export async function expensesView(viewer: Viewer, eventId: string, page: PageRequest) {
  const [{ people }, found] = await readAlong(requireEvent(viewer, eventId), () =>
    listExpenses(requireId(eventId), page),
  );
  return withNames(found, people, idsOfExpense, toExpense);
}

/** An expense with the title of its event. `reasons`: what made it a result of a search, if its row does not show that. */
export type FoundExpense = Expense & { eventTitle: string; reasons?: string[] };

/** How many expenses a search shows. Another word narrows it. */
const SEARCH_RESULTS = 50;

/**
 * Loads the page that searches a group's expenses.
 * @param text as typed; nothing is found if it is blank
 * @throws AppError "not-found"
 */
export async function loadSearchPage(viewer: Viewer, groupId: string, text: string) {
  const query = shorten(toLine(text), EXPENSE_SEARCH_MAX);
  const { group, people } = await requireGroup(viewer, groupId);
  const known = people.map(({ _id, name }) => ({ id: _id.toHexString(), name }));
  const meanings = query ? wordsOf(query).map((word) => meaningOf(word, known)) : [];
  const page = query
    ? await searchExpenses(group._id, query, SEARCH_RESULTS, meanings)
    : { rows: [], nextCursor: null };
  const { rows, nextCursor } = await foundExpenses(viewer, { group, people }, page);
  return {
    group: groupWithNames({ group, people }),
    found: rows.flatMap((row) => {
      const reasons = reasonsOf(row, query, meanings, (id) => known.find((one) => one.id === id)?.name ?? "");
      return reasons ? [{ ...row, reasons }] : [];
    }),
    hasMore: nextCursor !== null,
  };
}

/** Expenses of several events of a group, with the titles of their events as the viewer sees them. */
export const foundExpenses = (
  viewer: Viewer,
  { group, people }: GroupWithPeople,
  page: Page<ExpenseDoc & { event: { title: string } }>,
): Promise<Page<FoundExpense>> =>
  withNames(page, people, idsOfExpense, (expense, names) => ({
    ...toExpense(expense, names),
    eventTitle: titledFor(viewer._id, group, names, expense.event).title,
  }));

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
) {
  return withinEvent(await requireExpense(viewer, expenseId, { eventId, groupId }));
}

/** Loads an expense's page, with its event, its group, and its latest history. @throws AppError "not-found" */
export async function loadExpensePage(viewer: Viewer, groupId: string, eventId: string, expenseId: string) {
  const access = requireExpense(viewer, expenseId, { eventId, groupId });
  const page = { limit: FIRST_ACTIVITY };
  const [found, history] = await activityOf(viewer, access, { expenseId }, page);
  return { ...withinEvent(found), history };
}

function withinEvent(found: ExpenseInGroup) {
  return { ...withinGroup(found), expense: toExpense(found.expense, namesOf(found.people)) };
}

/** @throws AppError "not-found" */
export async function expenseView(viewer: Viewer, expenseId: string): Promise<Expense> {
  const { expense, people } = await requireExpense(viewer, expenseId);
  return toExpense(expense, namesOf(people));
}
