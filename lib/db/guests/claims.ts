import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { CAPS } from "@/lib/core/limits";
import type { PairNet } from "@/lib/core/money/ledger";
import { AppError, orNotFound, notFound } from "@/lib/errors";
import { recordActivity } from "../activity";
import { assertMayJoinGroup } from "../caps";
import {
  collections,
  type EventDoc,
  type GroupDoc,
  type SettlementDoc,
  type UserDoc,
  withTransaction,
} from "../collections";
import { befriendByLink } from "../requests/friend";
import { getFriendship } from "../friends";
import { endSessionsOfGuest, NO_CLAIM } from "./sessions";
import { groupActivity, lockGroup } from "../groups";
import { includesId } from "../ids";
import { findOwnLink, spendLink } from "../links";
import { mergeInGroup } from "./merge";
import { aggregate, lookupEvent } from "../page";
import { getUser, lockUsers } from "../people";

// Claiming (docs/rules.md#guests): a person with an account takes the place of a guest. They may do so if their session
// replaced the guest's, by signing in, or if they have the guest's link.

/** Who claims whom: the session of the request, and the secret of the guest's link, if they have one. */
export type Claimant = {
  actor: ObjectId;
  sessionId: ObjectId;
  guestId: ObjectId;
  token?: string | undefined;
};

/** A guest, and the group in which they are a member. */
export type Claim = { guest: UserDoc; group: GroupDoc };

/** The guest and group; null if the guest does not exist, or the claimant may not claim the guest. */
export async function findClaim(claimant: Claimant): Promise<Claim | null> {
  const { groups } = await collections();
  const guest = await getUser(claimant.guestId);
  const groupId = guest?.guest;
  if (!guest || !groupId || !(await rightOf(claimant))) return null;
  const group = await groups.findOne({ _id: groupId, members: guest._id, deletedAt: null });
  return group && { guest, group };
}

/** An open payment as a person sees it. `cents`: negative if they owe. */
export type OpenOf = PairNet & {
  event: Pick<EventDoc, "_id" | "title">;
  of: ObjectId;
  with: ObjectId;
  cents: number;
};

/** The open payments of a person in a group, latest event first. One command. */
export async function listOpenOf(person: ObjectId, groupId: ObjectId): Promise<OpenOf[]> {
  const { settlements } = await collections();
  const found = await aggregate<SettlementDoc & { event: EventDoc }>(settlements, [
    { $match: { groupId, users: person, settled: false, deletedAt: null } },
    lookupEvent,
    { $unwind: "$event" },
    { $sort: { "event.date": -1, _id: -1 } },
  ]);
  return found.map(({ event, pair, net, users: [lo, hi] }) => {
    const owes = lo.equals(person);
    return { event, pair, net, of: person, with: owes ? hi : lo, cents: owes ? -net : net };
  });
}

/** How the claimant may claim the guest, and who invited the guest. */
async function rightOf({ actor, sessionId, guestId, token }: Claimant, session?: ClientSession) {
  const { sessions } = await collections();
  const own = { _id: sessionId, user: actor, claims: guestId };
  const found = await sessions.findOne(own, session && { session });
  if (found && !found.claimsBy) return { invitedBy: found.invitedBy, link: null };
  const by = token ?? found?.claimsBy;
  const link = by === undefined ? null : await findOwnLink(by, guestId, session);
  const record = link && (await getFriendship(link.createdBy, actor, session));
  // Like every link of someone who blocked the claimant.
  return link && !record?.blockedBy?.equals(link.createdBy) ? { invitedBy: link.createdBy, link } : null;
}

/** Records in the claimant's session that they have opened the guest's link, so that screens can link to it again. */
export async function noteOpened({ actor, sessionId, guestId, token }: Claimant): Promise<void> {
  const link = token === undefined ? null : await findOwnLink(token, guestId);
  if (!link) return;
  const { sessions } = await collections();
  // The right of a session that has replaced a guest's does not depend on a link.
  const byLink = { $or: [{ claims: { $exists: false } }, { claimsBy: { $exists: true } }] };
  await sessions.updateOne(
    { _id: sessionId, user: actor, ...byLink },
    { $set: { claims: guestId, claimsBy: link._id } },
  );
}

/**
 * The claimant says that they are not the guest: removes the right to claim from their session.
 * @throws AppError "not-found" if it has none
 */
export async function forgetClaim({ actor, sessionId, guestId }: Claimant): Promise<void> {
  const { sessions } = await collections();
  const { matchedCount } = await sessions.updateOne(
    { _id: sessionId, user: actor, claims: guestId },
    NO_CLAIM,
  );
  if (matchedCount === 0) throw notFound();
}

/** Whether the account is in no group, has no friends or invitations, and is not in a group's activity. */
async function isNewAccount(user: ObjectId, session?: ClientSession): Promise<boolean> {
  const { groups, friendships, groupRequests, activities } = await collections();
  const options = { projection: { _id: 1 }, ...(session && { session }) };
  return !(
    (await groups.findOne({ members: user }, options)) ||
    (await groups.findOne({ formerMembers: user }, options)) ||
    (await friendships.findOne({ users: user }, options)) ||
    (await groupRequests.findOne({ to: user }, options)) ||
    // Invitations that they declined, or that were withdrawn.
    (await activities.findOne({ kind: "member-invited", people: user }, options))
  );
}

/**
 * The claimant takes the guest's place, in one transaction. A new account takes over the guest's document, whose id it
 * has from then on. Otherwise, everything of the guest in the group becomes the account's, and what is open between the
 * two disappears. The guest's sessions end.
 * @returns the group, and the user whom the session has now
 * @throws AppError "not-found" if the guest is not theirs to claim; "too-much-to-claim"; "too-many-groups"
 */
export async function claimGuest(claimant: Claimant): Promise<{ groupId: ObjectId; userId: ObjectId }> {
  const { actor, sessionId, guestId } = claimant;
  const groupId = orNotFound((await getUser(guestId))?.guest);
  const { users, links, groupRequests } = await collections();
  return withTransaction(async (session) => {
    // The guest is a member of it until someone claims them.
    const group = await lockGroup(guestId, groupId, session);
    await lockUsers([actor, guestId], session);
    const guest = await users.findOne({ _id: guestId, guest: groupId }, { session });
    const right = await rightOf(claimant, session);
    if (!guest || !right) throw notFound();
    if (right.link) await spendLink(right.link, session);
    await endSessionsOfGuest(guestId, group, session);
    await links.deleteMany({ groupId, $or: [{ guest: guestId }, { "shows.only": guestId }] }, { session });

    const isNew = await isNewAccount(actor, session);
    const userId = isNew ? guestId : actor;
    if (isNew) await takeOver(actor, guestId, sessionId, session);
    else {
      if (!includesId(group.members, actor)) await assertMayJoinGroup(actor, session);
      await groupRequests.deleteMany({ groupId, to: actor }, { session });
      await mergeInGroup(group, { from: guestId, to: actor }, CAPS.claimed, session);
      const { name, image, emailVerified } = guest;
      // Purged like everything deleted. Until then, responses that are stored for repeated requests need the name.
      const former = { name, image, emailVerified, guest: groupId, claimedBy: actor, deletedAt: new Date() };
      await users.replaceOne({ _id: guestId }, former, { session });
    }
    await recordActivity(
      session,
      groupActivity("guest-claimed", userId, group, { people: [userId], title: guest.name }),
    );
    await befriendInviter(userId, right.invitedBy, group, session);
    return { groupId, userId };
  });
}

/** The guest's document becomes that of the account, with its address and name. */
async function takeOver(
  actor: ObjectId,
  guestId: ObjectId,
  sessionId: ObjectId,
  session: ClientSession,
): Promise<void> {
  const { users, accounts, sessions, pushSubscriptions, tokens, links, notices } = await collections();
  const account = orNotFound(await users.findOneAndDelete({ _id: actor }, { session }));
  const { _id: _, touched: __, ...fields } = account;
  await users.updateOne({ _id: guestId }, { $set: fields, $unset: { guest: true } }, { session });
  await accounts.updateMany({ userId: actor }, { $set: { userId: guestId } }, { session });
  await links.updateMany({ createdBy: actor }, { $set: { createdBy: guestId } }, { session });
  await tokens.updateMany({ user: actor }, { $set: { user: guestId } }, { session });
  await notices.updateMany({ userId: actor }, { $set: { userId: guestId } }, { session });
  await sessions.updateOne({ _id: sessionId, user: actor }, { $set: { user: guestId } }, { session });
  await sessions.deleteMany({ user: actor }, { session });
  const device = { userId: actor, sessionId };
  await pushSubscriptions.updateMany(device, { $set: { userId: guestId } }, { session });
  await pushSubscriptions.deleteMany({ userId: actor }, { session });
}

/** Joining with their link does the same. A block must not cost the claimant what the guest had. */
async function befriendInviter(
  user: ObjectId,
  inviter: ObjectId | undefined,
  { members }: GroupDoc,
  session: ClientSession,
): Promise<void> {
  if (!inviter || inviter.equals(user) || !includesId(members, inviter)) return;
  await lockUsers([user, inviter], session);
  try {
    await befriendByLink(user, inviter, session);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
