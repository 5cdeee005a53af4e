import type { Route } from "next";

// The paths of a group's screens (spec section 2), each written once.

const route = (path: string) => path as Route;

export const groupPath = (groupId: string) => route(`/groups/${groupId}`);

export const editGroupPath = (groupId: string) => route(`${groupPath(groupId)}/edit`);

export const groupActivityPath = (groupId: string) => route(`${groupPath(groupId)}/activity`);

export const searchPath = (groupId: string) => route(`${groupPath(groupId)}/search`);

export const deletedPath = (groupId: string) => route(`${groupPath(groupId)}/deleted`);

export const addEventPath = (groupId: string) => route(`${groupPath(groupId)}/add-event`);

export const eventPath = (groupId: string, eventId: string) => route(`/groups/${groupId}/events/${eventId}`);

export const eventActivityPath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/activity`);

export const editEventPath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/edit`);

export const addExpensePath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/add-expense`);

/** Add Expense, prefilled with a copy of an expense of the same event. */
export const copyExpensePath = (groupId: string, eventId: string, expenseId: string) =>
  route(`${addExpensePath(groupId, eventId)}?copy=${expenseId}`);

export const expensePath = (groupId: string, eventId: string, expenseId: string) =>
  route(`${eventPath(groupId, eventId)}/expenses/${expenseId}`);

export const whyPath = (groupId: string, eventId: string, settlementId: string) =>
  route(`${eventPath(groupId, eventId)}/why/${settlementId}`);

export const editExpensePath = (groupId: string, eventId: string, expenseId: string) =>
  route(`${eventPath(groupId, eventId)}/edit-expense/${expenseId}`);
