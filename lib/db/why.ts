import "server-only";
import type { ObjectId } from "mongodb";
import { MAX_ROWS, type Page } from "@/lib/core/page";
import { collections, type ExpenseDoc, type SettlementDoc } from "./collections";
import { findRows, toPage, type PageRequest } from "./page";

/** An expense or payment that changed a pair's debt. `net`: cents, positive if lo owes hi more. */
export type WhyRow = { _id: ObjectId; at: Date; net: number } & (
  | { kind: "expense"; expense: ExpenseDoc }
  | { kind: "payment"; payment: SettlementDoc }
);

/**
 * The reasons of a pair's open balance in an event: the expenses with a debt between the two, and their settled
 * payments, latest first. Two queries; on the embedded database, the first may read all expenses of the event. All rows
 * sum to the open balance (design section 3).
 */
export async function listReasons(
  { eventId, pair }: Pick<SettlementDoc, "eventId" | "pair">,
  page: PageRequest = {},
): Promise<Page<WhyRow>> {
  const { expenses, settlements } = await collections();
  const [shared, paid] = await Promise.all([
    findRows(expenses, { eventId, "debts.pair": pair, deletedAt: null }, "date", page),
    findRows(settlements, { eventId, pair, settled: true, deletedAt: null }, "settledAt", page),
  ]);
  const rows: WhyRow[] = [
    ...shared.map((expense) => ({
      kind: "expense" as const,
      _id: expense._id,
      at: expense.date,
      net: expense.debts.find((debt) => debt.pair === pair)?.net ?? 0,
      expense,
    })),
    ...paid.map((payment) => ({
      kind: "payment" as const,
      _id: payment._id,
      at: payment.settledAt ?? payment.createdAt,
      net: -payment.net,
      payment,
    })),
  ];
  rows.sort(
    (a, b) => b.at.getTime() - a.at.getTime() || (a._id.toHexString() < b._id.toHexString() ? 1 : -1),
  );
  return toPage(rows, page.limit ?? MAX_ROWS, ({ at }) => at);
}
