import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { DELETED_USER } from "@/lib/core/people";
import { AppError, notFound } from "@/lib/errors";
import { recordActivity } from "../activity";
import { dropNotices } from "../notices/outbox";
import { collections, type GroupDoc, withTransaction } from "../collections";
import { groupActivity, leaving } from "../groups";
import { deleteGroupWithAll } from "../groups/deleted";
import { findAll } from "../page";
import { guestsAmong } from "../people";
import { hasUnsettled, listOpenEvents } from "../events/unsettled";

/**
 * Deletes the user's account. Groups keep their history, in which the person is DELETED_USER. A group that they created
 * passes to the member who joined first; a group without other members but guests is deleted. Everything else about
 * them is deleted: address, picture, accounts, sessions, push devices, tokens, friendships, requests, invitations,
 * links, blocks.
 * @throws AppError "unsettled-payments" with the events, while they owe or are owed anything in one of their groups;
 * "not-found"
 */
export async function deleteAccount(user: ObjectId): Promise<void> {
  const {
    users,
    accounts,
    sessions,
    pushSubscriptions,
    tokens,
    friendships,
    groups,
    groupRequests,
    links,
    notices,
    idempotencyKeys,
  } = await collections();
  await withTransaction(async (session) => {
    // First, like every write in a group: it waits for other writers, and could not commit among many of them.
    await groups.updateMany({ members: user }, { $inc: { touched: 1 } }, { session });
    const before = await users.findOneAndUpdate(
      { _id: user, deletedAt: null },
      { $inc: { touched: 1 } },
      { session },
    );
    if (!before) throw notFound();
    await leaveAllGroups(user, session);
    await groupRequests.deleteMany({ to: user }, { session });
    await links.deleteMany({ $or: [{ createdBy: user }, { "shows.only": user }] }, { session });
    await friendships.deleteMany({ users: user }, { session });
    await accounts.deleteMany({ userId: user }, { session });
    await sessions.deleteMany({ user }, { session });
    await pushSubscriptions.deleteMany({ userId: user }, { session });
    await removeImportedNames(user, session);
    await tokens.deleteMany({ user }, { session });
    await dropNotices(user, session);
    await notices.deleteMany({ from: user }, { session });
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

/** Imports keep who it was, but not how their files call them. */
async function removeImportedNames(user: ObjectId, session: ClientSession): Promise<void> {
  const { imports } = await collections();
  const named = await findAll(imports, { "people.user": user }, { session, projection: { people: 1 } });
  for (const { _id, people } of named) {
    const unnamed = people.map((one) => (one.user.equals(user) ? { ...one, name: DELETED_USER } : one));
    await imports.updateOne({ _id }, { $set: { people: unnamed } }, { session });
  }
}

async function leaveAllGroups(user: ObjectId, session: ClientSession): Promise<void> {
  const { groups, groupRequests } = await collections();
  const idsOf = (list: readonly GroupDoc[]) => list.map(({ _id }) => _id);
  const all = await findAll(groups, { members: user }, { session });
  await groupRequests.deleteMany({ groupId: { $in: idsOf(all) }, from: user }, { session });
  const mine = all.filter(({ deletedAt }) => deletedAt === null);
  const everyone = mine.flatMap(({ members }) => members);
  const guests = await guestsAmong(everyone, session);
  /** The first member with an account. The creator and the others are listed in the order in which they joined. */
  const nextOf = ({ members }: GroupDoc) =>
    members.find((member) => !member.equals(user) && !guests.has(member.toHexString()));
  const alone = mine.filter((group) => !nextOf(group));
  const shared = mine.filter(nextOf);
  for (const { _id } of alone) await deleteGroupWithAll(user, _id, session);
  // Also deleted groups: restoring one must not bring this member or their invitations back.
  await groups.updateMany({ members: user }, leaving(user), { session });
  const left = shared.map((group) => groupActivity("member-left", user, group, { people: [user] }));
  await recordActivity(session, ...left);
  for (const group of shared) {
    if (!group.createdBy.equals(user)) continue;
    await groups.updateOne({ _id: group._id }, { $set: { createdBy: nextOf(group)! } }, { session });
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
