import "server-only";
import {
  readIfAllowed,
  readInEvent,
  requireEvent,
  requireExpense,
  type Viewer,
  requireProfile,
} from "@/lib/server/access";
import { debtOf } from "@/lib/core/money/ledger";
import { centsToDollars } from "@/lib/core/money/money";
import type { Page, PageRequest } from "@/lib/core/page";
import type { ExpenseDoc } from "@/lib/db/collections";
import { listExpenses, type ExpenseInGroup } from "@/lib/db/expenses";
import { requireId } from "@/lib/db/ids";
import { nullOnMissing, notFound } from "@/lib/errors";
import type { Event } from "@/lib/contract/events";
import type { Expense, ExportedExpense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { UsualSplits } from "@/lib/contract/usual-split";
import { namesOf, personOf, toExpense, toPerson, toTitled, type Names } from "./serialize";
import { activityOf, FIRST_ACTIVITY } from "./activity";
import { idsOfExpense, withNames, withinGroup } from "./with-names";
import { relationshipOf } from "@/lib/core/friends";
import { getLastUsedEvent } from "@/lib/db/activity";
import { listGroupsWithEvent, type EventInGroup } from "@/lib/db/events";
import { otherOfPair, pairTitleOf } from "@/lib/db/friends/pair-group";
import { getPairEvent } from "@/lib/db/friends/pairs";
import { toUsualSplits } from "./usual-split";
import { friendsView, toPairEvent } from "./friends";

/** A page of an event's expenses. @throws AppError "not-found" */
export const expensesView = (viewer: Viewer, eventId: string, page: PageRequest) =>
  expensesAs(toExpense, viewer, eventId, page);

/** The same page with the debts of each expense, for an export. @throws AppError "not-found" */
export const exportedExpensesView = (viewer: Viewer, eventId: string, page: PageRequest) =>
  expensesAs(toExportedExpense, viewer, eventId, page);

async function expensesAs<Row>(
  serialize: (expense: ExpenseDoc, names: Names) => Row,
  viewer: Viewer,
  eventId: string,
  page: PageRequest,
): Promise<Page<Row>> {
  const [{ people }, found] = await readInEvent(viewer, eventId, (id) => listExpenses(id, page));
  return withNames(found, people, idsOfExpense, serialize);
}

const toExportedExpense = (expense: ExpenseDoc, names: Names): ExportedExpense => ({
  ...toExpense(expense, names),
  debts: expense.debts.map((debt) => {
    const { from, to, cents } = debtOf(debt);
    return { from, to, amount: centsToDollars(cents) };
  }),
});

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
): Promise<{ group: Group; event: Event; splits: Record<"event" | "group", UsualSplits>; copied?: Expense }> {
  if (copyOf !== undefined) {
    const found = await nullOnMissing(requireExpense(viewer, copyOf, { eventId, groupId }));
    if (found) return { ...withSplits(found), copied: toExpense(found.expense, namesOf(found.people)) };
  }
  return withSplits(await requireEvent(viewer, eventId, groupId));
}

function withSplits(found: EventInGroup) {
  const names = namesOf(found.people);
  const splits = {
    event: toUsualSplits(found.event.splits, names),
    group: toUsualSplits(found.group.splits, names),
  };
  return { ...withinGroup(found), splits };
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

/** Where an expense is, for an older address from before it was moved. @throws AppError "not-found" */
export async function placeOfExpense(
  viewer: Viewer,
  expenseId: string,
): Promise<[groupId: string, eventId: string]> {
  const { event } = await requireExpense(viewer, expenseId);
  return [event.groupId.toHexString(), event._id.toHexString()];
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

// Where an expense can be added, other than in an event.

/** How many groups the picker shows. */
const GROUPS = 30;

/**
 * Loads the page that picks where to add an expense: the event that the viewer used last, their friends, and
 * their groups, those with the latest events first.
 */
export async function loadAddPage(viewer: Viewer) {
  const [all, friends] = await Promise.all([listGroupsWithEvent(viewer._id), friendsView(viewer)]);
  const ids = all.map(({ _id }) => _id);
  const event = ids.length > 0 ? await getLastUsedEvent(viewer._id, ids) : null;
  const group = event && all.find(({ _id }) => _id.equals(event.groupId));
  const friend = group?.pair && otherOfPair(viewer._id, group.pair).toHexString();
  const name = friends.find(({ _id }) => _id === friend)?.name;
  const titleOf = (item: { title: string }) => (name ? pairTitleOf(name) : item.title);
  // One-to-one expenses can be added only by friends.
  const usable = group && (!friend || name);
  return {
    last: usable
      ? {
          _id: event._id.toHexString(),
          title: titleOf(event),
          date: event.date.toISOString(),
          group: { _id: group._id.toHexString(), title: titleOf(group), icon: group.icon },
        }
      : null,
    friends,
    groups: all
      .filter(({ pair }) => pair === undefined)
      .slice(0, GROUPS)
      .map(({ event: latest, ...one }) => ({
        ...toTitled(one),
        icon: one.icon,
        event: latest ? toTitled(latest) : null,
      })),
  };
}

/**
 * Loads the page that adds an expense one-to-one: either the event that the viewer shares with the friend, or the group
 * and event that the first expense will create.
 * @throws AppError "not-found", also if the two are not friends
 */
export async function loadSharePage(viewer: Viewer, friendId: string) {
  const [{ user, friendship }, made] = await readIfAllowed(requireProfile(viewer, friendId), () =>
    getPairEvent(viewer._id, requireId(friendId)),
  );
  if (relationshipOf(viewer._id, user._id, friendship) !== "friends") throw notFound();
  if (made) return { made: toPairEvent(made, user) };
  const self = toPerson(personOf(viewer));
  const members = [self, toPerson(user)];
  const now = new Date().toISOString();
  const both = { _id: "", title: pairTitleOf(user.name), createdBy: self, createdAt: now, rev: 0 };
  return {
    made: null,
    group: { ...both, icon: "", members, pair: true as const },
    event: {
      ...both,
      groupId: "",
      date: now,
      participants: members,
      total: 0,
      expenseCount: 0,
      contributions: [],
      closedAt: null,
      closedBy: null,
    },
  };
}
