import "server-only";
import type { Db } from "mongodb";
import { ledgerEntry } from "@/lib/core/ledger";
import { collectionsOf, type ExpenseDoc } from "./collections";
import { paidByOne } from "./expense-money";

const BATCH = 500;

/** An expense as stored before it could have several payers or a split mode. */
type FirstExpenseDoc = Pick<
  ExpenseDoc,
  | ("_id" | "eventId" | "groupId" | "description" | "cents" | "paidBy" | "splitWith" | "shares" | "rev")
  | ("createdBy" | "createdAt" | "updatedAt" | "deletedAt" | "deletedBy" | "deletedWith")
>;

/**
 * Completes expenses that the first version stored: one payer, an equal split, and the debts that the ledger counted.
 * Moves no money, and skips expenses that have debts.
 */
export async function migrateExpenses(db: Db): Promise<void> {
  const { expenses } = collectionsOf(db);
  for (;;) {
    const batch: FirstExpenseDoc[] = await expenses
      .find({ debts: { $exists: false } })
      .limit(BATCH)
      .toArray();
    if (batch.length === 0) return;
    await expenses.bulkWrite(
      batch.map((expense) => ({
        updateOne: {
          filter: { _id: expense._id, debts: { $exists: false } },
          update: { $set: completed(expense) },
        },
      })),
      { ordered: false },
    );
  }
}

function completed({
  paidBy,
  cents,
  shares,
  createdAt,
}: FirstExpenseDoc): Omit<ExpenseDoc, keyof FirstExpenseDoc> {
  const parts = shares.map((share) => ({ user: share.user.toHexString(), cents: share.cents }));
  return {
    payers: [{ user: paidBy, cents }],
    split: { mode: "equal", values: [] },
    debts: [...ledgerEntry(paidByOne(paidBy, cents), parts).debts],
    note: "",
    category: null,
    date: createdAt,
  };
}
