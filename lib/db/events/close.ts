import "server-only";
import type { ObjectId } from "mongodb";
import { recordActivity } from "../activity";
import { collections, type EventDoc, withTransaction } from "../collections";
import { eventActivity, lockSharedEvent } from ".";
import { listConcerned } from "./unsettled";

/**
 * Closes an event, by a member of its group: its figures cannot change until it is reopened
 * (docs/rules.md#closed-events). Does nothing if it is closed.
 * @throws AppError "not-found"; "forbidden" if the group is of a pair
 */
export async function closeEvent(actor: ObjectId, eventId: ObjectId): Promise<EventDoc> {
  const { events } = await collections();
  return withTransaction(async (session) => {
    const { event } = await lockSharedEvent(actor, eventId, session, { evenIfClosed: true });
    if (event.closedAt) return event;
    const closed = { closedAt: new Date(), closedBy: actor };
    await events.updateOne({ _id: eventId }, { $set: closed }, { session });
    const tell = await listConcerned(event, session);
    await recordActivity(session, eventActivity("event-closed", actor, event, { tell }));
    return { ...event, ...closed };
  });
}

/**
 * Reopens an event, by a member of its group. Does nothing if it is open.
 * @throws AppError "not-found"; "forbidden" if the group is of a pair
 */
export async function reopenEvent(actor: ObjectId, eventId: ObjectId): Promise<EventDoc> {
  const { events } = await collections();
  return withTransaction(async (session) => {
    const { event } = await lockSharedEvent(actor, eventId, session, { evenIfClosed: true });
    if (!event.closedAt) return event;
    const { closedAt: _, closedBy: __, ...open } = event;
    await events.updateOne({ _id: eventId }, { $unset: { closedAt: 1, closedBy: 1 } }, { session });
    await recordActivity(session, eventActivity("event-reopened", actor, event));
    return open;
  });
}
