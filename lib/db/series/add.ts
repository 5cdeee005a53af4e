import "server-only";
import { ObjectId, type ClientSession } from "mongodb";
import { detailsOf } from "@/lib/core/expenses/details";
import { splitTypeOf } from "@/lib/core/money/split-type";
import { nextDay, problemOfFirst, type Rhythm } from "@/lib/core/series/rhythm";
import { dayIn } from "@/lib/core/series/time-zone";
import { dayOf } from "@/lib/core/text/dates";
import { invalid } from "@/lib/errors";
import { assertMayRepeat } from "../caps";
import { collections, type ExpenseDoc, type GroupDoc, type SeriesDoc } from "../collections";
import { assertShared } from "../friends/pair-group";
import { assertNoGuest } from "../people";

/** How an expense repeats, as entered. */
export type RepeatsInput = Rhythm & {
  until?: Date | undefined;
  times?: number | undefined;
  newEventEachMonth?: boolean | undefined;
  timeZone: string;
};

/** Whether an expense is dated ahead in the time zone in which it repeats: it is made on its day. */
export const isAhead = ({ timeZone }: RepeatsInput, day: Date, now: Date): boolean =>
  day > dayIn(timeZone, now);

/**
 * Adds the series of an expense, its first occurrence, within the transaction that adds the expense.
 * @returns the expense, which names it; without a number if it is dated ahead: then the scheduled work makes it
 * @throws AppError "invalid" if the expense's day is not the first one; "forbidden" for a guest, and for a new event each
 * month of a pair; "too-many-series"
 */
export async function addSeries(
  expense: ExpenseDoc,
  repeats: RepeatsInput,
  group: GroupDoc,
  session: ClientSession,
): Promise<ExpenseDoc> {
  const { series } = await collections();
  const { every, on, until = null, times = null, newEventEachMonth = false, timeZone } = repeats;
  const first = dayOf(expense.date);
  const span = { first, until, times };
  const made = isAhead(repeats, first, expense.createdAt) ? 0 : 1;
  const problem = problemOfFirst({ every, on }, span, dayIn(timeZone, expense.createdAt));
  if (problem) throw invalid("date", problem);
  if (newEventEachMonth) assertShared(group);
  await assertNoGuest(expense.createdBy, "Guests can't add repeating expenses.", session);
  await assertMayRepeat(group._id, session);
  const one: SeriesDoc = {
    _id: new ObjectId(),
    ...templateOf(expense, group),
    groupId: expense.groupId,
    eventId: expense.eventId,
    createdBy: expense.createdBy,
    createdAt: expense.createdAt,
    rev: 0,
    deletedAt: null,
    newEventEachMonth,
    every,
    on: on ?? null,
    timeZone,
    ...span,
    made,
    nextDay: nextDay({ every, on }, span, made),
    paused: null,
  };
  await series.insertOne(one, { session });
  return { ...expense, series: one._id, ...(made && { number: made }) };
}

/** What later occurrences are made of. An equal split among all members follows the group. */
export function templateOf(expense: ExpenseDoc, { members }: GroupDoc) {
  const { description, cents, payers, splitWith, split } = expense;
  const everyone =
    split.mode === "equal" && splitTypeOf(splitWith.map(String), members.map(String)) === "equal";
  return { description, cents, payers, splitWith, split, everyone, ...detailsOf(expense) };
}
