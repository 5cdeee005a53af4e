import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import type { ActivityKind } from "@/lib/core/activity";
import { changesOf, type Change } from "@/lib/core/changes";
import { mayChangeSeries, paymentsOfOthersLowered } from "@/lib/core/rights";
import { PAUSE_TEXTS } from "@/lib/core/series/pause";
import { dayIn } from "@/lib/core/series/time-zone";
import { AppError, invalid, orNotFound } from "@/lib/errors";
import { recordActivity } from "../activity";
import { withTransaction } from "../client";
import { collections, type GroupDoc, type SeriesDoc } from "../collections";
import { changeWithin, editOf, paymentOfAnother, valuesOf, type ExpenseInput } from "../expenses";
import { assertFriends } from "../friends/pairs";
import { assertMembers, lockGroup } from "../groups";
import { includesId } from "../ids";
import { templateOf } from "./add";
import { currentHold } from "./hold";
import { nextDayOf, occurrenceOf } from "./occurrence";

// Changes of what repeats (docs/rules.md#series). Each is one transaction, which locks the group: an occurrence that is made at
// the same time is made before it, or after it.

/** How many occurrences one change can concern, because it is one transaction. */
const MOST_CHANGED = 60;

type Written = { kind: ActivityKind; set: Partial<SeriesDoc>; changes?: Change[] };

/**
 * Runs a change in a transaction.
 * @param right who may: members, or those who may change it
 * @param change returns what to write, or null for nothing
 * @throws AppError "not-found"; "forbidden"; "conflict" if it does not repeat any more
 */
async function write(
  actor: ObjectId,
  seriesId: ObjectId,
  right: "members" | "own",
  change: (
    one: SeriesDoc,
    group: GroupDoc,
    session: ClientSession,
  ) => Promise<Written | null> | Written | null,
): Promise<void> {
  const { series } = await collections();
  await withTransaction(async (session) => {
    // Not in the session, because the transaction has to begin with the lock. A series never moves to another group.
    const { groupId } = orNotFound(await series.findOne({ _id: seriesId }, { projection: { groupId: 1 } }));
    const group = await lockGroup(actor, groupId, session);
    const one = orNotFound(await series.findOne({ _id: seriesId, deletedAt: null }, { session }));
    if (right === "own" && !mayChangeSeries(actor, one, group)) {
      throw new AppError("forbidden", "Only the people who paid or recorded this can change how it repeats.");
    }
    if (one.nextDay === null) throw new AppError("conflict", "This does not repeat any more.");
    const written = await change(one, group, session);
    if (!written) return;
    const { kind, set, changes = [] } = written;
    await series.updateOne({ _id: seriesId }, { $set: { ...set, rev: one.rev + 1 } }, { session });
    const title = set.description ?? one.description;
    await recordActivity(session, { kind, actor, groupId, eventId: one.eventId, title, changes });
  });
}

/** Pauses a series, by any member. Does nothing if it is paused. @throws AppError like {@link write} */
export const pauseSeries = (actor: ObjectId, seriesId: ObjectId): Promise<void> =>
  write(actor, seriesId, "members", ({ paused }) =>
    paused ? null : { kind: "series-paused", set: { paused: { reason: "paused", at: new Date() } } },
  );

/**
 * Resumes a series from today on: the days of the pause make no expenses. Does nothing if it is not paused.
 * @throws AppError like {@link write}; "conflict" while something else stands in the way
 */
export const resumeSeries = (actor: ObjectId, seriesId: ObjectId, now = new Date()): Promise<void> =>
  write(actor, seriesId, "own", async (one, group, session) => {
    if (!one.paused) return null;
    const { events } = await collections();
    const { eventId, newEventEachMonth } = one;
    const event = newEventEachMonth
      ? undefined
      : await events.findOne({ _id: eventId, deletedAt: null }, { session });
    const createdBy = recorderOf(one, group, actor);
    const hold = await currentHold({ ...one, createdBy }, group, event, session);
    if (hold) throw new AppError("conflict", `This cannot go on. ${PAUSE_TEXTS[hold.reason]}`);
    const today = dayIn(one.timeZone, now);
    let { made, nextDay } = one;
    while (nextDay && nextDay < today) nextDay = nextDayOf(one, ++made);
    return { kind: "series-resumed", set: { paused: null, made, nextDay, createdBy } };
  });

/**
 * Skips the next occurrence, which counts as one of its number.
 * @param day which one: a repeated request does not skip another one
 * @throws AppError like {@link write}; "stale" if it is not the next day
 */
export const skipOccurrence = (actor: ObjectId, seriesId: ObjectId, day?: Date): Promise<void> =>
  write(actor, seriesId, "own", (one) => {
    if (day && day.getTime() !== one.nextDay?.getTime()) throw new AppError("stale");
    const made = one.made + 1;
    return { kind: "series-skipped", set: { made, nextDay: nextDayOf(one, made) } };
  });

/** Stops a series for good. Its expenses stay. @throws AppError like {@link write} */
export const stopSeries = (actor: ObjectId, seriesId: ObjectId): Promise<void> =>
  write(actor, seriesId, "own", () => ({ kind: "series-stopped", set: { nextDay: null } }));

/**
 * Changes the occurrences from a number on: those that were made, and all later ones. Days stay.
 * @param rev the revision with which the form was loaded; undefined overwrites
 * @throws AppError like {@link write}, and `updateExpense`; "stale"; "invalid" for a number that is too far away
 */
export const updateSeries = (
  actor: ObjectId,
  seriesId: ObjectId,
  input: ExpenseInput,
  { from, rev }: { from: number; rev: number | undefined },
): Promise<void> =>
  write(actor, seriesId, "own", async (one, group, session) => {
    if (rev !== undefined && one.rev !== rev) throw new AppError("stale");
    const { made, eventId } = one;
    if (from > made + 1) throw invalid("from", "There is no such expense yet.");
    if (from <= made - MOST_CHANGED)
      throw invalid("from", `At most ${MOST_CHANGED} earlier expenses can be changed together.`);
    await assertFriends(group, session);
    const next = { eventId, number: made + 1, day: one.nextDay!, now: new Date() };
    const before = occurrenceOf(one, group, next);
    const after = { ...before, ...editOf(before, input) };
    assertMembers(group, after.splitWith, "splitWith");
    assertMembers(
      group,
      after.payers.map(({ user }) => user),
      "payers",
    );
    const createdBy = recorderOf(one, group, actor);
    const [payer] = paymentsOfOthersLowered(actor, { ...one, createdBy }, after.payers);
    if (payer) throw await paymentOfAnother(payer, one, group);
    const { expenses } = await collections();
    const earlier = { series: seriesId, number: { $gte: from }, deletedAt: null };
    for (const each of await expenses.find(earlier, { session }).sort({ number: 1 }).toArray())
      await changeWithin(actor, each, (expense) => editOf(expense, input), session);
    const set = { ...templateOf(after, group), createdBy };
    return { kind: "series-edited", set, changes: changesOf(valuesOf(before), valuesOf(after)) };
  });

/** Who records later occurrences: whoever takes it over from a recorder who has left. */
const recorderOf = ({ createdBy }: SeriesDoc, { members }: GroupDoc, actor: ObjectId): ObjectId =>
  includesId(members, createdBy) ? createdBy : actor;
