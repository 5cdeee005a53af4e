import "server-only";
import type { ObjectId } from "mongodb";
import { netDeltas, type ExpenseShares } from "@/lib/core/ledger";
import { splitEqually } from "@/lib/core/split";
import { AppError, notFound } from "@/lib/errors";
import { withTransaction } from "./client";
import { collections, storedShare, type EventDoc, type ExpenseDoc, type GroupDoc } from "./collections";
import { touchEvent, updateTotals } from "./events";
import { assertMembers, withGroup } from "./groups";
import { createOnce, type OnceKey } from "./idempotency";
import { toId } from "./ids";
import { afterCursor, IN_ONE_BATCH, MAX_ROWS, toPage, type PageOf, type PageRequest } from "./page";
import { applyDeltas } from "./settlements";
import type { PersonDoc } from "./users";

export type ExpenseInGroup = { expense: ExpenseDoc; event: EventDoc; group: GroupDoc; people: PersonDoc[] };

/** The expense with its event, group and people, if all exist and `member` is in the group; else null. One command. */
export async function getExpenseOf(member: ObjectId, expenseId: ObjectId): Promise<ExpenseInGroup | null> {
  const { expenses } = await collections();
  const [found] = await expenses
    .aggregate<ExpenseDoc & Omit<ExpenseInGroup, "expense">>([
      { $match: { _id: expenseId, deletedAt: null } },
      { $lookup: { from: "events", localField: "eventId", foreignField: "_id", as: "event" } },
      { $unwind: "$event" },
      { $match: { "event.deletedAt": null } },
      ...withGroup(member),
    ])
    .toArray();
  if (!found) return null;
  const { event, group, people, ...expense } = found;
  return { expense, event, group, people };
}

/** An event's expenses, newest first. */
export async function listExpenses(eventId: ObjectId, page: PageRequest = {}): Promise<PageOf<ExpenseDoc>> {
  const { expenses } = await collections();
  const limit = page.limit ?? MAX_ROWS;
  const rows = await expenses
    .find({ eventId, deletedAt: null, ...afterCursor<ExpenseDoc>("createdAt", page.cursor) })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .batchSize(IN_ONE_BATCH)
    .toArray();
  return toPage(rows, limit, (expense) => expense.createdAt);
}

export type ExpenseInput = {
  description: string;
  /** The amount, in cents. */
  cents: number;
  splitWith: readonly ObjectId[];
};

/** The stored shares of an expense: computed here, on the server, once (design section 2). */
export function sharesOf(input: Pick<ExpenseInput, "cents" | "splitWith">, expenseId: ObjectId) {
  const people = input.splitWith.map((one) => one.toHexString());
  return splitEqually(input.cents, people, expenseId.toHexString()).map(storedShare((hex) => toId(hex)!));
}

/** An expense as the ledger reads it. */
export function ledgerShares(
  expense: Pick<ExpenseDoc, "cents" | "paidBy" | "shares">,
): ExpenseShares & { cents: number } {
  return {
    cents: expense.cents,
    paidBy: expense.paidBy.toHexString(),
    shares: expense.shares.map(({ user, cents }) => ({ user: user.toHexString(), cents })),
  };
}

/**
 * Adds an expense and its debts in one transaction.
 * @returns the expense's id (of the first request, for a repeated key)
 * @throws AppError "not-found" where the event is gone; "invalid" where somebody is not a member
 */
export async function createExpense(
  input: ExpenseInput & { _id: ObjectId; eventId: ObjectId; payer: ObjectId; at?: Date },
  key?: OnceKey,
): Promise<ObjectId> {
  const { expenses, groups } = await collections();
  return createOnce(key, input._id, async (session) => {
    const event = await touchEvent(input.eventId, session);
    const group = event && (await groups.findOne({ _id: event.groupId, deletedAt: null }, { session }));
    if (!group) throw notFound();
    assertMembers(group, [input.payer], "paidBy");
    assertMembers(group, input.splitWith, "splitWith");
    const at = input.at ?? new Date();
    const expense: ExpenseDoc = {
      _id: input._id,
      eventId: event._id,
      groupId: event.groupId,
      description: input.description,
      cents: input.cents,
      paidBy: input.payer,
      splitWith: [...input.splitWith],
      shares: sharesOf(input, input._id),
      createdBy: input.payer,
      createdAt: at,
      updatedAt: at,
      rev: 0,
      deletedAt: null,
    };
    await expenses.insertOne(expense, { session });
    const entry = ledgerShares(expense);
    await applyDeltas(event, netDeltas(null, entry), session, at);
    await updateTotals(event._id, null, entry, session);
  });
}

/**
 * Changes an expense, as its payer, and its debts by the difference. People of the old split who have left the
 * group may stay.
 * @param rev the revision that the form was loaded with; undefined overwrites
 * @returns the changed expense, or null where it is gone for this payer
 * @throws AppError "stale"; "invalid" where somebody new is not a member
 */
export async function updateExpense(
  payer: ObjectId,
  expense: Pick<ExpenseDoc, "_id" | "eventId" | "groupId">,
  input: ExpenseInput,
  rev: number | undefined,
): Promise<ExpenseDoc | null> {
  const { expenses, groups } = await collections();
  return withTransaction(async (session) => {
    const event = await touchEvent(expense.eventId, session);
    const group = event && (await groups.findOne({ _id: event.groupId, deletedAt: null }, { session }));
    if (!group) return null;
    const change = {
      description: input.description,
      cents: input.cents,
      splitWith: [...input.splitWith],
      shares: sharesOf(input, expense._id),
      updatedAt: new Date(),
    };
    const before = await expenses.findOneAndUpdate(
      { _id: expense._id, paidBy: payer, deletedAt: null },
      { $set: change, $inc: { rev: 1 } },
      { session, returnDocument: "before" },
    );
    if (!before) return null;
    if (rev !== undefined && before.rev !== rev) throw new AppError("stale");
    assertMembers(group, input.splitWith, "splitWith", before.splitWith);
    const after = { ...before, ...change, rev: before.rev + 1 };
    await applyDeltas(event, netDeltas(ledgerShares(before), ledgerShares(after)), session);
    await updateTotals(event._id, ledgerShares(before), ledgerShares(after), session);
    return after;
  });
}

/** Deletes an expense, as its payer, and takes its debts back; false where it is gone for this payer. */
export async function deleteExpense(
  payer: ObjectId,
  expense: Pick<ExpenseDoc, "_id" | "eventId">,
): Promise<boolean> {
  const { expenses } = await collections();
  return withTransaction(async (session) => {
    const event = await touchEvent(expense.eventId, session);
    if (!event) return false;
    const now = new Date();
    const before = await expenses.findOneAndUpdate(
      { _id: expense._id, paidBy: payer, deletedAt: null },
      { $set: { deletedAt: now, updatedAt: now } },
      { session, returnDocument: "before" },
    );
    if (!before) return false;
    await applyDeltas(event, netDeltas(ledgerShares(before), null), session);
    await updateTotals(event._id, ledgerShares(before), null, session);
    return true;
  });
}
