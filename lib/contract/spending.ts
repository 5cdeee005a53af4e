import { z } from "zod";
import { CATEGORIES } from "@/lib/core/expenses/categories";
import { contribution } from "./events";
import { dollars } from "./fields";
import type { Described } from "./operation";

// The cost of expenses, by month. Payments are not spending.

const MONTHS = "months must be a whole number from 1 to 120.";

/** ?months= how many months, up to the current one. */
const spendingQuery = z.object({
  months: z.coerce.number(MONTHS).int(MONTHS).min(1, MONTHS).max(120, MONTHS).default(12),
});

const month = z
  .string()
  .regex(/^\d{4}-\d\d$/)
  .describe("a UTC month, such as 2026-11");
const mine = dollars.describe("the viewer's share, in US dollars");

const groupSpending = z.strictObject({
  months: z.array(
    z.strictObject({
      month,
      total: dollars,
      mine,
      categories: z.array(z.strictObject({ category: z.enum(CATEGORIES), total: dollars, mine })),
    }),
  ),
  people: z.array(contribution),
});
export type GroupSpending = z.infer<typeof groupSpending>;

const userSpending = z.strictObject({ months: z.array(z.strictObject({ month, mine })) });
export type UserSpending = z.infer<typeof userSpending>;

export const spendingOperations = {
  groupSpending: {
    call: "GET /api/groups/{groupId}/spending",
    summary:
      "What the expenses of a group cost by month and category, and who paid, since the first of these months",
    tokens: "group",
    query: spendingQuery,
    response: groupSpending,
  },
  userSpending: {
    call: "GET /api/users/spending",
    summary: "The signed-in user's shares by month, over all their groups",
    tokens: "account",
    query: spendingQuery,
    response: userSpending,
  },
} as const satisfies Record<string, Described>;
