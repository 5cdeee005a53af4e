import "server-only";
import type { ObjectId } from "mongodb";
import { toPerson, toSession } from "../serialize";
import { type Viewer, requireSession } from "@/lib/server/access";
import { listSessions } from "@/lib/db/account/sessions";
import {
  listDevicesAndTokens,
  listTokens,
  type createToken,
  type TokenWithGroup,
} from "@/lib/db/account/tokens";
import { dateOnly } from "@/lib/core/text/dates";
import type { ApiToken, NewToken, Session } from "@/lib/contract/account";
import type { Person } from "@/lib/contract/people";
import type { PushDevice } from "@/lib/contract/push";
import { listBlocked } from "@/lib/db/friends/blocks";
import { listPushDevices, type PushDevice as StoredPushDevice } from "@/lib/db/notices/push";
import { isRecentSignIn } from "@/lib/core/rights";
import { listOpenEvents } from "@/lib/db/events/unsettled";

/** The devices on which the viewer is signed in, last used first. */
export async function sessionsView(viewer: Viewer): Promise<Session[]> {
  const current = await requireSession();
  return (await listSessions(viewer._id)).map((session) => toSession(session, current.id));
}

/** The viewer's API tokens that have not expired, newest first. */
export async function tokensView(viewer: Viewer): Promise<ApiToken[]> {
  return (await listTokens(viewer._id)).map(toToken);
}

/** A token that was just created, with the token itself. */
export const newTokenResponse = ({ stored, token }: Awaited<ReturnType<typeof createToken>>): NewToken => ({
  ...toToken(stored),
  token,
});

/** The group of a token whose group has been purged. */
const PURGED = "A deleted group";

function toToken({ _id, name, scope, groupId, group, ...at }: TokenWithGroup): ApiToken {
  const title = group[0]?.title ?? PURGED;
  return {
    _id: _id.toHexString(),
    name,
    scope,
    group: groupId ? { _id: groupId.toHexString(), title } : null,
    createdAt: at.createdAt.toISOString(),
    expiresAt: at.expiresAt.toISOString(),
    lastUsedOn: at.lastUsedOn ? dateOnly(at.lastUsedOn.toISOString()) : null,
  };
}

/** The browsers that show the user's notifications, newest first. */
export async function pushDevicesView(user: ObjectId): Promise<PushDevice[]> {
  return (await listPushDevices(user)).map(toPushDevice);
}

const toPushDevice = ({ _id, device, createdAt }: StoredPushDevice): PushDevice => ({
  _id: _id.toHexString(),
  device,
  createdAt: createdAt.toISOString(),
});

/** The people whom the viewer blocked. */
export async function blockedView(viewer: Viewer): Promise<Person[]> {
  return (await listBlocked(viewer._id)).map(toPerson);
}

/**
 * Loads what only the account page shows. `recent`: the viewer may create API tokens, download
 * their data, and delete their account.
 */
export async function loadAccountPage(viewer: Viewer) {
  const { id, authTime } = await requireSession();
  const [{ sessions, pushDevices, tokens }, blocked, openEvents] = await Promise.all([
    listDevicesAndTokens(viewer._id),
    blockedView(viewer),
    listOpenEvents(viewer._id),
  ]);
  // A visible screen is refreshed once a minute, so its links still work then.
  return {
    sessions: sessions.map((session) => toSession(session, id)),
    pushDevices: pushDevices.map(toPushDevice),
    tokens: tokens.map(toToken),
    recent: isRecentSignIn(authTime, Date.now() + 60000),
    blocked,
    openEvents,
  };
}
