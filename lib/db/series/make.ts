import "server-only";
import type { ClientSession } from "mongodb";
import { dueOccurrences } from "@/lib/core/series/rhythm";
import { dayIn, latestDay } from "@/lib/core/series/time-zone";
import { PAUSE_TEXTS } from "@/lib/core/series/pause";
import { nullOnMissing } from "@/lib/errors";
import { logEvent } from "@/lib/log";
import { recordActivity } from "../activity";
import { collections, type SeriesDoc, withTransaction } from "../collections";
import { lockEvent, totalsDelta } from "../events";
import { insertExpense } from "../expenses";
import { ledgerEntryOf } from "../expenses/money";
import { lockGroup } from "../groups";
import { findAll } from "../page";
import { currentHold, holdOf } from "./hold";
import { eventOfOccurrence, nextDayOf, occurrenceOf } from "./occurrence";

/** How many occurrences of a series are made in one go. The next go makes the rest. */
const AT_ONCE = 60;

/** The series with an occurrence that is due in their time zones, the one that has waited longest first. One command. */
export async function listDue(now: Date): Promise<SeriesDoc[]> {
  const { series } = await collections();
  const found = await findAll(
    series,
    { paused: null, nextDay: { $lte: latestDay(now) } },
    { sort: { nextDay: 1 } },
  );
  return found.filter(({ nextDay, timeZone }) => nextDay! <= dayIn(timeZone, now));
}

/**
 * Makes the occurrences that are due, also missed ones. Each is one transaction, which counts it, too: none is made
 * twice, whoever does the same at the same time, and wherever this ends.
 * @throws the first failure, after all others were made
 */
export async function makeDueOccurrences(now: Date): Promise<void> {
  const failures: unknown[] = [];
  for (const one of await listDue(now)) {
    await catchUp(one, now).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function catchUp(one: SeriesDoc, now: Date): Promise<void> {
  for (const due of dueOccurrences(one, one, one.made, dayIn(one.timeZone, now), AT_ONCE)) {
    // Without a result if the group was deleted, which has ended the series.
    const isMade = await nullOnMissing(
      withTransaction((session) => makeOccurrence(one, { ...due, now }, session)),
    );
    if (!isMade) return;
    logEvent("expense-repeated", { user: String(one.createdBy), series: one._id, number: due.number });
  }
}

/** @returns false if somebody else has made it, skipped it, or paused or stopped the series; or if it is paused now */
async function makeOccurrence(
  { _id, groupId }: SeriesDoc,
  due: { number: number; day: Date; now: Date },
  session: ClientSession,
): Promise<boolean> {
  const { series } = await collections();
  const group = await lockGroup(null, groupId, session);
  const { number, day, now } = due;
  const one = await series.findOne({ _id, made: number - 1, nextDay: day, paused: null }, { session });
  if (!one) return false;
  const { createdBy, every } = one;
  // First of the people: without them, no event of the month is made.
  const missing = await currentHold(one, group, undefined, session);
  const event = missing ? null : await eventOfOccurrence(one, group, day, now, session);
  const hold = missing ?? holdOf(one, group, event);
  if (hold || !event) {
    const { reason, by } = hold ?? { reason: "deleted", by: createdBy };
    await series.updateOne({ _id }, { $set: { paused: { reason, at: now } } }, { session });
    await recordActivity(session, {
      kind: "series-held",
      actor: by,
      groupId,
      eventId: event?._id ?? null,
      title: one.description,
      cents: one.cents,
      text: PAUSE_TEXTS[reason],
      people: [by],
      tell: group.members,
      at: now,
    });
    return false;
  }
  const eventId = event._id;
  const expense = occurrenceOf(one, group, { eventId, ...due });
  const add = totalsDelta(null, ledgerEntryOf(expense));
  await lockEvent(createdBy, { eventId, groupId }, session, { add });
  await insertExpense(event, expense, session, { kind: "expense-repeated", every });
  const counted = { made: number, nextDay: nextDayOf(one, number) };
  await series.updateOne({ _id }, { $set: counted }, { session });
  return true;
}
