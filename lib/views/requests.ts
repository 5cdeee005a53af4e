import "server-only";
import { toPerson, toTitled, toUser } from "./serialize";
import type { WithOther } from "@/lib/db/friends";
import type { FriendRequest, RequestCounts } from "@/lib/contract/requests";
import { mapPage, type PageRequest } from "@/lib/core/page";
import { listFriendRequests } from "@/lib/db/requests/friend";
import type { Viewer } from "@/lib/server/access";
import { listInvitationsFor } from "@/lib/db/requests/group";
import { countRequests } from "@/lib/db/revision";
import { log } from "@/lib/log";
import { cache } from "react";

/** How many requests of each kind the server renders; the rest is loaded on demand. */
const FIRST_REQUESTS = 30;

export function toFriendRequest({ _id, other, createdAt }: WithOther): FriendRequest {
  return { _id: _id.toHexString(), from: toUser(other), createdAt: createdAt.toISOString() };
}

/** @param page default: what a screen shows first */
export async function friendRequestsView(viewer: Viewer, page: PageRequest = { limit: FIRST_REQUESTS }) {
  return mapPage(await listFriendRequests(viewer._id, page), toFriendRequest);
}

/** @param page default: what a screen shows first */
export async function groupRequestsView(viewer: Viewer, page: PageRequest = { limit: FIRST_REQUESTS }) {
  const found = await listInvitationsFor(viewer._id, page);
  return mapPage(found, ({ _id, sender, group, createdAt }) => ({
    _id: _id.toHexString(),
    from: toPerson(sender),
    groupId: { ...toTitled(group), icon: group.icon },
    createdAt: createdAt.toISOString(),
  }));
}

export async function loadRequestsPage(viewer: Viewer) {
  const [friendRequests, groupRequests] = await Promise.all([
    friendRequestsView(viewer),
    groupRequestsView(viewer),
  ]);
  return { friendRequests, groupRequests };
}

/**
 * Screens get the counts from the session's command. If counting them here fails, the error is only logged, and they
 * are zero (docs/rules.md#screens): a red dot must not break a screen. Cached for the request, because the top bar and
 * a screen may both show them.
 */
export const requestCounts = cache(async (viewer: Viewer): Promise<RequestCounts> => {
  try {
    const counts = viewer.requests ?? (await countRequests(viewer._id));
    return { total: counts.friend + counts.group, ...counts };
  } catch (error) {
    log.error({ err: error }, "The request counts could not be loaded.");
    return { total: 0, friend: 0, group: 0, notices: 0 };
  }
});
