import { z } from "zod";
import { actorId, id, isoDate, lookupId, pageQuery, titled } from "./fields";
import { person, user } from "./people";
import type { Described } from "./operation";

const friendRequest = z.strictObject({ _id: id, from: user, createdAt: isoDate });
export type FriendRequest = z.infer<typeof friendRequest>;

const sentFriendRequest = z.strictObject({ success: z.literal(true), _id: id, accepted: z.boolean() });
export type SentFriendRequest = z.infer<typeof sentFriendRequest>;

/** The number of the viewer's pending requests and unread notices, on every screen. */
export type RequestCounts = { total: number; friend: number; group: number; notices?: number };

/** POST /api/users/friends/request */
const requestFriend = z.object({ to: lookupId, from: actorId });

const groupRequest = z.strictObject({
  _id: id,
  from: person,
  groupId: titled.extend({ icon: z.string() }),
  createdAt: isoDate,
});
export type GroupRequest = z.infer<typeof groupRequest>;

export const requestOperations = {
  sendFriendRequest: {
    call: "POST /api/users/friends/request",
    summary: "Send a friend request, or accept the other person's if there is one",
    tokens: "account",
    limit: "friendRequest",
    body: requestFriend,
    keyed: true,
    response: sentFriendRequest,
    errors: ["already-friends", "already-requested", "blocked", "too-many-friend-requests", "not-askable"],
  },
  listFriendRequests: {
    call: "GET /api/users/friends/requests",
    summary: "The signed-in user's pending friend requests, newest first",
    tokens: "account",
    query: pageQuery,
    response: z.array(friendRequest),
  },
  acceptFriendRequest: {
    call: "PUT /api/users/friends/requests/{id}/accept",
    summary: "Accept a friend request",
    tokens: "account",
  },
  ignoreFriendRequest: {
    call: "DELETE /api/users/friends/requests/{id}",
    summary: "Ignore a friend request, or withdraw your own",
    tokens: "account",
  },
  listGroupRequests: {
    call: "GET /api/groups/requests",
    summary: "The signed-in user's pending group invitations, newest first",
    tokens: "account",
    query: pageQuery,
    response: z.array(groupRequest),
  },
  acceptGroupRequest: {
    call: "PUT /api/groups/requests/{id}/accept",
    summary: "Accept a group invitation",
    tokens: "account",
    errors: ["conflict", "too-many-groups"],
  },
  ignoreGroupRequest: {
    call: "DELETE /api/groups/requests/{id}",
    summary: "Ignore a group invitation, or withdraw one (its sender, the group's creator)",
    tokens: "account",
  },
} as const satisfies Record<string, Described>;
