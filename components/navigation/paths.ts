import type { Route } from "next";

// The paths of a group's screens, each written once.

const route = (path: string) => path as Route;

export const friendPath = (friendId: string) => route(`/friends/${friendId}`);

/** Add Expense, one-to-one with a friend. */
export const sharePath = (friendId: string) => route(`${friendPath(friendId)}/add-expense`);

export const groupPath = (groupId: string) => route(`/groups/${groupId}`);

export const editGroupPath = (groupId: string) => route(`${groupPath(groupId)}/edit`);

export const inviteByLinkPath = (groupId: string) => route(`${groupPath(groupId)}/invite`);

export const keepPath = (groupId: string) => route(`${groupPath(groupId)}/keep`);

export const groupActivityPath = (groupId: string) => route(`${groupPath(groupId)}/activity`);

export const searchPath = (groupId: string) => route(`${groupPath(groupId)}/search`);

/** A group's spending, or that of a month (`2026-11`) or category with the expenses behind it. */
export function spendingPath(
  groupId: string,
  filter: { month?: string; category?: string; person?: string } = {},
) {
  const query = new URLSearchParams(filter).toString();
  return route(`${groupPath(groupId)}/spending${query && `?${query}`}`);
}

export const deletedPath = (groupId: string) => route(`${groupPath(groupId)}/deleted`);

export const deletedGroupsPath = route("/groups/deleted");

export const groupPlanPath = (groupId: string) => route(`${groupPath(groupId)}/plan`);

export const addEventPath = (groupId: string) => route(`${groupPath(groupId)}/add-event`);

export const eventPath = (groupId: string, eventId: string) => route(`/groups/${groupId}/events/${eventId}`);

export const eventActivityPath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/activity`);

export const editEventPath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/edit`);

export const statementPath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/statement`);

export const addExpensePath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/add-expense`);

/** Add Expense, prefilled with a copy of an expense of the same event. */
export const copyExpensePath = (groupId: string, eventId: string, expenseId: string) =>
  route(`${addExpensePath(groupId, eventId)}?copy=${expenseId}`);

export const recordPaymentPath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/record-payment`);

export const expensePath = (groupId: string, eventId: string, expenseId: string) =>
  route(`${eventPath(groupId, eventId)}/expenses/${expenseId}`);

export const whyPath = (groupId: string, eventId: string, settlementId: string) =>
  route(`${eventPath(groupId, eventId)}/why/${settlementId}`);

export const editExpensePath = (groupId: string, eventId: string, expenseId: string) =>
  route(`${eventPath(groupId, eventId)}/edit-expense/${expenseId}`);
