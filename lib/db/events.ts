import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { changesOf } from "@/lib/core/changes";
import { contributionDeltas } from "@/lib/core/contributions";
import type { LedgerEntry } from "@/lib/core/ledger";
import type { Page } from "@/lib/core/page";
import { mayDeleteEvent } from "@/lib/core/rights";
import { sumCents } from "@/lib/core/totals";
import { AppError, notFound } from "@/lib/errors";
import { recordActivity, versionBefore, type ActivityInput } from "./activities";
import { changeBalances, negated, sumUnsettled } from "./balances";
import { withTransaction } from "./client";
import { collections, type EventDoc, type GroupDoc } from "./collections";
import { assertMembers, lockGroup, withGroup } from "./groups";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "./idempotency";
import { findPage, type PageRequest } from "./page";
import type { PersonDoc } from "./users";

export type EventInGroup = { event: EventDoc; group: GroupDoc; people: PersonDoc[] };

/** The event with its group and all its people; null unless it exists and `member` is in the group. One command. */
export async function getEventOf(member: ObjectId, eventId: ObjectId): Promise<EventInGroup | null> {
  const { events } = await collections();
  const [found] = await events
    .aggregate<EventDoc & { group: GroupDoc; people: PersonDoc[] }>([
      { $match: { _id: eventId, deletedAt: null } },
      ...withGroup(member),
    ])
    .toArray();
  if (!found) return null;
  const { group, people, ...event } = found;
  return { event, group, people };
}

/** A page of a group's events, newest date first. */
export async function listEvents(groupId: ObjectId, page: PageRequest): Promise<Page<EventDoc>> {
  const { events } = await collections();
  return findPage(events, { groupId, deletedAt: null }, "date", page);
}

type RecentEventRow = Pick<EventDoc, "_id" | "title" | "date"> & {
  group: Pick<GroupDoc, "_id" | "title" | "icon">;
};

/** The events of the user's groups with the newest dates. One command. */
export async function listRecentEvents(member: ObjectId, limit: number): Promise<RecentEventRow[]> {
  const { groups } = await collections();
  const newest = (count: number, as: string) => ({
    $lookup: {
      from: "events",
      localField: "_id",
      foreignField: "groupId",
      pipeline: [{ $match: { deletedAt: null } }, { $sort: { date: -1, _id: -1 } }, { $limit: count }],
      as,
    },
  });
  return groups
    .aggregate<RecentEventRow>([
      { $match: { members: member, deletedAt: null } },
      // First the groups that can have one of them, because a user may be in hundreds of groups.
      newest(1, "latest"),
      { $sort: { "latest.date": -1, "latest._id": -1 } },
      { $limit: limit },
      newest(limit, "event"),
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
    ])
    .toArray();
}

/** The fields of an event without expenses. */
export const newEvent = () => ({
  rev: 0,
  totalCents: 0,
  expenseCount: 0,
  tally: {},
  deletedAt: null,
});

/** Adds an event to a group, by a member. @throws AppError "not-found"; "invalid" if a participant is not a member */
export async function createEvent(
  input: {
    _id: ObjectId;
    groupId: ObjectId;
    title: string;
    date: Date;
    participants: readonly ObjectId[];
    creator: ObjectId;
    at?: Date;
  },
  key?: IdempotencyKey,
): Promise<EventDoc> {
  const { events } = await collections();
  return withIdempotency(key, ofItsGroup, async (session) => {
    const group = await lockGroup(input.creator, input.groupId, session);
    assertMembers(group, input.participants, "participants");
    const event: EventDoc = {
      _id: input._id,
      groupId: input.groupId,
      title: input.title,
      date: input.date,
      participants: [...input.participants],
      createdBy: input.creator,
      createdAt: input.at ?? new Date(),
      ...newEvent(),
    };
    await events.insertOne(event, { session });
    await recordActivity(session, {
      ...eventActivity("event-created", input.creator, event),
      at: event.createdAt,
    });
    return event;
  });
}

/**
 * Updates an event, by a member of its group. Former members may stay participants but cannot be added.
 * @param rev the revision with which the form was loaded; undefined overwrites
 * @throws AppError "not-found"; "stale"; "invalid" if a new participant is not a member
 */
export async function updateEvent(
  actor: ObjectId,
  eventId: ObjectId,
  change: { title: string; date: Date; participants: readonly ObjectId[] },
  rev: number | undefined,
  key?: IdempotencyKey,
): Promise<EventDoc> {
  const { events } = await collections();
  return withIdempotency(key, ofItsGroup, async (session) => {
    const { event, group } = await lockEvent(actor, await placeOf(eventId), session);
    if (rev !== undefined && event.rev !== rev) throw new AppError("stale");
    assertMembers(group, change.participants, "participants", event.participants);
    const set = { ...change, participants: [...change.participants], rev: event.rev + 1 };
    await events.updateOne({ _id: eventId }, { $set: set }, { session });
    const changes = changesOf(valuesOf(event), valuesOf({ ...event, ...set }));
    await recordActivity(session, {
      ...eventActivity("event-edited", actor, { ...event, ...set }),
      changes,
      ...versionBefore(group, event),
    });
    return { ...event, ...set };
  });
}

/**
 * Deletes an event with its expenses and settlements, by its creator or the group's. It can be restored.
 * @throws AppError "not-found", "forbidden"
 */
export async function deleteEvent(actor: ObjectId, eventId: ObjectId): Promise<void> {
  const { events, expenses, settlements } = await collections();
  await withTransaction(async (session) => {
    const { event, group } = await lockEvent(actor, await placeOf(eventId), session);
    if (!mayDeleteEvent(actor, event, group)) {
      throw new AppError("forbidden", "Only the creator of the event or of the group can delete it.");
    }
    const deletedAt = new Date();
    await events.updateOne({ _id: eventId }, { $set: { deletedAt, deletedBy: actor } }, { session });
    const children = { eventId, deletedAt: null };
    const deleted = { $set: { deletedAt, deletedWith: eventId } };
    await expenses.updateMany(children, deleted, { session });
    const unsettled = await sumUnsettled(settlements, children, session);
    await settlements.updateMany(children, deleted, { session });
    await changeBalances(negated(unsettled), session);
    await recordActivity(session, {
      ...eventActivity("event-deleted", actor, event),
      ...versionBefore(group, event),
    });
  });
}

/** The activity of creating, changing, deleting, or restoring an event. */
export function eventActivity(kind: ActivityInput["kind"], actor: ObjectId, event: EventDoc): ActivityInput {
  return { kind, actor, groupId: event.groupId, eventId: event._id, title: event.title };
}

const valuesOf = ({ title, date, participants }: EventDoc) => ({
  title,
  date,
  participants: participants.map((one) => one.toHexString()),
});

/** An event and its group, which never changes. */
export type EventPlace = { eventId: ObjectId; groupId: ObjectId };

/** Not in a session, because a transaction has to begin with its lock. @throws AppError "not-found" */
export async function placeOf(eventId: ObjectId): Promise<EventPlace> {
  const { events } = await collections();
  const found = await events.findOne({ _id: eventId }, { projection: { groupId: 1 } });
  if (!found) throw notFound();
  return { eventId, groupId: found.groupId };
}

/**
 * Locks the event's group for this transaction (see `lockGroup`), and adds to the event's numbers. It must be the
 * transaction's first command.
 * @param increments added to the event's numbers
 * @returns the current event, in a group of which the actor is a member
 * @throws AppError "not-found"
 */
export async function lockEvent(
  actor: ObjectId,
  { eventId, groupId }: EventPlace,
  session: ClientSession,
  increments?: Increments,
): Promise<{ event: EventDoc; group: GroupDoc }> {
  const { events } = await collections();
  const group = await lockGroup(actor, groupId, session);
  const filter = { _id: eventId, deletedAt: null };
  const event = increments
    ? await events.findOneAndUpdate(filter, { $inc: increments }, { session, returnDocument: "after" })
    : await events.findOne(filter, { session });
  if (!event) throw notFound();
  return { event, group };
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
