import "server-only";
import type { Document, ObjectId } from "mongodb";
import type { PersonSum, ReportSums } from "@/lib/core/report";
import { debtOf } from "@/lib/core/money/ledger";
import { entriesOf, monthOf } from "@/lib/core/spending";
import { collections, type EventDoc, type SettlementDoc, type SpendingDoc } from "../collections";
import { aggregate, lookupEvent, unionWith } from "../page";
import { within, type DayRange } from "../settlements/entries";
import { LISTED, type ListedExpense } from "../settlements/lists";

/** An expense of a report, with the event that it belongs to. */
export type ReportExpense = ListedExpense & { event: Pick<EventDoc, "title">[] };

/** What a report needs: the sums, and its first expenses and payments, earliest first. */
export type ReportRows = {
  sums: ReportSums;
  expenses: ReportExpense[];
  expenseCount: number;
  payments: SettlementDoc[];
  paymentCount: number;
};

type SumRow = { kind: "beforeFirst" | "upToLast"; part: PersonSum["part"]; _id: ObjectId; cents: number };
type PaidRow = { kind: "earlier" | "made"; _id: { pair: string; up: boolean }; net: number; count: number };
type Row =
  | (SpendingDoc & { kind: "month" })
  | SumRow
  | PaidRow
  | (ReportExpense & { kind: "expense" })
  | { kind: "count"; count: number }
  | (SettlementDoc & { kind: "payment" });

/**
 * Loads the report of a group over days. What it costs depends on the number of months and people, and on the expenses of
 * these days. One command.
 * @param limit how many expenses and payments are listed; null: none
 */
export async function listForReport(
  groupId: ObjectId,
  { since, before }: DayRange,
  limit: { expenses: number; payments: number } | null,
): Promise<ReportRows> {
  const { spending } = await collections();
  const all = { groupId, deletedAt: null };
  const until = before && monthStart(before);
  const spent = { ...all, ...within("date", { since, before }) };
  const paid = { ...all, settled: true };
  const made = { ...paid, ...within("settledAt", { since, before }) };
  const as = (kind: Row["kind"]) => ({ $addFields: { kind: { $literal: kind } } });
  const found = await aggregate<Row>(spending, [
    { $match: { ...all, ...(until && { month: { $lt: monthOf(until) } }) } },
    as("month"),
    ...(since ? sumsOf("beforeFirst", all, monthStart(since), since) : []),
    ...(until && before ? sumsOf("upToLast", all, until, before) : []),
    ...(since
      ? [unionWith("settlements", [{ $match: { ...paid, settledAt: { $lt: since } } }, SUM, as("earlier")])]
      : []),
    unionWith("settlements", [{ $match: made }, SUM, as("made")]),
    unionWith("expenses", [{ $match: spent }, { $group: { _id: null, count: { $sum: 1 } } }, as("count")]),
    ...(limit
      ? [
          unionWith("expenses", [...firstExpenses(spent, limit.expenses), as("expense")]),
          unionWith("settlements", [
            ...[{ $match: made }, { $sort: { settledAt: 1, _id: 1 } }, { $limit: limit.payments }],
            as("payment"),
          ]),
        ]
      : []),
  ]);
  const of = <Kind extends Row["kind"]>(kind: Kind) =>
    found.filter((row): row is Extract<Row, { kind: Kind }> => row.kind === kind);
  const sums = (kind: SumRow["kind"]) =>
    of(kind).map((row) => ({ user: row._id.toHexString(), part: row.part, cents: row.cents }));
  const payments = (kind: PaidRow["kind"]) => of(kind).map(({ _id: { pair }, net }) => debtOf({ pair, net }));
  return {
    sums: {
      months: of("month").flatMap(entriesOf),
      beforeFirst: sums("beforeFirst"),
      upToLast: sums("upToLast"),
      earlier: payments("earlier"),
      made: payments("made"),
    },
    expenses: of("expense"),
    expenseCount: of("count")[0]?.count ?? 0,
    payments: of("payment"),
    paymentCount: of("made").reduce((sum, { count }) => sum + count, 0),
  };
}

/** The expenses of these days, earliest first, one after another: at most `limit`, of which only a batch is in memory. */
export async function* listAllForReport(
  groupId: ObjectId,
  days: DayRange,
  limit: number,
): AsyncGenerator<ReportExpense> {
  const { expenses } = await collections();
  const spent = { groupId, deletedAt: null, ...within("date", days) };
  yield* expenses.aggregate<ReportExpense>(firstExpenses(spent, limit));
}

const firstExpenses = (filter: Document, limit: number): Document[] => [
  ...[{ $match: filter }, { $sort: { date: 1, _id: 1 } }, { $limit: limit }],
  ...[lookupEvent, { $project: { ...LISTED, "event.title": 1 } }],
];

/** What each pair paid in each direction. */
const SUM = {
  $group: { _id: { pair: "$pair", up: { $gt: ["$net", 0] } }, net: { $sum: "$net" }, count: { $sum: 1 } },
};

/** What each person paid, and their shares, from a moment until before another one. */
function sumsOf(kind: SumRow["kind"], filter: Document, since: Date, before: Date): Document[] {
  // Whole months are in the spending.
  if (since.getTime() === before.getTime()) return [];
  const sumOf = (part: PersonSum["part"], field: "payers" | "shares") =>
    unionWith("expenses", [
      { $match: { ...filter, date: { $gte: since, $lt: before } } },
      { $project: { [field]: 1 } },
      { $unwind: `$${field}` },
      { $group: { _id: `$${field}.user`, cents: { $sum: `$${field}.cents` } } },
      { $addFields: { kind: { $literal: kind }, part: { $literal: part } } },
    ]);
  return [sumOf("paid", "payers"), sumOf("share", "shares")];
}

/** The first moment of a day's month. */
const monthStart = (day: Date) => new Date(`${monthOf(day)}-01`);
