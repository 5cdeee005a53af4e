import "server-only";
import type { Document, ObjectId } from "mongodb";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { MAX_ROWS, type Page, type PageRequest } from "@/lib/core/page";
import {
  collections,
  type EventDoc,
  type ExpenseDoc,
  type SettlementDoc,
  type TransferDoc,
} from "../collections";
import { includesId } from "../ids";
import {
  aggregate,
  byCreation,
  decodeCursor,
  findPage,
  findAll,
  lookup,
  pageStages,
  toPage,
  unionWith,
} from "../page";

/** An event's unsettled payments. @param person only those of this person */
export async function listUnsettled(eventId: ObjectId, person?: ObjectId): Promise<SettlementDoc[]> {
  const { settlements } = await collections();
  const unsettled = { eventId, ...(person && { users: person }), settled: false, deletedAt: null };
  return findAll(settlements, unsettled);
}

/** What each pair of people owes in an event. One command. */
export async function listOpenNets(eventId: ObjectId): Promise<Pick<SettlementDoc, "pair" | "net">[]> {
  const { settlements } = await collections();
  const fields = { projection: { pair: 1, net: 1 } } as const;
  return findAll(settlements, { eventId, settled: false, deletedAt: null }, fields);
}

/** What a statement lists of an expense. */
export type ListedExpense = Pick<ExpenseDoc, "date" | "description" | "cents" | "payers" | "shares">;
export const LISTED = { date: 1, description: 1, cents: 1, payers: 1, shares: 1 } as const;

/** How many expenses a statement lists at first. */
const FIRST_EXPENSES = 30;

/**
 * What a statement needs: the first {@link MAX_PEOPLE} open payments of an event; the settled ones, in the order in which
 * they were settled; its first expenses, and its latest ones, newest first; the expense with the largest amount; and the
 * plans that were used, in order, with all events of each plan of the group.
 */
export type StatementRows = {
  open: SettlementDoc[];
  settled: SettlementDoc[];
  first: ListedExpense[];
  latest: Pick<ExpenseDoc, "date" | "payers">[];
  largest: ListedExpense | null;
  plans: (PlanRow & { events: Pick<EventDoc, "_id" | "title">[] })[];
};

type Offset = Pick<EventDoc, "_id" | "title" | "date">;
type PlanRow = Pick<TransferDoc, "of" | "debts" | "createdBy" | "createdAt">;
type PlanWithParts = PlanRow & { parts: { events: Offset[] }[] };
type Kind = "first" | "latest" | "largest";

/** The events of a plan's parts, the latest first. */
const eventsOf = (parts: PlanWithParts["parts"]): Offset[] =>
  parts.flatMap(({ events }) => events).sort((a, b) => b.date.getTime() - a.date.getTime());

/** Loads the payments of an event, and of its expenses at most {@link MAX_ROWS}. One command. */
export async function listForStatement(eventId: ObjectId): Promise<StatementRows> {
  const { settlements } = await collections();
  const mine = { eventId, deletedAt: null };
  const expensesIn = (kind: Kind, sort: Document, limit: number, fields: Document) =>
    unionWith("expenses", [
      { $match: mine },
      { $sort: sort },
      { $limit: limit },
      { $project: { ...fields, kind: { $literal: kind } } },
    ]);
  const found = await aggregate<
    SettlementDoc | (ListedExpense & { _id: ObjectId; kind: Kind }) | (PlanWithParts & { _id: ObjectId })
  >(settlements, [
    { $match: { ...mine, settled: false } },
    { $limit: MAX_PEOPLE },
    unionWith("settlements", [{ $match: { ...mine, settled: true } }]),
    expensesIn("first", { date: 1, _id: 1 }, FIRST_EXPENSES, LISTED),
    expensesIn("latest", { date: -1, _id: -1 }, MAX_ROWS, { date: 1, payers: 1 }),
    expensesIn("largest", { cents: -1 }, 1, LISTED),
    unionWith("transfers", [
      { $match: { eventId, deletedAt: null } },
      { $sort: { createdAt: 1, _id: 1 } },
      lookup({ from: "transfers", localField: "planId", foreignField: "planId", as: "parts" }, [
        lookup({ from: "events", localField: "eventId", foreignField: "_id", as: "events" }, [
          { $project: { title: 1, date: 1 } },
        ]),
        { $project: { events: 1 } },
      ]),
      { $project: { of: 1, debts: 1, createdBy: 1, createdAt: 1, parts: 1 } },
    ]),
  ]);
  const rows: StatementRows = { open: [], settled: [], first: [], latest: [], largest: null, plans: [] };
  for (const row of found) {
    if ("parts" in row) rows.plans.push({ ...row, events: eventsOf(row.parts) });
    else if (!("kind" in row)) rows[row.settled ? "settled" : "open"].push(row);
    else if (row.kind === "largest") rows.largest = row;
    else rows[row.kind].push(row);
  }
  const inOrder = (a: SettlementDoc, b: SettlementDoc) =>
    a.settledAt!.getTime() - b.settledAt!.getTime() || byCreation(a, b);
  return { ...rows, settled: rows.settled.sort(inOrder) };
}

/** The first expenses of an event, one after another: at most `limit`, of which only a batch is in memory. */
export async function* listAllForStatement(eventId: ObjectId, limit: number): AsyncGenerator<ListedExpense> {
  const { expenses } = await collections();
  const sort = { date: 1, _id: 1 } as const;
  yield* expenses.find({ eventId, deletedAt: null }, { sort, limit, projection: LISTED });
}

/**
 * A page of an event's payments: first the unsettled ones, newest first, then the settled ones, latest first. The first
 * page is in order of creation. One command.
 * @param settled true: only settled ones; false: only unsettled ones
 */
export async function listSettlements(
  eventId: ObjectId,
  page: PageRequest,
  settled?: boolean,
): Promise<Page<SettlementDoc>> {
  const { settlements } = await collections();
  const { limit = MAX_ROWS, cursor } = page;
  const mine = { eventId, deletedAt: null };
  const from = cursor === undefined ? undefined : decodeCursor(cursor);
  if (settled || from?.at)
    return findPage(settlements, { ...mine, settled: settled ?? true }, "settledAt", page);
  const latest = pageStages<SettlementDoc>({ ...mine, settled: true }, "settledAt", { limit });
  // Not two commands: a payment that is settled between them would be missing from both. The embedded database runs one
  // command in one snapshot; a MongoDB server reads both parts in immediate succession.
  const rows = await aggregate<SettlementDoc>(settlements, [
    ...openStages(mine, limit, from?.id),
    ...(settled === false ? [] : [unionWith("settlements", latest)]),
  ]);
  const found = toPage(rows, page, settledAt);
  return cursor === undefined ? { ...found, rows: found.rows.sort(byCreation) } : found;
}

/** The stages of unsettled payments in the order of their index, plus one more than a page holds. */
const openStages = (filter: Document, limit: number, before?: ObjectId): Document[] => [
  { $match: { ...filter, settled: false, ...(before && { _id: { $lt: before } }) } },
  { $sort: { settledAt: -1, _id: -1 } },
  { $limit: limit + 1 },
];

/** The key of their order: unsettled ones have none, and come first. */
const settledAt = (row: SettlementDoc): Date | null => row.settledAt;

/** How many rows of each kind {@link listFirstSettlements} returns. */
type FirstRows = { others: number; settled: number };

/**
 * The payments with which the page of an event begins: all unsettled ones of a person, and the first pages of the
 * unsettled ones between others, and of the settled ones. One command.
 */
export async function listFirstSettlements(
  event: { eventId: ObjectId; groupId: ObjectId },
  person: ObjectId,
  limits: FirstRows,
): Promise<{ mine: SettlementDoc[]; others: Page<SettlementDoc>; settled: Page<SettlementDoc> }> {
  const { settlements } = await collections();
  const { eventId } = event;
  const paid = { eventId, settled: true, deletedAt: null };
  const rows = await aggregate<SettlementDoc>(settlements, [
    { $match: { ...event, settled: false, users: person, deletedAt: null } },
    unionWith("settlements", openStages({ eventId, users: { $ne: person }, deletedAt: null }, limits.others)),
    unionWith("settlements", pageStages<SettlementDoc>(paid, "settledAt", { limit: limits.settled })),
  ]);
  const open = rows.filter((row) => !row.settled);
  const isMine = ({ users }: SettlementDoc) => includesId(users, person);
  return {
    mine: open.filter(isMine),
    others: toPage(
      open.filter((row) => !isMine(row)),
      { limit: limits.others },
      settledAt,
    ),
    settled: toPage(
      rows.filter((row) => row.settled),
      { limit: limits.settled },
      settledAt,
    ),
  };
}
