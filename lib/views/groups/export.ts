import "server-only";
import type { z } from "zod";
import { requireGroup, type Viewer } from "@/lib/server/access";
import { csvLine } from "@/lib/core/text/csv";
import { dateOnly } from "@/lib/core/text/dates";
import {
  eachDetail,
  EXPENSE_DETAIL_FIELDS,
  EXPENSE_DETAILS,
  type ExpenseDetail,
} from "@/lib/core/expenses/details";
import type { Page } from "@/lib/core/page";
import { streamJson } from "../all-rows";
import type { PageRequest } from "@/lib/db/page";
import { AppError, isNotFound } from "@/lib/errors";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { groupExport } from "@/lib/contract/groups";
import { namesOf, toGroup } from "../serialize";
import { eventsView } from "../events";
import { settlementsView } from "../settlements";
import { expensesView } from "../expenses";
import { planPartsView } from "../plans";
import { allRows, type Streaming } from "../all-rows";

// Exports a group's history as a file. It is read page by page through the same views as the screens, which check the
// rights each time, so the export of a member who is removed meanwhile stops.

const eventsOf = (viewer: Viewer, groupId: string) => allRows((page) => eventsView(viewer, groupId, page));

/** All rows of an event in one of its views. If it is deleted meanwhile, its rows end, and the export continues. */
async function* rowsOf<Row>(
  view: (viewer: Viewer, eventId: string, page: PageRequest) => Promise<Page<Row>>,
  viewer: Viewer,
  { _id, groupId }: Event,
) {
  try {
    yield* allRows((page) => view(viewer, _id, page));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await requireGroup(viewer, groupId);
  }
}

/** The group with its events, and their expenses, settlements, and plans, as JSON. @throws AppError "not-found" */
export async function groupExportView(viewer: Viewer, groupId: string) {
  const { group, people } = await requireGroup(viewer, groupId);
  async function* events() {
    for await (const event of eventsOf(viewer, groupId)) {
      yield {
        ...event,
        expenses: rowsOf(expensesView, viewer, event),
        settlements: rowsOf(settlementsView, viewer, event),
        plans: rowsOf(planPartsView, viewer, event),
      };
    }
  }
  const document: Streaming<z.infer<typeof groupExport>> = {
    exportedAt: new Date().toISOString(),
    group: toGroup(group, namesOf(people)),
    events: events(),
  };
  return { title: group.title, pieces: streamJson(document) };
}

/**
 * The group's expenses as CSV, with a column for each person's share.
 * @throws AppError "not-found"; "conflict" at an expense of someone who has joined meanwhile
 */
export async function groupExpensesView(viewer: Viewer, groupId: string) {
  const { group, people } = await requireGroup(viewer, groupId);
  const columns = new Set([...group.members, ...group.formerMembers].map((id) => id.toHexString()));
  const ids = [...columns];
  const names = new Map(people.map(({ _id, name }) => [_id.toHexString(), name]));
  async function* lines() {
    yield BYTE_ORDER_MARK;
    yield csvLine(["Date", "Event", ...EXPENSE_COLUMNS, "Amount", ...ids.map((id) => names.get(id) ?? id)]);
    for await (const event of eventsOf(viewer, groupId)) {
      for await (const expense of rowsOf(expensesView, viewer, event)) {
        const shares = new Map(expense.shares.map(({ user, amount }) => [user, amount]));
        // Someone has joined since the header was sent. Without their share, the row would not add up.
        if (expense.shares.some(({ user }) => !columns.has(user)))
          throw new AppError("conflict", "Someone has joined the group meanwhile. Please download it again.");
        yield csvLine([
          dateOnly(expense.date),
          event.title,
          ...expenseCells(expense),
          expense.amount,
          ...ids.map((id) => shares.get(id) ?? null),
        ]);
      }
    }
  }
  return { title: group.title, pieces: lines() };
}

/** The columns of {@link expenseCells}. */
export const EXPENSE_COLUMNS = [
  "Description",
  ...EXPENSE_DETAIL_FIELDS.map((field) => EXPENSE_DETAILS[field].name),
  "Paid by",
];

/** The columns of an expense other than its amount and shares. */
export function expenseCells(expense: Expense) {
  const { description, payers } = expense;
  const paidBy =
    payers.length === 1
      ? payers.map(({ user }) => user.name)
      : payers.map(({ user, amount }) => `${user.name} ${amount.toFixed(2)}`);
  const cells = eachDetail<Record<ExpenseDetail, string | number | null>>((field, { toCell }) =>
    toCell(expense[field] as never, expense),
  );
  return [description, ...Object.values(cells), paidBy.join("; ")];
}

/** Excel recognizes UTF-8 by it. */
export const BYTE_ORDER_MARK = "\uFEFF";
