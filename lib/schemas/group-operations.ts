import { z } from "zod";
import * as answers from "./answers";
import * as downloads from "./downloads";
import { createGroup, editGroup, inviteToGroup, removeMember } from "./group";
import type { Operation } from "./operation";
import { actorQuery, pageQuery } from "./query";

// Calls about groups and invitations.

export const groupOperations = {
  listGroups: {
    method: "GET",
    path: "/api/groups",
    summary: "The signed-in user's groups, newest first",
    query: pageQuery,
    paged: true,
    answer: z.array(answers.group),
  },
  createGroup: {
    method: "POST",
    path: "/api/groups",
    summary: "Create a group and invite friends to it",
    body: createGroup,
    keyed: true,
    answer: answers.group,
    errors: ["not-found", "too-many-groups", "too-many-new-groups", "too-many-invitations", "not-invitable"],
  },
  getGroup: {
    method: "GET",
    path: "/api/groups/{groupId}",
    summary: "A group with its members",
    answer: answers.group,
    errors: ["not-found"],
  },
  deleteGroup: {
    method: "DELETE",
    path: "/api/groups/{groupId}",
    summary: "Delete a group with its events, expenses, and settlements (its creator)",
    answer: answers.success,
    errors: ["not-found", "forbidden"],
  },
  listDeletedGroups: {
    method: "GET",
    path: "/api/groups/deleted",
    summary: "The groups that the signed-in user deleted in the last 30 days",
    query: actorQuery,
    answer: z.array(answers.deletedGroup),
  },
  restoreGroup: {
    method: "PUT",
    path: "/api/groups/{groupId}/restore",
    summary: "Restore a deleted group and everything deleted with it (its creator)",
    answer: answers.group,
    errors: ["not-found", "former-member"],
  },
  editGroup: {
    method: "PUT",
    path: "/api/groups/{groupId}/edit",
    summary: "Change a group's title and icon",
    body: editGroup,
    keyed: true,
    answer: answers.group,
    errors: ["not-found", "stale"],
  },
  listDeleted: {
    method: "GET",
    path: "/api/groups/{groupId}/deleted",
    summary: "Expenses and events of a group that were deleted in the last 30 days, latest first",
    query: pageQuery,
    paged: true,
    answer: z.array(answers.deletedItem),
    errors: ["not-found"],
  },
  inviteToGroup: {
    method: "POST",
    path: "/api/groups/{groupId}/invite",
    summary: "Invite a friend to a group",
    body: inviteToGroup,
    keyed: true,
    answer: answers.pendingInvitation,
    errors: ["not-found", "already-member", "already-invited", "too-many-invitations", "not-invitable"],
  },
  listPendingInvitations: {
    method: "GET",
    path: "/api/groups/{groupId}/pending-requests",
    summary: "Pending invitations: all for the group's creator, otherwise those that the user sent",
    answer: z.array(answers.pendingInvitation),
    errors: ["not-found"],
  },
  removeMember: {
    method: "PUT",
    path: "/api/groups/{groupId}/members/remove",
    summary: "Remove a member (the group's creator), or leave the group",
    body: removeMember,
    answer: answers.success,
    errors: ["not-found", "forbidden", "unsettled-payments"],
  },
  listGroupRequests: {
    method: "GET",
    path: "/api/groups/requests",
    summary: "The signed-in user's pending group invitations, newest first",
    query: pageQuery,
    paged: true,
    answer: z.array(answers.groupRequest),
  },
  acceptGroupRequest: {
    method: "PUT",
    path: "/api/groups/requests/{id}/accept",
    summary: "Accept a group invitation",
    answer: answers.success,
    errors: ["not-found", "conflict", "too-many-groups"],
  },
  ignoreGroupRequest: {
    method: "DELETE",
    path: "/api/groups/requests/{id}",
    summary: "Ignore a group invitation, or withdraw one (its sender, the group's creator)",
    answer: answers.success,
    errors: ["not-found"],
  },
  exportGroup: {
    method: "GET",
    path: "/api/groups/{groupId}/export",
    summary: "A group with its events, expenses, and settlements",
    limit: "export",
    answer: downloads.groupExport,
    errors: ["not-found"],
  },
  exportGroupExpenses: {
    method: "GET",
    path: "/api/groups/{groupId}/expenses.csv",
    summary: "A group's expenses, with a column for each person's share",
    limit: "export",
    contentType: "text/csv",
    answer: downloads.csv,
    errors: ["not-found"],
  },
} as const satisfies Record<string, Operation>;
