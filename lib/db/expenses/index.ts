import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { changesOf } from "@/lib/core/changes";
import { detailsOf, type ExpenseDetails } from "@/lib/core/expenses/details";
import { netDeltas, type PairNet } from "@/lib/core/money/ledger";
import type { Page, PageRequest } from "@/lib/core/page";
import { mayChangeExpense, onlyMayLower, onlyOwnPayments, paymentsOfOthersLowered } from "@/lib/core/rights";
import { dayIn } from "@/lib/core/series/time-zone";
import { EQUAL_SPLIT, type Share, type Split } from "@/lib/core/money/split";
import { DAY_MS, dayOf, longDate } from "@/lib/core/text/dates";
import { AppError, orNotFound } from "@/lib/errors";
import { recordActivity, type ActivityInput } from "../activity";
import { staleError } from "../activity/stale";
import { ChangedMeanwhile, collections, type EventDoc, type ExpenseDoc, type GroupDoc } from "../collections";
import { lockEvent, placeOf, totalsDelta, type Increments } from "../events";
import {
  changedPeople,
  countedExpense,
  editedMoney,
  ledgerEntryOf,
  paidByOne,
  recordedMoney,
  storedMoney,
  type CountedExpense,
} from "./money";
import { assertMembers, withGroup } from "../groups";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "../idempotency";
import { includesId, toIds } from "../ids";
import { assertFriends, pairPlace } from "../friends/pairs";
import { aggregate, findPage, lookupEvent } from "../page";
import { assertNoFormerMembers } from "../settlements";
import { addSeries, isAhead, type RepeatsInput } from "../series/add";
import { applyExpense } from "./apply";
import { assertNoGuest, nameOf, type PersonDoc } from "../people";

export type ExpenseInGroup = { expense: ExpenseDoc; event: EventDoc; group: GroupDoc; people: PersonDoc[] };

/** The expense with its event, group, and people; null unless all exist and `member` is in the group. One command. */
export async function getExpenseOf(member: ObjectId, expenseId: ObjectId): Promise<ExpenseInGroup | null> {
  const { expenses } = await collections();
  const [found] = await aggregate<ExpenseDoc & Omit<ExpenseInGroup, "expense">>(expenses, [
    { $match: { _id: expenseId, deletedAt: null } },
    lookupEvent,
    { $unwind: "$event" },
    { $match: { "event.deletedAt": null } },
    ...withGroup(member),
  ]);
  if (!found) return null;
  const { event, group, people, ...expense } = found;
  return { expense, event, group, people };
}

/** A page of an event's expenses: latest date first, and within a date, the last one added first. */
export async function listExpenses(eventId: ObjectId, page: PageRequest): Promise<Page<ExpenseDoc>> {
  const { expenses } = await collections();
  return findPage(expenses, { eventId, deletedAt: null }, "date", page);
}

/** An expense as entered; missing fields get defaults. */
export type ExpenseInput = {
  description: string;
  /** The amount, in cents. */
  cents: number;
  splitWith: readonly ObjectId[];
  /** Default: equally. */
  split?: Split | undefined;
  /** Default: the recorder paid everything. */
  payers?: readonly Share[] | undefined;
  /** Midnight UTC of the expense's day. Default: today. */
  day?: Date | undefined;
} & Partial<ExpenseDetails>;

/** The event of a new expense, or the friend with whom it is shared one-to-one. */
type ExpenseTarget = { eventId: ObjectId; friend?: undefined } | { friend: ObjectId; eventId?: undefined };

/**
 * Adds an expense and its debts in one transaction. The first expense with a friend creates their one-to-one event.
 * One that `repeats` is the first of a series; one that is also dated ahead is not made before its day, and has no number.
 * @throws AppError "not-found"; "closed"; "invalid" if a person in the split or a payer is not a member; "forbidden" if
 * it is one-to-one with someone who is not a friend, or a guest enters what others paid
 */
export async function createExpense(
  input: ExpenseInput &
    ExpenseTarget & { _id: ObjectId; recorder: ObjectId; at?: Date; repeats?: RepeatsInput | undefined },
  key?: IdempotencyKey,
): Promise<ExpenseDoc> {
  const { _id, recorder, cents, splitWith } = input;
  const payers = input.payers ?? paidByOne(recorder, cents);
  const money = storedMoney({ cents, splitWith, split: input.split ?? EQUAL_SPLIT, payers }, _id, recorder);
  return withIdempotency(key, ofItsGroup, async (session) => {
    const at = input.at ?? new Date();
    const day = input.day ?? (input.repeats && dayIn(input.repeats.timeZone, at));
    const place = input.eventId
      ? await placeOf(input.eventId)
      : await pairPlace(recorder, input.friend, at, session);
    const ahead = day && input.repeats && isAhead(input.repeats, day, at);
    const add = ahead ? undefined : totalsDelta(null, ledgerEntryOf(money));
    const { event, group } = await lockEvent(recorder, place, session, add && { add });
    await assertFriends(group, session);
    await assertMayPay(recorder, [], money.payers, session);
    assertMembers(group, splitWith, "splitWith");
    assertMembers(group, toIds(payers.map(({ user }) => user)), "payers");
    const expense: ExpenseDoc = {
      _id,
      eventId: event._id,
      groupId: event.groupId,
      description: input.description,
      ...money,
      ...detailsOf(input),
      date: day ? dateOf(day, at) : at,
      createdBy: recorder,
      createdAt: at,
      updatedAt: at,
      rev: 0,
      deletedAt: null,
    };
    if (!input.repeats) {
      await insertExpense(event, expense, session);
      return expense;
    }
    const { every } = input.repeats;
    const first = await addSeries(expense, input.repeats, group, session);
    if (!ahead) await insertExpense(event, first, session, { every });
    else {
      const text = `From ${longDate(expense.date.toISOString())}`;
      const activity = expenseActivity(recorder, null, expense);
      await recordActivity(session, { ...activity, kind: "series-added", expenseId: null, every, text, at });
    }
    return first;
  });
}

/** Inserts a new expense with its debts, within the transaction that has locked its event and added to its numbers. */
export async function insertExpense(
  event: EventDoc,
  expense: ExpenseDoc,
  session: ClientSession,
  more: Partial<ActivityInput> = {},
): Promise<void> {
  const { expenses } = await collections();
  const { createdBy, createdAt: at } = expense;
  await expenses.insertOne(expense, { session });
  await applyExpense(event, null, countedExpense(expense), session, at);
  await recordActivity(session, { ...expenseActivity(createdBy, null, expense), ...more, at });
}

/**
 * Updates an expense, by a payer or its recorder, and changes its debts by the difference. Former members of the old
 * split may stay.
 * @param rev the revision with which the form was loaded; undefined overwrites
 * @throws AppError "not-found"; "closed"; "forbidden"; "payment-of-another" if it lowers what someone else paid, unless
 * the actor recorded it; "stale"; "invalid" if an added person is not a member; "former-member"; "forbidden" also if it
 * is one-to-one with someone who is no longer a friend, or a guest changes what others paid
 */
export async function updateExpense(
  actor: ObjectId,
  expenseId: ObjectId,
  input: ExpenseInput,
  rev: number | undefined,
  key?: IdempotencyKey,
): Promise<ExpenseDoc> {
  const change = (before: ExpenseDoc) => {
    if (rev !== undefined && before.rev !== rev) throw new AppError("stale");
    return editOf(before, input);
  };
  return changeExpense(actor, expenseId, change, key);
}

/** The fields that an update changes. */
export const editOf = (before: ExpenseDoc, input: ExpenseInput): Partial<ExpenseDoc> => ({
  description: input.description,
  ...editedMoney(before, input),
  ...detailsOf(input, before),
  date: input.day ? dateOf(input.day, before.createdAt) : before.date,
  updatedAt: new Date(),
});

/**
 * Deletes an expense and its debts, by its recorder or the person who paid everything. It can be restored.
 * @throws AppError "not-found", "closed", "forbidden", "payment-of-another", "former-member"
 */
export async function deleteExpense(actor: ObjectId, expenseId: ObjectId): Promise<void> {
  const now = new Date();
  await changeExpense(actor, expenseId, () => ({ deletedAt: now, deletedBy: actor, updatedAt: now }));
}

/**
 * @param change returns the changed fields; throws to refuse the change
 * @returns the changed expense
 */
async function changeExpense(
  actor: ObjectId,
  expenseId: ObjectId,
  change: (before: ExpenseDoc) => Partial<ExpenseDoc>,
  key?: IdempotencyKey,
): Promise<ExpenseDoc> {
  const { expenses } = await collections();
  return withIdempotency(key, ofItsGroup, async (session) => {
    // Not in the session, because the transaction has to begin with the lock.
    const before = orNotFound(await expenses.findOne({ _id: expenseId, deletedAt: null }));
    return changeWithin(actor, before, change, session);
  });
}

/**
 * Changes an expense within a transaction, which begins with this or with the lock of its group.
 * @throws AppError like {@link updateExpense}; ChangedMeanwhile
 */
export async function changeWithin(
  actor: ObjectId,
  before: ExpenseDoc,
  change: (before: ExpenseDoc) => Partial<ExpenseDoc>,
  session: ClientSession,
): Promise<ExpenseDoc> {
  const { expenses } = await collections();
  const plan = planChange(before, change);
  const { event, group } = await lockEvent(actor, before, session, { add: plan.totals });
  assertMayChange(actor, before);
  if (plan.refusal?.code === "stale") throw await staleExpense(actor, before._id);
  if (plan.refusal) throw plan.refusal;
  const { after, deltas } = plan;
  if (!after.deletedAt) {
    await assertFriends(group, session);
    await assertMayPay(actor, before.payers, after.payers, session);
  }
  const [payer] = paymentsOfOthersLowered(actor, before, after.deletedAt ? [] : after.payers);
  if (payer) throw await paymentOfAnother(payer, before, group);
  assertMembers(group, after.splitWith, "splitWith", before.splitWith);
  assertMembers(group, payersOf(after), "payers", payersOf(before));
  await assertNoFormerMembers(group, deltas);
  const unchanged = { _id: before._id, rev: before.rev, deletedAt: null };
  const { matchedCount } = await expenses.replaceOne(unchanged, after, { session });
  if (matchedCount === 0) throw new ChangedMeanwhile();
  await applyExpense(event, ...plan.counted, session);
  await recordActivity(session, expenseActivity(actor, before, after));
  return after;
}

/** @throws AppError "forbidden" */
export function assertMayChange(actor: ObjectId, expense: ExpenseDoc): void {
  if (mayChangeExpense(actor, expense)) return;
  const onlyPayer = expense.payers.every(({ user }) => user.equals(expense.createdBy));
  throw new AppError(
    "forbidden",
    onlyPayer
      ? "Only the person who paid can edit or delete this expense."
      : "Only the people who paid or recorded this expense can edit or delete it.",
  );
}

/** The refusal of a change to an older version of an expense. */
export const staleExpense = (actor: ObjectId, expenseId: ObjectId): Promise<AppError> =>
  staleError(actor, { expenseId }, "expense-edited", "expense-moved");

/** Guests enter only what they paid themselves (docs/rules.md#guests). @throws AppError "forbidden" */
async function assertMayPay(
  actor: ObjectId,
  before: ExpenseDoc["payers"],
  after: ExpenseDoc["payers"],
  session: ClientSession,
): Promise<void> {
  if (onlyOwnPayments(actor, before, after)) return;
  await assertNoGuest(actor, "Guests can only enter what they paid themselves.", session);
}

/** The refusal to lower what `payer` paid. Names only members, because nobody else could help. */
export async function paymentOfAnother(
  payer: ObjectId,
  { createdBy, cents }: Pick<ExpenseDoc, "createdBy" | "cents">,
  group: GroupDoc,
) {
  const recorder = includesId(group.members, createdBy) && !createdBy.equals(payer) ? createdBy : null;
  const message = onlyMayLower(await nameOf(payer), recorder && (await nameOf(recorder)), cents < 0);
  return new AppError("payment-of-another", message, { fieldErrors: { payers: [message] } });
}

type CountedChange = [before: CountedExpense, after: CountedExpense | null];

type Plan = { totals: Increments } & (
  | { after: ExpenseDoc; deltas: PairNet[]; counted: CountedChange; refusal?: undefined }
  | { refusal: AppError }
);

/** The result of a change. A refusal is thrown only after the event is locked, so that an outsider gets "not found". */
function planChange(before: ExpenseDoc, change: (before: ExpenseDoc) => Partial<ExpenseDoc>): Plan {
  try {
    const after = { ...before, ...change(before), rev: before.rev + 1 };
    const counted: CountedChange = [countedExpense(before), after.deletedAt ? null : countedExpense(after)];
    return { after, counted, deltas: netDeltas(...counted), totals: totalsDelta(...counted) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refusal: error, totals: {} };
  }
}

/** The activity of adding (`before` null), editing, or deleting an expense. */
export function expenseActivity(
  actor: ObjectId,
  before: ExpenseDoc | null,
  after: ExpenseDoc,
): ActivityInput {
  return {
    kind: after.deletedAt ? "expense-deleted" : before ? "expense-edited" : "expense-added",
    actor,
    groupId: after.groupId,
    eventId: after.eventId,
    expenseId: after._id,
    title: after.description,
    cents: after.cents,
    changes: before ? changesOf(valuesOf(before), valuesOf(after)) : [],
    tell: changedPeople(before, after.deletedAt ? null : after),
  };
}

/** What the history compares. */
export function valuesOf(expense: ExpenseDoc) {
  const { amount, payers, split } = recordedMoney(expense);
  return {
    description: expense.description,
    amount,
    payers,
    split,
    date: dayOf(expense.date),
    ...detailsOf(expense),
  };
}

const payersOf = ({ payers }: ExpenseDoc) => payers.map(({ user }) => user);

/**
 * The moment of the day that is closest to `at`. This way, the expenses of a day are listed in the order in which they
 * were added, even by people whose day is not the UTC day.
 * @param day midnight UTC
 */
export function dateOf(day: Date, at: Date): Date {
  const start = day.getTime();
  return new Date(Math.min(Math.max(at.getTime(), start), start + DAY_MS - 1));
}
