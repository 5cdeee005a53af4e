import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { contributionDeltas } from "@/lib/core/contributions";
import type { ExpenseShares } from "@/lib/core/ledger";
import { notFound } from "@/lib/errors";
import { withTransaction } from "./client";
import { collections, type EventDoc, type GroupDoc } from "./collections";
import { assertMembers, touchGroup, withGroup } from "./groups";
import { createOnce, type OnceKey } from "./idempotency";
import { afterCursor, IN_ONE_BATCH, MAX_ROWS, toPage, type PageOf, type PageRequest } from "./page";
import type { PersonDoc } from "./users";

export type EventInGroup = { event: EventDoc; group: GroupDoc; people: PersonDoc[] };

/** The event with its group and all its people, if `member` is in the group; else null. One command. */
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

/** A group's events, newest date first. */
export async function listEvents(groupId: ObjectId, page: PageRequest = {}): Promise<PageOf<EventDoc>> {
  const { events } = await collections();
  const limit = page.limit ?? MAX_ROWS;
  const rows = await events
    .find({ groupId, deletedAt: null, ...afterCursor<EventDoc>("date", page.cursor) })
    .sort({ date: -1, _id: -1 })
    .limit(limit + 1)
    .batchSize(IN_ONE_BATCH)
    .toArray();
  return toPage(rows, limit, (event) => event.date);
}

/**
 * Adds an event to a group.
 * @returns the event's id (of the first request, for a repeated key)
 * @throws AppError "not-found" where the group is gone, "invalid" where a participant is not a member
 */
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
  key?: OnceKey,
): Promise<ObjectId> {
  const { events } = await collections();
  return createOnce(key, input._id, async (session) => {
    const group = await touchGroup(input.groupId, session);
    if (!group) throw notFound();
    assertMembers(group, input.participants, "participants");
    await events.insertOne(
      {
        _id: input._id,
        groupId: input.groupId,
        title: input.title,
        date: input.date,
        participants: [...input.participants],
        createdBy: input.creator,
        createdAt: input.at ?? new Date(),
        rev: 0,
        touched: 0,
        totalCents: 0,
        expenseCount: 0,
        tally: {},
        deletedAt: null,
      },
      { session },
    );
  });
}

/**
 * Changes an event. People who have left the group may stay participants, but are not added anew.
 * @returns the changed event, "stale" where `rev` is no longer current, null where it is gone
 * @throws AppError "invalid" where a new participant is not a member
 */
export async function updateEvent(
  eventId: ObjectId,
  groupId: ObjectId,
  change: { title: string; date: Date; participants: readonly ObjectId[] },
  rev: number | undefined,
): Promise<EventDoc | "stale" | null> {
  const { events } = await collections();
  return withTransaction(async (session) => {
    const group = await touchGroup(groupId, session);
    const before = await events.findOne({ _id: eventId, groupId, deletedAt: null }, { session });
    const stale = before && rev !== undefined && before.rev !== rev;
    if (!group || !before || stale) {
      await session.abortTransaction();
      return stale ? "stale" : null;
    }
    assertMembers(group, change.participants, "participants", before.participants);
    return events.findOneAndUpdate(
      { _id: eventId },
      { $set: { ...change, participants: [...change.participants] }, $inc: { rev: 1 } },
      { session, returnDocument: "after" },
    );
  });
}

/** Deletes an event with its expenses and settlements; false where it is gone already. */
export async function deleteEvent(eventId: ObjectId, groupId: ObjectId): Promise<boolean> {
  const { events, expenses, settlements } = await collections();
  return withTransaction(async (session) => {
    const deleted = { $set: { deletedAt: new Date() } };
    const { matchedCount } = await events.updateOne({ _id: eventId, groupId, deletedAt: null }, deleted, {
      session,
    });
    if (matchedCount === 0) return false;
    await expenses.updateMany({ eventId, deletedAt: null }, deleted, { session });
    await settlements.updateMany({ eventId, deletedAt: null }, deleted, { session });
    return true;
  });
}

/**
 * Holds the event for this transaction: writers of one event's ledger run one after the other.
 * @returns the event as it is now, or null where it is gone
 */
export async function touchEvent(eventId: ObjectId, session: ClientSession): Promise<EventDoc | null> {
  const { events } = await collections();
  return events.findOneAndUpdate(
    { _id: eventId, deletedAt: null },
    { $inc: { touched: 1 } },
    { session, returnDocument: "after" },
  );
}

/**
 * Keeps an event's total, count and tally in step with its expenses, in the transaction that changes them.
 * @param before the expense as it was, null when it is new
 * @param after the expense as it is, null when it is deleted
 */
export async function updateTotals(
  eventId: ObjectId,
  before: (ExpenseShares & { cents: number }) | null,
  after: (ExpenseShares & { cents: number }) | null,
  session: ClientSession,
): Promise<void> {
  const { events } = await collections();
  const increments: Record<string, number> = {
    totalCents: (after?.cents ?? 0) - (before?.cents ?? 0),
    expenseCount: (after ? 1 : 0) - (before ? 1 : 0),
  };
  for (const { user, paid, share } of contributionDeltas(before, after)) {
    increments[`tally.${user}.paid`] = paid;
    increments[`tally.${user}.share`] = share;
  }
  await events.updateOne({ _id: eventId }, { $inc: increments }, { session });
}
