import "server-only";
import type { Document, ObjectId } from "mongodb";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { MAX_ROWS, type Page } from "@/lib/core/page";
import {
  collections,
  type EventDoc,
  type ExpenseDoc,
  type SettlementDoc,
  type TransferDoc,
} from "../collections";
import {
  aggregate,
  byCreation,
  decodeCursor,
  encodeCursor,
  findPage,
  findAll,
  lookup,
  pageStages,
  toPage,
  unionWith,
  type PageRequest,
} from "../page";

/** An event's unsettled payments. @param person only those of this person */
export async function listUnsettled(eventId: ObjectId, person?: ObjectId): Promise<SettlementDoc[]> {
  const { settlements } = await collections();
  const unsettled = { eventId, ...(person && { users: person }), settled: false, deletedAt: null };
  return settlements.find(unsettled).toArray();
}

/** What each pair of people owes in an event. One command. */
export async function listOpenNets(eventId: ObjectId): Promise<Pick<SettlementDoc, "pair" | "net">[]> {
  const { settlements } = await collections();
  const fields = { projection: { pair: 1, net: 1 } } as const;
  return findAll(settlements, { eventId, settled: false, deletedAt: null }, fields);
}

/**
 * What a statement needs: the first {@link MAX_PEOPLE} open payments of an event; the settled ones, in the order in which
 * they were settled; the day of its first expense, null if there is none; its latest expenses, newest first; and what each
 * plan of the group moved, with all events of the plan.
 */
export type StatementRows = {
  open: SettlementDoc[];
  settled: SettlementDoc[];
  first: Date | null;
  latest: Pick<ExpenseDoc, "date" | "payers">[];
  moved: (Pick<TransferDoc, "debts"> & { events: Pick<EventDoc, "_id" | "title">[] })[];
};

type Offset = Pick<EventDoc, "_id" | "title" | "date">;
type MovedRow = Pick<TransferDoc, "debts"> & { parts: { events: Offset[] }[] };

/** The events of a plan's parts, the latest first. */
const eventsOf = (parts: MovedRow["parts"]): Offset[] =>
  parts.flatMap(({ events }) => events).sort((a, b) => b.date.getTime() - a.date.getTime());

/** Loads the payments of an event, and the days of its expenses: of at most {@link MAX_ROWS}. One command. */
export async function listForStatement(eventId: ObjectId): Promise<StatementRows> {
  const { settlements } = await collections();
  const mine = { eventId, deletedAt: null };
  const expensesIn = (order: 1 | -1, limit: number, fields: Document) =>
    unionWith("expenses", [
      { $match: mine },
      { $sort: { date: order, _id: order } },
      { $limit: limit },
      { $project: fields },
    ]);
  const found = await aggregate<SettlementDoc | { first: Date } | StatementRows["latest"][number] | MovedRow>(
    settlements,
    [
      { $match: { ...mine, settled: false } },
      { $limit: MAX_PEOPLE },
      unionWith("settlements", [{ $match: { ...mine, settled: true } }]),
      expensesIn(1, 1, { first: "$date" }),
      expensesIn(-1, MAX_ROWS, { date: 1, payers: 1 }),
      unionWith("transfers", [
        { $match: { eventId, of: "group", deletedAt: null } },
        lookup({ from: "transfers", localField: "planId", foreignField: "planId", as: "parts" }, [
          lookup({ from: "events", localField: "eventId", foreignField: "_id", as: "events" }, [
            { $project: { title: 1, date: 1 } },
          ]),
          { $project: { events: 1 } },
        ]),
        { $project: { debts: 1, parts: 1 } },
      ]),
    ],
  );
  const rows: StatementRows = { open: [], settled: [], first: null, latest: [], moved: [] };
  for (const row of found) {
    if ("first" in row) rows.first = row.first;
    else if ("payers" in row) rows.latest.push(row);
    else if ("debts" in row) rows.moved.push({ debts: row.debts, events: eventsOf(row.parts) });
    else rows[row.settled ? "settled" : "open"].push(row);
  }
  const inOrder = (a: SettlementDoc, b: SettlementDoc) =>
    settledAt(a).getTime() - settledAt(b).getTime() || byCreation(a, b);
  return { ...rows, settled: rows.settled.sort(inOrder) };
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
  const found = toOpenPage(rows, { limit });
  return cursor === undefined ? { ...found, rows: found.rows.sort(byCreation) } : found;
}

/** The stages of unsettled payments in the order of their index, plus one more than a page holds. */
const openStages = (filter: Document, limit: number, before?: ObjectId): Document[] => [
  { $match: { ...filter, settled: false, ...(before && { _id: { $lt: before } }) } },
  { $sort: { settledAt: -1, _id: -1 } },
  { $limit: limit + 1 },
];

/** A page of payments, those that are unsettled first. */
function toOpenPage(rows: readonly SettlementDoc[], { limit }: { limit: number }): Page<SettlementDoc> {
  const idDescending = (a: SettlementDoc, b: SettlementDoc) =>
    a._id.toHexString() < b._id.toHexString() ? 1 : -1;
  const open = rows.filter((row) => !row.settled).sort(idDescending);
  const paid = toPage(
    rows.filter((row) => row.settled),
    { limit: rows.length },
    settledAt,
  ).rows;
  const page = [...open, ...paid].slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    nextCursor: rows.length > limit && last ? encodeCursor(last.settledAt, last._id) : null,
  };
}

const settledAt = (row: SettlementDoc): Date => row.settledAt ?? row.createdAt;

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
  const isMine = ({ users }: SettlementDoc) => users.some((user) => user.equals(person));
  return {
    mine: open.filter(isMine),
    others: toOpenPage(
      open.filter((row) => !isMine(row)),
      { limit: limits.others },
    ),
    settled: toPage(
      rows.filter((row) => row.settled),
      { limit: limits.settled },
      settledAt,
    ),
  };
}
