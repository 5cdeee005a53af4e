import "server-only";
import { ObjectId, type Db } from "mongodb";
import { ledgerEntry } from "@/lib/core/ledger";
import { collectionsOf, type ExpenseDoc } from "./collections";
import { paidByOne } from "./expense-money";

const BATCH = 500;

/** An expense that may lack fields of later versions. */
type OlderExpenseDoc = Omit<ExpenseDoc, Later> & Partial<Pick<ExpenseDoc, Later>>;
type Later = "payers" | "split" | "debts" | "note" | "category" | "date";

const LATER = ["debts", "note", "category", "date"] as const satisfies readonly Later[];

/**
 * Completes expenses that older versions stored. The first one had one payer, an equal split, and the debts that the
 * ledger counted. Moves no money, and skips expenses without an amount or shares, which `npm run verify` reports.
 * @param since only expenses created since then, which is fast; default: all
 * @returns how many were completed
 */
export async function migrateExpenses(db: Db, since?: Date): Promise<number> {
  const { expenses } = collectionsOf(db);
  const outdated = { $or: LATER.map((field) => ({ [field]: { $exists: false } })) };
  let completed = 0;
  let from = { $gte: ObjectId.createFromTime(since ? Math.floor(since.getTime() / 1000) : 0) } as object;
  for (;;) {
    const batch: OlderExpenseDoc[] = await expenses
      .find({ ...outdated, _id: from })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const last = batch.at(-1);
    if (!last) return completed;
    from = { $gt: last._id };
    const changes = batch.flatMap((expense) => {
      const missing = missingFields(expense);
      const { _id, rev } = expense;
      // The revision: a change meanwhile has completed it, or is completed later.
      return missing ? [{ updateOne: { filter: { _id, rev, ...outdated }, update: { $set: missing } } }] : [];
    });
    if (changes.length === 0) continue;
    completed += (await expenses.bulkWrite(changes, { ordered: false })).modifiedCount;
  }
}

/** Null if they do not follow from the rest. */
function missingFields(expense: OlderExpenseDoc): Partial<ExpenseDoc> | null {
  const { paidBy, cents, shares, createdAt, note = "", category = null, date = createdAt } = expense;
  const texts = { note, category, ...(date instanceof Date && { date }) };
  if (expense.debts) return texts;
  try {
    const parts = shares.map((share) => ({ user: share.user.toHexString(), cents: share.cents }));
    const debts = [...ledgerEntry(paidByOne(paidBy, cents), parts).debts];
    return { ...texts, payers: [{ user: paidBy, cents }], split: { mode: "equal", values: [] }, debts };
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}
