import { z } from "zod";
import * as answers from "./answers";
import { createEvent, editEvent } from "./event";
import { createExpense, editExpense } from "./expense";
import type { Operation } from "./operation";
import { eventQuery, groupQuery } from "./query";

// Calls about events and their expenses.

export const eventOperations = {
  listEvents: {
    method: "GET",
    path: "/api/events",
    summary: "A group's events, newest first",
    query: groupQuery,
    paged: true,
    answer: z.array(answers.event),
    errors: ["not-found"],
  },
  createEvent: {
    method: "POST",
    path: "/api/events",
    summary: "Add an event to a group",
    body: createEvent,
    keyed: true,
    answer: answers.event,
    errors: ["not-found"],
  },
  getEvent: {
    method: "GET",
    path: "/api/events/{eventId}",
    summary: "An event with its participants and total",
    answer: answers.event,
    errors: ["not-found"],
  },
  editEvent: {
    method: "PUT",
    path: "/api/events/{eventId}",
    summary: "Change an event's title, date, and participants",
    body: editEvent,
    keyed: true,
    answer: answers.event,
    errors: ["not-found", "stale"],
  },
  deleteEvent: {
    method: "DELETE",
    path: "/api/events/{eventId}",
    summary: "Delete an event with its expenses and settlements (its creator or the group's)",
    answer: answers.success,
    errors: ["not-found", "forbidden"],
  },
  restoreEvent: {
    method: "PUT",
    path: "/api/events/{eventId}/restore",
    summary: "Restore a deleted event and everything deleted with it (its creator or the group's)",
    answer: answers.event,
    errors: ["not-found", "forbidden", "former-member"],
  },
  listExpenses: {
    method: "GET",
    path: "/api/expenses",
    summary: "An event's expenses, newest first",
    query: eventQuery,
    paged: true,
    answer: z.array(answers.expense),
    errors: ["not-found"],
  },
  createExpense: {
    method: "POST",
    path: "/api/expenses",
    summary: "Add an expense, recorded by the signed-in user",
    body: createExpense,
    keyed: true,
    answer: answers.expense,
    errors: ["not-found"],
  },
  getExpense: {
    method: "GET",
    path: "/api/expenses/{expenseId}",
    summary: "An expense",
    answer: answers.expense,
    errors: ["not-found"],
  },
  editExpense: {
    method: "PUT",
    path: "/api/expenses/{expenseId}",
    summary: "Change an expense (its payers and the person who recorded it)",
    body: editExpense,
    keyed: true,
    answer: answers.expense,
    errors: ["not-found", "forbidden", "payment-of-another", "stale", "former-member"],
  },
  deleteExpense: {
    method: "DELETE",
    path: "/api/expenses/{expenseId}",
    summary: "Delete an expense (the person who recorded it, or who paid everything)",
    answer: answers.success,
    errors: ["not-found", "forbidden", "payment-of-another", "former-member"],
  },
  restoreExpense: {
    method: "PUT",
    path: "/api/expenses/{expenseId}/restore",
    summary: "Restore a deleted expense with its debts (its payers, and the person who recorded it)",
    answer: answers.expense,
    errors: ["not-found", "forbidden", "former-member"],
  },
} as const satisfies Record<string, Operation>;
