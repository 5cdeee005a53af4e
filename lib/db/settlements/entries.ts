import "server-only";
import type { Document, Filter, ObjectId } from "mongodb";
import { EXPENSE_DETAIL_FIELDS } from "@/lib/core/expenses/details";
import type { Page, PageRequest } from "@/lib/core/page";
import { collections, type ExpenseDoc, type SettlementDoc, type TransferDoc } from "../collections";
import { peopleOfPair } from "../friends/pair-group";
import { uniqueIds } from "../ids";
import { aggregate, pageStages, toPage, unionWith } from "../page";

const FIELDS = [
  ...(["eventId", "groupId", "description", "cents", "payers", "shares", "split", "debts", "date"] as const),
  ...EXPENSE_DETAIL_FIELDS,
];
const PROJECTED = Object.fromEntries(FIELDS.map((field) => [field, 1]));

/** What moved money between people: an expense, a settled payment, or a plan's part in an event. */
export type EntryRow = { _id: ObjectId; at: Date; eventId: ObjectId } & (
  | { kind: "expense"; expense: Pick<ExpenseDoc, "_id" | (typeof FIELDS)[number]> }
  | { kind: "payment"; payment: SettlementDoc }
  | { kind: "plan"; plan: TransferDoc }
);

/** Where: in a group; in an event; or between two people in these groups. */
export type EntryPlace =
  | { groupId: ObjectId }
  | { eventId: ObjectId }
  | { pair: string; groupIds: readonly ObjectId[] };

/** Days: from this one, until before this one. */
export type DayRange = { since?: Date | undefined; before?: Date | undefined };

/** The filter of the documents whose `field` is within these days. */
export const within = (field: string, { since, before }: DayRange): Document =>
  (since ?? before) ? { [field]: { ...(since && { $gte: since }), ...(before && { $lt: before }) } } : {};

/**
 * A page of what moved money, earliest first. Of a group and an event, the group's plans only: those of an event change
 * what two people owe each other, but no person's balance. One command.
 */
export async function listEntries(
  place: EntryPlace,
  page: PageRequest,
  days: DayRange = {},
): Promise<Page<EntryRow>> {
  const { expenses } = await collections();
  const isPair = "pair" in place;
  const where = isPair
    ? { groupId: { $in: [...place.groupIds] }, deletedAt: null }
    : { ...place, deletedAt: null };
  const ofPair = isPair ? { "debts.pair": place.pair } : {};
  const paid = { ...where, ...(isPair && { pair: place.pair }), settled: true };
  const plans: Document = { ...where, ...(isPair ? ofPair : { of: "group" }), ...within("createdAt", days) };
  const found = await aggregate<ExpenseDoc | SettlementDoc | TransferDoc>(expenses, [
    ...pageStages<ExpenseDoc>({ ...where, ...ofPair, ...within("date", days) }, "date", page, 1),
    { $project: PROJECTED },
    unionWith(
      "settlements",
      pageStages<SettlementDoc>({ ...paid, ...within("settledAt", days) }, "settledAt", page, 1),
    ),
    unionWith("transfers", pageStages<TransferDoc>(plans as Filter<TransferDoc>, "createdAt", page, 1)),
  ]);
  return toPage(found.map(toRow), page, ({ at }) => at, 1);
}

function toRow(one: ExpenseDoc | SettlementDoc | TransferDoc): EntryRow {
  const { _id, eventId } = one;
  if ("settled" in one) return { kind: "payment", _id, eventId, at: one.settledAt!, payment: one };
  if ("planId" in one) return { kind: "plan", _id, eventId, at: one.createdAt, plan: one as TransferDoc };
  return { kind: "expense", _id, eventId, at: one.date, expense: one };
}

/** Everyone with a payment in an event, settled or not, or with whom a plan moved something there. One command. */
export async function listEventPeople(eventId: ObjectId): Promise<ObjectId[]> {
  const { settlements } = await collections();
  const mine = { $match: { eventId, deletedAt: null } };
  const found = await aggregate<Partial<Pick<SettlementDoc, "users"> & Pick<TransferDoc, "debts">>>(
    settlements,
    [mine, { $project: { users: 1 } }, unionWith("transfers", [mine, { $project: { debts: 1 } }])],
  );
  const moved = found.flatMap(({ debts = [] }) => debts.flatMap(({ pair }) => peopleOfPair(pair)));
  return uniqueIds([...found.flatMap(({ users = [] }) => users), ...moved]);
}
