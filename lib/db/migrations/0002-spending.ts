import "server-only";
import { ObjectId, type Db } from "mongodb";
import { spendingOf, sumSpending, type SpendingEntry } from "@/lib/core/spending";
import { collectionsOf, type EventDoc } from "../collections";
import { expenseDoc } from "../documents";
import { countedExpense } from "../expenses/money";
import { findAll } from "../page";
import { spendingUpdates } from "../spending";
import type { Progress } from "./progress";

/** The most events, and about the most expenses, of one transaction. */
const BATCH = { events: 100, expenses: 2_000 };
/** The number of entries in memory above which they are summed up. */
const MANY = 50_000;
/** How far the clocks of two servers may differ. */
const CLOCK_SKEW_MS = 5 * 60_000;
const FIRST_ID = new ObjectId("0".repeat(24));

type Row = Pick<EventDoc, "_id" | "groupId" | "expenseCount">;

/** Recalculates the spending of all events, including deleted ones, in transactions of several events each. */
export async function rebuildSpending(db: Db, progress?: Progress): Promise<void> {
  const { activities, events, spending } = collectionsOf(db);
  // Otherwise, it would be built after the migrations, and each batch would read the whole collection.
  await spending.createIndex({ groupId: 1, month: 1 });
  const options = {
    projection: { groupId: 1, expenseCount: 1 },
    sort: { _id: 1 },
    limit: BATCH.events,
  } as const;
  for (let last = progress?.last ?? FIRST_ID; ;) {
    const rows = firstOf(await findAll<Row>(events as never, { _id: { $gt: last } } as never, options));
    if (rows.length === 0) break;
    await rebuild(db, rows);
    last = rows.at(-1)!._id;
    await progress?.record(last, rows.length, () => events.estimatedDocumentCount());
  }
  if (!progress) return;
  // What an older version, still running, wrote to events that had been processed.
  const since = ObjectId.createFromTime((progress.since.getTime() - CLOCK_SKEW_MS) / 1000);
  const late = await findAll(
    activities,
    { _id: { $gte: since } },
    { projection: { groupId: 1, eventId: 1 } },
  );
  const touched = {
    $or: [
      { _id: { $in: late.flatMap(({ eventId }) => eventId ?? []) } },
      { groupId: { $in: late.flatMap(({ eventId, groupId }) => (eventId ? [] : groupId)) } },
    ],
  };
  let rows = await findAll<Row>(events as never, touched as never, { projection: options.projection });
  while (rows.length > 0) {
    const batch = firstOf(rows);
    await rebuild(db, batch);
    rows = rows.slice(batch.length);
  }
}

/** The first rows that one transaction can do: at least one. */
function firstOf(rows: readonly Row[]): Row[] {
  let sum = 0;
  const end = rows.findIndex(({ expenseCount }) => (sum += Number(expenseCount) || 0) > BATCH.expenses);
  return rows.slice(0, end === -1 ? BATCH.events : Math.max(1, Math.min(end, BATCH.events)));
}

async function rebuild(db: Db, rows: readonly Row[]): Promise<void> {
  const { groups, events, expenses, spending } = collectionsOf(db);
  const ids = rows.map(({ _id }) => _id);
  const groupIds = rows.map(({ groupId }) => groupId);
  await db.client.withSession((session) =>
    session.withTransaction(async () => {
      // Blocks writes in the groups.
      await groups.updateMany({ _id: { $in: groupIds } }, { $inc: { touched: 1 } }, { session });
      const found = await findAll(events, { _id: { $in: ids } }, { session });
      const byEvent = new Map(
        found.map((event) => [event._id.toHexString(), { event, entries: [] as SpendingEntry[] }]),
      );
      await spending.deleteMany({ groupId: { $in: groupIds }, eventId: { $in: ids } }, { session });
      const deletedWith = { $in: [...ids, ...groupIds] };
      const counted = { eventId: { $in: ids }, $or: [{ deletedAt: null }, { deletedWith }] };
      for await (const expense of expenses.find(counted, { session })) {
        const own = byEvent.get(expense.eventId.toHexString());
        // `npm run verify` reports the others.
        if (!own || !expenseDoc.safeParse(expense).success) continue;
        own.entries.push(...spendingOf(countedExpense(expense)));
        if (own.entries.length > MANY) own.entries = sumSpending(own.entries);
      }
      const updates = [...byEvent.values()].flatMap(({ event, entries }) => {
        const { _id, deletedAt, deletedWith } = event;
        const deletion = deletedAt ? { deletedAt, deletedWith: deletedWith ?? _id } : { deletedAt: null };
        return spendingUpdates(event, sumSpending(entries), deletion);
      });
      if (updates.length > 0) await spending.bulkWrite(updates, { session });
    }),
  );
}
