import "server-only";
import { ObjectId, type ClientSession, type Document } from "mongodb";
import { RECENT_DAYS } from "@/lib/core/retention";
import { dayOf, daysAgo } from "@/lib/core/text/dates";
import { notFound } from "@/lib/errors";
import {
  collections,
  type GroupDoc,
  type SessionDoc,
  type SettlementDoc,
  type UserDoc,
} from "../collections";
import { lookupGroups, type OwnGroups } from "../groups/own";
import { toId } from "../ids";
import { aggregate, findAll, lookup, unionWith } from "../page";
import { requestsOf, revisionOf, revisionStages, type RevisionFields } from "../revision";
import { log } from "@/lib/log";

// A session is valid while its document exists. Its cookie (lib/auth/session-token.ts) names the document and the user.

/** The most sessions of one person. A further sign-in ends the one that was used least recently. */
const MAX_SESSIONS = 100;

/** The contents of a session's token. Ids are in hex. */
type SessionKey = { sub: string; sid: string };

const SELF_FIELDS = { name: 1, email: 1, image: 1, guest: 1 } as const;
export type SelfDoc = Pick<UserDoc, "_id" | keyof typeof SELF_FIELDS> &
  Pick<SessionDoc, "claims"> &
  SessionIncluded & { revision?: string; requests?: ReturnType<typeof requestsOf> };

/**
 * What the command that reads the session can include: a text that changes whenever something that the user can see has
 * changed, with the number of their requests (revision.ts); the groups to search for recent activity; or the debt of a
 * payment, without checking who may see it.
 */
export type SessionInclude = "revision" | "groups" | "settlement";

/** The groups with recent activity, and when the user last saw it; the payment that the path names. */
export type SessionIncluded = { groups?: GroupDoc[]; settlement?: DebtKey } & Pick<UserDoc, "activitySeenAt">;

export type DebtKey = Pick<SettlementDoc, "_id" | "eventId" | "pair">;
type Found = Pick<SessionDoc, "usedOn" | "claims"> & Owned & RevisionFields;

/** The stages that read it, for documents with a field `user`, except for the revision. */
export function stagesOf(along: SessionInclude | undefined, id: ObjectId | null): Document[] {
  if (along === "groups") return [lookupGroups(daysAgo(RECENT_DAYS))];
  if (along !== "settlement") return [];
  return [unionWith("settlements", [{ $match: { _id: id } }, { $project: { eventId: 1, pair: 1 } }])];
}

/**
 * Records a new session.
 * @param device what to call its device, such as "Chrome on Android"
 * @param expiresAt when it ends if it is not used
 * @param of other fields, and the transaction that the write belongs to
 */
export async function beginSession(
  user: ObjectId,
  device: string,
  expiresAt: Date,
  now: Date = new Date(),
  of: Pick<SessionDoc, "invitedBy" | "moved" | "claims"> & { _id?: ObjectId; session?: ClientSession } = {},
): Promise<ObjectId> {
  const { sessions, pushSubscriptions } = await collections();
  const { session: within, ...known } = of;
  const options = within && { session: within };
  const session: SessionDoc = {
    _id: new ObjectId(),
    user,
    device,
    since: now,
    usedOn: dayOf(now),
    expiresAt,
    ...known,
  };
  await sessions.insertOne(session, options);
  const older = { projection: { _id: 1 }, sort: { usedOn: -1, _id: -1 }, skip: MAX_SESSIONS } as const;
  const surplus = await findAll(sessions, { user }, { ...options, ...older });
  if (surplus.length > 0) {
    const ended = { $in: surplus.map(({ _id }) => _id) };
    await sessions.deleteMany({ _id: ended }, options);
    await pushSubscriptions.deleteMany({ userId: user, sessionId: ended }, options);
  }
  return session._id;
}

/**
 * The user of a session as currently stored; null if the session has ended or the user is deleted. One command, and
 * another one on the first use of a day.
 * @param expiresAt when the session ends if it is not used again
 * @param id the id of the included item, if it has one
 */
export async function getUserOfSession(
  { sub, sid }: SessionKey,
  expiresAt: Date,
  now: Date = new Date(),
  along?: SessionInclude,
  id?: string,
): Promise<SelfDoc | null> {
  const { sessions } = await collections();
  const session = { _id: new ObjectId(sid), user: new ObjectId(sub) };
  const rows = await aggregate<Found | DebtKey>(sessions, [
    { $match: session },
    lookupOwner(along),
    ...(along === "revision" ? revisionStages(session.user) : stagesOf(along, toId(id))),
  ]);
  const owned = ownerIn(rows, along);
  if (!owned) return null;
  const { found, user } = owned;
  const today = dayOf(now);
  if (found.usedOn < today)
    await noteUse("session", sessions.updateOne(session, { $set: { usedOn: today, expiresAt } }));
  if (along !== "revision") return user;
  const { claims } = found;
  return { ...user, ...(claims && { claims }), revision: revisionOf(found), requests: requestsOf(found) };
}

/** The stage that reads the user of a document with a field `user`, unless their account is deleted. */
export const lookupOwner = (along?: SessionInclude): Document =>
  lookup({ from: "users", localField: "user", foreignField: "_id", as: "owner" }, [
    // A sign-in during the account's deletion can begin a session after it.
    { $match: { deletedAt: null } },
    { $project: { ...SELF_FIELDS, ...(along === "groups" && { activitySeenAt: 1 }) } },
  ]);

/** What {@link lookupOwner} and the stages of "groups" add. */
export type Owned = { owner: SelfDoc[] } & OwnGroups;

/** The document and its user in the rows of {@link lookupOwner}, with what was read along; null if there is no user. */
export function ownerIn<Row extends Owned>(
  rows: readonly (Row | DebtKey)[],
  along?: SessionInclude,
): { found: Row; user: SelfDoc } | null {
  const found = rows.find((row): row is Row => "owner" in row);
  const user = found?.owner[0];
  if (!found || !user) return null;
  if (along === "groups") return { found, user: { ...user, groups: found.own } };
  const settlement = rows.find((row): row is DebtKey => "pair" in row);
  return { found, user: { ...user, ...(along === "settlement" && settlement && { settlement }) } };
}

/**
 * What a session that replaces this one may claim: its user, if it is a guest's. Nothing if it has ended, or began
 * with a link that had been used.
 */
export async function claimOf({ sub, sid }: SessionKey): Promise<Pick<SessionDoc, "invitedBy" | "claims">> {
  const { sessions, users } = await collections();
  const found = await sessions.findOne({ _id: new ObjectId(sid), user: new ObjectId(sub) });
  const guest =
    found && (await users.findOne({ _id: found.user, guest: { $exists: true }, deletedAt: null }));
  if (!found || found.moved || !guest) return {};
  return { claims: found.user, ...(found.invitedBy && { invitedBy: found.invitedBy }) };
}

/** A failure is only logged: the request can be handled even if the database is read-only at the moment. */
export async function noteUse(what: "session" | "token", write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) =>
    log.error({ err: error }, `The last use of a ${what} could not be recorded.`),
  );
}

/** The user's sessions, last used first. */
export async function listSessions(user: ObjectId, now: Date = new Date()): Promise<SessionDoc[]> {
  const { sessions } = await collections();
  return findAll(sessions, { user, expiresAt: { $gt: now } }, { sort: { usedOn: -1, _id: -1 } });
}

/**
 * Ends a session of the user: its cookie is refused from now on, and its browser gets no push messages.
 * @throws AppError "not-found" if there is none
 */
export async function endSession(user: ObjectId, session: ObjectId): Promise<void> {
  const { sessions, pushSubscriptions } = await collections();
  await pushSubscriptions.deleteMany({ userId: user, sessionId: session });
  const { deletedCount } = await sessions.deleteOne({ _id: session, user });
  if (deletedCount === 0) throw notFound();
}

/** Ends all sessions of the user, and with them all push messages. */
export async function endAllSessions(user: ObjectId): Promise<void> {
  const { sessions, pushSubscriptions } = await collections();
  await pushSubscriptions.deleteMany({ userId: user });
  await sessions.deleteMany({ user });
}
