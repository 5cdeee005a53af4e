import "server-only";
import type { ObjectId } from "mongodb";
import { netDeltas, type ExpenseShares } from "@/lib/core/ledger";
import { mayChangeExpense } from "@/lib/core/rights";
import { splitEqually } from "@/lib/core/split";
import { AppError, notFound } from "@/lib/errors";
import { withTransaction } from "./client";
import { collections, storedShare, type EventDoc, type ExpenseDoc, type GroupDoc } from "./collections";
import { lockEvent, totalsDelta } from "./events";
import { assertMembers, withGroup } from "./groups";
import { withIdempotency, type IdempotencyKey } from "./idempotency";
import { toId } from "./ids";
import { afterCursor, IN_ONE_BATCH, MAX_ROWS, toPage, type PageOf, type PageRequest } from "./page";
import { applyDeltas, assertNobodyLeft } from "./settlements";
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
 * Adds an expense and its debts in one transaction, as its payer.
 * @throws AppError "not-found"; "invalid" where somebody in the split is not a member
 */
export async function createExpense(
  input: ExpenseInput & { _id: ObjectId; eventId: ObjectId; payer: ObjectId; at?: Date },
  key?: IdempotencyKey,
): Promise<ExpenseDoc> {
  const { expenses } = await collections();
  const shares = sharesOf(input, input._id);
  const entry = ledgerShares({ cents: input.cents, paidBy: input.payer, shares });
  return withIdempotency(key, async (session) => {
    const { event, group } = await lockEvent(input.payer, input.eventId, session, totalsDelta(null, entry));
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
      shares,
      createdBy: input.payer,
      createdAt: at,
      updatedAt: at,
      rev: 0,
      deletedAt: null,
    };
    await expenses.insertOne(expense, { session });
    await applyDeltas(event, netDeltas(null, entry), session, at);
    return expense;
  });
}

/**
 * Changes an expense, as its payer, and its debts by the difference. People of the old split who have left the
 * group may stay.
 * @param rev the revision that the form was loaded with; undefined overwrites
 * @throws AppError "not-found", "forbidden", "stale"; "invalid" where somebody new is not a member; "former-member"
 */
export async function updateExpense(
  actor: ObjectId,
  expenseId: ObjectId,
  input: ExpenseInput,
  rev: number | undefined,
): Promise<ExpenseDoc> {
  const change = {
    description: input.description,
    cents: input.cents,
    splitWith: [...input.splitWith],
    shares: sharesOf(input, expenseId),
    updatedAt: new Date(),
  };
  return changeExpense(actor, expenseId, change, (before, group) => {
    if (rev !== undefined && before.rev !== rev) throw new AppError("stale");
    assertMembers(group, input.splitWith, "splitWith", before.splitWith);
    return { ...before, ...change, rev: before.rev + 1 };
  });
}

/**
 * Deletes an expense, as its payer, and takes its debts back.
 * @throws AppError "not-found", "forbidden", "former-member"
 */
export async function deleteExpense(actor: ObjectId, expenseId: ObjectId): Promise<void> {
  const now = new Date();
  await changeExpense(actor, expenseId, { deletedAt: now, updatedAt: now }, () => null);
}

/**
 * @param set the changed fields
 * @param check what becomes of the expense: null, nothing; throws where the change is refused
 */
async function changeExpense<After extends ExpenseDoc | null>(
  actor: ObjectId,
  expenseId: ObjectId,
  set: Partial<ExpenseDoc>,
  check: (before: ExpenseDoc, group: GroupDoc) => After,
): Promise<After> {
  const { expenses, events } = await collections();
  // An expense never changes its event.
  const known = await expenses.findOne({ _id: expenseId }, { projection: { eventId: 1 } });
  if (!known) throw notFound();
  return withTransaction(async (session) => {
    const { event, group } = await lockEvent(actor, known.eventId, session);
    const before = await expenses.findOneAndUpdate(
      { _id: expenseId, deletedAt: null },
      { $set: set, $inc: { rev: 1 } },
      { session, returnDocument: "before" },
    );
    if (!before) throw notFound();
    if (!mayChangeExpense(actor, before)) {
      throw new AppError("forbidden", "Only the person who paid can edit or delete this expense.");
    }
    const after = check(before, group);
    const [was, is] = [ledgerShares(before), after && ledgerShares(after)];
    const deltas = netDeltas(was, is);
    await assertNobodyLeft(group, deltas);
    await applyDeltas(event, deltas, session);
    await events.updateOne({ _id: event._id }, { $inc: totalsDelta(was, is) }, { session });
    return after;
  });
}
