import "server-only";
import type { ObjectId } from "mongodb";
import { ledgerEntryOf } from "./expense-money";
import { daysAgo } from "@/lib/core/dates";
import { netDeltas } from "@/lib/core/ledger";
import { MAX_ROWS, type Page } from "@/lib/core/page";
import { RESTORABLE_DAYS } from "@/lib/core/retention";
import { mayChangeExpense, mayDeleteEvent } from "@/lib/core/rights";
import { AppError, notFound } from "@/lib/errors";
import { memberSince, recordActivity, versionBefore } from "./activities";
import { changeBalances, sumUnsettled } from "./balances";
import { withTransaction } from "./client";
import { collections, type EventDoc, type ExpenseDoc, type GroupDoc } from "./collections";
import { eventActivity, lockEvent, totalsDelta } from "./events";
import { groupActivity, lockGroup } from "./groups";
import { findPage, pageStages, SINGLE_BATCH, toPage, type PageRequest } from "./page";
import { applyDeltas, assertNoFormerMembers, formerMembers } from "./settlements";

// Deleted items can be restored for RESTORABLE_DAYS days, until the database purges them.

/** A deleted event, or a deleted expense with its event, which may be deleted, too. */
export type Deleted =
  | (EventDoc & { kind: "event" })
  | (ExpenseDoc & { kind: "expense"; event: Pick<EventDoc, "title" | "deletedAt"> });

/**
 * A page of the expenses and events of a group that were deleted individually in the last RESTORABLE_DAYS days, while the
 * viewer was a member, latest first. One command.
 */
export async function listDeleted(
  viewer: ObjectId,
  group: GroupDoc,
  page: PageRequest,
): Promise<Page<Deleted>> {
  const { expenses, events } = await collections();
  const kept = keptSince();
  const since = memberSince(group, viewer);
  const filter = {
    groupId: group._id,
    deletedAt: { $gte: since > kept ? since : kept },
    deletedBy: { $ne: null },
  };
  const rows = await expenses
    .aggregate<Deleted>(
      [
        ...pageStages<ExpenseDoc>(filter, "deletedAt", page),
        { $addFields: { kind: "expense" } },
        {
          $lookup: {
            from: events.collectionName,
            localField: "eventId",
            foreignField: "_id",
            pipeline: [{ $project: { title: 1, deletedAt: 1 } }],
            as: "event",
          },
        },
        { $unwind: "$event" },
        {
          $unionWith: {
            coll: events.collectionName,
            pipeline: [...pageStages<EventDoc>(filter, "deletedAt", page), { $addFields: { kind: "event" } }],
          },
        },
      ],
      { batchSize: SINGLE_BATCH },
    )
    .toArray();
  return toPage(rows, page.limit ?? MAX_ROWS, ({ deletedAt }) => deletedAt!);
}

/** The groups that the user deleted in the last RESTORABLE_DAYS days, latest first: at most {@link MAX_ROWS}. */
export async function listDeletedGroups(creator: ObjectId): Promise<GroupDoc[]> {
  const { groups } = await collections();
  const mine = { members: creator, createdBy: creator, deletedBy: creator };
  return (await findPage(groups, { ...mine, deletedAt: { $gte: keptSince() } }, "deletedAt", {})).rows;
}

/** Items deleted before this moment are purged, though not all at once. */
const keptSince = () => daysAgo(RESTORABLE_DAYS);

/** An item that was deleted individually and can still be restored. */
const restorable = (_id: ObjectId) => ({
  _id,
  deletedBy: { $ne: null },
  deletedAt: { $gte: keptSince() },
});

const UNDELETED = { $set: { deletedAt: null, deletedBy: null, deletedWith: null } };

/**
 * Restores an expense and its debts, by a payer or its recorder: it brings payments back, and removes none.
 * @throws AppError "not-found", also if its event is deleted; "forbidden"; "former-member"
 */
export async function restoreExpense(actor: ObjectId, expenseId: ObjectId): Promise<ExpenseDoc> {
  const { expenses } = await collections();
  const deleted = await expenses.findOne(restorable(expenseId));
  if (!deleted) throw notFound();
  const entry = ledgerEntryOf(deleted);
  return withTransaction(async (session) => {
    const { event, group } = await lockEvent(actor, deleted, session, totalsDelta(null, entry));
    if (!mayChangeExpense(actor, deleted)) {
      throw new AppError("forbidden", "Only the people who paid or recorded this expense can restore it.");
    }
    const deltas = netDeltas(null, entry);
    await assertNoFormerMembers(group, deltas);
    // Only if the revision is unchanged: the debts were computed from the expense as read.
    const restored = await expenses.findOneAndUpdate(
      { ...restorable(expenseId), rev: deleted.rev },
      { ...UNDELETED, $inc: { rev: 1 } },
      { session, returnDocument: "after" },
    );
    if (!restored) throw notFound();
    await applyDeltas(event, deltas, session);
    await recordActivity(session, {
      kind: "expense-restored",
      actor,
      groupId: group._id,
      eventId: event._id,
      expenseId,
      title: restored.description,
      cents: restored.cents,
      ...versionBefore(group, deleted),
    });
    return restored;
  });
}

/**
 * Restores an event and everything deleted with it. The actor must be allowed to delete it.
 * @throws AppError "not-found"; "forbidden"; "former-member" if a former member owes or is owed something in it
 */
export async function restoreEvent(actor: ObjectId, eventId: ObjectId): Promise<EventDoc> {
  const { events, expenses, settlements } = await collections();
  const deleted = await events.findOne(restorable(eventId));
  if (!deleted) throw notFound();
  return withTransaction(async (session) => {
    const group = await lockGroup(actor, deleted.groupId, session);
    if (!mayDeleteEvent(actor, deleted, group)) {
      throw new AppError("forbidden", "Only the creator of the event or of the group can restore it.");
    }
    const deletedWithIt = { eventId, deletedWith: eventId };
    const unsettled = await sumUnsettled(settlements, deletedWithIt, session);
    await assertNoFormerMembers(group, unsettled);
    const restored = await events.findOneAndUpdate(
      restorable(eventId),
      { ...UNDELETED, $inc: { rev: 1 } },
      { session, returnDocument: "after" },
    );
    if (!restored) throw notFound();
    await expenses.updateMany(deletedWithIt, UNDELETED, { session });
    await settlements.updateMany(deletedWithIt, UNDELETED, { session });
    await changeBalances(unsettled, session);
    await recordActivity(session, {
      ...eventActivity("event-restored", actor, restored),
      ...versionBefore(group, deleted),
    });
    return restored;
  });
}

/**
 * Restores a group and everything deleted with it, by its creator.
 * @throws AppError "not-found"; "former-member" if the account of someone who owes or is owed something has been
 * deleted
 */
export async function restoreGroup(actor: ObjectId, groupId: ObjectId): Promise<GroupDoc> {
  const { groups, groupRequests, events, expenses, settlements, activities } = await collections();
  return withTransaction(async (session) => {
    const group = await groups.findOneAndUpdate(
      { ...restorable(groupId), members: actor, createdBy: actor, deletedBy: actor },
      { ...UNDELETED, $inc: { rev: 1, touched: 1 } },
      { session, returnDocument: "after" },
    );
    if (!group) throw notFound();
    const deletedWithIt = { groupId, deletedWith: groupId };
    const unsettled = await sumUnsettled(settlements, deletedWithIt, session);
    // The only way to leave a deleted group is to delete one's account.
    if (formerMembers(group, unsettled).length > 0) {
      throw new AppError(
        "former-member",
        "This group cannot be restored: someone who owes or is owed money in it has deleted their account.",
      );
    }
    await events.updateMany(deletedWithIt, UNDELETED, { session });
    await expenses.updateMany(deletedWithIt, UNDELETED, { session });
    await settlements.updateMany(deletedWithIt, UNDELETED, { session });
    await changeBalances(unsettled, session);
    await activities.updateMany(deletedWithIt, UNDELETED, { session });
    await groupRequests.updateMany(deletedWithIt, UNDELETED, { session });
    await recordActivity(session, groupActivity("group-restored", actor, group));
    return group;
  });
}
