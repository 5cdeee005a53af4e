import "server-only";
import type { ClientSession, Document, ObjectId } from "mongodb";
import { daysAgo } from "@/lib/core/text/dates";
import { pairKey } from "@/lib/core/money/ledger";
import { IGNORED_FOR_DAYS } from "@/lib/core/friends";
import { invalid, notFound } from "@/lib/errors";
import { collections, type FriendshipDoc, type UserDoc, withTransaction } from "../collections";
import { uniqueIds } from "../ids";
import { aggregate, findAll } from "../page";

/** The key of the record that two people share. @throws AppError "not-found" if both are the same person */
export function pairKeyOf(a: ObjectId, b: ObjectId): string {
  if (a.equals(b)) throw notFound();
  return pairKey(a.toHexString(), b.toHexString());
}

/** The record of two people: a request, a friendship, or a block; null if there is none. */
export async function getFriendship(
  a: ObjectId,
  b: ObjectId,
  session?: ClientSession,
): Promise<FriendshipDoc | null> {
  if (a.equals(b)) return null;
  const { friendships } = await collections();
  const found = await friendships.findOne({ pair: pairKeyOf(a, b) }, session && { session });
  return found && !isIgnoreExpired(found) ? found : null;
}

/** An existing user, and the record that they share with the viewer; null if there is no such user. One command. */
export async function getUserAndFriendship(
  viewer: ObjectId,
  id: ObjectId,
): Promise<{ user: UserDoc; friendship: FriendshipDoc | null } | null> {
  const { users } = await collections();
  const [found] = await aggregate<UserDoc & { pair: string; records: FriendshipDoc[] }>(users, [
    { $match: { _id: id, deletedAt: null } },
    { $addFields: { pair: id.equals(viewer) ? "" : pairKeyOf(viewer, id) } },
    { $lookup: { from: "friendships", localField: "pair", foreignField: "pair", as: "records" } },
  ]);
  if (!found) return null;
  const { pair: _, records, ...user } = found;
  const [record] = records;
  return { user, friendship: record && !isIgnoreExpired(record) ? record : null };
}

/** True if the request was ignored so long ago that its record has expired, even if it has not been purged yet. */
export function isIgnoreExpired({ status, ignoredAt }: FriendshipDoc): boolean {
  return status === "ignored" && (ignoredAt ?? 0) <= daysAgo(IGNORED_FOR_DAYS);
}

/**
 * Locks the actor's friendships with these people for this transaction, so that none can end concurrently.
 * @param field the field of the request that contains the people
 * @throws AppError "invalid" if one of them is not a friend, or does not exist
 */
export async function lockFriendships(
  actor: ObjectId,
  people: readonly ObjectId[],
  field: string,
  session: ClientSession,
): Promise<void> {
  const { friendships } = await collections();
  const unique = uniqueIds(people);
  const pairs = unique.filter((one) => !one.equals(actor)).map((one) => pairKeyOf(actor, one));
  const { matchedCount } = await friendships.updateMany(
    { pair: { $in: pairs }, status: "accepted" },
    { $inc: { touched: 1 } },
    { session },
  );
  if (matchedCount !== unique.length) throw invalid(field, "You can only invite your friends.");
}

/**
 * Ends a friendship, and with it the open invitations between the two.
 * @throws AppError "not-found" if the two are not friends
 */
export async function deleteFriendship(actor: ObjectId, friend: ObjectId): Promise<void> {
  const { friendships } = await collections();
  const friends = { pair: pairKeyOf(actor, friend), status: "accepted" as const };
  await withTransaction(async (session) => {
    const { deletedCount } = await friendships.deleteOne(friends, { session });
    if (deletedCount === 0) throw notFound();
    await deleteInvitationsBetween(actor, friend, session);
  });
}

/** Deletes the open group invitations of one of these people to the other. */
export async function deleteInvitationsBetween(
  a: ObjectId,
  b: ObjectId,
  session: ClientSession,
): Promise<void> {
  const { groupRequests } = await collections();
  const between = [
    { to: a, from: b },
    { to: b, from: a },
  ];
  await groupRequests.deleteMany({ $or: between }, { session });
}

/** The user's friendships and friend requests, in both directions, in no order. */
export async function listFriendships(user: ObjectId): Promise<FriendshipDoc[]> {
  const { friendships } = await collections();
  const status = { $in: ["accepted" as const, "pending" as const, "ignored" as const] };
  return (await findAll(friendships, { users: user, status })).filter((one) => !isIgnoreExpired(one));
}

/** A record of two people with the one who is not the user. */
export type WithOther = FriendshipDoc & { other: UserDoc };

/** The user's records that these stages find, each with the other person. One command. */
export async function listWithOther(user: ObjectId, ...stages: Document[]): Promise<WithOther[]> {
  const { friendships } = await collections();
  const rows = await aggregate<FriendshipDoc & { people: UserDoc[] }>(friendships, [
    ...stages,
    { $lookup: { from: "users", localField: "users", foreignField: "_id", as: "people" } },
  ]);
  return rows
    .filter((one) => !isIgnoreExpired(one))
    .flatMap(({ people, ...record }) =>
      people.filter(({ _id }) => !_id.equals(user)).map((other) => ({ ...record, other })),
    );
}

/** The people whom the user has asked to be friends, and who have not accepted, in no order. One command. */
export async function listAsked(user: ObjectId): Promise<UserDoc[]> {
  // Ignored requests look pending to their sender.
  const status = { $in: ["pending", "ignored"] };
  const asked = { requestedBy: user, status, withdrawn: { $exists: false } };
  return (await listWithOther(user, { $match: asked })).map(({ other }) => other);
}

/** The user's friends, sorted by name. */
export async function listFriends(user: ObjectId): Promise<UserDoc[]> {
  const found = await listWithOther(user, { $match: { users: user, status: "accepted" } });
  return found.map(({ other }) => other).sort(byName);
}

/** Sorts people by name; ties go by id. */
export const byName = (a: UserDoc, b: UserDoc): number =>
  a.name.localeCompare(b.name, "en") || a._id.toString().localeCompare(b._id.toString());
