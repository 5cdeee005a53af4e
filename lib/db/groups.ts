import "server-only";
import type { ClientSession, Document, ObjectId } from "mongodb";
import { invalid } from "@/lib/errors";
import { withTransaction } from "./client";
import { collections, type GroupDoc } from "./collections";
import { createOnce, type OnceKey } from "./idempotency";
import { includesId } from "./ids";
import { PERSON_FIELDS, type PersonDoc } from "./users";
import { IN_ONE_BATCH } from "./page";

/** A group with everybody who is or was in it: all the names that its screens can need. */
export type GroupWithPeople = { group: GroupDoc; people: PersonDoc[] };

/** Pipeline stages that fetch the people of the group that stands at `path` ("" for the document itself). */
function withPeople(path: "" | "group."): Document[] {
  const ids = [`$${path}members`, { $ifNull: [`$${path}formerMembers`, []] }];
  return [
    { $addFields: { everybody: { $setUnion: ids } } },
    {
      $lookup: {
        from: "users",
        localField: "everybody",
        foreignField: "_id",
        pipeline: [{ $project: PERSON_FIELDS }],
        as: "people",
      },
    },
    { $project: { everybody: 0 } },
  ];
}

/** Pipeline stages from a document with a `groupId` to its group and people; none where `member` is outside. */
export function withGroup(member: ObjectId): Document[] {
  return [
    { $lookup: { from: "groups", localField: "groupId", foreignField: "_id", as: "group" } },
    { $unwind: "$group" },
    { $match: { "group.members": member, "group.deletedAt": null } },
    ...withPeople("group."),
  ];
}

/** The group with its people, if it exists and `member` is one of its members; else null. One command. */
export async function getGroupOf(member: ObjectId, groupId: ObjectId): Promise<GroupWithPeople | null> {
  const { groups } = await collections();
  const [found] = await groups
    .aggregate<GroupDoc & { people: PersonDoc[] }>(
      [{ $match: { _id: groupId, members: member, deletedAt: null } }, ...withPeople("")],
      { batchSize: IN_ONE_BATCH },
    )
    .toArray();
  if (!found) return null;
  const { people, ...group } = found;
  return { group, people };
}

/** The groups of a member with their people, newest first. One command. */
export async function listGroups(member: ObjectId): Promise<GroupWithPeople[]> {
  const { groups } = await collections();
  const found = await groups
    .aggregate<GroupDoc & { people: PersonDoc[] }>(
      [
        { $match: { members: member, deletedAt: null } },
        { $sort: { createdAt: -1, _id: -1 } },
        ...withPeople(""),
      ],
      { batchSize: IN_ONE_BATCH },
    )
    .toArray();
  return found.map(({ people, ...group }) => ({ group, people }));
}

/**
 * Creates a group with its creator as the only member, and an invitation for each of `invite`.
 * @returns the group's id (of the first request, for a repeated key)
 */
export async function createGroup(
  input: {
    _id: ObjectId;
    title: string;
    icon: string;
    creator: ObjectId;
    invite: readonly ObjectId[];
    at?: Date;
  },
  key?: OnceKey,
): Promise<ObjectId> {
  const { groups, groupRequests } = await collections();
  const createdAt = input.at ?? new Date();
  return createOnce(key, input._id, async (session) => {
    await groups.insertOne(
      {
        _id: input._id,
        title: input.title,
        icon: input.icon,
        createdBy: input.creator,
        members: [input.creator],
        formerMembers: [],
        createdAt,
        rev: 0,
        touched: 0,
        deletedAt: null,
      },
      { session },
    );
    if (input.invite.length === 0) return;
    const invitations = input.invite.map((to) => ({
      groupId: input._id,
      from: input.creator,
      to,
      createdAt,
    }));
    await groupRequests.insertMany(invitations as never, { session });
  });
}

/**
 * Changes title and icon.
 * @param rev the revision that the form was loaded with; undefined overwrites
 * @returns the changed group, "stale" where `rev` is no longer current, null where it is gone for this member
 */
export async function updateGroup(
  member: ObjectId,
  groupId: ObjectId,
  change: { title: string; icon: string },
  rev: number | undefined,
): Promise<GroupDoc | "stale" | null> {
  const { groups } = await collections();
  const scope = { _id: groupId, members: member, deletedAt: null };
  const changed = await groups.findOneAndUpdate(
    { ...scope, ...(rev !== undefined && { rev }) },
    { $set: change, $inc: { rev: 1 } },
    { returnDocument: "after" },
  );
  if (changed) return changed;
  return (await groups.countDocuments(scope, { limit: 1 })) ? "stale" : null;
}

/**
 * Holds the group for this transaction, so that its members cannot change beside it.
 * @returns the group as it is now, or null where it is gone
 */
export async function touchGroup(groupId: ObjectId, session: ClientSession): Promise<GroupDoc | null> {
  const { groups } = await collections();
  return groups.findOneAndUpdate(
    { _id: groupId, deletedAt: null },
    { $inc: { touched: 1 } },
    { session, returnDocument: "after" },
  );
}

export type Removal = "removed" | "unsettled" | "not-found";

/**
 * Takes a member out of a group, unless they have unsettled payments in it (design section 4). Touches every
 * event of the group: an expense that names the member and is being added at the same moment meets a conflict.
 */
export async function removeMember(groupId: ObjectId, member: ObjectId): Promise<Removal> {
  const { groups, events, settlements } = await collections();
  return withTransaction(async (session) => {
    const removed = await groups.updateOne(
      { _id: groupId, members: member, createdBy: { $ne: member }, deletedAt: null },
      { $pull: { members: member }, $addToSet: { formerMembers: member }, $inc: { rev: 1 } },
      { session },
    );
    if (removed.matchedCount === 0) return "not-found";
    await events.updateMany({ groupId, deletedAt: null }, { $inc: { touched: 1 } }, { session });
    const unsettled = await settlements.findOne(
      { groupId, users: member, settled: false, deletedAt: null },
      { session, projection: { _id: 1 } },
    );
    if (unsettled) await session.abortTransaction();
    return unsettled ? "unsettled" : "removed";
  });
}

/** Deletes a group, as its creator, with everything in it; false where there is nothing for them to delete. */
export async function deleteGroup(creator: ObjectId, groupId: ObjectId): Promise<boolean> {
  const { groups, groupRequests, events, expenses, settlements } = await collections();
  return withTransaction(async (session) => {
    const deleted = { $set: { deletedAt: new Date() } };
    const { matchedCount } = await groups.updateOne(
      { _id: groupId, createdBy: creator, deletedAt: null },
      deleted,
      { session },
    );
    if (matchedCount === 0) return false;
    const children = { groupId, deletedAt: null };
    await events.updateMany(children, deleted, { session });
    await expenses.updateMany(children, deleted, { session });
    await settlements.updateMany(children, deleted, { session });
    await groupRequests.deleteMany({ groupId }, { session });
    return true;
  });
}

/**
 * The rule of design section 4: people of events and splits are members when it is written down.
 * @param others people who may stay although they have left
 * @throws AppError "invalid"
 */
export function assertMembers(
  group: GroupDoc,
  people: readonly ObjectId[],
  field: string,
  others: readonly ObjectId[] = [],
): void {
  const outside = people.some((one) => !includesId(group.members, one) && !includesId(others, one));
  if (outside) throw invalid(field, "Everyone selected must be a member of the group.");
}
