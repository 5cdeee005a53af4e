import "server-only";
import { type ClientSession, ObjectId } from "mongodb";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import type { Page, PageRequest } from "@/lib/core/page";
import { mayDeleteInvitation } from "@/lib/core/rights";
import { AppError, orNotFound, notFound } from "@/lib/errors";
import { recordActivity } from "../activity";
import { assertMayInvite, assertMayJoinGroup } from "../caps";
import { collections, type GroupDoc, type GroupRequestDoc, withTransaction } from "../collections";
import { lockFriendships } from "../friends";
import { groupActivity, invitationActivity, joining, lockSharedGroup } from "../groups";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "../idempotency";
import { includesId } from "../ids";
import { aggregate, pageStages, toPage } from "../page";
import { DUPLICATE_KEY, hasCode } from "../server-errors";
import type { PersonDoc } from "../people";

/**
 * Invites a friend to a group, once, by a member. Demo data sets `at`.
 * @throws AppError "not-found"; "invalid" if the two are not friends; "already-member", "already-invited";
 * "too-many-invitations", "not-invitable"; "forbidden" if the group is of a pair
 */
export async function invite(
  actor: ObjectId,
  groupId: ObjectId,
  to: ObjectId,
  key?: IdempotencyKey,
  at: Date = new Date(),
): Promise<GroupRequestDoc> {
  const { groupRequests } = await collections();
  const request: GroupRequestDoc = { _id: new ObjectId(), groupId, from: actor, to, createdAt: at };
  return withIdempotency(key, ofItsGroup, async (session) => {
    const group = await lockSharedGroup(actor, groupId, session);
    await lockFriendships(actor, [to], "toUserId", session);
    if (includesId(group.members, to)) throw new AppError("already-member");
    await assertMayInvite(actor, to, session);
    try {
      await groupRequests.insertOne(request, { session });
    } catch (error) {
      throw hasCode(error, DUPLICATE_KEY) ? new AppError("already-invited") : error;
    }
    await recordActivity(session, { ...invitationActivity(actor, group, to), at });
    return request;
  });
}

/**
 * Makes the invitee a member and deletes the invitation. Demo data sets `joinedAt`.
 * @throws AppError "not-found"; "too-many-groups"; "conflict" if the group is full
 */
export async function acceptInvitation(actor: ObjectId, id: ObjectId, joinedAt?: Date): Promise<void> {
  const { groupRequests } = await collections();
  await withTransaction(async (session) => {
    const request = orNotFound(await groupRequests.findOneAndDelete({ _id: id, to: actor }, { session }));
    await addMember(actor, request.groupId, session, { at: joinedAt, tell: request.from });
  });
}

/**
 * Makes a person a member of a group, within a transaction.
 * @param how.at when; default: now
 * @param how.inviter the person whose link they used
 * @param how.tell the person whose invitation they accepted
 * @throws AppError "not-found"; "too-many-groups"; "conflict" if the group is full
 */
export async function addMember(
  actor: ObjectId,
  groupId: ObjectId,
  session: ClientSession,
  how: { at?: Date | undefined; inviter?: ObjectId; tell?: ObjectId },
): Promise<void> {
  const { groups } = await collections();
  await assertMayJoinGroup(actor, session);
  // Taken inside the transaction, because the new member does not see earlier activity.
  const at = how.at ?? new Date();
  const group = await groups.findOneAndUpdate(
    { _id: groupId, deletedAt: null },
    // A link's user has already locked the group.
    { ...joining([actor], at), $inc: { touched: how.inviter ? 0 : 1 } },
    { session },
  );
  if (!group) throw notFound();
  if (group.members.length >= MAX_PEOPLE) {
    throw new AppError("conflict", `This group already has ${MAX_PEOPLE} members.`);
  }
  const people = [actor, ...(how.inviter ? [how.inviter] : [])];
  const joined = groupActivity("member-joined", actor, group, { people, at });
  await recordActivity(session, how.tell ? { ...joined, tell: [how.tell] } : joined);
}

/** Ignores or withdraws an invitation. @throws AppError "not-found", also if the actor may not delete it */
export async function deleteInvitation(actor: ObjectId, id: ObjectId): Promise<void> {
  const { groupRequests, groups } = await collections();
  await withTransaction(async (session) => {
    const invitation = await groupRequests.findOneAndDelete({ _id: id }, { session });
    const group =
      invitation &&
      (await groups.findOneAndUpdate(
        { _id: invitation.groupId, deletedAt: null },
        { $inc: { touched: 1 } },
        { session },
      ));
    if (!group || !mayDeleteInvitation(actor, invitation, group)) throw notFound();
    const { from, to } = invitation;
    const kind = actor.equals(to) ? "invitation-declined" : "invitation-withdrawn";
    await recordActivity(session, invitationActivity(actor, group, to, kind, from));
  });
}

/** An invitation with its sender and group. */
export type Invitation = GroupRequestDoc & { sender: PersonDoc; group: GroupDoc };

/** A page of the user's pending invitations, newest first. One command. */
export async function listInvitationsFor(invited: ObjectId, page: PageRequest): Promise<Page<Invitation>> {
  const { groupRequests } = await collections();
  const pending = { to: invited, deletedAt: null };
  const found = await aggregate<GroupRequestDoc & { sender: PersonDoc[]; group: GroupDoc[] }>(groupRequests, [
    ...pageStages<GroupRequestDoc>(pending, "createdAt", page),
    { $lookup: { from: "users", localField: "from", foreignField: "_id", as: "sender" } },
    { $lookup: { from: "groups", localField: "groupId", foreignField: "_id", as: "group" } },
  ]);
  const { rows, nextCursor } = toPage(found, page, ({ createdAt }) => createdAt);
  const complete = rows.flatMap(({ sender: [sender], group: [group], ...request }) =>
    sender && group && !group.deletedAt ? [{ ...request, sender, group }] : [],
  );
  return { rows: complete, nextCursor };
}
