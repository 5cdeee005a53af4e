import "server-only";
import { ObjectId, type ClientSession, type Filter } from "mongodb";
import type { ActivityKind } from "@/lib/core/activity";
import { collections, type ActivityDoc, type GroupDoc, type SettlementDoc } from "./collections";
import { afterCursor, IN_ONE_BATCH, MAX_ROWS, toPage, type PageOf, type PageRequest } from "./page";

/** What a write says about itself; the rest is filled in. */
export type Happening = { kind: ActivityKind; actor: ObjectId; groupId: ObjectId } & Partial<
  Pick<
    ActivityDoc,
    "eventId" | "expenseId" | "people" | "title" | "cents" | "changes" | "text" | "visibleTo" | "at"
  >
>;

/** Keeps what happens, in the transaction that makes it happen. One command. */
export async function recordActivity(session: ClientSession, ...happenings: Happening[]): Promise<void> {
  // Saving a form in which nothing was changed is nothing that happened.
  const activity = happenings
    .map(toActivity)
    .filter(({ kind, changes }) => !kind.endsWith("-edited") || changes.length > 0);
  if (activity.length === 0) return;
  await (await collections()).activities.insertMany(activity, { session });
}

/** The document of something that happens now. */
export function toActivity(happening: Happening): ActivityDoc {
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
    ...happening,
  };
}

/** What settling or unsettling a payment leaves in the activity. */
export function paymentHappening(
  kind: "payment-settled" | "payment-unsettled",
  settlement: Pick<SettlementDoc, "users" | "net" | "eventId" | "groupId">,
  actor: ObjectId,
  text = "",
): Happening {
  const { users, net, eventId, groupId } = settlement;
  const people = net > 0 ? users : [...users].reverse();
  return { kind, actor, groupId, eventId, people, cents: Math.abs(net), text };
}

/** Since when the person has been in the group: nobody is shown what happened before. */
export function memberSince(group: Pick<GroupDoc, "memberSince" | "createdAt">, member: ObjectId): Date {
  return group.memberSince?.[member.toHexString()] ?? group.createdAt;
}

/** What the viewer could see of their groups when it happened, and can see now. */
function visibleIn(groups: readonly GroupDoc[], viewer: ObjectId, after?: Date): Filter<ActivityDoc> {
  // One range for the groups that the viewer has been in for all of the time asked about.
  const joinedLater = groups.filter((group) => !after || memberSince(group, viewer) > after);
  const others = groups.filter((group) => !joinedLater.includes(group)).map(({ _id }) => _id);
  const ranges: Filter<ActivityDoc>[] = joinedLater.map((group) => ({
    groupId: group._id,
    at: { $gte: memberSince(group, viewer) },
  }));
  if (after && others.length > 0) ranges.push({ groupId: { $in: others }, at: { $gt: after } });
  return { $or: ranges, visibleTo: { $in: [null, viewer] }, deletedAt: null };
}

/**
 * What happened in groups, to an event or to an expense, the latest first; what the viewer, a member, could see then.
 * One query on an index.
 * @param groups at least one
 * @param of narrows one group to what belongs to an event or expense of it, or several to what happened after a time
 */
export async function listActivities(
  viewer: ObjectId,
  groups: readonly GroupDoc[],
  of: { eventId?: ObjectId; expenseId?: ObjectId; after?: Date } = {},
  page: PageRequest = {},
): Promise<PageOf<ActivityDoc>> {
  const { activities } = await collections();
  const limit = page.limit ?? MAX_ROWS;
  const { after, ...thing } = of;
  const rows = await activities
    .find({ $and: [thing, visibleIn(groups, viewer, after), afterCursor<ActivityDoc>("at", page.cursor)] })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .batchSize(IN_ONE_BATCH)
    .toArray();
  return toPage(rows, limit, ({ at }) => at);
}

/** What a person did in a group, and what others did to or with them, the latest first. */
export async function listActivitiesAbout(
  person: ObjectId,
  groupId: ObjectId,
  page: PageRequest,
): Promise<PageOf<ActivityDoc>> {
  const { activities } = await collections();
  const limit = page.limit ?? MAX_ROWS;
  const about: Filter<ActivityDoc> = {
    groupId,
    $or: [{ actor: person }, { people: person }],
    deletedAt: null,
  };
  const rows = await activities
    .find({ $and: [about, afterCursor<ActivityDoc>("at", page.cursor)] })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .batchSize(IN_ONE_BATCH)
    .toArray();
  return toPage(rows, limit, ({ at }) => at);
}

/** At most this many new ones are counted. */
export const MOST_NEW = 99;

/** How much others have done in these groups since; one command. */
export async function countNewActivities(
  viewer: ObjectId,
  groups: readonly GroupDoc[],
  since: Date,
): Promise<number> {
  const { activities } = await collections();
  const filter = { ...visibleIn(groups, viewer, since), actor: { $ne: viewer } };
  return activities.countDocuments(filter, { limit: MOST_NEW });
}
