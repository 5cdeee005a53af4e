import "server-only";
import { ObjectId } from "mongodb";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { mayDeleteInvitation } from "@/lib/core/rights";
import { AppError, notFound } from "@/lib/errors";
import { recordActivity } from "./activities";
import { withTransaction } from "./client";
import { collections, type GroupDoc, type GroupRequestDoc } from "./collections";
import { lockFriendships } from "./friendships";
import { groupActivity, invitationActivity, lockGroup } from "./groups";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "./idempotency";
import { includesId } from "./ids";
import { SINGLE_BATCH } from "./page";
import { DUPLICATE_KEY, hasCode } from "./server-errors";
import type { PersonDoc } from "./users";

/**
 * Invites a friend to a group, once, by a member. Demo data sets `at`.
 * @throws AppError "not-found"; "invalid" if the two are not friends; "already-member", "already-invited"
 */
export async function invite(
  actor: ObjectId,
  groupId: ObjectId,
  to: ObjectId,
  key?: IdempotencyKey,
  at: Date = new Date(),
): Promise<GroupRequestDoc> {
  const { groupRequests } = await collections();
  const request: GroupRequestDoc = { _id: new ObjectId(), groupId, from: actor, to, createdAt: at };
  return withIdempotency(key, ofItsGroup, async (session) => {
    const group = await lockGroup(actor, groupId, session);
    await lockFriendships(actor, [to], "toUserId", session);
    if (includesId(group.members, to)) throw new AppError("already-member");
    try {
      await groupRequests.insertOne(request, { session });
    } catch (error) {
      throw hasCode(error, DUPLICATE_KEY) ? new AppError("already-invited") : error;
    }
    await recordActivity(session, { ...invitationActivity(actor, group, to), at });
    return request;
  });
}

/**
 * Makes the invitee a member and deletes the invitation. Demo data sets `joinedAt`.
 * @throws AppError "not-found"; "conflict" if the group is full
 */
export async function acceptInvitation(actor: ObjectId, id: ObjectId, joinedAt?: Date): Promise<void> {
  const { groupRequests, groups } = await collections();
  await withTransaction(async (session) => {
    const request = await groupRequests.findOneAndDelete({ _id: id, to: actor }, { session });
    if (!request) throw notFound();
    // Taken inside the transaction, because the new member does not see earlier activity.
    const at = joinedAt ?? new Date();
    const group = await groups.findOneAndUpdate(
      { _id: request.groupId, deletedAt: null },
      {
        $addToSet: { members: actor },
        $set: { [`memberSince.${actor.toHexString()}`]: at },
      },
      { session },
    );
    if (!group) throw notFound();
    if (group.members.length >= MAX_PEOPLE) {
      throw new AppError("conflict", `This group already has ${MAX_PEOPLE} members.`);
    }
    await recordActivity(session, { ...groupActivity("member-joined", actor, group), people: [actor], at });
  });
}

/** Ignores or withdraws an invitation. @throws AppError "not-found", also if the actor may not delete it */
export async function deleteInvitation(actor: ObjectId, id: ObjectId): Promise<void> {
  const { groupRequests, groups } = await collections();
  await withTransaction(async (session) => {
    const invitation = await groupRequests.findOneAndDelete({ _id: id }, { session });
    const group =
      invitation && (await groups.findOne({ _id: invitation.groupId, deletedAt: null }, { session }));
    if (!group || !mayDeleteInvitation(actor, invitation, group)) throw notFound();
    const { from, to } = invitation;
    const kind = actor.equals(to) ? "invitation-declined" : "invitation-withdrawn";
    await recordActivity(session, invitationActivity(actor, group, to, kind, from));
  });
}

/** The user's pending invitations, newest first, with sender and group. */
export async function listInvitationsFor(
  invited: ObjectId,
): Promise<(GroupRequestDoc & { sender: PersonDoc; group: Pick<GroupDoc, "_id" | "title" | "icon"> })[]> {
  const { groupRequests } = await collections();
  return groupRequests
    .aggregate<GroupRequestDoc & { sender: PersonDoc; group: Pick<GroupDoc, "_id" | "title" | "icon"> }>(
      [
        { $match: { to: invited } },
        { $sort: { createdAt: -1, _id: -1 } },
        { $lookup: { from: "users", localField: "from", foreignField: "_id", as: "sender" } },
        { $unwind: "$sender" },
        { $lookup: { from: "groups", localField: "groupId", foreignField: "_id", as: "group" } },
        { $unwind: "$group" },
        { $match: { "group.deletedAt": null } },
      ],
      { batchSize: SINGLE_BATCH },
    )
    .toArray();
}
