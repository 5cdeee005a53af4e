import "server-only";
import type { ObjectId } from "mongodb";
import type { Page } from "@/lib/core/page";
import { collections, type ExpenseDoc, type SettlementDoc, type TransferDoc } from "../collections";
import { aggregate, findAll, pageStages, toPage, unionWith, type PageRequest } from "../page";

/** What changed a pair's debt: an expense, a payment, or a plan. `net`: cents, positive if lo owes hi more. */
export type WhyRow = { _id: ObjectId; at: Date; net: number } & (
  | { kind: "expense"; expense: ExpenseDoc }
  | { kind: "payment"; payment: SettlementDoc }
  | { kind: "plan"; plan: TransferDoc[] }
);

type PlanRow = TransferDoc & { parts: TransferDoc[] };

/**
 * A debt and its reasons: the expenses of the event with a debt between the two, the plans that changed it, and their
 * settled payments, latest first. One command, so that all rows sum to the debt (docs/rules.md#ledger); on the embedded
 * database, it may read all expenses of the event.
 * @param debt without `_id`: whichever is open between the two
 * @returns `debt` as it is now; null if it has been settled or deleted. `plan`: all parts of a plan, in any event
 */
export async function listReasons(
  { _id, eventId, pair }: Partial<Pick<SettlementDoc, "_id">> & Pick<SettlementDoc, "eventId" | "pair">,
  page: PageRequest,
): Promise<Page<WhyRow> & { debt: SettlementDoc | null }> {
  const { settlements } = await collections();
  const moved = [
    ...pageStages<TransferDoc>({ eventId, "debts.pair": pair, deletedAt: null }, "createdAt", page),
    { $lookup: { from: "transfers", localField: "planId", foreignField: "planId", as: "parts" } },
  ];
  const shared = pageStages<ExpenseDoc>({ eventId, "debts.pair": pair, deletedAt: null }, "date", page);
  const paid = pageStages<SettlementDoc>(
    { eventId, pair, settled: true, deletedAt: null },
    "settledAt",
    page,
  );
  const found = await aggregate<SettlementDoc | ExpenseDoc | PlanRow>(settlements, [
    { $match: { ...(_id && { _id }), eventId, pair, settled: false, deletedAt: null } },
    unionWith("expenses", shared),
    unionWith("transfers", moved),
    unionWith("settlements", paid),
  ]);
  let debt: SettlementDoc | null = null;
  const rows: WhyRow[] = [];
  for (const one of found) {
    if ("debts" in one) {
      const net = one.debts.find((debt) => debt.pair === pair)?.net ?? 0;
      if ("parts" in one) rows.push({ kind: "plan", _id: one._id, at: one.createdAt, net, plan: one.parts });
      else rows.push({ kind: "expense", _id: one._id, at: one.date, net, expense: one });
    } else if (one.settled) {
      const at = one.settledAt ?? one.createdAt;
      rows.push({ kind: "payment", _id: one._id, at, net: -one.net, payment: one });
    } else {
      debt = one;
    }
  }
  return { debt, ...toPage(rows, page, ({ at }) => at) };
}

/** The latest expenses of some events with a debt of one of these pairs: at most `limit`. One command. */
export async function listExpensesOfPairs(
  eventIds: readonly ObjectId[],
  pairs: readonly string[],
  limit: number,
): Promise<ExpenseDoc[]> {
  if (pairs.length === 0) return [];
  const { expenses } = await collections();
  const between = { eventId: { $in: [...eventIds] }, "debts.pair": { $in: [...pairs] }, deletedAt: null };
  return findAll(expenses, between, { sort: { date: -1, _id: -1 }, limit });
}
