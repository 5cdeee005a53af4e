import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { DELETED_USER } from "@/lib/core/names";
import { AppError, notFound } from "@/lib/errors";
import { recordActivity } from "./activities";
import { withTransaction } from "./client";
import { collections, type GroupDoc } from "./collections";
import { deleteGroupWithAll, groupActivity, hasUnsettled } from "./groups";
import { listOpenEvents } from "./unsettled-events";

/**
 * Deletes the user's account. Groups keep their history, in which the person is DELETED_USER. A group that they
 * created passes to the member who joined first; a group without other members is deleted. Everything else about them
 * is deleted: address, picture, accounts, sessions, friendships, requests, invitations, blocks.
 * @throws AppError "unsettled-payments" with the events, while they owe or are owed anything in one of their groups;
 * "not-found"
 */
export async function deleteAccount(user: ObjectId): Promise<void> {
  const { users, accounts, sessions, friendships, groupRequests, idempotencyKeys } = await collections();
  await withTransaction(async (session) => {
    const before = await users.findOneAndUpdate(
      { _id: user, deletedAt: null },
      { $inc: { touched: 1 } },
      { session },
    );
    if (!before) throw notFound();
    await leaveAllGroups(user, session);
    await groupRequests.deleteMany({ to: user }, { session });
    await friendships.deleteMany({ users: user }, { session });
    await accounts.deleteMany({ userId: user }, { session });
    await sessions.deleteMany({ user }, { session });
    const hex = user.toHexString();
    await idempotencyKeys.deleteMany({ _id: { $gte: `${hex}:`, $lt: `${hex};` } }, { session });
    await users.replaceOne(
      { _id: user },
      {
        name: DELETED_USER,
        // A unique placeholder that is not an address.
        email: `deleted:${hex}`,
        image: null,
        emailVerified: null,
        touched: (before.touched ?? 0) + 1,
        deletedAt: new Date(),
      },
      { session },
    );
  });
}

async function leaveAllGroups(user: ObjectId, session: ClientSession): Promise<void> {
  const { groups, groupRequests } = await collections();
  const leave = { $pull: { members: user }, $addToSet: { formerMembers: user } };
  const idsOf = (list: readonly GroupDoc[]) => list.map(({ _id }) => _id);
  const all = await groups.find({ members: user }, { session }).toArray();
  await groupRequests.deleteMany({ groupId: { $in: idsOf(all) }, from: user }, { session });
  const mine = all.filter(({ deletedAt }) => deletedAt === null);
  const alone = mine.filter(({ members }) => members.length === 1);
  const shared = mine.filter(({ members }) => members.length > 1);
  for (const { _id } of alone) await deleteGroupWithAll(user, _id, session);
  // Also deleted groups: restoring one must not bring this member or their invitations back.
  await groups.updateMany({ members: user }, leave, { session });
  await recordActivity(
    session,
    ...shared.map((group) => ({ ...groupActivity("member-left", user, group), people: [user] })),
  );
  for (const { _id, createdBy, members } of shared) {
    if (!createdBy.equals(user)) continue;
    // Members are listed in the order in which they joined.
    const next = members.find((member) => !member.equals(user));
    await groups.updateOne({ _id }, { $set: { createdBy: next } }, { session });
  }
  if (await hasUnsettled(user, idsOf(shared), session)) {
    const openEvents = await listOpenEvents(user);
    throw new AppError(
      "unsettled-payments",
      "You still have unsettled payments. Settle them first, then delete your account.",
      { details: { openEvents } },
    );
  }
}
