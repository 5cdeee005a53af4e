import "server-only";
import { ObjectId } from "mongodb";
import { collections, type UserDoc } from "./collections";

// A session is a cookie. Ended sessions are recorded with their user (see lib/auth/session-token.ts).

/** The most ended sessions that are recorded. Signing out more often within a month ends all sessions of the user. */
const MAX_ENDED_SESSIONS = 200;

/** The claims of a session's token by which it is looked up. */
type SessionKey = { sub: string; sid: string; epoch: number };

const SELF_FIELDS = { name: 1, email: 1, image: 1 } as const;
export type SelfDoc = Pick<UserDoc, "_id" | keyof typeof SELF_FIELDS>;

/** Matches the session's user, unless the session has ended. */
const activeSession = ({ sub, sid, epoch }: SessionKey) => ({
  _id: new ObjectId(sub),
  // A sign-in at the moment of the deletion gets the epoch after it.
  deletedAt: null,
  sessionEpoch: epoch === 0 ? { $exists: false } : epoch,
  "endedSessions.sid": { $ne: sid },
});

/** The current user of a session; null if the session has ended or the user is deleted. One command. */
export async function getUserOfSession(session: SessionKey): Promise<SelfDoc | null> {
  const { users } = await collections();
  return users.findOne<SelfDoc>(activeSession(session), { projection: SELF_FIELDS });
}

/** The epoch of new sessions. */
export async function getSessionEpoch(user: ObjectId): Promise<number> {
  const { users } = await collections();
  const found = await users.findOne({ _id: user }, { projection: { sessionEpoch: 1 } });
  return found?.sessionEpoch ?? 0;
}

/**
 * Ends a session for good: its cookie is refused from now on.
 * @param maxAgeSeconds the time after which no cookie of a session is still valid
 */
export async function endSession(
  session: SessionKey,
  maxAgeSeconds: number,
  now: Date = new Date(),
): Promise<void> {
  const { users } = await collections();
  const filter = activeSession(session);
  const user = await users.findOneAndUpdate(
    filter,
    { $push: { endedSessions: { sid: session.sid, at: now } } },
    { returnDocument: "after", projection: { endedSessions: 1 } },
  );
  const ended = user?.endedSessions ?? [];
  const outdated = new Date(now.getTime() - maxAgeSeconds * 1000);
  if (ended.some(({ at }) => at < outdated)) {
    await users.updateOne({ _id: filter._id }, { $pull: { endedSessions: { at: { $lt: outdated } } } });
  }
  if (ended.filter(({ at }) => at >= outdated).length > MAX_ENDED_SESSIONS) await endAllSessions(filter._id);
}

/** Ends all sessions of the user. */
export async function endAllSessions(user: ObjectId): Promise<void> {
  const { users } = await collections();
  await users.updateOne({ _id: user }, { $inc: { sessionEpoch: 1 }, $unset: { endedSessions: 1 } });
}
