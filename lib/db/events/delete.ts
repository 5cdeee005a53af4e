import "server-only";
import type { ObjectId } from "mongodb";
import { mayDeleteEvent } from "@/lib/core/rights";
import { AppError } from "@/lib/errors";
import { recordActivity } from "../activity";
import { changeBalances, negated, sumUnsettled } from "../settlements/balances";
import { collections, withTransaction } from "../collections";
import { changeContents, IN_EVENT } from "../contents";
import { eventActivity, lockSharedEvent } from ".";
import { undoGroupPlansOf } from "../plans";

/**
 * Deletes an event with its expenses, settlements, and plans, by its creator or the group's. It can be restored. Plans
 * of the group that include it are undone for good (docs/rules.md#plans).
 * @throws AppError "not-found", "closed", "forbidden"; if a plan of the group cannot be undone, the errors of
 * `undoPlan`
 */
export async function deleteEvent(actor: ObjectId, eventId: ObjectId): Promise<void> {
  const { events, settlements } = await collections();
  await withTransaction(async (session) => {
    const { event, group } = await lockSharedEvent(actor, eventId, session);
    if (!mayDeleteEvent(actor, event, group)) {
      throw new AppError("forbidden", "Only the creator of the event or of the group can delete it.");
    }
    await undoGroupPlansOf(event, group, actor, session);
    const deletedAt = new Date();
    await events.updateOne({ _id: eventId }, { $set: { deletedAt, deletedBy: actor } }, { session });
    const children = { eventId, deletedAt: null };
    const deleted = { $set: { deletedAt, deletedWith: eventId } };
    const unsettled = await sumUnsettled(settlements, children, session);
    await changeContents(IN_EVENT, { groupId: group._id, ...children }, deleted, session);
    await changeBalances(negated(unsettled), session);
    await recordActivity(session, eventActivity("event-deleted", actor, event));
  });
}
