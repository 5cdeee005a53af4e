import "server-only";
import type { ObjectId } from "mongodb";
import type { Category } from "@/lib/core/categories";
import { netDeltas } from "@/lib/core/ledger";
import { mayChangeExpense } from "@/lib/core/rights";
import { EQUAL_SPLIT, type Share, type Split } from "@/lib/core/split";
import { AppError, notFound } from "@/lib/errors";
import { withTransaction } from "./client";
import { collections, type EventDoc, type ExpenseDoc, type GroupDoc } from "./collections";
import { lockEvent, totalsDelta } from "./events";
import { changedMoney, ledgerEntryOf, paidByOne, storedMoney } from "./expense-money";
import { assertMembers, withGroup } from "./groups";
import { withIdempotency, type IdempotencyKey } from "./idempotency";
import { toIds } from "./ids";
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

/** An event's expenses, the latest date first. */
export async function listExpenses(eventId: ObjectId, page: PageRequest = {}): Promise<PageOf<ExpenseDoc>> {
  const { expenses } = await collections();
  const limit = page.limit ?? MAX_ROWS;
  const rows = await expenses
    .find({ eventId, deletedAt: null, ...afterCursor<ExpenseDoc>("date", page.cursor) })
    .sort({ date: -1, _id: -1 })
    .limit(limit + 1)
    .batchSize(IN_ONE_BATCH)
    .toArray();
  return toPage(rows, limit, (expense) => expense.date);
}

/** An expense as it was entered; what is left out is filled in. */
export type ExpenseInput = {
  description: string;
  /** The amount, in cents. */
  cents: number;
  splitWith: readonly ObjectId[];
  /** Default: equally. */
  split?: Split | undefined;
  /** Default: the person who records it paid all. */
  payers?: readonly Share[] | undefined;
  note?: string | undefined;
  /** Default: guessed from the description. */
  category?: Category | null | undefined;
  /** Midnight UTC of the expense's day. Default: today. */
  day?: Date | undefined;
};

/**
 * Adds an expense and its debts in one transaction, as the person who records it.
 * @throws AppError "not-found"; "invalid" where somebody who shares or paid is not a member
 */
export async function createExpense(
  input: ExpenseInput & { _id: ObjectId; eventId: ObjectId; recorder: ObjectId; at?: Date },
  key?: IdempotencyKey,
): Promise<ExpenseDoc> {
  const { expenses } = await collections();
  const { _id, recorder, cents, splitWith } = input;
  const payers = input.payers ?? paidByOne(recorder, cents);
  const money = storedMoney({ cents, splitWith, split: input.split ?? EQUAL_SPLIT, payers }, _id, recorder);
  const entry = ledgerEntryOf(money);
  return withIdempotency(key, async (session) => {
    const { event, group } = await lockEvent(recorder, input.eventId, session, totalsDelta(null, entry));
    assertMembers(group, splitWith, "splitWith");
    assertMembers(group, toIds(payers.map(({ user }) => user)), "payers");
    const at = input.at ?? new Date();
    const expense: ExpenseDoc = {
      _id,
      eventId: event._id,
      groupId: event.groupId,
      description: input.description,
      ...money,
      note: input.note ?? "",
      category: input.category ?? null,
      date: dateOf(input.day, at),
      createdBy: recorder,
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
 * Changes an expense, as somebody who recorded or paid it, and its debts by the difference. People of the old split
 * who have left the group may stay.
 * @param rev the revision that the form was loaded with; undefined overwrites
 * @throws AppError "not-found", "forbidden", "stale"; "invalid" where somebody new is not a member; "former-member"
 */
export async function updateExpense(
  actor: ObjectId,
  expenseId: ObjectId,
  input: ExpenseInput,
  rev: number | undefined,
): Promise<ExpenseDoc> {
  return changeExpense(actor, expenseId, (before, group) => {
    if (rev !== undefined && before.rev !== rev) throw new AppError("stale");
    const money = storedMoney(changedMoney(before, input), expenseId, before.createdBy);
    assertMembers(group, money.splitWith, "splitWith", before.splitWith);
    const payersBefore = before.payers.map(({ user }) => user);
    const payers = money.payers.map(({ user }) => user);
    assertMembers(group, payers, "payers", payersBefore);
    return {
      description: input.description,
      ...money,
      note: input.note ?? before.note,
      category: input.category === undefined ? before.category : input.category,
      date: input.day ? dateOf(input.day, before.date) : before.date,
      updatedAt: new Date(),
      rev: before.rev + 1,
    };
  });
}

/**
 * Deletes an expense, as somebody who recorded or paid it, and takes its debts back.
 * @throws AppError "not-found", "forbidden", "former-member"
 */
export async function deleteExpense(actor: ObjectId, expenseId: ObjectId): Promise<void> {
  const now = new Date();
  await changeExpense(actor, expenseId, (before) => ({
    deletedAt: now,
    updatedAt: now,
    rev: before.rev + 1,
  }));
}

/**
 * @param change the fields that change; throws where the change is refused
 * @returns the changed expense
 */
async function changeExpense(
  actor: ObjectId,
  expenseId: ObjectId,
  change: (before: ExpenseDoc, group: GroupDoc) => Partial<ExpenseDoc>,
): Promise<ExpenseDoc> {
  const { expenses, events } = await collections();
  const before = await expenses.findOne({ _id: expenseId, deletedAt: null });
  if (!before) throw notFound();
  const after = await withTransaction(async (session) => {
    const { event, group } = await lockEvent(actor, before.eventId, session);
    if (!mayChangeExpense(actor, before)) {
      throw new AppError(
        "forbidden",
        "Only the people who paid or recorded this expense can edit or delete it.",
      );
    }
    const set = change(before, group);
    const unchanged = { _id: expenseId, rev: before.rev, deletedAt: null };
    if ((await expenses.updateOne(unchanged, { $set: set }, { session })).matchedCount === 0) return null;
    const changed = { ...before, ...set };
    const entries = [ledgerEntryOf(before), changed.deletedAt ? null : ledgerEntryOf(changed)] as const;
    const deltas = netDeltas(...entries);
    await assertNobodyLeft(group, deltas);
    await applyDeltas(event, deltas, session);
    await events.updateOne({ _id: event._id }, { $inc: totalsDelta(...entries) }, { session });
    return changed;
  });
  // Null: somebody else changed it between the two reads.
  return after ?? changeExpense(actor, expenseId, change);
}

/** The time of day orders the expenses of one day, the later one first. */
function dateOf(day: Date | undefined, at: Date): Date {
  const MS_PER_DAY = 86_400_000;
  return day ? new Date(day.getTime() + (at.getTime() % MS_PER_DAY)) : at;
}
