import "server-only";
import type { ClientSession } from "mongodb";
import { netDeltas } from "@/lib/core/money/ledger";
import { spendingDeltas } from "@/lib/core/spending";
import { collections } from "../collections";
import { applyDeltas } from "../settlements";
import { spendingUpdates, type Place } from "../spending";
import type { CountedExpense } from "./money";

/**
 * Applies an expense that was added (`before` null), edited, or deleted (`after` null) to the debts and the spending of
 * its event, within the transaction that has locked the event.
 */
export async function applyExpense(
  event: Place,
  before: CountedExpense | null,
  after: CountedExpense | null,
  session: ClientSession,
  at?: Date,
): Promise<void> {
  await applyDeltas(event, netDeltas(before, after), session, at);
  const deltas = spendingDeltas(before, after);
  if (deltas.length === 0) return;
  const { spending } = await collections();
  await spending.bulkWrite(spendingUpdates(event, deltas), { session });
}
