import "server-only";
import type { ClientSession, Filter, ObjectId } from "mongodb";
import { changesOf, type ChangedValues, type EventField } from "@/lib/core/changes";
import { contributionDeltas } from "@/lib/core/events";
import type { LedgerEntry } from "@/lib/core/money/ledger";
import type { Page, PageRequest } from "@/lib/core/page";
import { sumCents } from "@/lib/core/money/money";
import { AppError, orNotFound, notFound } from "@/lib/errors";
import { recordActivity, type ActivityInput } from "../activity";
import { staleError } from "../activity/stale";
import { collections, NO_PAIR, type EventDoc, type FriendshipDoc, type GroupDoc } from "../collections";
import { assertMembers, lockGroup, lockSharedGroup, withGroup } from "../groups";
import { assertShared } from "../friends/pair-group";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "../idempotency";
import { aggregate, findAll, findPage, lookup } from "../page";
import type { PersonDoc } from "../people";

export type EventInGroup = { event: EventDoc; group: GroupDoc; people: PersonDoc[] };

/** The event with its group and all its people; null unless it exists and `member` is in the group. One command. */
export async function getEventOf(
  member: ObjectId,
  eventId: ObjectId,
): Promise<(EventInGroup & { friends: boolean }) | null> {
  const { events } = await collections();
  const [found] = await aggregate<
    EventDoc & { group: GroupDoc; people: PersonDoc[]; records: FriendshipDoc[] }
  >(events, [
    { $match: { _id: eventId, deletedAt: null } },
    ...withGroup(member),
    { $lookup: { from: "friendships", localField: "group.pair", foreignField: "pair", as: "records" } },
  ]);
  if (!found) return null;
  const { group, people, records, ...event } = found;
  const friends = group.pair === undefined || records.some(({ status }) => status === "accepted");
  return { event, group, people, friends };
}

/** A page of a group's events, newest date first. */
export async function listEvents(groupId: ObjectId, page: PageRequest): Promise<Page<EventDoc>> {
  const { events } = await collections();
  return findPage(events, { groupId, deletedAt: null }, "date", page);
}

/** Id and title of events, newest first. One command. */
export async function listEventTitles(
  ids: readonly ObjectId[],
): Promise<Pick<EventDoc, "_id" | "title" | "closedAt">[]> {
  if (ids.length === 0) return [];
  const { events } = await collections();
  const options = { projection: { title: 1, closedAt: 1 }, sort: { date: -1, _id: -1 } } as const;
  return findAll(events, { _id: { $in: [...ids] }, deletedAt: null }, options);
}

/** The stage that loads the newest events of a group, as the list `as`. @param filter of the events; default: all */
const newestEvents = (count: number, as: string, filter: Filter<EventDoc> = {}) =>
  lookup({ from: "events", localField: "_id", foreignField: "groupId", as }, [
    { $match: { ...filter, deletedAt: null } },
    { $sort: { date: -1, _id: -1 } },
    { $limit: count },
  ]);

/** A group with the titles and dates that lists show, and its newest event that is not closed. */
type GroupWithEvent = Pick<GroupDoc, "_id" | "title" | "icon" | "pair"> & {
  event?: Pick<EventDoc, "_id" | "title" | "date">;
};

/**
 * The groups of a member, including one-to-one groups, each with its newest open event; newest events first. One
 * command.
 */
export async function listGroupsWithEvent(member: ObjectId): Promise<GroupWithEvent[]> {
  const { groups } = await collections();
  const rows = await aggregate<GroupWithEvent & { events: EventDoc[] }>(groups, [
    { $match: { members: member, deletedAt: null } },
    newestEvents(1, "events", { closedAt: { $exists: false } }),
    { $sort: { "events.date": -1, _id: -1 } },
    {
      $project: {
        title: 1,
        icon: 1,
        pair: 1,
        "events._id": 1,
        "events.title": 1,
        "events.date": 1,
      },
    },
  ]);
  return rows.map(({ events: [event], ...group }) => ({ ...group, ...(event && { event }) }));
}

type RecentEventRow = Pick<EventDoc, "_id" | "title" | "date"> & {
  group: Pick<GroupDoc, "_id" | "title" | "icon">;
};

/** The events of the user's groups with the newest dates, without one-to-one events. One command. */
export async function listRecentEvents(member: ObjectId, limit: number): Promise<RecentEventRow[]> {
  const { groups } = await collections();
  return aggregate<RecentEventRow>(groups, [
    { $match: { members: member, deletedAt: null, ...NO_PAIR } },
    // First the groups that can contain one of them, because a user may be in hundreds of groups.
    newestEvents(1, "latest"),
    { $sort: { "latest.date": -1, "latest._id": -1 } },
    { $limit: limit },
    newestEvents(limit, "event"),
    { $unwind: "$event" },
    { $sort: { "event.date": -1, "event._id": -1 } },
    { $limit: limit },
    {
      $project: {
        _id: "$event._id",
        title: "$event.title",
        date: "$event.date",
        group: { _id: "$_id", title: "$title", icon: "$icon" },
      },
    },
  ]);
}

/** The fields of an event without expenses. */
export const newEvent = () => ({
  rev: 0,
  totalCents: 0,
  expenseCount: 0,
  tally: {},
  deletedAt: null,
});

type EventInput = Readonly<Pick<EventDoc, EventField>>;

/**
 * Adds an event to a group, by a member.
 * @throws AppError "not-found"; "invalid" if a participant is not a member; "forbidden" if the group is of a pair
 */
export async function createEvent(
  {
    creator,
    at = new Date(),
    ...given
  }: { _id: ObjectId; groupId: ObjectId; creator: ObjectId; at?: Date } & EventInput,
  key?: IdempotencyKey,
): Promise<EventDoc> {
  const { events } = await collections();
  return withIdempotency(key, ofItsGroup, async (session) => {
    const group = await lockSharedGroup(creator, given.groupId, session);
    assertMembers(group, given.participants, "participants");
    const event: EventDoc = { ...given, createdBy: creator, createdAt: at, ...newEvent() };
    await events.insertOne(event, { session });
    await recordActivity(session, eventActivity("event-created", creator, event, { at }));
    return event;
  });
}

/**
 * Updates an event, by a member of its group. Former members may stay participants but cannot be added.
 * @param rev the revision with which the form was loaded; undefined overwrites
 * @throws AppError "not-found"; "closed"; "stale"; "invalid" if a new participant is not a member; "forbidden" if the
 * group is of a pair
 */
export async function updateEvent(
  actor: ObjectId,
  eventId: ObjectId,
  change: EventInput,
  rev: number | undefined,
  key?: IdempotencyKey,
): Promise<EventDoc> {
  const { events } = await collections();
  return withIdempotency(key, ofItsGroup, async (session) => {
    const { event, group } = await lockSharedEvent(actor, eventId, session);
    if (rev !== undefined && event.rev !== rev) throw await staleError(actor, { eventId }, "event-edited");
    assertMembers(group, change.participants, "participants", event.participants);
    const set = { ...change, rev: event.rev + 1 };
    await events.updateOne({ _id: eventId }, { $set: set }, { session });
    const changes = changesOf(valuesOf(event), valuesOf({ ...event, ...set }));
    await recordActivity(session, eventActivity("event-edited", actor, { ...event, ...set }, { changes }));
    return { ...event, ...set };
  });
}

/** The activity of creating, changing, deleting, or restoring an event. */
export const eventActivity = (
  kind: ActivityInput["kind"],
  actor: ObjectId,
  { _id: eventId, groupId, title }: EventDoc,
  more?: Partial<ActivityInput>,
): ActivityInput => ({ kind, actor, groupId, eventId, title, ...more });

const valuesOf = ({ title, date, participants }: EventDoc): Pick<ChangedValues, EventField> => ({
  title,
  date,
  participants: participants.map((one) => one.toHexString()),
});

/** An event and its group, which never changes. */
export type EventPlace = { eventId: ObjectId; groupId: ObjectId };

/** Not in a session, because a transaction has to begin with its lock. @throws AppError "not-found" */
export async function placeOf(eventId: ObjectId): Promise<EventPlace> {
  const { events } = await collections();
  const { groupId } = orNotFound(await events.findOne({ _id: eventId }, { projection: { groupId: 1 } }));
  return { eventId, groupId };
}

/**
 * Locks the event's group for this transaction (see `lockGroup`), and adds to the event's numbers. It must be the
 * transaction's first command.
 * @param add added to the event's numbers
 * @param evenIfClosed for the writes that a closed event allows (docs/rules.md#closed-events)
 * @returns the current event, in a group of which the actor is a member
 * @throws AppError "not-found"; "closed"
 */
export async function lockEvent(
  actor: ObjectId,
  { eventId, groupId }: EventPlace,
  session: ClientSession,
  { add, evenIfClosed = false }: { add?: Increments; evenIfClosed?: boolean } = {},
): Promise<{ event: EventDoc; group: GroupDoc }> {
  const { events } = await collections();
  const group = await lockGroup(actor, groupId, session);
  const filter = { _id: eventId, deletedAt: null };
  const event = add
    ? await events.findOneAndUpdate(filter, { $inc: add }, { session, returnDocument: "after" })
    : await events.findOne(filter, { session });
  if (!event) throw notFound();
  if (event.closedAt && !evenIfClosed) throw new AppError("closed");
  return { event, group };
}

/** Like {@link lockEvent}, but not of a pair (docs/rules.md#one-to-one). @throws AppError also "forbidden" */
export async function lockSharedEvent(
  actor: ObjectId,
  eventId: ObjectId,
  session: ClientSession,
  options?: { evenIfClosed: boolean },
): Promise<{ event: EventDoc; group: GroupDoc }> {
  const locked = await lockEvent(actor, await placeOf(eventId), session, options);
  assertShared(locked.group);
  return locked;
}

/**
 * Refuses a write that changes the payments of several events, in a transaction that has locked their group.
 * @throws AppError "closed", with the title of a closed event
 */
export async function assertNoneClosed(ids: readonly ObjectId[], session: ClientSession): Promise<void> {
  const { events } = await collections();
  const closed = await events.findOne(
    { _id: { $in: [...ids] }, closedAt: { $exists: true } },
    { session, projection: { title: 1 } },
  );
  if (closed) throw new AppError("closed", `“${closed.title}” is closed. Reopen it to make changes.`);
}

/** Numbers to add to fields of an event, by path. */
export type Increments = Record<string, number>;

/**
 * The increments of an event's total, count, and tally for a change of an expense.
 * @param before the old expense; null if it is new
 * @param after the new expense; null if it is deleted
 */
export function totalsDelta(before: LedgerEntry | null, after: LedgerEntry | null): Increments {
  const amountOf = (entry: LedgerEntry | null) => sumCents((entry?.payers ?? []).map(({ cents }) => cents));
  const increments: Increments = {
    totalCents: amountOf(after) - amountOf(before),
    expenseCount: (after ? 1 : 0) - (before ? 1 : 0),
  };
  for (const { user, paid, share } of contributionDeltas(before, after)) {
    increments[`tally.${user}.paid`] = paid;
    increments[`tally.${user}.share`] = share;
  }
  return increments;
}
