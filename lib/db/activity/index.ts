import "server-only";
import { ObjectId, type ClientSession, type Document, type Filter } from "mongodb";
import type { Change } from "@/lib/core/changes";
import { payerFirst } from "@/lib/core/money/ledger";
import { happensByItself, noticeOf } from "@/lib/core/notices";
import type { Page, PageRequest } from "@/lib/core/page";
import {
  collections,
  type ActivityDoc,
  type Deletion,
  type EventDoc,
  type ExpenseDoc,
  type GroupDoc,
  type SettlementDoc,
} from "../collections";
import { aggregate, findPage, lookup, lookupEvent, pageStages, toPage } from "../page";
import { lookupPeople, type PersonDoc } from "../people";

/** The fields that a write provides; the others have defaults. */
export type ActivityInput = Pick<ActivityDoc, "kind" | "actor" | "groupId"> &
  Partial<Omit<ActivityDoc, "_id" | keyof Deletion>>;

/** Records activities in the transaction of the write that caused them. One command. */
export async function recordActivity(session: ClientSession, ...inputs: ActivityInput[]): Promise<void> {
  // Saving a form without changes is not an activity.
  const docs = inputs
    .map(newActivityDoc)
    .filter(({ kind, changes }) => !kind.endsWith("-edited") || changes.length > 0);
  if (docs.length === 0) return;
  await (await collections()).activities.insertMany(docs, { session });
}

/** The document of an activity that happens now, unless `at` says otherwise. */
export function newActivityDoc({ tell, ...input }: ActivityInput): ActivityDoc {
  const { kind, actor, people = [] } = input;
  const concerned = noticeOf(kind) ? (tell ?? people) : [];
  const told = happensByItself(kind) ? concerned : concerned.filter((one) => !one.equals(actor));
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
    ...(told.length > 0 && { tell: told, untold: true }),
  };
}

/** The activity of settling or unsettling a payment. */
export function paymentActivity(
  kind: "payment-settled" | "payment-unsettled",
  settlement: Pick<SettlementDoc, "users" | "net" | "eventId" | "groupId" | "batchId">,
  actor: ObjectId,
  text = "",
): ActivityInput {
  const { users, net, eventId, groupId, batchId } = settlement;
  const people = payerFirst(net, users);
  const batch = batchId ? { batchId } : {};
  return { kind, actor, groupId, eventId, people, cents: Math.abs(net), text, ...batch };
}

/** When the person joined the group. Members do not see earlier activity. */
export function memberSince(group: Pick<GroupDoc, "memberSince" | "createdAt">, member: ObjectId): Date {
  return group.memberSince?.[member.toHexString()] ?? group.createdAt;
}

/** What a group lists: its events may have the same activity twice. */
const ONCE = { echo: { $exists: false } } as const;

/** The rest is implied by `visibleIn`, for which only some databases use an index because of its `$or`. */
const narrow = (groups: readonly GroupDoc[], after: Date): Filter<ActivityDoc> => ({
  groupId: { $in: groups.map(({ _id }) => _id) },
  at: { $gte: after },
  ...ONCE,
});

/**
 * The activity after a moment that the viewer could see when it happened and can still see. For a deleted group, only
 * its deletion.
 */
function visibleIn(all: readonly GroupDoc[], viewer: ObjectId, after: Date): Filter<ActivityDoc> {
  const groups = all.filter(({ deletedAt }) => deletedAt === null);
  const deletions = all
    .filter(({ deletedAt }) => deletedAt !== null)
    .map((group): Filter<ActivityDoc> => ({
      groupId: group._id,
      kind: "group-deleted",
      at: { $gte: memberSince(group, viewer), $gt: after },
    }));
  // One range for the groups that the viewer has been in for the whole period.
  const joinedLater = groups.filter((group) => memberSince(group, viewer) > after);
  const others = groups.filter((group) => !joinedLater.includes(group)).map(({ _id }) => _id);
  const ranges: Filter<ActivityDoc>[] = joinedLater.map((group) => ({
    groupId: group._id,
    at: { $gte: memberSince(group, viewer) },
    deletedAt: null,
  }));
  if (others.length > 0) ranges.push({ groupId: { $in: others }, at: { $gt: after }, deletedAt: null });
  return { $or: [...ranges, ...deletions], visibleTo: toEveryoneOr(viewer) };
}

const toEveryoneOr = (viewer: ObjectId) => ({ $in: [null, viewer] });

const EXPENSE_FIELDS = { cents: 1, payers: 1, splitWith: 1, split: 1, shares: 1, updatedAt: 1 } as const;

/** An activity with its current expense, even if deleted, unless it was changed since. */
export type ActivityRow = ActivityDoc & {
  expense?: readonly Pick<ExpenseDoc, "_id" | keyof typeof EXPENSE_FIELDS>[];
};

const lookupExpense = (localField: string, fields: Document) =>
  lookup({ from: "expenses", localField, foreignField: "_id", as: "expense" }, [{ $project: fields }]);

const CHANGED_SINCE = {
  $filter: { input: "$expense", as: "one", cond: { $gt: ["$$one.updatedAt", "$at"] } },
};

/** The stages that add the expense to its latest activity only: many people can share it, so copies would be large. */
const withExpense: Document[] = [
  lookupExpense("expenseId", { updatedAt: 1 }),
  { $addFields: { unchanged: { $cond: [{ $eq: [CHANGED_SINCE, []] }, "$expenseId", null] } } },
  lookupExpense("unchanged", EXPENSE_FIELDS),
  { $project: { unchanged: 0 } },
];

/** A page of activities, with the names of the people who act and are acted on. */
type ActivityPage = { page: Page<ActivityRow>; people: PersonDoc[] };

/** One command. @returns one row more than the page holds, if there is one */
async function findWithPeople(filter: Filter<ActivityDoc>, page: PageRequest) {
  const { activities } = await collections();
  return aggregate<ActivityRow & { names: PersonDoc[] }>(activities, [
    ...pageStages<ActivityDoc>(filter, "at", page),
    { $addFields: { named: { $setUnion: [["$actor"], "$people"] } } },
    lookupPeople("named", "names"),
    ...withExpense,
    { $project: { named: 0 } },
  ]);
}

function toActivityPage(
  rows: readonly (ActivityRow & { names: PersonDoc[] })[],
  page: PageRequest,
): ActivityPage {
  return {
    page: toPage<ActivityRow>(rows, page, ({ at }) => at),
    people: rows.flatMap(({ names }) => names),
  };
}

/**
 * The activity of groups after a moment, latest first, limited to what the viewer, a member, could see at that time. One
 * command.
 * @param groups at least one
 */
export async function listRecentActivities(
  viewer: ObjectId,
  groups: readonly GroupDoc[],
  after: Date,
  page: PageRequest,
): Promise<ActivityPage> {
  const filter: Filter<ActivityDoc> = { $and: [narrow(groups, after), visibleIn(groups, viewer, after)] };
  return toActivityPage(await findWithPeople(filter, page), page);
}

/** Everyone whom an activity names. */
export function idsOfActivity(row: Pick<ActivityDoc, "actor" | "people" | "changes">): ObjectId[] {
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
    case "presets":
      return change[side].flatMap(({ people }) => people);
    default:
      return [];
  }
}

/** The item to which activity belongs. */
export type ActivityOf<Id> = { groupId: Id } | { eventId: Id } | { expenseId: Id };

/**
 * The activity of a group, an event, or an expense, latest first. One command on an index. It may run before the group
 * is known, so the page is made by the returned function, from when the viewer joined.
 */
export async function listActivitiesOf(
  viewer: ObjectId,
  of: ActivityOf<ObjectId>,
  page: PageRequest,
): Promise<(joined: Date) => ActivityPage> {
  const filter: Filter<ActivityDoc> = {
    ...of,
    ...("groupId" in of && ONCE),
    deletedAt: null,
    visibleTo: toEveryoneOr(viewer),
  };
  const rows = await findWithPeople(filter, page);
  return (joined) =>
    toActivityPage(
      rows.filter(({ at }) => at >= joined),
      page,
    );
}

/** A person's actions in a group, and others' actions that concern them, latest first. */
export async function listActivitiesAbout(
  person: ObjectId,
  groupId: ObjectId,
  page: PageRequest,
): Promise<Page<ActivityDoc>> {
  const { activities } = await collections();
  const about: Filter<ActivityDoc> = {
    groupId,
    ...ONCE,
    deletedAt: null,
    $or: [{ actor: person }, { people: person }],
  };
  return findPage(activities, about, "at", page);
}

/** How many of the latest activities are searched for the user's own. */
const LATEST = 200;

/**
 * The open event of these groups in which the user last added an expense or settled; null if there is none. One
 * command.
 */
export async function getLastUsedEvent(
  user: ObjectId,
  groupIds: readonly ObjectId[],
): Promise<EventDoc | null> {
  const { activities } = await collections();
  const [found] = await aggregate<{ event: EventDoc }>(activities, [
    { $match: { groupId: { $in: [...groupIds] }, deletedAt: null } },
    { $sort: { at: -1, _id: -1 } },
    { $limit: LATEST },
    { $match: { actor: user, kind: { $in: ["expense-added", "expense-edited", "payment-settled"] } } },
    lookupEvent,
    { $unwind: "$event" },
    { $match: { "event.deletedAt": null, "event.closedAt": { $exists: false } } },
    { $limit: 1 },
    { $project: { event: 1 } },
  ]);
  return found?.event ?? null;
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
