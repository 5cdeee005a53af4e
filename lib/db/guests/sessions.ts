import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { CAPS } from "@/lib/core/limits";
import { AppError, orNotFound, notFound } from "@/lib/errors";
import { recordActivity } from "../activity";
import { collections, type GroupDoc, type SessionDoc, type UserDoc, withTransaction } from "../collections";
import { insertGuest } from ".";
import { groupActivity, lockGroup } from "../groups";
import { includesId } from "../ids";
import { keepWaiting, requireLinkDoc, spendLink } from "../links";
import { aggregate, lookup } from "../page";
import { beginSession } from "../account/sessions";
import type { PersonDoc } from "../people";

// Taking part without an account (docs/rules.md#guests): a guest's session is like any other, for a user document
// without an address. the contract (`guests`) decides what it may do.

/** A guest with their sessions, last used first. */
export type GuestWithSessions = PersonDoc & { sessions: SessionDoc[] };

/** The guests of a group, including those who have left it, with their sessions. One command. */
export async function listGuests(groupId: ObjectId): Promise<GuestWithSessions[]> {
  const { users } = await collections();
  return aggregate<GuestWithSessions>(users, [
    { $match: { guest: groupId, deletedAt: null } },
    { $project: { name: 1, image: 1, guest: 1 } },
    lookup({ from: "sessions", localField: "_id", foreignField: "user", as: "sessions" }, [
      { $match: { expiresAt: { $gt: new Date() } } },
      { $sort: { usedOn: -1, _id: -1 } },
    ]),
  ]);
}

/**
 * The guest to become: one as whom nobody takes part, or a new one with this name. `replace`: the guest's own link may
 * move them here from another device.
 */
export type Newcomer = { guestId: ObjectId; replace?: boolean } | { name: string };

/** A device on which somebody takes part: what to call it, and when its session ends if it is not used. */
export type Device = { name: string; expiresAt: Date };

/**
 * Begins a session of a guest, with a link's secret. Adds a new guest to the group.
 * @throws AppError "not-found" if the link cannot be used, or is for another guest; "guest-active" if someone takes
 * part as this guest; "too-many-guests"; "invalid" if a member has the same name; "conflict" if the group is full
 */
export async function joinAsGuest(
  token: string,
  newcomer: Newcomer,
  device: Device,
): Promise<{ groupId: ObjectId; guestId: ObjectId; sessionId: ObjectId }> {
  const link = await requireLinkDoc(token);
  const { groupId, createdBy: invitedBy } = link;
  if (!groupId) throw notFound();
  const { sessions } = await collections();
  return withTransaction(async (session) => {
    const group = await lockGroup(invitedBy, groupId, session);
    const { uses } = await spendLink(link, session);
    const at = new Date();
    const isNew = "name" in newcomer;
    if (isNew && link.guest) throw notFound();
    const most = link.guest ? CAPS.devicesOfLink : CAPS.guestsOfLink;
    if ((isNew || link.guest) && uses >= most) throw new AppError("too-many-guests");
    const guest = isNew
      ? await insertGuest(group, newcomer.name, at, session)
      : await requireGuest(group, newcomer.guestId, session, link.guest);
    // Whoever has a link to the group could be anybody.
    if (!isNew && newcomer.replace && link.guest) await sessions.deleteMany({ user: guest._id }, { session });
    else if (await isActive(guest._id, session)) throw guestActive(guest);
    const of = { invitedBy, session, ...(link.guest && uses > 0 && { moved: true as const }) };
    const sessionId = await beginSession(guest._id, device.name, device.expiresAt, at, of);
    await recordActivity(
      session,
      groupActivity("member-joined", guest._id, group, { people: [guest._id, invitedBy], at }),
    );
    return { groupId, guestId: guest._id, sessionId };
  });
}

/**
 * A guest of the group.
 * @param only the link's guest, if it is for one
 * @throws AppError "not-found"
 */
export async function requireGuest(
  group: GroupDoc,
  guestId: ObjectId,
  session: ClientSession,
  only: ObjectId = guestId,
): Promise<UserDoc> {
  const { users } = await collections();
  if (!only.equals(guestId) || !includesId(group.members, guestId)) throw notFound();
  return orNotFound(await users.findOne({ _id: guestId, guest: group._id, deletedAt: null }, { session }));
}

/** Whether someone takes part as the guest. */
async function isActive(guestId: ObjectId, session: ClientSession): Promise<boolean> {
  const { sessions } = await collections();
  const active = { user: guestId, expiresAt: { $gt: new Date() } };
  return (await sessions.findOne(active, { session, projection: { _id: 1 } })) !== null;
}

const guestActive = ({ name }: UserDoc) =>
  new AppError(
    "guest-active",
    `Someone is already taking part as ${name}. If that is not you, ask the person who sent you the link.`,
  );

/** Ends a guest's sessions, and rights to claim the guest, by a member of the group. @throws AppError "not-found" */
export async function endGuestSessions(actor: ObjectId, groupId: ObjectId, guestId: ObjectId): Promise<void> {
  await withTransaction(async (session) => {
    const group = await lockGroup(actor, groupId, session);
    await requireGuest(group, guestId, session);
    await endSessionsOfGuest(guestId, group, session);
  });
}

/** Removes a session's right to claim a guest. */
export const NO_CLAIM = { $unset: { claims: true, claimsBy: true } } as const;

/**
 * Ends all sessions of a guest, what could begin another one (devices that wait, links that were used), and the right of
 * others to claim them, in a transaction that has locked their group.
 */
export async function endSessionsOfGuest(
  guestId: ObjectId,
  group: GroupDoc,
  session: ClientSession,
): Promise<void> {
  const { links, sessions } = await collections();
  await sessions.deleteMany({ user: guestId }, { session });
  await sessions.updateMany({ claims: guestId }, NO_CLAIM, { session });
  await links.deleteMany({ groupId: group._id, guest: guestId, uses: { $gt: 0 } }, { session });
  await keepWaiting(group, ({ guest }) => !guest.equals(guestId), session);
}
