import { z } from "zod";
import * as answers from "./answers";
import { blockUser, requestFriend } from "./friend";
import type { Operation } from "./operation";
import { actorQuery, pageQuery } from "./query";
import { googleAuth, searchUsers } from "./user";

// Calls about users and friendships.

export const peopleOperations = {
  googleAuth: {
    method: "POST",
    path: "/api/users/google-auth",
    summary: "The signed-in user, as the sign-in provider describes them",
    body: googleAuth,
    answer: answers.user,
  },
  getUser: {
    method: "GET",
    path: "/api/users/{id}",
    summary: "A user's profile and relationship to the viewer",
    answer: answers.profile,
    errors: ["not-found"],
  },
  searchUsers: {
    method: "GET",
    path: "/api/users/search",
    summary: "Find users by the start of their email address (3 characters or more, at most 10 rows)",
    limit: "search",
    query: searchUsers,
    answer: z.array(answers.user),
  },
  listFriends: {
    method: "GET",
    path: "/api/users/friends",
    summary: "The signed-in user's friends",
    query: actorQuery,
    answer: z.array(answers.user),
  },
  friendSummary: {
    method: "GET",
    path: "/api/users/friends/summary",
    summary: "The net balance with each person with whom the signed-in user has unsettled payments",
    query: actorQuery,
    answer: z.array(answers.friendSummaryItem),
  },
  sendFriendRequest: {
    method: "POST",
    path: "/api/users/friends/request",
    summary: "Send a friend request, or accept the other person's if there is one",
    limit: "friendRequest",
    body: requestFriend,
    keyed: true,
    answer: answers.sentFriendRequest,
    errors: [
      "not-found",
      "already-friends",
      "already-requested",
      "blocked",
      "too-many-friend-requests",
      "not-askable",
    ],
  },
  listFriendRequests: {
    method: "GET",
    path: "/api/users/friends/requests",
    summary: "The signed-in user's pending friend requests, newest first",
    query: pageQuery,
    paged: true,
    answer: z.array(answers.friendRequest),
  },
  acceptFriendRequest: {
    method: "PUT",
    path: "/api/users/friends/requests/{id}/accept",
    summary: "Accept a friend request",
    answer: answers.success,
    errors: ["not-found"],
  },
  ignoreFriendRequest: {
    method: "DELETE",
    path: "/api/users/friends/requests/{id}",
    summary: "Ignore a friend request, or withdraw your own",
    answer: answers.success,
    errors: ["not-found"],
  },
  deleteFriend: {
    method: "DELETE",
    path: "/api/users/friends/{friendId}",
    summary: "End a friendship",
    query: actorQuery,
    answer: answers.success,
    errors: ["not-found"],
  },
  listBlocked: {
    method: "GET",
    path: "/api/users/blocks",
    summary: "The people whom the signed-in user has blocked",
    query: actorQuery,
    answer: z.array(answers.person),
  },
  blockUser: {
    method: "POST",
    path: "/api/users/blocks",
    summary:
      "Block a person, who can then no longer find or invite the signed-in user, or send them requests",
    body: blockUser,
    answer: answers.success,
    errors: ["not-found"],
  },
  unblockUser: {
    method: "DELETE",
    path: "/api/users/blocks/{blockedId}",
    summary: "End a block",
    query: actorQuery,
    answer: answers.success,
    errors: ["not-found"],
  },
} as const satisfies Record<string, Operation>;
