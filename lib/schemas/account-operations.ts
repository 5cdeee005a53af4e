import * as answers from "./answers";
import * as downloads from "./downloads";
import type { Operation } from "./operation";

// Calls about the signed-in user's own account.

export const accountOperations = {
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
    answer: answers.success,
    errors: ["not-found", "unsettled-payments"],
  },
} as const satisfies Record<string, Operation>;
