import { z } from "zod";
import * as answers from "./answers";
import type { Operation } from "./operation";
import { eventQuery, pageQuery } from "./query";
import { settle, settleUp } from "./settlement";

// Calls about payments.

export const settlementOperations = {
  listSettlements: {
    method: "GET",
    path: "/api/settlements",
    summary: "Who owes whom in an event: all unsettled payments, and the settled ones in pages",
    query: eventQuery,
    paged: true,
    answer: z.array(answers.settlement),
    errors: ["not-found"],
  },
  why: {
    method: "GET",
    path: "/api/settlements/{id}/why",
    summary: "Why two people owe each other: the expenses and payments that sum to an unsettled payment",
    query: pageQuery,
    paged: true,
    answer: answers.why,
    errors: ["not-found", "already-settled"],
  },
  settle: {
    method: "PUT",
    path: "/api/settlements/{id}/settle",
    summary: "Settle a payment, or unsettle it",
    body: settle,
    keyed: true,
    answer: answers.settleAnswer,
    errors: ["not-found", "already-settled", "not-settled", "amount-changed", "former-member"],
  },
  openPayments: {
    method: "GET",
    path: "/api/users/{id}/settlements",
    summary: "The unsettled payments between the signed-in user and another person, one per event",
    answer: z.array(answers.openPayment),
    errors: ["not-found"],
  },
  settleUp: {
    method: "POST",
    path: "/api/users/{id}/settlements",
    summary: "Settle all unsettled payments between the signed-in user and another person",
    body: settleUp,
    keyed: true,
    answer: answers.settledUp,
    errors: ["not-found", "already-settled", "amount-changed"],
  },
  undoSettleUp: {
    method: "DELETE",
    path: "/api/users/{id}/settlements/{batchId}",
    summary: "Unsettle everything that was settled together",
    answer: answers.success,
    errors: ["not-found", "former-member", "conflict"],
  },
} as const satisfies Record<string, Operation>;
