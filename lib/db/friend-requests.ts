import "server-only";
import { ObjectId } from "mongodb";
import { AppError, notFound } from "@/lib/errors";
import { collections, type FriendshipDoc, type UserDoc } from "./collections";
import { pairOf } from "./friendships";
import { withIdempotency, type IdempotencyKey } from "./idempotency";
import { IN_ONE_BATCH } from "./page";
import { lockUsers } from "./users";

/** `accepted`: the other one had asked before, so that the two are friends now. */
export type SentRequest = { _id: ObjectId; accepted: boolean };

/**
 * Asks somebody to be friends. Where they have asked already, their request is accepted (design section 5).
 * @throws AppError "not-found", "already-friends", "already-requested"
 */
export async function requestFriendship(
  actor: ObjectId,
  to: ObjectId,
  key?: IdempotencyKey,
): Promise<SentRequest> {
  const { friendships } = await collections();
  const pair = pairOf(actor, to);
  return withIdempotency(key, async (session) => {
    await lockUsers([actor, to], session);
    const known = await friendships.findOne({ pair }, { session });
    if (known?.status === "accepted") throw new AppError("already-friends");
    if (known?.requestedBy.equals(actor)) throw new AppError("already-requested");
    if (known) {
      await friendships.updateOne({ _id: known._id }, { $set: { status: "accepted" } }, { session });
      return { _id: known._id, accepted: true };
    }
    const request: FriendshipDoc = {
      _id: new ObjectId(),
      pair,
      users: [actor, to],
      requestedBy: actor,
      status: "pending",
      createdAt: new Date(),
    };
    await friendships.insertOne(request, { session });
    return { _id: request._id, accepted: false };
  });
}

/** Accepts a request, as the person asked. @throws AppError "not-found" */
export async function acceptFriendship(actor: ObjectId, id: ObjectId): Promise<void> {
  const { friendships } = await collections();
  const { matchedCount } = await friendships.updateOne(
    { _id: id, users: actor, requestedBy: { $ne: actor }, status: "pending" },
    { $set: { status: "accepted" } },
  );
  if (matchedCount === 0) throw notFound();
}

/** Ignores a pending request, as the person asked, or withdraws it, as its sender. @throws AppError "not-found" */
export async function deleteFriendRequest(actor: ObjectId, id: ObjectId): Promise<void> {
  const { friendships } = await collections();
  const { deletedCount } = await friendships.deleteOne({ _id: id, users: actor, status: "pending" });
  if (deletedCount === 0) throw notFound();
}

/** Requests waiting for the user's answer, newest first, each with its sender. */
export async function listFriendRequests(user: ObjectId): Promise<(FriendshipDoc & { from: UserDoc })[]> {
  const { friendships } = await collections();
  return friendships
    .aggregate<FriendshipDoc & { from: UserDoc }>(
      [
        { $match: { users: user, status: "pending", requestedBy: { $ne: user } } },
        { $sort: { createdAt: -1, _id: -1 } },
        { $lookup: { from: "users", localField: "requestedBy", foreignField: "_id", as: "from" } },
        { $unwind: "$from" },
      ],
      { batchSize: IN_ONE_BATCH },
    )
    .toArray();
}
