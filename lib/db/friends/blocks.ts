import "server-only";
import { ObjectId } from "mongodb";
import { orNotFound, notFound } from "@/lib/errors";
import { collections, type FriendshipDoc, type UserDoc, withTransaction } from "../collections";
import { deleteInvitationsBetween, listWithOther, pairKeyOf } from ".";
import { findAll } from "../page";
import { lockUsers } from "../people";

// A block replaces the single record of two people. A concurrent request or invitation writes to the same record, so
// one of the two meets a write conflict.

/**
 * Blocks a person: ends the friendship, and deletes the requests and invitations between the two. Debts stay.
 * @throws AppError "not-found" if that person has blocked the actor, or one of the two has deleted their account
 */
export async function block(actor: ObjectId, person: ObjectId): Promise<void> {
  const { friendships } = await collections();
  const pair = pairKeyOf(actor, person);
  await withTransaction(async (session) => {
    await lockUsers([actor, person], session);
    const before = await friendships.findOneAndDelete({ pair }, { session });
    if (before?.status === "blocked" && !before.blockedBy?.equals(actor)) throw notFound();
    const ignoredBefore = before?.ignoredAt ?? before?.ignoredBefore;
    const record: FriendshipDoc = {
      _id: new ObjectId(),
      pair,
      users: [actor, person],
      requestedBy: before?.requestedBy ?? actor,
      status: "blocked",
      blockedBy: actor,
      createdAt: new Date(),
      ...(ignoredBefore && { ignoredBefore }),
    };
    await friendships.insertOne(record, { session });
    await deleteInvitationsBetween(actor, person, session);
  });
}

/**
 * Removes a block by the actor. Afterwards, the two have no relationship, but an ignored request stays ignored, as if
 * it had been withdrawn.
 * @throws AppError "not-found"
 */
export async function unblock(actor: ObjectId, person: ObjectId): Promise<void> {
  const { friendships } = await collections();
  const blocked = { pair: pairKeyOf(actor, person), status: "blocked" as const, blockedBy: actor };
  const found = orNotFound(await friendships.findOne(blocked));
  const { _id, ignoredBefore: ignoredAt } = found;
  if (!ignoredAt) return void (await friendships.deleteOne({ _id }));
  await friendships.updateOne(
    { _id },
    {
      $set: { status: "ignored", ignoredAt, withdrawn: true },
      $unset: { blockedBy: true, ignoredBefore: true },
    },
  );
}

/** The people whom the user blocked, latest first. */
export async function listBlocked(user: ObjectId): Promise<UserDoc[]> {
  const blocked = { $match: { users: user, status: "blocked", blockedBy: user } };
  const found = await listWithOther(user, blocked, { $sort: { createdAt: -1, _id: -1 } });
  return found.map(({ other }) => other);
}

/** Ids of the people who blocked the user or whom the user blocked. Neither finds the other. */
export async function listBlockedEitherWay(user: ObjectId): Promise<ObjectId[]> {
  const { friendships } = await collections();
  const rows = await findAll(friendships, { users: user, status: "blocked" }, { projection: { users: 1 } });
  return rows.flatMap(({ users }) => users.filter((one) => !one.equals(user)));
}
