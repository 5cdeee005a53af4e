import "server-only";
import type { ClientSession } from "mongodb";
import { recordActivity, type ActivityInput } from "../activity";
import { collections, type EventDoc, type ExpenseDoc } from "../collections";
import { applyExpense } from "./apply";
import { countedExpense } from "./money";

/** Inserts a new expense with its debts, within the transaction that has locked its event and added to its numbers. */
export async function insertExpense(
  event: EventDoc,
  expense: ExpenseDoc,
  activity: ActivityInput,
  session: ClientSession,
): Promise<void> {
  const { expenses } = await collections();
  await expenses.insertOne(expense, { session });
  await applyExpense(event, null, countedExpense(expense), session, expense.createdAt);
  await recordActivity(session, { ...activity, at: expense.createdAt });
}
