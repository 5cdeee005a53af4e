import type { Route } from "next";

/** The sections of the application and their screens, which all need a session (docs/rules.md#screens). */
export const SECTIONS = {
  "/friends": ["/friends", "/activity", "/add", "/add-friend", "/notifications", "/requests", "/search"],
  "/groups": ["/groups", "/create-group", "/create-event"],
  "/account": ["/account"],
} as const;

/** The screen on which someone claims a guest: it belongs to the section of groups. */
const CLAIM = /^\/friends\/[^/]+\/claim$/;

/**
 * The section of a screen, or of one below it; undefined for those without a session.
 * @param path the path of a URL, without the query
 */
export function sectionOf(path: string): string | undefined {
  const shown = CLAIM.test(path) ? "/groups" : path;
  const contains = (screen: string) => shown === screen || shown.startsWith(`${screen}/`);
  return Object.entries(SECTIONS).find(([, screens]) => screens.some(contains))?.[0];
}

const KEPT =
  /^\/(friends|groups|add)$|^\/(friends|groups)\/[0-9a-f]{24}(\/add-expense|\/events\/[0-9a-f]{24}(\/(add-expense|statement|(expenses|why)\/\w+))?)?$/;

/** True for the screens that public/sw.js keeps, so that they open without a connection. */
export const isKeptPath = (path: string) => KEPT.test(path);

const route = (path: string) => path as Route;

/** The search of expenses. @param filter where, who, and what; empty values are left out */
export function searchPath(filter: Readonly<Record<string, string | undefined>> = {}) {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return route(`/search${query.size > 0 ? `?${query}` : ""}`);
}

// The paths of a group's screens, each written once.

export const friendPath = (friendId: string) => route(`/friends/${friendId}`);

export const noticesPath = route("/notifications");

export const noticeSettingsPath = route("/notifications/settings");

/** Add Expense, one-to-one with a friend. */
export const sharePath = (friendId: string) => route(`${friendPath(friendId)}/add-expense`);

export const groupPath = (groupId: string) => route(`/groups/${groupId}`);

export const editGroupPath = (groupId: string) => route(`${groupPath(groupId)}/edit`);

export const inviteByLinkPath = (groupId: string) => route(`${groupPath(groupId)}/invite`);

export const keepPath = (groupId: string) => route(`${groupPath(groupId)}/keep`);

export const groupActivityPath = (groupId: string) => route(`${groupPath(groupId)}/activity`);

/** A group's spending, or that of a month (`2026-11`) or category with the expenses behind it. */
export function spendingPath(
  groupId: string,
  filter: { month?: string; category?: string; person?: string } = {},
) {
  const query = new URLSearchParams(filter).toString();
  return route(`${groupPath(groupId)}/spending${query && `?${query}`}`);
}

/** A group's statement over days, both included (`2026-11-01`); without them, over all. */
export function reportPath(groupId: string, days: { from?: string; until?: string } = {}) {
  const query = new URLSearchParams(days).toString();
  return route(`${groupPath(groupId)}/report${query && `?${query}`}`);
}

export const deletedPath = (groupId: string) => route(`${groupPath(groupId)}/deleted`);

export const deletedGroupsPath = route("/groups/deleted");

/** Moves a history from a file into a new group, or one of the viewer's. */
export const importPath = route("/groups/import");

/** The same for a group, with its earlier imports. */
export const groupImportPath = (groupId: string) => route(`${groupPath(groupId)}/import`);

/** The expenses of a group that repeat. */
export const seriesPath = (groupId: string) => route(`${groupPath(groupId)}/series`);

export const editSeriesPath = (groupId: string, seriesId: string) =>
  route(`${seriesPath(groupId)}/${seriesId}`);

export const groupPlanPath = (groupId: string) => route(`${groupPath(groupId)}/plan`);

export const addEventPath = (groupId: string) => route(`${groupPath(groupId)}/add-event`);

export const eventPath = (groupId: string, eventId: string) => route(`/groups/${groupId}/events/${eventId}`);

export const eventActivityPath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/activity`);

export const editEventPath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/edit`);

export const statementPath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/statement`);

export const tablePath = (groupId: string, eventId: string) => route(`${eventPath(groupId, eventId)}/table`);

export const addExpensePath = (groupId: string, eventId: string) =>
  route(`${eventPath(groupId, eventId)}/add-expense`);

/** Add Expense, prefilled with a copy of an expense of the same event. */
export const copyExpensePath = (groupId: string, eventId: string, expenseId: string) =>
  route(`${addExpensePath(groupId, eventId)}?copy=${expenseId}`);

/** @param to the person who was paid */
export const recordPaymentPath = (groupId: string, eventId: string, to?: string) =>
  route(`${eventPath(groupId, eventId)}/record-payment${to ? `?to=${to}` : ""}`);

export const expensePath = (groupId: string, eventId: string, expenseId: string) =>
  route(`${eventPath(groupId, eventId)}/expenses/${expenseId}`);

export const whyPath = (groupId: string, eventId: string, settlementId: string) =>
  route(`${eventPath(groupId, eventId)}/why/${settlementId}`);

export const editExpensePath = (groupId: string, eventId: string, expenseId: string) =>
  route(`${eventPath(groupId, eventId)}/edit-expense/${expenseId}`);
