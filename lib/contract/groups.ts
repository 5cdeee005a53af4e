import { z } from "zod";
import type { GroupField } from "@/lib/core/changes";
import { MAX_PEOPLE } from "@/lib/core/limits";
import { event } from "./events";
import { expense } from "./expenses";
import {
  actorId,
  actorQuery,
  csv,
  dollars,
  id,
  isoDate,
  lookupId,
  pageQuery,
  rev,
  success,
  text,
  titled,
  userId,
} from "./fields";
import { guestName, newGroupRules, NO_PARTICIPANTS } from "./rules/group";
import { TOO_MANY_PEOPLE } from "./rules/rule";
import type { Operation } from "./operation";
import { person } from "./people";
import { planPart } from "./plans";
import { settlement } from "./settlements";

// Groups and invitations.

export const groupRequest = z.strictObject({
  _id: id,
  from: person,
  groupId: z.strictObject({ ...titled, icon: z.string() }),
  createdAt: isoDate,
});
export type GroupRequest = z.infer<typeof groupRequest>;

const pendingInvitation = z.strictObject({ _id: id, to: person });
export type PendingInvitation = z.infer<typeof pendingInvitation>;

const fields = { title: z.string(), icon: z.string() } satisfies Record<GroupField, z.ZodType>;

export const group = z.strictObject({
  _id: id,
  ...fields,
  members: z.array(person),
  createdBy: person,
  createdAt: isoDate,
  rev: z.int(),
  pair: z.literal(true).optional().describe("what two friends share one-to-one, in one event"),
});
export type Group = z.infer<typeof group>;

/** A person without an account, and the devices on which someone takes part as them, last used first. */
const guest = person.extend({
  sessions: z.array(
    z.strictObject({
      device: z.string(),
      since: isoDate,
      lastUsedOn: z.iso.date(),
      invitedBy: person.describe("whose link they used"),
    }),
  ),
});
export type Guest = z.infer<typeof guest>;

/** An expense or event that was deleted, and can be restored. */
const deletedItem = z.strictObject({
  _id: id,
  kind: z.enum(["expense", "event"]),
  eventId: id.describe("of an expense, its event; of an event, itself"),
  eventTitle: z.string(),
  title: z.string(),
  amount: dollars,
  deletedAt: isoDate,
  deletedBy: person,
  mayRestore: z.boolean(),
});
export type DeletedItem = z.infer<typeof deletedItem>;

export const deletedGroup = z.strictObject({ ...titled, icon: z.string(), deletedAt: isoDate });
export type DeletedGroup = z.infer<typeof deletedGroup>;

/** A group's events, expenses, payments, and plans, for its members; no comments, activity, or deleted items. */
export const groupExport = z.strictObject({
  exportedAt: isoDate,
  group,
  events: z.array(
    event.extend({ expenses: z.array(expense), settlements: z.array(settlement), plans: z.array(planPart) }),
  ),
});

const input = {
  title: text(newGroupRules.title),
  icon: text(newGroupRules.icon),
} satisfies Record<GroupField, z.ZodType>;

const name = text(guestName);

/** POST /api/groups. Order of the checks: docs/rules.md#input. */
const createGroup = z.object({
  ...input,
  members: z
    .array(userId, NO_PARTICIPANTS)
    .max(MAX_PEOPLE, TOO_MANY_PEOPLE)
    .transform((ids) => [...new Set(ids)])
    .describe("may be empty if there are guests"),
  guests: z
    .array(name, "Please enter names.")
    .max(MAX_PEOPLE - 1, TOO_MANY_PEOPLE)
    .optional()
    .describe("names of people without an account"),
  fromUserId: actorId,
});

/** POST /api/groups/{groupId}/guests */
const newGuest = z.object({ name });

/** PUT /api/groups/{groupId}/edit */
const editGroup = z.object({ ...input, userId: actorId, rev });

/** POST /api/groups/{groupId}/invite */
const inviteToGroup = z.object({ toUserId: lookupId, fromUserId: actorId });

/** PUT /api/groups/{groupId}/members/remove: `userId` is the member to remove, not the actor. */
const removeMember = z.object({ userId: lookupId });

export const groupOperations = {
  listGroups: {
    method: "GET",
    path: "/api/groups",
    summary: "The signed-in user's groups, newest first, without what they share one-to-one",
    query: pageQuery,
    paged: true,
    answer: z.array(group),
  },
  createGroup: {
    method: "POST",
    path: "/api/groups",
    summary: "Create a group and invite friends to it",
    body: createGroup,
    keyed: true,
    answer: group,
    errors: ["too-many-groups", "too-many-new-groups", "too-many-invitations", "not-invitable"],
  },
  getGroup: {
    method: "GET",
    path: "/api/groups/{groupId}",
    summary: "A group with its members",
    answer: group,
  },
  deleteGroup: {
    method: "DELETE",
    path: "/api/groups/{groupId}",
    summary: "Delete a group with its events, expenses, and settlements (its creator)",
    answer: success,
    errors: ["forbidden"],
  },
  listDeletedGroups: {
    method: "GET",
    path: "/api/groups/deleted",
    summary: "Groups deleted in the last 30 days that the signed-in user can restore",
    query: actorQuery,
    answer: z.array(deletedGroup),
  },
  restoreGroup: {
    method: "PUT",
    path: "/api/groups/{groupId}/restore",
    summary:
      "Restore a deleted group and everything deleted with it (its creator, members with open payments in it)",
    answer: group,
    errors: ["former-member"],
  },
  editGroup: {
    method: "PUT",
    path: "/api/groups/{groupId}/edit",
    summary: "Change a group's title and icon",
    body: editGroup,
    keyed: true,
    answer: group,
    errors: ["forbidden", "stale"],
  },
  listDeleted: {
    method: "GET",
    path: "/api/groups/{groupId}/deleted",
    summary: "Expenses and events of a group that were deleted in the last 30 days, latest first",
    query: pageQuery,
    paged: true,
    answer: z.array(deletedItem),
  },
  inviteToGroup: {
    method: "POST",
    path: "/api/groups/{groupId}/invite",
    summary: "Invite a friend to a group",
    body: inviteToGroup,
    keyed: true,
    answer: pendingInvitation,
    errors: ["forbidden", "already-member", "already-invited", "too-many-invitations", "not-invitable"],
  },
  addGuest: {
    method: "POST",
    path: "/api/groups/{groupId}/guests",
    summary: "Add a person without an account to a group",
    body: newGuest,
    keyed: true,
    answer: person,
    errors: ["forbidden"],
  },
  listGuests: {
    method: "GET",
    path: "/api/groups/{groupId}/guests",
    summary: "The group's guests, with the devices on which they take part",
    answer: z.array(guest),
  },
  endGuestSessions: {
    method: "DELETE",
    path: "/api/groups/{groupId}/guests/{guestId}/sessions",
    summary: "Sign a guest out on all devices (any member)",
    answer: success,
  },
  listPendingInvitations: {
    method: "GET",
    path: "/api/groups/{groupId}/pending-requests",
    summary: "Pending invitations: all for the group's creator, otherwise those that the user sent",
    answer: z.array(pendingInvitation),
  },
  removeMember: {
    method: "PUT",
    path: "/api/groups/{groupId}/members/remove",
    summary: "Remove a member (the group's creator), or leave the group",
    body: removeMember,
    answer: success,
    errors: ["forbidden", "unsettled-payments"],
  },
  listGroupRequests: {
    method: "GET",
    path: "/api/groups/requests",
    summary: "The signed-in user's pending group invitations, newest first",
    query: pageQuery,
    paged: true,
    answer: z.array(groupRequest),
  },
  acceptGroupRequest: {
    method: "PUT",
    path: "/api/groups/requests/{id}/accept",
    summary: "Accept a group invitation",
    answer: success,
    errors: ["conflict", "too-many-groups"],
  },
  ignoreGroupRequest: {
    method: "DELETE",
    path: "/api/groups/requests/{id}",
    summary: "Ignore a group invitation, or withdraw one (its sender, the group's creator)",
    answer: success,
  },
  exportGroup: {
    method: "GET",
    path: "/api/groups/{groupId}/export",
    summary: "A group with its events, expenses, settlements, and plans",
    limit: "export",
    answer: groupExport,
  },
  exportGroupExpenses: {
    method: "GET",
    path: "/api/groups/{groupId}/expenses.csv",
    summary: "A group's expenses, with a column for each person's share",
    limit: "export",
    contentType: "text/csv",
    answer: csv,
    errors: ["conflict"],
  },
} as const satisfies Record<string, Operation>;
