import "server-only";
import { toPerson, toSession } from "../serialize";
import { type Viewer, requireSession } from "@/lib/server/access";
import { listSessions } from "@/lib/db/account/sessions";
import type { Session } from "@/lib/contract/account";
import type { Person } from "@/lib/contract/people";
import { listBlocked } from "@/lib/db/friends/blocks";
import { isRecentSignIn } from "@/lib/core/rights";
import { listOpenEvents } from "@/lib/db/events/unsettled";

/** The devices on which the viewer is signed in, last used first. */
export async function sessionsView(viewer: Viewer): Promise<Session[]> {
  const current = await requireSession();
  return (await listSessions(viewer._id)).map((session) => toSession(session, current.id));
}

/** The people whom the viewer blocked. */
export async function blockedView(viewer: Viewer): Promise<Person[]> {
  return (await listBlocked(viewer._id)).map(toPerson);
}

/** Loads what only the account page shows. `recent`: the viewer may download their data and delete their account. */
export async function loadAccountPage(viewer: Viewer) {
  const { authTime } = await requireSession();
  const [sessions, blocked, openEvents] = await Promise.all([
    sessionsView(viewer),
    blockedView(viewer),
    listOpenEvents(viewer._id),
  ]);
  // A visible screen is refreshed once a minute, so its links still work then.
  return { sessions, recent: isRecentSignIn(authTime, Date.now() + 60000), blocked, openEvents };
}
