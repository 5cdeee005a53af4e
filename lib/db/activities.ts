import "server-only";
import { ObjectId, type ClientSession, type Filter } from "mongodb";
import type { ActivityKind } from "@/lib/core/activity";
import { payerFirst } from "@/lib/core/ledger";
import type { Page } from "@/lib/core/page";
import {
  collections,
  type ActivityDoc,
  type GroupDoc,
  type SettlementDoc,
  type VersionDoc,
} from "./collections";
import { findPage, type PageRequest } from "./page";

/** The fields that a write provides; the others have defaults. */
export type ActivityInput = { kind: ActivityKind; actor: ObjectId; groupId: ObjectId } & Partial<
  Pick<
    ActivityDoc,
    | "eventId"
    | "expenseId"
    | "people"
    | "title"
    | "cents"
    | "changes"
    | "text"
    | "visibleTo"
    | "at"
    | "before"
  >
>;

/** The version of a document before a change, to be kept in the activity if the group has former members. */
export function versionBefore(group: Pick<GroupDoc, "formerMembers">, before: VersionDoc) {
  return group.formerMembers.length > 0 ? { before } : {};
}

/** Records activities in the transaction of the write that caused them. One command. */
export async function recordActivity(session: ClientSession, ...inputs: ActivityInput[]): Promise<void> {
  // Saving a form without changes is not an activity.
  const docs = inputs
    .map(toActivity)
    .filter(({ kind, changes }) => !kind.endsWith("-edited") || changes.length > 0);
  if (docs.length === 0) return;
  await (await collections()).activities.insertMany(docs, { session });
}

/** The document of an activity that happens now, unless `at` says otherwise. */
export function toActivity(input: ActivityInput): ActivityDoc {
  return {
    _id: new ObjectId(),
    eventId: null,
    expenseId: null,
    at: new Date(),
    people: [],
    title: "",
    cents: null,
    changes: [],
    text: "",
    visibleTo: null,
    deletedAt: null,
    ...input,
  };
}

/** The activity of settling or unsettling a payment. */
export function paymentActivity(
  kind: "payment-settled" | "payment-unsettled",
  settlement: Pick<SettlementDoc, "users" | "net" | "eventId" | "groupId">,
  actor: ObjectId,
  text = "",
): ActivityInput {
  const { users, net, eventId, groupId } = settlement;
  const people = payerFirst(net, users);
  return { kind, actor, groupId, eventId, people, cents: Math.abs(net), text };
}

/** When the person joined the group. Members do not see earlier activity. */
export function memberSince(group: Pick<GroupDoc, "memberSince" | "createdAt">, member: ObjectId): Date {
  return group.memberSince?.[member.toHexString()] ?? group.createdAt;
}

/** Implied by `visibleIn`, which an index serves only in databases that use one for `$or`. */
const narrow = (groups: readonly GroupDoc[], after?: Date): Filter<ActivityDoc> => ({
  groupId: { $in: groups.map(({ _id }) => _id) },
  ...(after && { at: { $gte: after } }),
});

/** The activity that the viewer could see when it happened, and can still see. Of a deleted group, its deletion. */
function visibleIn(all: readonly GroupDoc[], viewer: ObjectId, after?: Date): Filter<ActivityDoc> {
  const groups = all.filter(({ deletedAt }) => deletedAt === null);
  const deletions = all
    .filter(({ deletedAt }) => deletedAt !== null)
    .map((group): Filter<ActivityDoc> => ({
      groupId: group._id,
      kind: "group-deleted",
      at: { $gte: memberSince(group, viewer) },
    }));
  // One range for the groups that the viewer has been in for the whole period.
  const joinedLater = groups.filter((group) => !after || memberSince(group, viewer) > after);
  const others = groups.filter((group) => !joinedLater.includes(group)).map(({ _id }) => _id);
  const ranges: Filter<ActivityDoc>[] = joinedLater.map((group) => ({
    groupId: group._id,
    at: { $gte: memberSince(group, viewer) },
    deletedAt: null,
  }));
  if (after && others.length > 0) {
    ranges.push({ groupId: { $in: others }, at: { $gt: after }, deletedAt: null });
  }
  return { $or: [...ranges, ...deletions], visibleTo: { $in: [null, viewer] } };
}

/**
 * The activity of groups, of an event, or of an expense, latest first, limited to what the viewer, a member, could
 * see at that time. One query on an index.
 * @param groups at least one
 * @param of limits one group to an event or expense in it, or several groups to the time after a moment
 */
export async function listActivities(
  viewer: ObjectId,
  groups: readonly GroupDoc[],
  of: { eventId?: ObjectId; expenseId?: ObjectId; after?: Date },
  page: PageRequest,
): Promise<Page<ActivityDoc>> {
  const { activities } = await collections();
  const { after, ...item } = of;
  const first = Object.keys(item).length > 0 ? item : narrow(groups, after);
  return findPage(activities, { $and: [first, visibleIn(groups, viewer, after)] }, "at", page);
}

/**
 * A person's actions in a group, and others' actions that concern them, latest first.
 * @param until the latest moment; undefined: now
 */
export async function listActivitiesAbout(
  person: ObjectId,
  groupId: ObjectId,
  until: Date | undefined,
  page: PageRequest,
): Promise<Page<ActivityDoc>> {
  const { activities } = await collections();
  const about: Filter<ActivityDoc> = {
    groupId,
    ...(until && { at: { $lte: until } }),
    $or: [{ actor: person }, { people: person }],
    deletedAt: null,
  };
  return findPage(activities, about, "at", page);
}

/** The highest count of new activities. */
const MAX_NEW_COUNT = 99;

/** The number of activities by others in these groups since a moment. One command. */
export async function countNewActivities(
  viewer: ObjectId,
  groups: readonly GroupDoc[],
  since: Date,
): Promise<number> {
  const { activities } = await collections();
  const filter = { ...narrow(groups, since), ...visibleIn(groups, viewer, since), actor: { $ne: viewer } };
  return activities.countDocuments(filter, { limit: MAX_NEW_COUNT });
}
