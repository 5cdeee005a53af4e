import "server-only";
import { ObjectId, type ClientSession } from "mongodb";
import { longMonthName } from "@/lib/core/text/dates";
import { detailsOf } from "@/lib/core/expenses/details";
import { EQUAL_SPLIT } from "@/lib/core/money/split";
import { nextDay } from "@/lib/core/series/rhythm";
import { monthOf } from "@/lib/core/spending";
import { recordActivity } from "../activity";
import { collections, type EventDoc, type ExpenseDoc, type GroupDoc, type SeriesDoc } from "../collections";
import { eventActivity, newEvent } from "../events";
import { dateOf } from "../expenses";
import { readShare, storedMoney, storedSplit } from "../expenses/money";

/** The day of the occurrence after `made` ones; null if there is none. */
export const nextDayOf = (series: SeriesDoc, made: number): Date | null => nextDay(series, series, made);

/** An occurrence as an expense, split as the group is now. */
export function occurrenceOf(
  series: SeriesDoc,
  group: GroupDoc,
  { eventId, number, day, now }: { eventId: ObjectId; number: number; day: Date; now: Date },
): ExpenseDoc {
  const { cents, createdBy, everyone } = series;
  const _id = new ObjectId();
  const money = {
    cents,
    splitWith: everyone ? group.members : series.splitWith,
    split: everyone ? EQUAL_SPLIT : storedSplit(series),
    payers: series.payers.map(readShare),
  };
  return {
    _id,
    eventId,
    groupId: group._id,
    description: series.description,
    ...storedMoney(money, _id, createdBy),
    ...detailsOf(series),
    date: dateOf(day, now),
    createdBy,
    createdAt: now,
    updatedAt: now,
    rev: 0,
    deletedAt: null,
    series: series._id,
    number,
  };
}

/**
 * The event of an occurrence, also if it is closed.
 * @returns null: it was deleted; undefined: it is one of a month, which is made with its first expense
 */
export async function findEventOf(
  { groupId, eventId, newEventEachMonth, first }: SeriesDoc,
  day: Date,
  session: ClientSession,
): Promise<EventDoc | null | undefined> {
  const { events } = await collections();
  const entered = await events.findOne({ _id: eventId, deletedAt: null }, { session });
  if (!newEventEachMonth) return entered;
  const bills = monthOf(day);
  const found = await events.findOne({ groupId, bills, deletedAt: null }, { session, sort: { _id: 1 } });
  return found ?? (entered && monthOf(first) === bills ? entered : undefined);
}

/** Like {@link findEventOf}, but makes the event of a month. */
export async function eventOfOccurrence(
  series: SeriesDoc,
  group: GroupDoc,
  day: Date,
  now: Date,
  session: ClientSession,
): Promise<EventDoc | null> {
  const found = await findEventOf(series, day, session);
  if (found !== undefined) return found;
  const { events } = await collections();
  const month = monthOf(day);
  const event: EventDoc = {
    _id: new ObjectId(),
    groupId: group._id,
    title: `${longMonthName(day)} bills`,
    date: new Date(`${month}-01`),
    participants: group.members,
    createdBy: series.createdBy,
    createdAt: now,
    bills: month,
    ...newEvent(),
  };
  await events.insertOne(event, { session });
  await recordActivity(session, eventActivity("event-created", series.createdBy, event, { at: now }));
  return event;
}
