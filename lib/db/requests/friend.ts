import "server-only";
import { type ClientSession, ObjectId } from "mongodb";
import type { Page, PageRequest } from "@/lib/core/page";
import { AppError, notFound, orNotFound } from "@/lib/errors";
import { assertMayAskFriend } from "../caps";
import { collections, withTransaction, type FriendshipDoc, type UserDoc } from "../collections";
import { byName, isIgnoreExpired, listWithOther, pairKeyOf, type WithOther } from "../friends";
import { ofNoGroup, withIdempotency, type IdempotencyKey } from "../idempotency";
import { dropFriendRequest, tellOfFriend } from "../notices/from-person";
import { pageStages, toPage } from "../page";
import { lockUsers } from "../people";

/** `accepted`: the other person had already sent a request, so the two are friends now. */
type SentRequest = { _id: ObjectId; accepted: boolean };

/**
 * Sends a friend request. If the other person has sent one, it is accepted instead (docs/rules.md#people), even if the
 * actor ignored it. A request that was ignored cannot be repeated for IGNORED_FOR_DAYS; the response is the same as for
 * a pending one.
 * @throws AppError "not-found", also if the other person blocked the actor; "already-friends", "already-requested",
 * "blocked", "too-many-friend-requests", "not-askable"
 */
export async function requestFriendship(
  actor: ObjectId,
  to: ObjectId,
  key?: IdempotencyKey,
): Promise<SentRequest> {
  const { friendships } = await collections();
  const pair = pairKeyOf(actor, to);
  return withIdempotency(key, ofNoGroup, async (session) => {
    await lockUsers([actor, to], session);
    const record = await friendships.findOne({ pair }, { session });
    const known = record && !isIgnoreExpired(record) ? record : null;
    if (known?.status === "accepted") throw new AppError("already-friends");
    if (known?.status === "blocked")
      throw known.blockedBy?.equals(actor) ? new AppError("blocked") : notFound();
    const own = known?.requestedBy.equals(actor) ?? false;
    if (known && !known.withdrawn) {
      if (own) throw new AppError("already-requested");
      await friendships.updateOne({ _id: known._id }, accepted(), { session });
      await tellAccepted(actor, to, session);
      return { _id: known._id, accepted: true };
    }
    await assertMayAskFriend(actor, to, session);
    if (record) await friendships.deleteOne({ _id: record._id }, { session });
    const request: FriendshipDoc = {
      _id: new ObjectId(),
      pair,
      users: [actor, to],
      requestedBy: actor,
      status: "pending",
      createdAt: new Date(),
      // Withdrawn and sent again, but still ignored.
      ...(own && known?.ignoredAt && { status: "ignored", ignoredAt: known.ignoredAt }),
    };
    await friendships.insertOne(request, { session });
    if (request.status === "pending") await tellOfFriend("invited", actor, to, session);
    return { _id: request._id, accepted: false };
  });
}

const accepted = () => ({
  $set: { status: "accepted" as const, createdAt: new Date() },
  $unset: { ignoredAt: true as const },
});

async function tellAccepted(actor: ObjectId, requester: ObjectId, session: ClientSession): Promise<void> {
  await dropFriendRequest(requester, actor, session);
  await tellOfFriend("joined", actor, requester, session);
}

/**
 * Makes two people friends because the actor uses a link of the other person, within a transaction that has locked both
 * accounts. A request of the actor that the other person has ignored stays ignored, and looks pending to the actor.
 * @returns true if they were not friends before
 * @throws AppError "blocked"; "not-found" if the other person blocked the actor
 */
export async function befriendByLink(
  actor: ObjectId,
  other: ObjectId,
  session: ClientSession,
): Promise<boolean> {
  const { friendships } = await collections();
  const pair = pairKeyOf(actor, other);
  const record = await friendships.findOne({ pair }, { session });
  if (record?.status === "accepted") return false;
  if (record?.status === "blocked")
    throw record.blockedBy?.equals(actor) ? new AppError("blocked") : notFound();
  if (record?.status === "ignored" && !isIgnoreExpired(record) && record.requestedBy.equals(actor))
    return true;
  if (record) await friendships.deleteOne({ _id: record._id }, { session });
  const users = [other, actor];
  await friendships.insertOne(
    { _id: new ObjectId(), pair, users, requestedBy: other, status: "accepted", createdAt: new Date() },
    { session },
  );
  return true;
}

/** Accepts a request, by its receiver. @throws AppError "not-found" */
export async function acceptFriendship(actor: ObjectId, id: ObjectId): Promise<void> {
  const { friendships } = await collections();
  const asked = { _id: id, users: actor, requestedBy: { $ne: actor }, status: "pending" as const };
  await withTransaction(async (session) => {
    const request = orNotFound(await friendships.findOneAndUpdate(asked, accepted(), { session }));
    await tellAccepted(actor, request.requestedBy, session);
  });
}

/**
 * Ignores a pending request, by its receiver, or withdraws it, by its sender. Withdrawing an ignored request looks
 * the same to its sender.
 * @throws AppError "not-found"
 */
export async function deleteFriendRequest(actor: ObjectId, id: ObjectId): Promise<void> {
  const { friendships } = await collections();
  const asked = { _id: id, users: actor, requestedBy: { $ne: actor }, status: "pending" as const };
  const ignore = { $set: { status: "ignored" as const, ignoredAt: new Date() } };
  const request = await friendships.findOneAndUpdate(asked, ignore);
  if (request) return dropFriendRequest(request.requestedBy, actor);
  const own = { _id: id, requestedBy: actor };
  if ((await friendships.deleteOne({ ...own, status: "pending" })).deletedCount > 0) return;
  const ignored = { ...own, status: "ignored" as const, withdrawn: { $exists: false } };
  const { matchedCount } = await friendships.updateOne(ignored, { $set: { withdrawn: true } });
  if (matchedCount === 0) throw notFound();
}

/** A page of the user's pending friend requests with their senders, newest first. One command. */
export async function listFriendRequests(user: ObjectId, page: PageRequest): Promise<Page<WithOther>> {
  const pending = { users: user, status: "pending" as const, requestedBy: { $ne: user } };
  const found = await listWithOther(user, ...pageStages<FriendshipDoc>(pending, "createdAt", page));
  return toPage(found, page, ({ createdAt }) => createdAt);
}

/** The user's friends, by name, and the newest of their pending friend requests. One command. */
export async function listFriendsAndRequests(
  user: ObjectId,
  limit: number,
): Promise<{ friends: UserDoc[]; requests: Page<WithOther> }> {
  const match = { users: user, status: { $in: ["accepted", "pending"] } };
  const found = await listWithOther(user, { $match: match });
  const friends = found.filter(({ status }) => status === "accepted").map(({ other }) => other);
  const received = found.filter((one) => one.status === "pending" && !one.requestedBy.equals(user));
  return {
    friends: friends.sort(byName),
    requests: toPage(received, { limit }, ({ createdAt }) => createdAt),
  };
}
