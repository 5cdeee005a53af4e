import { z } from "zod";
import * as answers from "./answers";
import * as downloads from "./downloads";
import type { Operation } from "./operation";

// Calls about the signed-in user's own account.

export const accountOperations = {
  listSessions: {
    method: "GET",
    path: "/api/users/sessions",
    summary: "The devices on which the signed-in user is signed in, last used first",
    answer: z.array(answers.session),
  },
  endSession: {
    method: "DELETE",
    path: "/api/users/sessions/{id}",
    summary: "Sign out on a device",
    answer: answers.success,
    errors: ["not-found"],
  },
  exportMyData: {
    method: "GET",
    path: "/api/account/export",
    summary: "Everything about the signed-in user",
    limit: "export",
    recentSignIn: true,
    answer: downloads.myData,
    errors: ["not-found"],
  },
  exportMyExpenses: {
    method: "GET",
    path: "/api/account/expenses.csv",
    summary: "The expenses that the signed-in user paid, shares, or recorded, with the shares",
    limit: "export",
    recentSignIn: true,
    contentType: "text/csv",
    answer: downloads.csv,
  },
  deleteAccount: {
    method: "DELETE",
    path: "/api/account",
    summary: "Delete the signed-in user's account; groups keep their history",
    recentSignIn: true,
    answer: answers.success,
    errors: ["not-found", "unsettled-payments"],
  },
} as const satisfies Record<string, Operation>;
