import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { netsByPair, overpaid, payerFirst, type PairNet } from "@/lib/core/money/ledger";
import { formatCents } from "@/lib/core/money/money";
import { AppError, invalid, orNotFound } from "@/lib/errors";
import { idsOfActivity, recordActivity, type ActivityInput } from "../activity";
import { ChangedMeanwhile, collections, type EventDoc, type ExpenseDoc, type GroupDoc } from "../collections";
import { assertNoneClosed, lockEvent, placeOf, totalsDelta, type EventPlace } from "../events";
import { peopleOfPair } from "../friends/pair-group";
import { assertFriends } from "../friends/pairs";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "../idempotency";
import { includesId, uniqueIds } from "../ids";
import { findAll } from "../page";
import { getPeople, nameOf, listNames } from "../people";
import { assertNoFormerMembers } from "../settlements";
import { applyExpense } from "./apply";
import { assertMayChange, staleExpense } from ".";
import { changedPeople, countedExpense, type CountedExpense } from "./money";

/**
 * Moves an expense with its debts, history, and comments to another event, by a payer or its recorder, in one
 * transaction (docs/rules.md#moving). Does nothing if it is there already.
 * @param rev the revision that the actor saw; undefined: whichever it is
 * @throws AppError "not-found"; "closed"; "forbidden", also if the event is one-to-one with someone who is no longer a
 * friend; "stale"; "invalid" if somebody concerned is not in the event's group; "former-member"; "plan-in-use";
 * "payments-settled"
 */
export async function moveExpense(
  actor: ObjectId,
  expenseId: ObjectId,
  eventId: ObjectId,
  rev: number | undefined,
  key?: IdempotencyKey,
): Promise<ExpenseDoc> {
  const { activities, expenses } = await collections();
  return withIdempotency(key, ofItsGroup, async (session) => {
    // Not in the session, because the transaction has to begin with the lock.
    const before = orNotFound(await expenses.findOne({ _id: expenseId, deletedAt: null }));
    const place = await placeOf(eventId);
    const entry = countedExpense(before);
    const isThere = before.eventId.equals(eventId);
    const { from, to } = await lockBoth(actor, before, place, isThere ? null : entry, session);
    assertMayChange(actor, before);
    const unchanged = { _id: expenseId, rev: before.rev, deletedAt: null };
    if (isThere) {
      if (await expenses.findOne(unchanged, { session })) return before;
      throw new ChangedMeanwhile();
    }
    await assertNoneClosed([before.eventId, eventId], session);
    if (rev !== undefined && before.rev !== rev) throw await staleExpense(actor, expenseId);
    await assertFriends(to.group, session);
    if (!from.group._id.equals(to.group._id)) await assertAllIn(to.group, before, session);
    await assertNoFormerMembers(from.group, entry.debts);
    await assertNotPlanned(before, session);
    await assertNotSettled(before.eventId, entry.debts, session);

    const { groupId } = to.event;
    // In another group, it is no longer one of its series.
    const { series, number, ...expense } = before;
    const kept = groupId.equals(before.groupId) ? before : expense;
    const after = { ...kept, eventId, groupId, updatedAt: new Date(), rev: before.rev + 1 };
    const { matchedCount } = await expenses.replaceOne(unchanged, after, { session });
    if (matchedCount === 0) throw new ChangedMeanwhile();
    if (kept !== before) {
      // Earlier moves stay in their group, whose titles they tell.
      const moves = { expenseId, kind: "expense-moved" as const };
      await activities.updateMany(moves, { $set: { expenseId: null } }, { session });
    }
    await activities.updateMany({ expenseId }, { $set: { eventId, groupId } }, { session });
    await applyExpense(from.event, entry, null, session);
    await applyExpense(to.event, null, entry, session);
    const tell = kept === before ? [] : await listUntold(before, session);
    await recordActivity(session, ...moveActivities(actor, after, { from: from.event, to: to.event, tell }));
    return after;
  });
}

/**
 * Locks the two events and moves the numbers of an expense. Their groups are locked in the order of their ids, so that
 * moves in opposite directions wait for each other.
 * @param entry null: there is nothing to move
 */
async function lockBoth(
  actor: ObjectId,
  before: EventPlace,
  after: EventPlace,
  entry: CountedExpense | null,
  session: ClientSession,
) {
  const lock = (place: EventPlace, old: CountedExpense | null, now: CountedExpense | null) =>
    lockEvent(actor, place, session, { ...(entry && { add: totalsDelta(old, now) }), evenIfClosed: true });
  const lockTo = () => lock(after, null, entry);
  const first = after.groupId.toHexString() < before.groupId.toHexString() ? await lockTo() : null;
  const from = await lock(before, entry, null);
  return { from, to: first ?? (await lockTo()) };
}

/** @throws AppError "invalid" unless everyone whom the expense or its history names is in the group */
async function assertAllIn(group: GroupDoc, expense: ExpenseDoc, session: ClientSession): Promise<void> {
  const { activities } = await collections();
  const projection = { actor: 1, people: 1, changes: 1 } as const;
  const history = await findAll(activities, { expenseId: expense._id }, { session, projection });
  const { createdBy, payers, splitWith } = expense;
  const named = [
    createdBy,
    ...payers.map(({ user }) => user),
    ...splitWith,
    ...history.flatMap(idsOfActivity),
  ];
  const missing = uniqueIds(named).filter((one) => !includesId(group.members, one));
  if (missing.length === 0) return;
  const people = await getPeople(missing);
  const verb = people.length === 1 ? "is" : "are";
  throw invalid(
    "eventId",
    `${listNames(people, 3)} ${verb} not in that group. Everyone named in the expense or its history must be.`,
  );
}

/** @throws AppError "plan-in-use" if a plan has replaced payments between its people since it was added */
async function assertNotPlanned({ eventId, createdAt, debts }: ExpenseDoc, session: ClientSession) {
  const { transfers } = await collections();
  const pairs = { $in: debts.map(({ pair }) => pair) };
  const since = { eventId, deletedAt: null, createdAt: { $gte: createdAt }, "replaced.pair": pairs };
  const plan = await transfers.findOne(since, { session });
  if (!plan) return;
  const whose = plan.of === "group" ? "the group" : "the event";
  throw new AppError(
    "plan-in-use",
    `${await nameOf(plan.createdBy)} has simplified the payments in ${whose} since then. Undo that first.`,
  );
}

/** @throws AppError "payments-settled" if settled payments would exceed what remains owed in the event */
async function assertNotSettled(eventId: ObjectId, debts: readonly PairNet[], session: ClientSession) {
  const { settlements } = await collections();
  const pairs = { $in: debts.map(({ pair }) => pair) };
  const between = { eventId, pair: pairs, deletedAt: null };
  const found = await findAll(settlements, between, { session, sort: { settledAt: -1, _id: -1 } });
  const settled = netsByPair(found.filter((one) => one.settled));
  const open = netsByPair(found.filter((one) => !one.settled));
  for (const { pair, net } of debts) {
    const [paid, owed] = [settled.get(pair) ?? 0, open.get(pair) ?? 0];
    if (overpaid(paid, owed - net) <= overpaid(paid, owed)) continue;
    const last = found.find((one) => one.settled && one.pair === pair && one.net > 0 === paid > 0);
    const [payer, receiver] = await Promise.all(payerFirst(paid, peopleOfPair(pair)).map(nameOf));
    throw new AppError(
      "payments-settled",
      `${payer}’s payment of ${formatCents(Math.abs(last?.net ?? paid))} to ${receiver} is settled and would exceed ` +
        "what remains. Unsettle it first.",
    );
  }
}

/** Whom an expense concerns that has not been told of it, because they have muted its group. */
async function listUntold(expense: ExpenseDoc, session: ClientSession): Promise<ObjectId[]> {
  const { activities, notices, users } = await collections();
  const idsOf = (rows: readonly { _id: ObjectId }[]) => rows.map(({ _id }) => _id);
  const concerned = { $in: changedPeople(null, expense) };
  const muted = { _id: concerned, "notices.mutedGroups": expense.groupId };
  const people = idsOf(await findAll(users, muted, { session, projection: { _id: 1 } }));
  if (people.length === 0) return [];
  const history = idsOf(
    await findAll(activities, { expenseId: expense._id }, { session, projection: { _id: 1 } }),
  );
  // Before they muted it.
  const of = { userId: { $in: people }, activities: { $in: history } };
  const told = await findAll(notices, of, { session, projection: { userId: 1 } });
  return people.filter((one) => !told.some(({ userId }) => userId.equals(one)));
}

/**
 * The same in both events: of a group, once, and of two, so that neither tells the other's titles, which only its
 * members know.
 */
function moveActivities(
  actor: ObjectId,
  expense: ExpenseDoc,
  { from, to, tell }: { from: EventDoc; to: EventDoc; tell: ObjectId[] },
): ActivityInput[] {
  const within = from.groupId.equals(to.groupId);
  const activity = {
    kind: "expense-moved" as const,
    actor,
    title: expense.description,
    cents: expense.cents,
  };
  const changes = (before: string, after: string) => [{ field: "event" as const, before, after }];
  return [
    {
      ...activity,
      groupId: from.groupId,
      eventId: from._id,
      ...(within && { echo: true as const }),
      changes: changes(from.title, within ? to.title : ""),
    },
    {
      ...activity,
      groupId: to.groupId,
      eventId: to._id,
      expenseId: expense._id,
      tell,
      changes: changes(within ? from.title : "", to.title),
    },
  ];
}
