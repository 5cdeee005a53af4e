import "server-only";
import type { ObjectId } from "mongodb";
import { MAX_ROWS, type Page } from "@/lib/core/page";
import { collections, type ExpenseDoc, type SettlementDoc } from "./collections";
import { pageStages, SINGLE_BATCH, toPage, type PageRequest } from "./page";

/** An expense or payment that changed a pair's debt. `net`: cents, positive if lo owes hi more. */
export type WhyRow = { _id: ObjectId; at: Date; net: number } & (
  | { kind: "expense"; expense: ExpenseDoc }
  | { kind: "payment"; payment: SettlementDoc }
);

/**
 * A debt and its reasons: the expenses of the event with a debt between the two, and their settled payments, latest
 * first. One command, so that all rows sum to the debt (design section 3); on the embedded database, it may read all
 * expenses of the event.
 * @returns `debt` as it is now; null if it has been settled or deleted
 */
export async function listReasons(
  { _id, eventId, pair }: Pick<SettlementDoc, "_id" | "eventId" | "pair">,
  page: PageRequest,
): Promise<Page<WhyRow> & { debt: SettlementDoc | null }> {
  const { expenses, settlements } = await collections();
  const shared = pageStages<ExpenseDoc>({ eventId, "debts.pair": pair, deletedAt: null }, "date", page);
  const paid = pageStages<SettlementDoc>(
    { eventId, pair, settled: true, deletedAt: null },
    "settledAt",
    page,
  );
  const found = await settlements
    .aggregate<SettlementDoc | ExpenseDoc>(
      [
        { $match: { _id, settled: false, deletedAt: null } },
        { $unionWith: { coll: expenses.collectionName, pipeline: shared } },
        { $unionWith: { coll: settlements.collectionName, pipeline: paid } },
      ],
      { batchSize: SINGLE_BATCH },
    )
    .toArray();
  let debt: SettlementDoc | null = null;
  const rows: WhyRow[] = [];
  for (const one of found) {
    if ("debts" in one) {
      const net = one.debts.find((debt) => debt.pair === pair)?.net ?? 0;
      rows.push({ kind: "expense", _id: one._id, at: one.date, net, expense: one });
    } else if (one.settled) {
      const at = one.settledAt ?? one.createdAt;
      rows.push({ kind: "payment", _id: one._id, at, net: -one.net, payment: one });
    } else {
      debt = one;
    }
  }
  return { debt, ...toPage(rows, page.limit ?? MAX_ROWS, ({ at }) => at) };
}
