import { z } from "zod";
import * as answers from "./answers";
import * as downloads from "./downloads";
import { blockUser } from "./friend";
import type { Operation } from "./operation";

// Calls about the signed-in user's own account, and the data exports.

export const accountOperations = {
  listBlocked: {
    method: "GET",
    path: "/api/users/blocks",
    summary: "The people whom the signed-in user has blocked",
    limit: "read",
    answer: z.array(answers.person),
  },
  blockUser: {
    method: "POST",
    path: "/api/users/blocks",
    summary:
      "Block a person, who can then no longer find or invite the signed-in user, or send them requests",
    limit: "write",
    body: blockUser,
    answer: answers.success,
    errors: ["not-found"],
  },
  unblockUser: {
    method: "DELETE",
    path: "/api/users/blocks/{blockedId}",
    summary: "End a block",
    limit: "write",
    answer: answers.success,
    errors: ["not-found"],
  },
  exportMyData: {
    method: "GET",
    path: "/api/account/export",
    summary: "Everything about the signed-in user",
    limit: "export",
    answer: downloads.myData,
    errors: ["not-found"],
  },
  exportMyExpenses: {
    method: "GET",
    path: "/api/account/expenses.csv",
    summary: "The expenses that the signed-in user paid, shares, or recorded, with the shares",
    limit: "export",
    contentType: "text/csv",
    answer: downloads.csv,
  },
  deleteAccount: {
    method: "DELETE",
    path: "/api/account",
    summary: "Delete the signed-in user's account; groups keep their history",
    limit: "write",
    answer: answers.success,
    errors: ["not-found", "unsettled-payments"],
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
