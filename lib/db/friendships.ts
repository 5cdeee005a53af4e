import "server-only";
import { ObjectId, type ClientSession } from "mongodb";
import { pairKey } from "@/lib/core/ledger";
import { collections, type FriendshipDoc, type UserDoc } from "./collections";
import { createOnce, type OnceKey } from "./idempotency";
import { DUPLICATE_KEY, hasCode } from "./server-errors";
import { IN_ONE_BATCH } from "./page";

export type SentRequest = {
  _id: ObjectId;
  outcome: "sent" | "accepted" | "already-sent" | "already-friends";
};

const pairOf = (a: ObjectId, b: ObjectId) => pairKey(a.toHexString(), b.toHexString());

/** The record between two people: a pending request or a friendship; null when there is none. */
export async function getFriendship(a: ObjectId, b: ObjectId): Promise<FriendshipDoc | null> {
  if (a.equals(b)) return null;
  return (await collections()).friendships.findOne({ pair: pairOf(a, b) });
}

/** The friendship or request with this id that `user` is part of, or null. */
export async function getFriendshipOf(user: ObjectId, id: ObjectId): Promise<FriendshipDoc | null> {
  return (await collections()).friendships.findOne({ _id: id, users: user });
}

/** The request that was to be accepted is not there any more. */
class RequestGone extends Error {}

/**
 * Asks `to` to be friends. Where `to` has asked already, that request is accepted (design section 5).
 * The unique pair decides between two who ask each other at the same moment.
 * @param key the same key again finds the first answer
 */
export async function requestFriendship(from: ObjectId, to: ObjectId, key?: OnceKey): Promise<SentRequest> {
  const { friendships } = await collections();
  const pair = pairOf(from, to);
  const theirs = await friendships.findOne({ pair, status: "pending", requestedBy: to });
  const request: FriendshipDoc = theirs ?? {
    _id: new ObjectId(),
    pair,
    users: [from, to],
    requestedBy: from,
    status: "pending",
    createdAt: new Date(),
  };
  try {
    const _id = await createOnce(key, request._id, async (session) => {
      if (!theirs) await friendships.insertOne(request, { session });
      else if (!(await acceptFriendship(theirs._id, from, session))) throw new RequestGone();
    });
    const asked = _id.equals(request._id) ? request : await friendships.findOne({ _id });
    return { _id, outcome: asked?.requestedBy.equals(to) ? "accepted" : "sent" };
  } catch (error) {
    if (!(error instanceof RequestGone) && !hasCode(error, DUPLICATE_KEY)) throw error;
  }
  const existing = await friendships.findOne({ pair });
  // Gone or turned round between the two commands: what holds now decides.
  if (!existing || (existing.status === "pending" && existing.requestedBy.equals(to))) {
    return requestFriendship(from, to, key);
  }
  const outcome = existing.status === "accepted" ? "already-friends" : "already-sent";
  return { _id: existing._id, outcome };
}

/** Accepts a request as the person asked; false where it is not there (any more) for them to accept. */
export async function acceptFriendship(
  id: ObjectId,
  asked: ObjectId,
  session?: ClientSession,
): Promise<boolean> {
  const { friendships } = await collections();
  const { matchedCount } = await friendships.updateOne(
    { _id: id, users: asked, requestedBy: { $ne: asked }, status: "pending" },
    { $set: { status: "accepted" } },
    { session },
  );
  return matchedCount === 1;
}

/** Ignores (as the person asked) or withdraws (as the sender) a pending request; false where there is none. */
export async function deleteFriendRequest(id: ObjectId, user: ObjectId): Promise<boolean> {
  const { friendships } = await collections();
  const { deletedCount } = await friendships.deleteOne({ _id: id, users: user, status: "pending" });
  return deletedCount === 1;
}

/** Ends a friendship; false where the two are no friends. */
export async function deleteFriendship(a: ObjectId, b: ObjectId): Promise<boolean> {
  if (a.equals(b)) return false;
  const { friendships } = await collections();
  const { deletedCount } = await friendships.deleteOne({ pair: pairOf(a, b), status: "accepted" });
  return deletedCount === 1;
}

/** The user's friends, by name. */
export async function listFriends(user: ObjectId): Promise<UserDoc[]> {
  const { friendships } = await collections();
  const rows = await friendships
    .aggregate<{ people: UserDoc[] }>(
      [
        { $match: { users: user, status: "accepted" } },
        { $lookup: { from: "users", localField: "users", foreignField: "_id", as: "people" } },
        { $project: { people: 1 } },
      ],
      { batchSize: IN_ONE_BATCH },
    )
    .toArray();
  return rows
    .flatMap(({ people }) => people.filter((person) => !person._id.equals(user)))
    .sort((a, b) => a.name.localeCompare(b.name, "en") || a._id.toString().localeCompare(b._id.toString()));
}

/** Ids among `candidates` of people who are friends of the user. */
export async function friendsAmong(user: ObjectId, candidates: readonly ObjectId[]): Promise<ObjectId[]> {
  const { friendships } = await collections();
  const pairs = candidates.filter((one) => !one.equals(user)).map((one) => pairOf(user, one));
  const found = await friendships
    .find({ pair: { $in: pairs }, status: "accepted" }, { projection: { users: 1 } })
    .toArray();
  return found.flatMap(({ users }) => users.filter((one) => !one.equals(user)));
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
