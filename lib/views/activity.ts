import "server-only";
import type { ObjectId } from "mongodb";
import { readIfAllowed, requireEvent, requireExpense, requireGroup, type Viewer } from "@/lib/server/access";
import { changeInWords } from "@/lib/core/changes";
import { daysAgo } from "@/lib/core/text/dates";
import { centsToDollars } from "@/lib/core/money/money";
import type { Page, PageRequest } from "@/lib/core/page";
import { RECENT_DAYS } from "../core/retention";
import {
  type ActivityOf,
  countNewActivities,
  idsOfActivity,
  listActivitiesOf,
  listRecentActivities,
  memberSince,
  type ActivityRow,
} from "@/lib/db/activity";
import type { ActivityDoc, GroupDoc } from "@/lib/db/collections";
import type { GroupWithPeople } from "@/lib/db/groups";
import { listGroupsOf } from "@/lib/db/groups/own";
import { requireId } from "@/lib/db/ids";
import type { Activity } from "@/lib/contract/activity";
import { toTitled, type Names } from "./serialize";
import { idsOfPair, loadNames, titledFor, withNames } from "./with-names";
import type { ActivityKind } from "@/lib/core/activity";
import {
  effectOfChange,
  effectOfExpense,
  moneyBefore,
  sidesOf,
  type MoneyAt,
} from "@/lib/core/expenses/effect";
import { recordedMoney } from "@/lib/db/expenses/money";

// Who did what and when. Members see what they could see at that time and can still see.

/** How many rows the server renders; the rest is loaded on demand. */
export const FIRST_ACTIVITY = 30;

/** Loads a group's activity: by default, what its page shows first. @throws AppError "not-found" */
export async function groupActivityView(
  viewer: Viewer,
  groupId: string,
  page: PageRequest = { limit: FIRST_ACTIVITY },
) {
  const [{ group }, activity] = await activityOf(viewer, requireGroup(viewer, groupId), { groupId }, page);
  return { title: group.title, ...activity };
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
) {
  const access = requireEvent(viewer, eventId, groupId);
  const [{ event }, activity] = await activityOf(viewer, access, { eventId }, page);
  return { title: event.title, ...activity };
}

/** An expense's history with its comments. @throws AppError "not-found" */
export async function expenseActivityView(viewer: Viewer, expenseId: string, page: PageRequest) {
  return (await activityOf(viewer, requireExpense(viewer, expenseId), { expenseId }, page))[1];
}

/** Recent activity in all groups of the viewer; of deleted groups, who deleted them. */
export async function recentActivityView(viewer: Viewer, page: PageRequest): Promise<Page<Activity>> {
  const recent = daysAgo(RECENT_DAYS);
  const groups = await recentGroupsOf(viewer, recent);
  if (groups.length === 0) return { rows: [], nextCursor: null };
  const { page: rows, people } = await listRecentActivities(viewer._id, groups, recent, page);
  const groupOf = ({ groupId }: ActivityDoc) => groups.find(({ _id }) => _id.equals(groupId))!;
  const effectOf = effectsOn(viewer._id, rows.rows);
  const idsOf = (row: ActivityDoc) => [...idsOfActivity(row), ...idsOfPair(groupOf(row))];
  return withNames(rows, people, idsOf, (row, names) =>
    toActivity(row, titledFor(viewer._id, groupOf(row), names, groupOf(row)), names, effectOf(row)),
  );
}

/** The viewer's groups with recent activity, unless they were read with the session. */
const recentGroupsOf = async ({ _id, groups }: Pick<Viewer, "_id" | "groups">, recent: Date) =>
  groups ?? listGroupsOf(_id, recent);

type NewTo = Pick<Viewer, "_id" | "groups" | "activitySeenAt">;

/** The number of recent activities by others since the viewer's last visit; up to 99. */
export async function newActivityCount(viewer: NewTo): Promise<number> {
  const { _id, activitySeenAt } = viewer;
  const recent = daysAgo(RECENT_DAYS);
  const groups = await recentGroupsOf(viewer, recent);
  const since = activitySeenAt && activitySeenAt > recent ? activitySeenAt : recent;
  return groups.length === 0 ? 0 : countNewActivities(_id, groups, since);
}

/** Loads the activity of a group, an event, or an expense, along with the item itself. */
export async function activityOf<Item extends GroupWithPeople>(
  viewer: Viewer,
  access: Promise<Item>,
  of: ActivityOf<string>,
  page: PageRequest,
): Promise<[Item, Page<Activity>]> {
  const [item, pageSince] = await readIfAllowed(access, () => {
    const [[field, id]] = Object.entries(of) as [[string, string]];
    return listActivitiesOf(viewer._id, { [field]: requireId(id) } as ActivityOf<ObjectId>, page);
  });
  const { group, people } = item;
  const found = pageSince(memberSince(group, viewer._id));
  const known = [...people, ...found.people];
  const effectOf = effectsOn(viewer._id, found.page.rows);
  const activity = withNames(found.page, known, idsOfActivity, (row, names) =>
    toActivity(row, group, names, effectOf(row)),
  );
  return [item, await activity];
}

/** A new activity as a response. */
export async function activityResponse(row: ActivityDoc, group: GroupDoc): Promise<Activity> {
  return toActivity(row, group, await loadNames(idsOfActivity(row)));
}

/** Serializes an activity, with its changes in words. @param effect on the viewer; "" if there is none */
export function toActivity(
  row: ActivityDoc,
  group: Pick<GroupDoc, "_id" | "title">,
  names: Names,
  effect = "",
): Activity {
  const nameOf = (user: string) => names(user).name;
  return {
    _id: row._id.toHexString(),
    kind: row.kind,
    at: row.at.toISOString(),
    actor: names(row.actor),
    group: toTitled(group),
    eventId: row.eventId?.toHexString() ?? null,
    expenseId: row.expenseId?.toHexString() ?? null,
    people: row.people.map(names),
    title: row.title,
    amount: row.cents === null ? null : centsToDollars(row.cents),
    changes: row.changes.map((change) => changeInWords(change, nameOf)),
    text: row.text,
    ...(effect && { effect }),
    ...(row.planId && { planId: row.planId.toHexString() }),
    ...(row.every && { every: row.every }),
    ...(row.batchId && { batchId: row.batchId.toHexString() }),
  };
}

/**
 * What the activities of a page changed for the viewer. Payments have no separate effect: their sentence says it, and a
 * payment above the debt reverses it. If an expense was edited or deleted after the page, its effects are unknown.
 * @param rows latest first, without gaps
 * @returns the effect of a row in words; "" if that is nothing, or unknown
 */
export function effectsOn(viewer: ObjectId, rows: readonly ActivityRow[]): (row: ActivityRow) => string {
  const user = viewer.toHexString();
  /** The money of each expense after the row, as far as it is known. */
  const money = new Map<string, MoneyAt | null>();
  const effects = new Map<ActivityRow, string>();
  for (const row of rows) {
    if (!row.expenseId) continue;
    const id = row.expenseId.toHexString();
    const [expense] = row.expense ?? [];
    const known = money.get(id);
    const after =
      known === undefined && expense && row.at >= expense.updatedAt
        ? recordedMoney(expense)
        : (known ?? null);
    const before = row.kind === "expense-edited" ? moneyBefore(after, row.changes) : after;
    money.set(id, before);
    if (after && before && after.amount === row.cents)
      effects.set(row, effectOf(row.kind, before, after, user));
  }
  return (row) => effects.get(row) ?? "";
}

function effectOf(kind: ActivityKind, before: MoneyAt, after: MoneyAt, user: string): string {
  const sides = sidesOf(after, user);
  if (!sides) return "";
  switch (kind) {
    case "expense-added":
    case "expense-repeated":
    case "expense-restored":
      return effectOfExpense(sides);
    case "expense-edited":
      return effectOfChange(sidesOf(before, user), sides);
    case "expense-deleted":
      return effectOfChange(sides, { paid: 0, share: 0 });
    default:
      return "";
  }
}
