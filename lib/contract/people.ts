import { z } from "zod";
import { RELATIONSHIPS } from "@/lib/core/friends";
import { SEARCH_MAX } from "@/lib/core/search";
import { actorId, actorQuery, dollars, id, isoDate, lookupId, pageQuery, success } from "./fields";
import type { Operation } from "./operation";

// Users and friendships.

export const person = z.strictObject({
  _id: id,
  name: z.string(),
  picture: z.string(),
  guest: z.literal(true).optional().describe("a person without an account, in one group only"),
});
export type Person = z.infer<typeof person>;

export const user = person.extend({
  email: z.string().describe("masked, except your own in the download of your data"),
});
export type User = z.infer<typeof user>;

export const relationship = z.enum(RELATIONSHIPS);

/** A user's profile as the viewer sees it. `requestId`: the pending friend request between the two. */
export const profile = user.extend({ relationship, requestId: id.optional() });
export type Profile = z.infer<typeof profile>;

const friendSummaryItem = person.extend({
  amount: dollars.describe("US dollars; negative: you owe, positive: you are owed"),
});
export type FriendSummaryItem = z.infer<typeof friendSummaryItem>;

export const friendRequest = z.strictObject({ _id: id, from: user, createdAt: isoDate });
export type FriendRequest = z.infer<typeof friendRequest>;

const sentFriendRequest = z.strictObject({ success: z.literal(true), _id: id, accepted: z.boolean() });
export type SentFriendRequest = z.infer<typeof sentFriendRequest>;

/** The number of the viewer's pending requests, on every screen. */
export type RequestCounts = { total: number; friend: number; group: number };

/** An address that the sign-in provider has verified. zod's own pattern refuses many: umlauts, "&", "xn--p1ai". */
export const email = z
  .email({ pattern: /^\S+@[^\s@]+$/, error: "This is not a valid email address." })
  .max(SEARCH_MAX);

/**
 * POST /api/users/google-auth: the claims of the sign-in credential. Only the session's own email is accepted. The other
 * claims are ignored, because they come from the provider at sign-in, never from a body.
 */
const googleAuth = z.object({
  email,
  name: z.unknown().optional(),
  picture: z.unknown().optional(),
  sub: z.unknown().optional(),
});

/** GET /api/users/search?query= */
const searchUsers = z.object({
  query: z
    .string("Enter an email address to search for.")
    .trim()
    .max(SEARCH_MAX, `Please use at most ${SEARCH_MAX} characters.`),
});

/** POST /api/users/friends/request */
const requestFriend = z.object({ to: lookupId, from: actorId });

/** POST /api/users/blocks */
const blockUser = z.object({ blockedId: lookupId, userId: actorId });

export const peopleOperations = {
  googleAuth: {
    method: "POST",
    path: "/api/users/google-auth",
    summary: "The signed-in user, as the sign-in provider describes them",
    body: googleAuth,
    answer: user,
  },
  getUser: {
    method: "GET",
    path: "/api/users/{id}",
    summary: "A user's profile and relationship to the viewer",
    answer: profile,
  },
  searchUsers: {
    method: "GET",
    path: "/api/users/search",
    summary: "Find users by the start of their email address (3 characters or more, at most 10 rows)",
    limit: "search",
    query: searchUsers,
    answer: z.array(user),
  },
  listFriends: {
    method: "GET",
    path: "/api/users/friends",
    summary: "The signed-in user's friends",
    query: actorQuery,
    answer: z.array(user),
  },
  friendSummary: {
    method: "GET",
    path: "/api/users/friends/summary",
    summary: "The net balance with each person with whom the signed-in user has unsettled payments",
    query: actorQuery,
    answer: z.array(friendSummaryItem),
  },
  sendFriendRequest: {
    method: "POST",
    path: "/api/users/friends/request",
    summary: "Send a friend request, or accept the other person's if there is one",
    limit: "friendRequest",
    body: requestFriend,
    keyed: true,
    answer: sentFriendRequest,
    errors: ["already-friends", "already-requested", "blocked", "too-many-friend-requests", "not-askable"],
  },
  listFriendRequests: {
    method: "GET",
    path: "/api/users/friends/requests",
    summary: "The signed-in user's pending friend requests, newest first",
    query: pageQuery,
    paged: true,
    answer: z.array(friendRequest),
  },
  acceptFriendRequest: {
    method: "PUT",
    path: "/api/users/friends/requests/{id}/accept",
    summary: "Accept a friend request",
    answer: success,
  },
  ignoreFriendRequest: {
    method: "DELETE",
    path: "/api/users/friends/requests/{id}",
    summary: "Ignore a friend request, or withdraw your own",
    answer: success,
  },
  deleteFriend: {
    method: "DELETE",
    path: "/api/users/friends/{friendId}",
    summary: "End a friendship",
    query: actorQuery,
    answer: success,
  },
  listBlocked: {
    method: "GET",
    path: "/api/users/blocks",
    summary: "The people whom the signed-in user has blocked",
    query: actorQuery,
    answer: z.array(person),
  },
  blockUser: {
    method: "POST",
    path: "/api/users/blocks",
    summary:
      "Block a person, who can then no longer find or invite the signed-in user, or send them requests",
    body: blockUser,
    answer: success,
  },
  unblockUser: {
    method: "DELETE",
    path: "/api/users/blocks/{blockedId}",
    summary: "End a block",
    query: actorQuery,
    answer: success,
  },
} as const satisfies Record<string, Operation>;
