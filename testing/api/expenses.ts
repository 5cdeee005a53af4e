import type { Expense } from "@/lib/contract/expenses";
import type { Settlement } from "@/lib/contract/settlements";
import type { Viewer } from "@/lib/server/access";
import { done } from "./call";

/**
 * Adds an expense of today that the caller pays, split equally.
 * @param amount in dollars
 */
export const addExpense = (
  as: Viewer,
  eventId: string,
  description: string,
  amount: number,
  people: readonly Viewer[],
) =>
  done<Expense>("createExpense", as, {
    body: { eventId, description, amount, splitWith: people.map(({ id }) => id) },
  });

/** The payments of an event, settled or not. */
export const paymentsOf = (as: Viewer, eventId: string) =>
  done<Settlement[]>("listSettlements", as, { query: { eventId } });
