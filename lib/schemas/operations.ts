import { z } from "zod";
import type { ErrorCode } from "@/lib/errors";
import * as answers from "./answers";
import { createEvent, editEvent } from "./event";
import { createExpense, editExpense } from "./expense";
import { requestFriend } from "./friend";
import { createGroup, editGroup, inviteToGroup, removeMember } from "./group";
import { ofActor, ofEvent, ofGroup, settlementsOfEvent } from "./query";
import { settle } from "./settlement";
import { googleAuth, searchUsers } from "./user";

/** Which budget of lib/rate-limits.ts a call draws on. */
export type LimitName = "read" | "search" | "friendRequest" | "write";

/** What a call takes and answers: read by its handler, by openapi.json and by the tests. */
export type Operation = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: `/api/${string}`;
  summary: string;
  limit: LimitName;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Fields of query or body that name the actor: they must be the session's user (design section 4). */
  actor?: readonly string[];
  /** Creates something: takes an Idempotency-Key. */
  creates?: true;
  /** A list that is answered page by page on demand. */
  paged?: true;
  /** Errors beyond those that every call can answer. */
  errors?: readonly ErrorCode[];
};

const list = <T extends z.ZodType>(row: T) => z.array(row);
/** Keeps the literal types of a row while checking its shape. */
const operation = <const T extends Operation>(row: T): T => row;

/** Every call of spec section 7 that needs a session. */
export const operations = {
  googleAuth: operation({
    method: "POST",
    path: "/api/users/google-auth",
    summary: "The signed-in user, as the sign-in provider describes them",
    limit: "write",
    body: googleAuth,
    answer: answers.user,
    errors: ["forbidden"],
  }),
  getUser: operation({
    method: "GET",
    path: "/api/users/{id}",
    summary: "A user's profile, and how the viewer relates to them",
    limit: "read",
    answer: answers.profile,
    errors: ["not-found"],
  }),
  searchUsers: operation({
    method: "GET",
    path: "/api/users/search",
    summary: "Find users by the start of their email address (3 characters or more, at most 10 rows)",
    limit: "search",
    query: searchUsers,
    answer: list(answers.user),
  }),
  listFriends: operation({
    method: "GET",
    path: "/api/users/friends",
    summary: "The signed-in user's friends",
    limit: "read",
    query: ofActor,
    actor: ["userId"],
    answer: list(answers.user),
  }),
  friendSummary: operation({
    method: "GET",
    path: "/api/users/friends/summary",
    summary: "Net balance with each person one shares unsettled expenses with",
    limit: "read",
    query: ofActor,
    actor: ["userId"],
    answer: list(answers.friendSummaryItem),
  }),
  sendFriendRequest: operation({
    method: "POST",
    path: "/api/users/friends/request",
    summary: "Ask somebody to be friends; accepts their request if they have asked already",
    limit: "friendRequest",
    body: requestFriend,
    actor: ["from"],
    creates: true,
    answer: answers.sentFriendRequest,
    errors: ["not-found", "conflict"],
  }),
  listFriendRequests: operation({
    method: "GET",
    path: "/api/users/friends/requests",
    summary: "Friend requests waiting for the signed-in user",
    limit: "read",
    query: ofActor,
    actor: ["userId"],
    answer: list(answers.friendRequest),
  }),
  acceptFriendRequest: operation({
    method: "PUT",
    path: "/api/users/friends/requests/{id}/accept",
    summary: "Accept a friend request",
    limit: "write",
    answer: answers.success,
    errors: ["not-found"],
  }),
  ignoreFriendRequest: operation({
    method: "DELETE",
    path: "/api/users/friends/requests/{id}",
    summary: "Ignore a friend request, or withdraw one's own",
    limit: "write",
    answer: answers.success,
    errors: ["not-found"],
  }),
  deleteFriend: operation({
    method: "DELETE",
    path: "/api/users/friends/{friendId}",
    summary: "End a friendship",
    limit: "write",
    query: ofActor,
    actor: ["userId"],
    answer: answers.success,
    errors: ["not-found"],
  }),
  listGroups: operation({
    method: "GET",
    path: "/api/groups",
    summary: "The signed-in user's groups",
    limit: "read",
    query: ofActor,
    actor: ["userId"],
    answer: list(answers.group),
  }),
  createGroup: operation({
    method: "POST",
    path: "/api/groups",
    summary: "Create a group and invite friends to it",
    limit: "write",
    body: createGroup,
    actor: ["fromUserId"],
    creates: true,
    answer: answers.group,
  }),
  getGroup: operation({
    method: "GET",
    path: "/api/groups/{groupId}",
    summary: "A group with its members",
    limit: "read",
    answer: answers.group,
    errors: ["not-found"],
  }),
  deleteGroup: operation({
    method: "DELETE",
    path: "/api/groups/{groupId}",
    summary: "Delete a group with its events, expenses and settlements (its creator)",
    limit: "write",
    answer: answers.success,
    errors: ["not-found", "forbidden"],
  }),
  editGroup: operation({
    method: "PUT",
    path: "/api/groups/{groupId}/edit",
    summary: "Change a group's title and icon",
    limit: "write",
    body: editGroup,
    actor: ["userId"],
    answer: answers.group,
    errors: ["not-found", "stale"],
  }),
  inviteToGroup: operation({
    method: "POST",
    path: "/api/groups/{groupId}/invite",
    summary: "Invite a friend to a group",
    limit: "write",
    body: inviteToGroup,
    actor: ["fromUserId"],
    creates: true,
    answer: answers.pendingInvitation,
    errors: ["not-found", "conflict"],
  }),
  listPendingInvitations: operation({
    method: "GET",
    path: "/api/groups/{groupId}/pending-requests",
    summary: "Invitations not answered yet: all for the group's creator, else those one sent",
    limit: "read",
    answer: list(answers.pendingInvitation),
    errors: ["not-found"],
  }),
  removeMember: operation({
    method: "PUT",
    path: "/api/groups/{groupId}/members/remove",
    summary: "Remove a member (the group's creator), or leave the group",
    limit: "write",
    body: removeMember,
    answer: answers.success,
    errors: ["not-found", "forbidden", "conflict"],
  }),
  listGroupRequests: operation({
    method: "GET",
    path: "/api/groups/requests",
    summary: "Group invitations waiting for the signed-in user",
    limit: "read",
    query: ofActor,
    actor: ["userId"],
    answer: list(answers.groupRequest),
  }),
  acceptGroupRequest: operation({
    method: "PUT",
    path: "/api/groups/requests/{id}/accept",
    summary: "Accept a group invitation",
    limit: "write",
    answer: answers.success,
    errors: ["not-found"],
  }),
  ignoreGroupRequest: operation({
    method: "DELETE",
    path: "/api/groups/requests/{id}",
    summary: "Ignore a group invitation, or withdraw one (its sender, the group's creator)",
    limit: "write",
    answer: answers.success,
    errors: ["not-found"],
  }),
  listEvents: operation({
    method: "GET",
    path: "/api/events",
    summary: "A group's events, newest first",
    limit: "read",
    query: ofGroup,
    paged: true,
    answer: list(answers.event),
    errors: ["not-found"],
  }),
  createEvent: operation({
    method: "POST",
    path: "/api/events",
    summary: "Add an event to a group",
    limit: "write",
    body: createEvent,
    actor: ["createdBy"],
    creates: true,
    answer: answers.event,
    errors: ["not-found"],
  }),
  getEvent: operation({
    method: "GET",
    path: "/api/events/{eventId}",
    summary: "An event with its participants and total",
    limit: "read",
    answer: answers.event,
    errors: ["not-found"],
  }),
  editEvent: operation({
    method: "PUT",
    path: "/api/events/{eventId}",
    summary: "Change an event's title, date and participants",
    limit: "write",
    body: editEvent,
    answer: answers.event,
    errors: ["not-found", "stale"],
  }),
  deleteEvent: operation({
    method: "DELETE",
    path: "/api/events/{eventId}",
    summary: "Delete an event with its expenses and settlements (its creator or the group's)",
    limit: "write",
    answer: answers.success,
    errors: ["not-found", "forbidden"],
  }),
  listExpenses: operation({
    method: "GET",
    path: "/api/expenses",
    summary: "An event's expenses, newest first",
    limit: "read",
    query: ofEvent,
    paged: true,
    answer: list(answers.expense),
    errors: ["not-found"],
  }),
  createExpense: operation({
    method: "POST",
    path: "/api/expenses",
    summary: "Add an expense that the signed-in user paid",
    limit: "write",
    body: createExpense,
    actor: ["paidBy"],
    creates: true,
    answer: answers.expense,
    errors: ["not-found"],
  }),
  getExpense: operation({
    method: "GET",
    path: "/api/expenses/{expenseId}",
    summary: "An expense",
    limit: "read",
    answer: answers.expense,
    errors: ["not-found"],
  }),
  editExpense: operation({
    method: "PUT",
    path: "/api/expenses/{expenseId}",
    summary: "Change an expense (its payer)",
    limit: "write",
    body: editExpense,
    answer: answers.expense,
    errors: ["not-found", "forbidden", "stale"],
  }),
  deleteExpense: operation({
    method: "DELETE",
    path: "/api/expenses/{expenseId}",
    summary: "Delete an expense (its payer)",
    limit: "write",
    answer: answers.success,
    errors: ["not-found", "forbidden"],
  }),
  listSettlements: operation({
    method: "GET",
    path: "/api/settlements",
    summary: "Who owes whom in an event: unsettled and settled payments",
    limit: "read",
    query: settlementsOfEvent,
    answer: list(answers.settlement),
    errors: ["not-found"],
  }),
  settle: operation({
    method: "PUT",
    path: "/api/settlements/{id}/settle",
    summary: "Settle a payment, or unsettle it",
    limit: "write",
    body: settle,
    actor: ["userId"],
    // An unsettled payment that cancels out against the pair's other one disappears.
    answer: z.union([answers.settlement, answers.success]),
    errors: ["not-found", "conflict"],
  }),
} as const;

export type OperationName = keyof typeof operations;
