import "server-only";
import { ObjectId } from "mongodb";
import { requireEvent, requireExpense, requireGroup, type Viewer } from "@/lib/access";
import { changeInWords, type Change } from "@/lib/core/changes";
import { daysAgo } from "@/lib/core/dates";
import { centsToDollars } from "@/lib/core/money";
import type { Page } from "@/lib/core/page";
import { RECENT_DAYS } from "@/lib/core/retention";
import { countNewActivities, listActivities } from "@/lib/db/activities";
import type { ActivityDoc, GroupDoc } from "@/lib/db/collections";
import type { ExpenseInGroup } from "@/lib/db/expenses";
import { listGroupsOf } from "@/lib/db/groups";
import type { PageRequest } from "@/lib/db/page";
import { getUser, type PersonDoc } from "@/lib/db/users";
import type { Activity } from "@/lib/schemas/answers";
import type { Names } from "@/lib/serialize";
import { loadNames, withNames } from "./with-names";

// Who did what and when. Members see what they could see at that time and can still see.

/** How many rows the server renders; the rest is loaded on demand. */
export const FIRST_ACTIVITY = 30;

/** Loads a group's activity: by default, what its page shows first. @throws AppError "not-found" */
export async function groupActivityView(
  viewer: Viewer,
  groupId: string,
  page: PageRequest = { limit: FIRST_ACTIVITY },
): Promise<Page<Activity> & { title: string }> {
  const { group, people } = await requireGroup(viewer, groupId);
  return { title: group.title, ...(await activityOf(viewer, group, people, {}, page)) };
}

/**
 * Loads an event's activity: by default, what its page shows first.
 * @param groupId the group id in the URL, if any
 * @throws AppError "not-found"
 */
export async function eventActivityView(
  viewer: Viewer,
  eventId: string,
  groupId: string | undefined,
  page: PageRequest = { limit: FIRST_ACTIVITY },
): Promise<Page<Activity> & { title: string }> {
  const { event, group, people } = await requireEvent(viewer, eventId, groupId);
  return { title: event.title, ...(await activityOf(viewer, group, people, { eventId: event._id }, page)) };
}

/** An expense's history with its comments. @throws AppError "not-found" */
export async function expenseActivityView(
  viewer: Viewer,
  expenseId: string,
  page: PageRequest,
): Promise<Page<Activity>> {
  return historyOf(viewer, await requireExpense(viewer, expenseId), page);
}

/** The history of an expense that the viewer can see. */
export function historyOf(
  viewer: Viewer,
  { expense, group, people }: ExpenseInGroup,
  page: PageRequest,
): Promise<Page<Activity>> {
  return activityOf(viewer, group, people, { expenseId: expense._id }, page);
}

/** Recent activity in all groups of the viewer; of deleted groups, who deleted them. */
export async function recentActivityView(viewer: Viewer, page: PageRequest): Promise<Page<Activity>> {
  const recent = daysAgo(RECENT_DAYS);
  const groups = await listGroupsOf(viewer._id, recent);
  if (groups.length === 0) return { rows: [], nextCursor: null };
  const rows = await listActivities(viewer._id, groups, { after: recent }, page);
  return withNames(rows, [], idsOfActivity, (row, names) =>
    toActivity(
      row,
      groups.find(({ _id }) => _id.equals(row.groupId))!,
      names,
    ),
  );
}

/** The number of recent activities by others since the viewer's last visit; up to 99. */
export async function newActivityCount(viewer: Viewer): Promise<number> {
  const recent = daysAgo(RECENT_DAYS);
  const [user, groups] = await Promise.all([getUser(viewer._id), listGroupsOf(viewer._id, recent)]);
  const seen = user?.activitySeenAt ?? recent;
  const since = seen > recent ? seen : recent;
  return groups.length === 0 ? 0 : countNewActivities(viewer._id, groups, since);
}

async function activityOf(
  viewer: Viewer,
  group: GroupDoc,
  people: readonly PersonDoc[],
  of: { eventId?: ObjectId; expenseId?: ObjectId },
  page: PageRequest,
): Promise<Page<Activity>> {
  const rows = await listActivities(viewer._id, [group], of, page);
  return withNames(rows, people, idsOfActivity, (row, names) => toActivity(row, group, names));
}

/** A new activity as an answer. */
export async function activityAnswer(row: ActivityDoc, group: GroupDoc): Promise<Activity> {
  return toActivity(row, group, await loadNames(idsOfActivity(row)));
}

/** Serializes an activity, with its changes in words. */
export function toActivity(row: ActivityDoc, group: Pick<GroupDoc, "_id" | "title">, names: Names): Activity {
  const nameOf = (user: string) => names(new ObjectId(user)).name;
  return {
    _id: row._id.toHexString(),
    kind: row.kind,
    at: row.at.toISOString(),
    actor: names(row.actor),
    group: { _id: group._id.toHexString(), title: group.title },
    eventId: row.eventId?.toHexString() ?? null,
    expenseId: row.expenseId?.toHexString() ?? null,
    people: row.people.map(names),
    title: row.title,
    amount: row.cents === null ? null : centsToDollars(row.cents),
    changes: row.changes.map((change) => changeInWords(change, nameOf)),
    text: row.text,
  };
}

export function idsOfActivity(row: ActivityDoc): ObjectId[] {
  const changed = row.changes.flatMap((change) => [...idsIn(change, "before"), ...idsIn(change, "after")]);
  return [row.actor, ...row.people, ...changed.map((user) => new ObjectId(user))];
}

function idsIn(change: Change, side: "before" | "after"): readonly string[] {
  switch (change.field) {
    case "participants":
      return change[side];
    case "payers":
      return change[side].map(({ user }) => user);
    case "split":
      return change[side].people;
    default:
      return [];
  }
}
