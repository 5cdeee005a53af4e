import { z } from "zod";
import * as answers from "./answers";
import { comment } from "./expense";
import type { Operation } from "./operation";
import { actorQuery, pageQuery, seenQuery } from "./query";

// Calls about the activity log and comments.

export const activityOperations = {
  groupActivity: {
    method: "GET",
    path: "/api/groups/{groupId}/activity",
    summary: "A group's activity, latest first",
    query: pageQuery,
    paged: true,
    answer: z.array(answers.activity),
    errors: ["not-found"],
  },
  eventActivity: {
    method: "GET",
    path: "/api/events/{eventId}/activity",
    summary: "An event's activity, latest first",
    query: pageQuery,
    paged: true,
    answer: z.array(answers.activity),
    errors: ["not-found"],
  },
  expenseActivity: {
    method: "GET",
    path: "/api/expenses/{expenseId}/activity",
    summary: "An expense's history with its comments, latest first",
    query: pageQuery,
    paged: true,
    answer: z.array(answers.activity),
    errors: ["not-found"],
  },
  listActivity: {
    method: "GET",
    path: "/api/users/activity",
    summary: "The activity of the last 30 days in all groups of the signed-in user, latest first",
    query: pageQuery,
    paged: true,
    answer: z.array(answers.activity),
  },
  newActivity: {
    method: "GET",
    path: "/api/users/activity/new",
    summary: "The number of activities by others in the signed-in user's groups since their last visit",
    query: actorQuery,
    answer: answers.newActivity,
  },
  seeActivity: {
    method: "PUT",
    path: "/api/users/activity",
    summary: "Mark the signed-in user's activity as seen, until the time of the latest one shown",
    query: seenQuery,
    answer: answers.success,
  },
  addComment: {
    method: "POST",
    path: "/api/expenses/{expenseId}/comments",
    summary: "Comment on an expense",
    body: comment,
    keyed: true,
    answer: answers.activity,
    errors: ["not-found"],
  },
  deleteComment: {
    method: "DELETE",
    path: "/api/comments/{id}",
    summary: "Delete your own comment",
    answer: answers.success,
    errors: ["not-found", "forbidden"],
  },
} as const satisfies Record<string, Operation>;
