import { z } from "zod";
import type { GroupField } from "@/lib/core/changes";
import { MAX_PEOPLE } from "../core/max-people";
import { event } from "./events";
import { exportedExpense, expensesFormat } from "./expenses";
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
  text,
  titled,
  userId,
} from "./fields";
import { guestName, newGroupRules, NO_PARTICIPANTS } from "./rules/groups";
import { TOO_MANY_PEOPLE } from "./rules/rule";
import type { Described } from "./operation";
import { person } from "./people";
import { planPart } from "./plans";
import { series } from "./repeats";
import { usualSplits } from "./usual-split";
import { settlement } from "./settlements";

// Groups.

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

const deletedGroup = titled.extend({ icon: z.string(), deletedAt: isoDate });
export type DeletedGroup = z.infer<typeof deletedGroup>;

/** A group's events, expenses, payments, and plans, for its members; no comments, activity, or deleted items. */
export const groupExport = z.strictObject({
  exportedAt: isoDate,
  group,
  events: z.array(
    event.extend({
      expenses: z.array(exportedExpense),
      settlements: z.array(settlement),
      plans: z.array(planPart),
      splits: usualSplits,
    }),
  ),
  splits: usualSplits.describe("an import leaves out the usual split, also those of events"),
  series: z.array(series).describe("the expenses that repeat; an import leaves them out"),
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

/** PUT /api/groups/{groupId}/edit */
const editGroup = z.object({ ...input, userId: actorId, rev });

/** POST /api/groups/{groupId}/invite */
const inviteToGroup = z.object({ toUserId: lookupId, fromUserId: actorId });

/** PUT /api/groups/{groupId}/members/remove: `userId` is the member to remove, not the actor. */
const removeMember = z.object({ userId: lookupId });

export const groupOperations = {
  listGroups: {
    call: "GET /api/groups",
    summary: "The signed-in user's groups, newest first, without what they share one-to-one",
    tokens: "list",
    query: pageQuery,
    response: z.array(group),
  },
  createGroup: {
    call: "POST /api/groups",
    summary: "Create a group and invite friends to it",
    tokens: "account",
    body: createGroup,
    keyed: true,
    response: group,
    errors: ["too-many-groups", "too-many-new-groups", "too-many-invitations", "not-invitable"],
  },
  getGroup: {
    call: "GET /api/groups/{groupId}",
    summary: "A group with its members",
    tokens: "group",
    guests: true,
    response: group,
  },
  deleteGroup: {
    call: "DELETE /api/groups/{groupId}",
    summary: "Delete a group with its events, expenses, and settlements (its creator)",
    tokens: "group",
    errors: ["forbidden"],
  },
  listDeletedGroups: {
    call: "GET /api/groups/deleted",
    summary: "Groups deleted in the last 30 days that the signed-in user can restore",
    tokens: "account",
    query: actorQuery,
    response: z.array(deletedGroup),
  },
  restoreGroup: {
    call: "PUT /api/groups/{groupId}/restore",
    summary:
      "Restore a deleted group and everything deleted with it (its creator, members with open payments in it)",
    tokens: "group",
    response: group,
    errors: ["former-member"],
  },
  editGroup: {
    call: "PUT /api/groups/{groupId}/edit",
    summary: "Change a group's title and icon",
    tokens: "group",
    body: editGroup,
    keyed: true,
    response: group,
    errors: ["forbidden", "stale"],
  },
  listDeleted: {
    call: "GET /api/groups/{groupId}/deleted",
    summary: "Expenses and events of a group that were deleted in the last 30 days, latest first",
    tokens: "group",
    query: pageQuery,
    response: z.array(deletedItem),
  },
  inviteToGroup: {
    call: "POST /api/groups/{groupId}/invite",
    summary: "Invite a friend to a group",
    tokens: "account",
    body: inviteToGroup,
    keyed: true,
    response: pendingInvitation,
    errors: ["forbidden", "already-member", "already-invited", "too-many-invitations", "not-invitable"],
  },
  listPendingInvitations: {
    call: "GET /api/groups/{groupId}/pending-requests",
    summary: "Pending invitations: all for the group's creator, otherwise those that the user sent",
    tokens: "group",
    response: z.array(pendingInvitation),
  },
  removeMember: {
    call: "PUT /api/groups/{groupId}/members/remove",
    summary: "Remove a member (the group's creator), or leave the group",
    tokens: "group",
    body: removeMember,
    errors: ["forbidden", "unsettled-payments"],
  },
  exportGroup: {
    call: "GET /api/groups/{groupId}/export",
    summary: "A group with its events, expenses, settlements, and plans",
    tokens: "group",
    limit: "export",
    response: groupExport,
  },
  exportGroupExpenses: {
    call: "GET /api/groups/{groupId}/expenses.csv",
    summary: "A group's expenses and payments, with a column for each person's share, and totals",
    tokens: "group",
    limit: "export",
    query: expensesFormat,
    contentType: "text/csv",
    response: csv,
    errors: ["conflict"],
  },
} as const satisfies Record<string, Described>;
