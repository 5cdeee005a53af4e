import "server-only";
import type { ObjectId } from "mongodb";
import { AppError, orNotFound, notFound } from "@/lib/errors";
import { newActivityDoc } from ".";
import {
  ChangedMeanwhile,
  collections,
  type ActivityDoc,
  type GroupDoc,
  withTransaction,
} from "../collections";
import { lockEvent } from "../events";
import { lockGroup } from "../groups";
import { uniqueIds } from "../ids";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "../idempotency";

// A comment is stored in its expense's history, as an activity with a text.

type Added = { comment: ActivityDoc; group: GroupDoc };
const ofItsComment = ({ comment }: Added) => ofItsGroup(comment);

/** Adds a comment by a member of the group to an expense. @throws AppError "not-found" */
export async function addComment(
  actor: ObjectId,
  expenseId: ObjectId,
  text: string,
  key?: IdempotencyKey,
): Promise<Added> {
  const { activities, expenses } = await collections();
  return withIdempotency(key, ofItsComment, async (session) => {
    const known = orNotFound(
      await expenses.findOne({ _id: expenseId }, { projection: { eventId: 1, groupId: 1 } }),
    );
    const { event, group } = await lockEvent(actor, known, session, { evenIfClosed: true });
    const found = orNotFound(await expenses.findOne({ _id: expenseId, deletedAt: null }, { session }));
    if (!found.eventId.equals(event._id)) throw new ChangedMeanwhile();
    const comment = newActivityDoc({
      kind: "comment",
      actor,
      groupId: event.groupId,
      eventId: event._id,
      expenseId: found._id,
      title: found.description,
      text,
      // Also those in its split whose share is $0.00.
      tell: uniqueIds([found.createdBy, ...found.splitWith, ...found.payers.map(({ user }) => user)]),
    });
    await activities.insertOne(comment, { session });
    return { comment, group };
  });
}

/** Deletes a comment of the actor, even on a deleted expense. @throws AppError "not-found", "forbidden" */
export async function deleteComment(actor: ObjectId, id: ObjectId): Promise<void> {
  const { activities } = await collections();
  const known = orNotFound(await activities.findOne({ _id: id, kind: "comment", deletedAt: null }));
  await withTransaction(async (session) => {
    await lockGroup(actor, known.groupId, session);
    if (!known.actor.equals(actor)) throw new AppError("forbidden", "Only the author can delete a comment.");
    const { deletedCount } = await activities.deleteOne({ _id: id, groupId: known.groupId }, { session });
    if (deletedCount === 0) throw notFound();
  });
}
