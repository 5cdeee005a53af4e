import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { netDeltas, type PairNet } from "@/lib/core/money/ledger";
import { spendingOf, sumSpending } from "@/lib/core/spending";
import { sumCents } from "@/lib/core/money/money";
import { collections, type ExpenseDoc, type SettlementDoc, type TransferDoc } from "../collections";
import { totalsDelta, type Increments } from "../events";
import { countedExpense } from "../expenses/money";
import { uniqueIds } from "../ids";
import { spendingUpdates } from "../spending";
import { changeOpenPayments, type EventDeltas } from "./open-payments";

/** What rows become. */
export type Items = { expenses: ExpenseDoc[]; payments: SettlementDoc[]; transfers: TransferDoc[] };

type Of = { eventId: ObjectId };
const of =
  (eventId: ObjectId) =>
  (one: Of): boolean =>
    one.eventId.equals(eventId);

/** The events of these items. */
export const eventsOf = ({ expenses, payments, transfers }: Items): ObjectId[] =>
  uniqueIds([...expenses, ...payments, ...transfers].map(({ eventId }) => eventId));

/** The change of the open payments when these items are added, by event. */
export function netOf(items: Items): EventDeltas[] {
  const groupId = [...items.expenses, ...items.payments, ...items.transfers][0]?.groupId;
  if (!groupId) return [];
  return eventsOf(items).map((eventId) => ({ eventId, groupId, deltas: deltasIn(items, eventId) }));
}

function deltasIn({ expenses, payments, transfers }: Items, eventId: ObjectId): PairNet[] {
  const isHere = of(eventId);
  const debts = [
    ...[...expenses, ...transfers].filter(isHere).flatMap((one) => one.debts),
    // Settled on their own, so the open payment changes by the opposite.
    ...payments.filter(isHere).map(({ pair, net }) => ({ pair, net: -net })),
  ];
  return netDeltas(null, { debts });
}

/** The change of the totals, counts, and tallies, by event. */
export function totalsOf({ expenses }: Items): { eventId: ObjectId; add: Increments }[] {
  return uniqueIds(expenses.map(({ eventId }) => eventId)).map((eventId) => {
    const add: Increments = {};
    for (const expense of expenses.filter(of(eventId))) {
      // Also zeros: a person who paid nothing has a tally.
      for (const [path, change] of Object.entries(totalsDelta(null, countedExpense(expense))))
        add[path] = sumCents([add[path] ?? 0, change]);
    }
    return { eventId, add };
  });
}

/** The change of the spending, by event. */
export const spendingIn = ({ expenses }: Items, eventId: ObjectId) =>
  sumSpending(expenses.filter(of(eventId)).flatMap((one) => spendingOf(countedExpense(one))));

/**
 * Adds items with all their effects, in a transaction that has locked their group. The number of commands depends
 * neither on that of the items nor on that of the events.
 * @returns the open payments that became zero, as they were
 */
export async function addItems(
  groupId: ObjectId,
  items: Items,
  session: ClientSession,
  at: Date,
): Promise<SettlementDoc[]> {
  const { expenses, settlements, transfers, events, spending } = await collections();
  if (items.expenses.length > 0) await expenses.insertMany(items.expenses, { session });
  if (items.payments.length > 0) await settlements.insertMany(items.payments, { session });
  if (items.transfers.length > 0) await transfers.insertMany(items.transfers, { session });
  const totals = totalsOf(items);
  if (totals.length > 0)
    await events.bulkWrite(
      totals.map(({ eventId, add }) => ({ updateOne: { filter: { _id: eventId }, update: { $inc: add } } })),
      { session },
    );
  const spent = totals.flatMap(({ eventId }) =>
    spendingUpdates({ _id: eventId, groupId }, spendingIn(items, eventId)),
  );
  if (spent.length > 0) await spending.bulkWrite(spent, { session });
  return changeOpenPayments(netOf(items), session, at);
}
