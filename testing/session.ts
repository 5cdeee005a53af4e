// Replaces lib/auth/index.ts in tests of handlers, which run outside a request of Next.js:
// jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));
import { ObjectId } from "mongodb";
import type { SessionUser } from "@/lib/core/account";
import { collections, type UserDoc } from "@/lib/db/collections";
import { toId } from "@/lib/db/ids";
import type { OwnGroups } from "@/lib/db/groups/own";
import { stagesOf, type SessionInclude, type SessionIncluded } from "@/lib/db/account/sessions";
import { revisionOf, revisionStages, type RevisionFields } from "@/lib/db/revision";

type TestSession = { sid: string; auth_time: number };

/** The id of every session. */
export const SID = new ObjectId().toHexString();
let current: SessionUser | null = null;
let session: Partial<TestSession> = {};

/**
 * From now on, calls come from this person; null: from someone who is signed out.
 * @param of their session; default: one that began just now
 */
export function signInAs(user: SessionUser | null, of: Partial<TestSession> = {}): void {
  current = user;
  session = of;
}

export async function getSessionUser(
  along?: SessionInclude,
  id?: string,
): Promise<(SessionUser & SessionIncluded) | null> {
  // Another call may come from another person before this one is answered.
  const caller = current;
  if (!caller || !along) return caller;
  const { users } = await collections();
  const user = new ObjectId(caller.id);
  const [seen, read] = await users
    .aggregate<RevisionFields & OwnGroups & Pick<UserDoc, "activitySeenAt">>([
      { $match: { _id: user } },
      { $addFields: { user: "$_id" } },
      ...(along === "revision" ? revisionStages(user) : stagesOf(along, toId(id))),
    ])
    .toArray();
  if (along === "groups" && seen) return { ...caller, activitySeenAt: seen.activitySeenAt, groups: seen.own };
  if (along === "settlement") return { ...caller, settlement: read as SessionIncluded["settlement"] };
  return { ...caller, revision: seen ? revisionOf(seen) : "" };
}

type Cookie = { user: ObjectId; session: ObjectId; asks?: boolean };
let cookie: Cookie | null = null;

/** What the last call set as its session cookie. */
export const joinedSession = (): Cookie | null => cookie;

export async function setSessionCookie(of: Cookie): Promise<void> {
  cookie = of;
}

export async function deviceOfRequest() {
  return { name: "Chrome on Linux", expiresAt: new Date(Date.now() + 86_400_000) };
}

export async function getSession(): Promise<TestSession | null> {
  return current && { sid: SID, auth_time: Math.floor(Date.now() / 1000), ...session };
}

let pushDevice: ObjectId | null = null;

export const getPushDevice = async (): Promise<ObjectId | null> => pushDevice;

/** What the last call set as the cookie of the browser's push subscription; null: the calls come from another browser. */
export const setPushDevice = async (device: ObjectId | null): Promise<void> => void (pushDevice = device);
