import "server-only";
import { randomBytes } from "node:crypto";
import { ObjectId, type ClientSession } from "mongodb";
import { LINK_DAYS } from "@/lib/link-paths";
import { daysAgo } from "@/lib/core/text/dates";
import { mayRevokeLink } from "@/lib/core/rights";
import { AppError, orNotFound, notFound } from "@/lib/errors";
import { assertMayCreateLink } from "../caps";
import { collections, type GroupDoc, type LinkDoc, withTransaction } from "../collections";
import { befriendByLink } from "../requests/friend";
import { addMember } from "../requests/group";
import { lockGroup, lockSharedGroup } from "../groups";
import { hashOf } from "../hash";
import { includesId } from "../ids";
import { aggregate, byCreation, findAll } from "../page";
import { guestsAmong, lockUsers, lookupPeople, type PersonDoc } from "../people";

// Invite links. Only people with the link know the secret in its URL; the database stores only a hash.

export const newToken = () => randomBytes(16).toString("base64url");

export const unexpired = () => ({ expiresAt: { $gt: new Date() } });

const usable = () => ({ ...unexpired(), shows: { $exists: false } });

/**
 * Creates a link to a group, by a member, or one that makes people friends of the actor.
 * @param groupId null: no group
 * @param guest a guest of the group: the link is only for this guest, and used once
 * @returns also the secret, which cannot be read again
 * @throws AppError "not-found", "too-many-links"; "forbidden" if the group is of a pair
 */
export async function createLink(
  actor: ObjectId,
  groupId: ObjectId | null,
  guest?: ObjectId,
): Promise<{ link: LinkDoc; token: string }> {
  const { links } = await collections();
  const token = newToken();
  const link: LinkDoc = {
    _id: new ObjectId(),
    hash: hashOf(token),
    ...(groupId && { groupId }),
    ...(guest && { guest }),
    createdBy: actor,
    createdAt: new Date(),
    expiresAt: daysAgo(-LINK_DAYS),
    uses: 0,
  };
  await withTransaction(async (session) => {
    if (groupId) {
      const group = await lockSharedGroup(actor, groupId, session);
      const isGuest = guest && (await guestsAmong([guest], session)).size > 0;
      if (guest && !(isGuest && includesId(group.members, guest))) throw notFound();
    }
    await assertMayCreateLink(actor, session);
    await links.insertOne(link, { session });
  });
  return { link, token };
}

/** The links of a group, newest first. One command. */
export async function listLinks(groupId: ObjectId): Promise<LinkDoc[]> {
  const { links } = await collections();
  return findAll(links, { groupId, ...usable() }, { sort: { createdAt: -1, _id: -1 } });
}

/** The viewer's links without a group, newest first. One command. */
export async function listOwnLinks(viewer: ObjectId): Promise<LinkDoc[]> {
  const { links } = await collections();
  const own = { createdBy: viewer, groupId: { $exists: false }, ...usable() };
  return (await findAll(links, own)).sort(byCreation).reverse();
}

/** Ends a link of the actor without a group. @throws AppError "not-found" */
export async function revokeOwnLink(actor: ObjectId, id: ObjectId): Promise<void> {
  const { links } = await collections();
  const own = { _id: id, createdBy: actor, groupId: { $exists: false }, ...usable() };
  if ((await links.deleteOne(own)).deletedCount === 0) throw notFound();
}

/** Ends a link to a group. @throws AppError "not-found", also if the actor may not revoke it */
export async function revokeLink(actor: ObjectId, groupId: ObjectId, id: ObjectId): Promise<void> {
  const { links } = await collections();
  await withTransaction(async (session) => {
    const group = await lockGroup(actor, groupId, session);
    const link = await links.findOneAndDelete({ _id: id, groupId, ...usable() }, { session });
    if (!link || !mayRevokeLink(actor, link, group)) throw notFound();
    await keepWaiting(group, (device) => !device.link.equals(id), session);
  });
}

/** Keeps only some of the devices that wait (guests/devices.ts), in a transaction that has locked the group. */
export async function keepWaiting(
  { _id, waiting = [] }: GroupDoc,
  isKept: (device: (typeof waiting)[number]) => boolean,
  session: ClientSession,
): Promise<void> {
  const kept = waiting.filter(isKept);
  if (kept.length === waiting.length) return;
  const { groups } = await collections();
  await groups.updateOne({ _id }, { $set: { waiting: kept } }, { session });
}

/** A link with its group, if it has one, and its creator. */
export type OpenLink = { link: LinkDoc; group: GroupDoc | null; inviter: PersonDoc };

/** The link with this secret; null if it has expired, was revoked, or never existed. One command. */
export async function findLink(token: string): Promise<OpenLink | null> {
  const { links } = await collections();
  const [found] = await aggregate<LinkDoc & { group: GroupDoc[]; inviters: PersonDoc[] }>(links, [
    { $match: { hash: hashOf(token), ...usable() } },
    { $lookup: { from: "groups", localField: "groupId", foreignField: "_id", as: "group" } },
    lookupPeople("createdBy", "inviters"),
  ]);
  if (!found) return null;
  const { group: groups, inviters, ...link } = found;
  const [group, inviter] = [groups[0], inviters[0]];
  // Deleting an account deletes its links.
  if (!link.groupId) return inviter ? { link, group: null, inviter } : null;
  if (!group || group.deletedAt || !inviter || !includesId(group.members, link.createdBy)) return null;
  return { link, group, inviter };
}

/** What a link leads to. */
export type Joined =
  | { groupId: ObjectId; friendId?: undefined }
  | { friendId: ObjectId; groupId?: undefined };

/** The link with this secret, to be used in a transaction ({@link spendLink}). @throws AppError "not-found" */
export async function requireLinkDoc(token: string): Promise<LinkDoc> {
  const { links } = await collections();
  return orNotFound(await links.findOne({ hash: hashOf(token), ...usable() }));
}

/** A guest's own link with this secret, or this id, with which nobody has joined yet; null if it cannot be used. */
export async function findOwnLink(
  by: string | ObjectId,
  guest: ObjectId,
  session?: ClientSession,
): Promise<LinkDoc | null> {
  const { links } = await collections();
  const one = typeof by === "string" ? { hash: hashOf(by) } : { _id: by };
  return links.findOne({ ...one, guest, uses: 0, ...usable() }, session && { session });
}

/**
 * Counts a use of a link, in a transaction that has locked its group.
 * @returns the link before this use
 * @throws AppError "not-found"
 */
export async function spendLink({ _id }: LinkDoc, session: ClientSession): Promise<LinkDoc> {
  const { links } = await collections();
  const used = { $inc: { uses: 1 } };
  return orNotFound(
    await links.findOneAndUpdate({ _id, ...usable() }, used, { session, returnDocument: "before" }),
  );
}

/**
 * Makes the actor a member of a link's group, if it has one, and a friend of its creator. Does nothing for a member, or
 * for the creator of a link without a group.
 * @throws AppError "not-found" if the link cannot be used, or its creator has blocked the actor; "link-for-guest";
 * "blocked"; "too-many-groups"; "conflict" if the group is full
 */
export async function joinByLink(actor: ObjectId, token: string): Promise<Joined> {
  const { groupRequests } = await collections();
  const link = await requireLinkDoc(token);
  const { groupId, createdBy: inviter } = link;
  const joined = groupId ? { groupId } : { friendId: inviter };
  if (!groupId && inviter.equals(actor)) return joined;
  return withTransaction(async (session) => {
    // The creator is still a member, because leaving deletes one's links.
    const group = groupId && (await lockGroup(inviter, groupId, session));
    if (link.guest) throw new AppError("link-for-guest");
    if (group && includesId(group.members, actor)) return joined;
    await lockUsers([actor, inviter], session);
    const isNew = await befriendByLink(actor, inviter, session);
    // A link without a group is of no use to a friend.
    if (groupId || isNew) await spendLink(link, session);
    if (!groupId) return joined;
    await groupRequests.deleteMany({ groupId, to: actor }, { session });
    await addMember(actor, groupId, session, { inviter });
    return joined;
  });
}
