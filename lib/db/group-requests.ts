import "server-only";
import { ObjectId } from "mongodb";
import { withTransaction } from "./client";
import { collections, type GroupDoc, type GroupRequestDoc } from "./collections";
import { createOnce, type OnceKey } from "./idempotency";
import { includesId } from "./ids";
import { DUPLICATE_KEY, hasCode } from "./server-errors";
import type { PersonDoc } from "./users";
import { PERSON_FIELDS } from "./users";
import { touchGroup } from "./groups";
import { IN_ONE_BATCH } from "./page";

export type InvitationDoc = GroupRequestDoc & { group: GroupDoc };

/** The invitation with its group, if both exist; else null. Who may see it is for lib/access.ts. */
export async function getInvitation(id: ObjectId): Promise<InvitationDoc | null> {
  const { groupRequests } = await collections();
  const [found] = await groupRequests
    .aggregate<InvitationDoc>(
      [
        { $match: { _id: id } },
        { $lookup: { from: "groups", localField: "groupId", foreignField: "_id", as: "group" } },
        { $unwind: "$group" },
        { $match: { "group.deletedAt": null } },
      ],
      { batchSize: IN_ONE_BATCH },
    )
    .toArray();
  return found ?? null;
}

export type SentInvitation = {
  _id: ObjectId;
  outcome: "sent" | "already-member" | "already-invited" | "gone";
};

/** Invites a person to a group, once. Whether `from` may invite `to` is for the caller. */
export async function invite(
  groupId: ObjectId,
  from: ObjectId,
  to: ObjectId,
  key?: OnceKey,
): Promise<SentInvitation> {
  const { groupRequests } = await collections();
  const request: GroupRequestDoc = { _id: new ObjectId(), groupId, from, to, createdAt: new Date() };
  let outcome: SentInvitation["outcome"] = "sent";
  try {
    const _id = await createOnce(key, request._id, async (session) => {
      const group = await touchGroup(groupId, session);
      outcome = !group ? "gone" : includesId(group.members, to) ? "already-member" : "sent";
      if (outcome !== "sent") throw new InvitationRefused();
      await groupRequests.insertOne(request, { session });
    });
    return { _id, outcome };
  } catch (error) {
    if (error instanceof InvitationRefused) return { _id: request._id, outcome };
    if (hasCode(error, DUPLICATE_KEY)) return { _id: request._id, outcome: "already-invited" };
    throw error;
  }
}

/** Undoes the transaction; never leaves this module. */
class InvitationRefused extends Error {}

/** Makes the invited person a member and removes the invitation; false where it is not there for them. */
export async function acceptInvitation(id: ObjectId, invited: ObjectId): Promise<boolean> {
  const { groupRequests, groups } = await collections();
  return withTransaction(async (session) => {
    const request = await groupRequests.findOneAndDelete({ _id: id, to: invited }, { session });
    if (!request) return false;
    const { matchedCount } = await groups.updateOne(
      { _id: request.groupId, deletedAt: null },
      { $addToSet: { members: invited }, $inc: { rev: 1 } },
      { session },
    );
    return matchedCount === 1;
  });
}

/** Removes an invitation; false where it is gone. */
export async function deleteInvitation(id: ObjectId): Promise<boolean> {
  const { groupRequests } = await collections();
  return (await groupRequests.deleteOne({ _id: id })).deletedCount === 1;
}

/** Invitations waiting for the person's answer, newest first, with sender and group. */
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
      { batchSize: IN_ONE_BATCH },
    )
    .toArray();
}

/** Invitations to a group that wait for an answer, in the order sent; those of one sender, where given. */
export async function listPendingInvitations(
  groupId: ObjectId,
  sender?: ObjectId,
): Promise<(GroupRequestDoc & { person: PersonDoc })[]> {
  const { groupRequests } = await collections();
  return groupRequests
    .aggregate<GroupRequestDoc & { person: PersonDoc }>(
      [
        { $match: { groupId, ...(sender && { from: sender }) } },
        { $sort: { createdAt: 1, _id: 1 } },
        {
          $lookup: {
            from: "users",
            localField: "to",
            foreignField: "_id",
            pipeline: [{ $project: PERSON_FIELDS }],
            as: "person",
          },
        },
        { $unwind: "$person" },
      ],
      { batchSize: IN_ONE_BATCH },
    )
    .toArray();
}
