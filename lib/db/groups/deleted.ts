import "server-only";
import type { ClientSession, Document, ObjectId } from "mongodb";
import { expenseActivity } from "../expenses";
import { countedExpense } from "../expenses/money";
import { daysAgo } from "@/lib/core/text/dates";
import { netDeltas } from "@/lib/core/money/ledger";
import type { Page, PageRequest } from "@/lib/core/page";
import { RESTORABLE_DAYS } from "@/lib/core/retention";
import { isGroupCreator, mayChangeExpense, mayRestoreEvent, ONLY_MAY_RESTORE_EVENT } from "@/lib/core/rights";
import { AppError, orNotFound, notFound } from "@/lib/errors";
import { recordActivity } from "../activity";
import { changeBalances, negated, sumUnsettled } from "../settlements/balances";
import { collections, type EventDoc, type ExpenseDoc, type GroupDoc, withTransaction } from "../collections";
import { eventActivity, lockEvent, totalsDelta } from "../events";
import { groupActivity, lockGroup, lockSharedGroup } from ".";
import { includesId } from "../ids";
import { changeContents, changeImports, IN_EVENT, IN_GROUP } from "../contents";
import { assertFriends } from "../friends/pairs";
import { aggregate, lookup, pageStages, toPage, unionWith } from "../page";
import { assertNoFormerMembers, formerMembers } from "../settlements";
import { applyExpense } from "../expenses/apply";

// Deleted items can be restored for RESTORABLE_DAYS days, until the database purges them.

/** A deleted event, or a deleted expense with its event, which may be deleted, too. */
export type Deleted =
  | (EventDoc & { kind: "event"; owing: boolean })
  | (ExpenseDoc & { kind: "expense"; event: Pick<EventDoc, "title" | "closedAt" | "deletedAt"> });

/**
 * The expenses and events of a group that were deleted individually in the last RESTORABLE_DAYS days, latest first. One
 * command. It may run before the group is loaded, so the returned function makes the page: items since the viewer
 * joined, and earlier events in which they have open payments, because they were members then and can restore them.
 */
export async function listDeleted(
  viewer: ObjectId,
  groupId: ObjectId,
  page: PageRequest,
): Promise<(joined: Date) => Page<Deleted>> {
  const { expenses } = await collections();
  const filter = { groupId, deletedAt: { $gte: keptSince() }, deletedBy: { $ne: null } };
  const rows = await aggregate<Deleted>(expenses, [
    ...pageStages<ExpenseDoc>(filter, "deletedAt", page),
    { $addFields: { kind: "expense" } },
    lookup({ from: "events", localField: "eventId", foreignField: "_id", as: "event" }, [
      { $project: { title: 1, closedAt: 1, deletedAt: 1 } },
    ]),
    { $unwind: "$event" },
    unionWith("events", [
      ...pageStages<EventDoc>(filter, "deletedAt", page),
      ...withOwing(viewer, "eventId"),
      { $addFields: { kind: "event" } },
    ]),
  ]);
  return (joined) =>
    toPage(
      rows.filter((row) => row.deletedAt! >= joined || (row.kind === "event" && row.owing)),
      page,
      ({ deletedAt }) => deletedAt!,
    );
}

/**
 * The groups that the user can restore, latest deletion first: groups that they deleted in the last RESTORABLE_DAYS
 * days, or in which they have open payments. At most one page. One command.
 */
export async function listDeletedGroups(user: ObjectId): Promise<GroupDoc[]> {
  const { groups } = await collections();
  const filter = { members: user, deletedBy: { $ne: null }, deletedAt: { $gte: keptSince() } };
  const rows = await aggregate<GroupDoc & { owing: boolean }>(groups, [
    ...pageStages<GroupDoc>(filter, "deletedAt", {}),
    ...withOwing(user, "groupId"),
    { $match: { $or: [{ deletedBy: user, createdBy: user }, { owing: true }] } },
  ]);
  return rows.map(({ owing: _, ...group }) => group);
}

/** Pipeline stages that add whether the user has an open payment in what was deleted, an event or a group: `owing`. */
function withOwing(user: ObjectId, field: "eventId" | "groupId"): Document[] {
  const open = { settled: false, users: user };
  return [
    lookup({ from: "settlements", localField: "_id", foreignField: field, as: "owing" }, [
      { $match: open },
      { $limit: 1 },
      { $project: { _id: 1 } },
    ]),
    { $addFields: { owing: { $ne: ["$owing", []] } } },
  ];
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
 * Restores an expense and its debts, by a payer or its recorder, because this restores payments and removes none.
 * @throws AppError "not-found", also if its event is deleted; "closed"; "forbidden"; "former-member"
 */
export async function restoreExpense(actor: ObjectId, expenseId: ObjectId): Promise<ExpenseDoc> {
  const { expenses } = await collections();
  const deleted = orNotFound(await expenses.findOne(restorable(expenseId)));
  const entry = countedExpense(deleted);
  return withTransaction(async (session) => {
    const { event, group } = await lockEvent(actor, deleted, session, { add: totalsDelta(null, entry) });
    if (!mayChangeExpense(actor, deleted)) {
      throw new AppError("forbidden", "Only the people who paid or recorded this expense can restore it.");
    }
    await assertFriends(group, session);
    const deltas = netDeltas(null, entry);
    await assertNoFormerMembers(group, deltas);
    // Only if the revision is unchanged: the debts were computed from the expense as read.
    const restored = await expenses.findOneAndUpdate(
      { ...restorable(expenseId), rev: deleted.rev },
      { ...UNDELETED, $inc: { rev: 1 } },
      { session, returnDocument: "after" },
    );
    if (!restored) throw notFound();
    await applyExpense(event, null, entry, session);
    await recordActivity(session, { ...expenseActivity(actor, null, restored), kind: "expense-restored" });
    return restored;
  });
}

/**
 * Restores an event and everything deleted with it, by those who may delete it, and members with open payments in it.
 * @throws AppError "not-found"; "forbidden"; "former-member" if a former member owes or is owed something in it
 */
export async function restoreEvent(actor: ObjectId, eventId: ObjectId): Promise<EventDoc> {
  const { events, settlements } = await collections();
  const deleted = orNotFound(await events.findOne(restorable(eventId)));
  return withTransaction(async (session) => {
    const group = await lockGroup(actor, deleted.groupId, session);
    const deletedWithIt = { groupId: group._id, eventId, deletedWith: eventId };
    const mine = { ...deletedWithIt, users: actor, settled: false };
    const may = (owing: boolean) => mayRestoreEvent(actor, deleted, group, owing);
    if (!may(false) && !may((await settlements.findOne(mine, { session })) !== null)) {
      throw new AppError("forbidden", ONLY_MAY_RESTORE_EVENT);
    }
    const unsettled = await sumUnsettled(settlements, deletedWithIt, session);
    await assertNoFormerMembers(group, unsettled);
    const restored = await events.findOneAndUpdate(
      restorable(eventId),
      { ...UNDELETED, $inc: { rev: 1 } },
      { session, returnDocument: "after" },
    );
    if (!restored) throw notFound();
    await changeContents(IN_EVENT, deletedWithIt, UNDELETED, session);
    await changeBalances(unsettled, session);
    await recordActivity(session, eventActivity("event-restored", actor, restored));
    return restored;
  });
}

/** Deletes a group with everything in it, by its creator. @throws AppError "not-found", "forbidden" */
export async function deleteGroup(actor: ObjectId, groupId: ObjectId): Promise<void> {
  await withTransaction(async (session) => {
    const group = await lockSharedGroup(actor, groupId, session);
    if (!isGroupCreator(actor, group)) {
      throw new AppError("forbidden", "Only the creator of the group can delete it.");
    }
    await recordActivity(session, groupActivity("group-deleted", actor, group));
    await deleteGroupWithAll(actor, groupId, session);
  });
}

/** Deletes a group with everything in it, within a transaction. It can be restored. */
export async function deleteGroupWithAll(
  actor: ObjectId,
  groupId: ObjectId,
  session: ClientSession,
): Promise<void> {
  const { groups, settlements, series, users } = await collections();
  const deletedAt = new Date();
  const children = { groupId, deletedAt: null };
  const deleted = { $set: { deletedAt, deletedWith: groupId } };
  await groups.updateOne({ _id: groupId }, { $set: { deletedAt, deletedBy: actor } }, { session });
  const unsettled = await sumUnsettled(settlements, children, session);
  await changeContents(IN_GROUP, children, deleted, session);
  await changeBalances(negated(unsettled), session);
  await changeImports(groupId, children, deleted, session);
  // What was not made meanwhile would come as a surprise.
  const ended = { $set: { ...deleted.$set, nextDay: null } };
  await series.updateMany(children, ended, { session });
  await users.updateMany({ guest: groupId, deletedAt: null }, deleted, { session });
}

/**
 * Restores a group and everything deleted with it, by its creator, or a member with open payments in it.
 * @throws AppError "not-found"; "former-member" if the account of someone who owes or is owed something has been
 * deleted
 */
export async function restoreGroup(actor: ObjectId, groupId: ObjectId): Promise<GroupDoc> {
  const { groups, settlements, users } = await collections();
  return withTransaction(async (session) => {
    const group = await groups.findOneAndUpdate(
      { ...restorable(groupId), members: actor },
      { ...UNDELETED, $inc: { rev: 1, touched: 1 } },
      { session, returnDocument: "after" },
    );
    if (!group) throw notFound();
    const deletedWithIt = { groupId, deletedWith: groupId };
    if (!isGroupCreator(actor, group)) {
      // Including payments in an event that was deleted before.
      const mine = { groupId, users: actor, settled: false };
      if (!(await settlements.findOne(mine, { session }))) throw notFound();
    }
    if (!includesId(group.members, group.createdBy)) {
      // The creator has deleted their account since.
      group.createdBy = actor;
      await groups.updateOne({ _id: groupId }, { $set: { createdBy: actor } }, { session });
    }
    const unsettled = await sumUnsettled(settlements, deletedWithIt, session);
    // The only way to leave a deleted group is to delete one's account.
    if (formerMembers(group, unsettled).length > 0) {
      throw new AppError(
        "former-member",
        "This group can't be restored: someone who owes or is owed money in it has deleted their account.",
      );
    }
    await changeContents([...IN_GROUP, "series"], deletedWithIt, UNDELETED, session);
    await changeBalances(unsettled, session);
    await changeImports(groupId, deletedWithIt, UNDELETED, session);
    await users.updateMany({ guest: groupId, deletedWith: groupId }, UNDELETED, { session });
    await recordActivity(session, groupActivity("group-restored", actor, group));
    return group;
  });
}
