import "server-only";
import type { Db } from "mongodb";
import { spendingOf, sumSpending, type SpendingEntry } from "@/lib/core/money/spending";
import { collectionsOf } from "../collections";
import { countedExpense } from "../expense-money";
import { spendingUpdates } from "../spending";
import { EXPENSE, hasShape } from "../verify/shape";

/** Entries in memory, beyond which they are summed up. */
const MANY = 50_000;

/** Recalculates the spending of all events, also of deleted ones, in one transaction for each. */
export async function rebuildSpending(db: Db): Promise<void> {
  const { groups, events, expenses, spending } = collectionsOf(db);
  for await (const { _id: eventId, groupId } of events.find({}, { projection: { groupId: 1 } })) {
    await db.client.withSession((session) =>
      session.withTransaction(async () => {
        // Keeps out the writes in the group.
        await groups.updateOne({ _id: groupId }, { $inc: { touched: 1 } }, { session });
        const event = await events.findOne({ _id: eventId }, { session });
        await spending.deleteMany({ groupId, eventId }, { session });
        if (!event) return;
        const { deletedAt, deletedWith } = event;
        const deletion = deletedAt ? { deletedAt, deletedWith: deletedWith ?? eventId } : { deletedAt: null };
        const counted = { eventId, $or: [{ deletedAt: null }, { deletedWith: { $in: [eventId, groupId] } }] };
        let entries: SpendingEntry[] = [];
        for await (const expense of expenses.find(counted, { session })) {
          // `npm run verify` reports the others.
          if (hasShape("", expense, EXPENSE, () => {})) entries.push(...spendingOf(countedExpense(expense)));
          if (entries.length > MANY) entries = sumSpending(entries);
        }
        const updates = spendingUpdates(event, sumSpending(entries), deletion);
        if (updates.length > 0) await spending.bulkWrite(updates, { session });
      }),
    );
  }
}
