import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import type { ActivityKind } from "@/lib/core/activity";
import { changesOf, type Change } from "@/lib/core/changes";
import { splitProblem } from "@/lib/core/money/split";
import { mayChangeSeries, paymentsOfOthersLowered } from "@/lib/core/rights";
import { PAUSE_TEXTS } from "@/lib/core/series/pause";
import { dayIn } from "@/lib/core/series/time-zone";
import { AppError, invalid, orNotFound } from "@/lib/errors";
import { recordActivity } from "../activity";
import { collections, type ExpenseDoc, type GroupDoc, type SeriesDoc, withTransaction } from "../collections";
import {
  changeWithin,
  editOf,
  paymentOfAnother,
  staleExpense,
  valuesOf,
  type ExpenseInput,
} from "../expenses";
import { splitText, storedSplit } from "../expenses/money";
import { assertFriends } from "../friends/pairs";
import { assertMembers, lockGroup } from "../groups";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "../idempotency";
import { includesId, sameIds } from "../ids";
import { findAll } from "../page";
import { assertNoGuest } from "../people";
import { templateOf } from "./add";
import { currentHold } from "./hold";
import { findEventOf, nextDayOf, occurrenceOf } from "./occurrence";

// Changes of what repeats (docs/rules.md#series). Each is one transaction, which locks the group: an occurrence that is made at
// the same time is made before it, or after it.

/** How many occurrences one change can concern, because it is one transaction. */
const MOST_CHANGED = 60;

type Written = { kind: ActivityKind; set: Partial<SeriesDoc>; changes?: Change[] };

type SeriesChange = (
  one: SeriesDoc,
  group: GroupDoc,
  session: ClientSession,
) => Promise<Written | null> | Written | null;

/** Runs a change in a transaction, see {@link writeWithin}. */
const write = (actor: ObjectId, seriesId: ObjectId, right: "members" | "own", change: SeriesChange) =>
  withTransaction((session) => writeWithin(actor, seriesId, right, change, session));

/**
 * Runs a change within a transaction, which begins with it.
 * @param right who may: members, or those who may change it
 * @param change returns what to write, or null for nothing
 * @throws AppError "not-found"; "forbidden"; "conflict" if it no longer repeats
 */
async function writeWithin(
  actor: ObjectId,
  seriesId: ObjectId,
  right: "members" | "own",
  change: SeriesChange,
  session: ClientSession,
): Promise<void> {
  const { series } = await collections();
  // Not in the session, because the transaction has to begin with the lock. A series never moves to another group.
  const { groupId } = orNotFound(await series.findOne({ _id: seriesId }, { projection: { groupId: 1 } }));
  const group = await lockGroup(actor, groupId, session);
  const one = orNotFound(await series.findOne({ _id: seriesId, deletedAt: null }, { session }));
  if (right === "own" && !mayChangeSeries(actor, one, group)) {
    throw new AppError("forbidden", "Only the people who paid or recorded this can change how it repeats.");
  }
  if (one.nextDay === null) throw new AppError("conflict", "This no longer repeats.");
  const written = await change(one, group, session);
  if (!written) return;
  const { kind, set, changes = [] } = written;
  await series.updateOne({ _id: seriesId }, { $set: { ...set, rev: one.rev + 1 } }, { session });
  const title = set.description ?? one.description;
  await recordActivity(session, { kind, actor, groupId, eventId: one.eventId, title, changes });
}

/** Pauses a series, by any member. Does nothing if it is paused. @throws AppError like {@link writeWithin} */
export const pauseSeries = (actor: ObjectId, seriesId: ObjectId): Promise<void> =>
  write(actor, seriesId, "members", ({ paused }) =>
    paused ? null : { kind: "series-paused", set: { paused: { reason: "paused", at: new Date() } } },
  );

/**
 * Resumes a series from today on: the days of the pause make no expenses. Does nothing if it is not paused.
 * @throws AppError like {@link writeWithin}; "conflict" while something else stands in the way
 */
export const resumeSeries = (actor: ObjectId, seriesId: ObjectId, now = new Date()): Promise<void> =>
  write(actor, seriesId, "own", async (one, group, session) => {
    if (!one.paused) return null;
    const createdBy = recorderOf(one, group, actor);
    const today = dayIn(one.timeZone, now);
    let { made, nextDay } = one;
    while (nextDay && nextDay < today) nextDay = nextDayOf(one, ++made);
    const event = await findEventOf(one, nextDay ?? one.nextDay!, session);
    const hold = await currentHold({ ...one, createdBy }, group, event, session);
    if (hold) throw new AppError("conflict", `This can't be resumed. ${PAUSE_TEXTS[hold.reason]}`);
    return { kind: "series-resumed", set: { paused: null, made, nextDay, createdBy } };
  });

/**
 * Skips the next occurrence, which counts as one of its number.
 * @param day which one: a repeated request does not skip another one
 * @throws AppError like {@link writeWithin}; "stale" if it is not the next day
 */
export const skipOccurrence = (actor: ObjectId, seriesId: ObjectId, day?: Date): Promise<void> =>
  write(actor, seriesId, "own", (one) => {
    if (day && day.getTime() !== one.nextDay?.getTime()) throw new AppError("stale");
    const made = one.made + 1;
    return { kind: "series-skipped", set: { made, nextDay: nextDayOf(one, made) } };
  });

/** Stops a series for good. Its expenses stay. @throws AppError like {@link writeWithin} */
export const stopSeries = (actor: ObjectId, seriesId: ObjectId): Promise<void> =>
  write(actor, seriesId, "own", () => ({ kind: "series-stopped", set: { nextDay: null } }));

/**
 * Changes the occurrences from a number on: those that were made, and all later ones. Days stay.
 * @param rev the revision with which the form was loaded; undefined overwrites
 * @throws AppError like {@link writeWithin}, and `updateExpense`; "stale"; "invalid" for a number that is too far away
 */
export const updateSeries = (
  actor: ObjectId,
  seriesId: ObjectId,
  input: ExpenseInput,
  { from, rev }: { from: number; rev: number | undefined },
): Promise<void> =>
  write(actor, seriesId, "own", (one, group, session) => {
    if (rev !== undefined && one.rev !== rev) throw new AppError("stale");
    return changeFrom(actor, one, group, { from, inputOf: () => input }, session);
  });

/**
 * Changes an occurrence like `updateExpense`, and the later ones like {@link updateSeries}. A split that stays as it was
 * stays as it is in the later ones, too: one among all follows the group.
 * @param rev the revision of the occurrence
 * @throws AppError like both; "invalid" if it is none
 */
export const updateWithLater = (
  actor: ObjectId,
  expenseId: ObjectId,
  { day, ...input }: ExpenseInput,
  rev: number | undefined,
  key?: IdempotencyKey,
): Promise<ExpenseDoc> =>
  withIdempotency(key, ofItsGroup, async (session) => {
    const { expenses } = await collections();
    const read = { _id: expenseId, deletedAt: null };
    const { series, groupId } = orNotFound(await expenses.findOne(read));
    if (!series) {
      await lockGroup(actor, groupId, session);
      throw invalid("later", "This expense does not repeat.");
    }
    const change: SeriesChange = async (one, group) => {
      await assertNoGuest(actor, "Guests can't change repeating expenses.", session);
      const before = orNotFound(await expenses.findOne({ ...read, series }, { session }));
      if (rev !== undefined && before.rev !== rev) throw await staleExpense(actor, expenseId);
      const sameSplit =
        sameIds(input.splitWith, before.splitWith) &&
        (!input.split || splitText(input.split) === splitText(storedSplit(before)));
      // One that cannot divide the new amount gives way to the split that was sent, if one was.
      const keepsOwn = (one: ExpenseDoc) =>
        sameSplit && (!input.split || splitProblem(input.cents, storedSplit(one)) === null);
      const inputOf = (one: ExpenseDoc) => ({
        ...input,
        ...(keepsOwn(one) && { splitWith: one.splitWith, split: undefined }),
        ...(one._id.equals(expenseId) && { day }),
      });
      return changeFrom(actor, one, group, { from: before.number!, inputOf }, session);
    };
    await writeWithin(actor, series, "own", change, session);
    return orNotFound(await expenses.findOne(read, { session }));
  });

/** @param inputOf what an occurrence is changed to */
async function changeFrom(
  actor: ObjectId,
  one: SeriesDoc,
  group: GroupDoc,
  { from, inputOf }: { from: number; inputOf: (expense: ExpenseDoc) => ExpenseInput },
  session: ClientSession,
): Promise<Written> {
  const { made, eventId } = one;
  if (from > made + 1) throw invalid("from", "There is no such expense yet.");
  if (from <= made - MOST_CHANGED)
    throw invalid("from", `At most ${MOST_CHANGED} earlier expenses can be changed together.`);
  await assertFriends(group, session);
  const next = { eventId, number: made + 1, day: one.nextDay!, now: new Date() };
  const before = occurrenceOf(one, group, next);
  const after = { ...before, ...editOf(before, inputOf(before)) };
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
  const earlier = { series: one._id, number: { $gte: from }, deletedAt: null };
  for (const each of await findAll(expenses, earlier, { session, sort: { number: 1 } }))
    await changeWithin(actor, each, (expense) => editOf(expense, inputOf(expense)), session);
  const set = { ...templateOf(after, group), createdBy };
  return { kind: "series-edited", set, changes: changesOf(valuesOf(before), valuesOf(after)) };
}

/** Who records later occurrences: whoever takes it over from a recorder who has left. */
const recorderOf = ({ createdBy }: SeriesDoc, { members }: GroupDoc, actor: ObjectId): ObjectId =>
  includesId(members, createdBy) ? createdBy : actor;
