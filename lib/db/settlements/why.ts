import "server-only";
import type { ObjectId } from "mongodb";
import type { Page, PageRequest } from "@/lib/core/page";
import { collections, type ExpenseDoc, type SettlementDoc, type TransferDoc } from "../collections";
import { lookupPeople, type PersonDoc } from "../people";
import { aggregate, findAll, pageStages, toPage, unionWith } from "../page";

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
  const isDebt = (one: (typeof found)[number]): one is SettlementDoc => "settled" in one && !one.settled;
  const rows = found.filter((one) => !isDebt(one)).map((one) => toRow(one, pair));
  return { debt: found.find(isDebt) ?? null, ...toPage(rows, page, ({ at }) => at) };
}

function toRow(one: SettlementDoc | ExpenseDoc | PlanRow, pair: string): WhyRow {
  const { _id } = one;
  if ("settled" in one)
    return { kind: "payment", _id, at: one.settledAt ?? one.createdAt, net: -one.net, payment: one };
  const net = one.debts.find((debt) => debt.pair === pair)?.net ?? 0;
  if ("parts" in one) return { kind: "plan", _id, at: one.createdAt, net, plan: one.parts };
  return { kind: "expense", _id, at: one.date, net, expense: one };
}

/** What happened between two people: a row, and who paid. */
export type HistoryRow = Exclude<WhyRow, { kind: "plan" }> & { payers: PersonDoc[] };

/** The expenses with a debt between two people, and their settled payments, in these events, latest first. One command. */
export async function listHistory(
  pair: string,
  eventIds: readonly ObjectId[],
  page: PageRequest,
): Promise<Page<HistoryRow>> {
  const { expenses } = await collections();
  const among = { eventId: { $in: [...eventIds] }, deletedAt: null };
  const paid = { ...among, pair, settled: true };
  const found = await aggregate<(ExpenseDoc | SettlementDoc) & { names?: PersonDoc[] }>(expenses, [
    ...pageStages<ExpenseDoc>({ "debts.pair": pair, ...among }, "date", page),
    { $addFields: { named: "$payers.user" } },
    lookupPeople("named", "names"),
    unionWith("settlements", pageStages<SettlementDoc>(paid, "settledAt", page)),
  ]);
  const rows = found.map(({ names = [], ...one }) => ({
    ...(toRow(one as ExpenseDoc, pair) as Exclude<WhyRow, { kind: "plan" }>),
    payers: names,
  }));
  return toPage<HistoryRow>(rows, page, ({ at }) => at);
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
