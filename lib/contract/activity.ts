import { z } from "zod";
import { ACTIVITY_KINDS } from "@/lib/core/activity";
import { EVERY } from "@/lib/core/series/rhythm";
import { commentRule } from "./rules/activity";
import { actorQuery, id, isoDate, pageQuery, seenQuery, signedDollars, text, titled } from "./fields";
import type { Described } from "./operation";
import { person } from "./people";

// The activity log and comments.

/** An activity; its changes are in words. */
export const activity = z.strictObject({
  _id: id,
  kind: z.enum(ACTIVITY_KINDS),
  at: isoDate,
  actor: person,
  group: titled,
  eventId: id.nullable(),
  expenseId: id.nullable(),
  people: z.array(person).describe("the people concerned; for a payment, the payer, then the receiver"),
  title: z.string().describe("what the event or expense was called, or what was imported"),
  amount: signedDollars.nullable(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
  text: z.string().describe("a comment, the note of a payment, or why an expense that repeats is paused"),
  effect: z.string().optional().describe("what it changed for the signed-in user: `you owe $5.00 less`"),
  planId: id.optional().describe("the plan that was used or undone"),
  every: z.enum(EVERY).optional().describe("how often the expense repeats"),
  batchId: id.optional().describe("of a payment: the same for those that were settled together"),
});
export type Activity = z.infer<typeof activity>;

const newActivity = z.strictObject({ count: z.int().describe("99 stands for 99 or more") });

/** POST /api/expenses/{expenseId}/comments */
const comment = z.object({ text: text(commentRule) });

const revision = z.strictObject({
  revision: z
    .string()
    .describe("the number of changes in the user's groups, a hyphen, and a hash of the rest"),
});

export const activityOperations = {
  groupActivity: {
    call: "GET /api/groups/{groupId}/activity",
    summary: "A group's activity, latest first",
    tokens: "group",
    guests: true,
    query: pageQuery,
    response: z.array(activity),
  },
  eventActivity: {
    call: "GET /api/events/{eventId}/activity",
    summary: "An event's activity, latest first",
    tokens: "event",
    guests: true,
    query: pageQuery,
    response: z.array(activity),
  },
  expenseActivity: {
    call: "GET /api/expenses/{expenseId}/activity",
    summary: "An expense's history with its comments, latest first",
    tokens: "expense",
    guests: true,
    query: pageQuery,
    response: z.array(activity),
  },
  listActivity: {
    call: "GET /api/users/activity",
    summary: "The activity of the last 30 days in all groups of the signed-in user, latest first",
    tokens: "list",
    session: "groups",
    query: pageQuery,
    response: z.array(activity),
  },
  newActivity: {
    call: "GET /api/users/activity/new",
    summary: "The number of activities by others in the signed-in user's groups since their last visit",
    tokens: "list",
    session: "groups",
    query: actorQuery,
    response: newActivity,
  },
  revision: {
    call: "GET /api/users/revision",
    summary: "A text that differs whenever something that the signed-in user can see has changed",
    guests: true,
    session: "revision",
    response: revision,
  },
  seeActivity: {
    call: "PUT /api/users/activity",
    summary: "Mark the signed-in user's activity as seen, until the time of the latest one shown",
    query: seenQuery,
  },
  addComment: {
    call: "POST /api/expenses/{expenseId}/comments",
    summary: "Comment on an expense",
    tokens: "expense",
    guests: true,
    body: comment,
    keyed: true,
    response: activity,
  },
  deleteComment: {
    call: "DELETE /api/comments/{id}",
    summary: "Delete your own comment",
    tokens: "comment",
    guests: true,
    errors: ["forbidden"],
  },
} as const satisfies Record<string, Described>;
