import "server-only";
import { ObjectId, type ClientSession } from "mongodb";
import { MAX_REPLACED, TOO_MANY_OPEN } from "@/lib/core/limits";
import { asNet, netDeltas, netsByPair, payerFirst } from "@/lib/core/money/ledger";
import { formatCents } from "@/lib/core/money/money";
import type { Payment } from "@/lib/core/money/payments";
import { planParts, planPayments, samePayments, type OpenNet } from "@/lib/core/plans";
import { AppError, orNotFound, notFound } from "@/lib/errors";
import { recordActivity, type ActivityInput } from "./activity";
import {
  collections,
  type EventDoc,
  type GroupDoc,
  type SettlementDoc,
  type TransferDoc,
  withTransaction,
} from "./collections";
import { assertNoneClosed, lockEvent, placeOf } from "./events";
import { peopleOfPair } from "./friends/pair-group";
import { lockGroup } from "./groups";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "./idempotency";
import type { Page, PageRequest } from "@/lib/core/page";
import { uniqueIds } from "./ids";
import { findAll, findPage } from "./page";
import { applyDeltas, assertNoFormerMembers } from "./settlements";
import { nameOf } from "./people";

// A plan replaces the open payments of an event, or of a whole group, with fewer ones (docs/rules.md#plans).

/** The event or group of a plan. */
export type PlanScope = { of: "event" | "group"; id: ObjectId };

const placedIn = ({ of, id }: PlanScope) => (of === "event" ? { eventId: id } : { groupId: id });

/** Locks the group of a plan in a transaction, for one of its members. @throws AppError "not-found", now or then */
async function lockOf(
  actor: ObjectId,
  { of, id }: PlanScope,
): Promise<(session: ClientSession) => Promise<{ group: GroupDoc; event: EventDoc | null }>> {
  if (of === "group") return async (session) => ({ group: await lockGroup(actor, id, session), event: null });
  const place = await placeOf(id);
  return (session) => lockEvent(actor, place, session);
}

/** A plan that was used, with its open payments. */
export type AppliedPlan = { _id: ObjectId; groupId: ObjectId; settlements: SettlementDoc[] };

/**
 * The open payments that a plan would replace. One command.
 * @throws AppError "conflict" if there are too many for one transaction
 */
export async function listReplaceable(scope: PlanScope, session?: ClientSession): Promise<SettlementDoc[]> {
  const { settlements } = await collections();
  const found = await settlements
    .find(
      { ...placedIn(scope), settled: false, deletedAt: null },
      { limit: MAX_REPLACED + 1, batchSize: MAX_REPLACED + 1, ...(session && { session }) },
    )
    .toArray();
  if (found.length <= MAX_REPLACED) return found;
  throw new AppError("conflict", TOO_MANY_OPEN);
}

/** The parts of plans in an event, latest first. One command. */
export async function listTransfers(eventId: ObjectId, page: PageRequest): Promise<Page<TransferDoc>> {
  const { transfers } = await collections();
  return findPage(transfers, { eventId, deletedAt: null }, "createdAt", page);
}

const toOpenNet = ({ eventId, pair, net }: SettlementDoc): OpenNet => ({
  event: eventId.toHexString(),
  pair,
  net,
});

/**
 * Replaces the open payments of an event or a group with those of its plan, by a member, in one transaction. Everyone's
 * balance in it stays the same. The payments of a group's plan are in its latest event with open payments.
 * @param shown the payments as the actor saw them; ids in hex
 * @throws AppError "not-found"; "closed"; "plan-changed" if the plan has changed since; "no-fewer-payments"; "conflict"
 */
export async function applyPlan(
  actor: ObjectId,
  scope: PlanScope,
  shown: readonly Payment[],
  key?: IdempotencyKey,
): Promise<AppliedPlan> {
  const { settlements, transfers } = await collections();
  const lock = await lockOf(actor, scope);
  return withIdempotency(key, ofItsGroup, async (session) => {
    const { group, event } = await lock(session);
    const open = (await listReplaceable(scope, session)).map(toOpenNet);
    const { payments } = planPayments(open);
    if (!samePayments(payments, shown)) throw new AppError("plan-changed");
    if (payments.length >= open.length) throw new AppError("no-fewer-payments");
    await assertNoneClosed(eventsOf(open), session);

    const planId = new ObjectId();
    const at = new Date();
    const home = event?._id ?? (await latestOf(open, session));
    const parts = planParts(open, payments, home.toHexString()).map((part): TransferDoc => ({
      _id: new ObjectId(),
      planId,
      of: scope.of,
      eventId: new ObjectId(part.event),
      groupId: group._id,
      debts: [...part.debts],
      replaced: [...part.replaced],
      createdBy: actor,
      createdAt: at,
      deletedAt: null,
    }));
    await transfers.insertMany(parts, { session });
    await applyParts(parts, 1, session, at);
    const pairs = { $in: payments.map((payment) => asNet(payment).pair) };
    const added = { eventId: home, pair: pairs, settled: false, deletedAt: null };
    await settlements.updateMany(added, { $set: { planId } }, { session });
    const changes = [{ field: "payments" as const, before: open.length, after: payments.length }];
    await recordActivity(session, { ...planActivity("plan-applied", actor, parts, event), changes, at });
    const now = await findAll(settlements, added, { session, sort: { _id: 1 } });
    return { _id: planId, groupId: group._id, settlements: now };
  });
}

const eventsOf = (open: readonly OpenNet[]): ObjectId[] =>
  [...new Set(open.map(({ event }) => event))].map((id) => new ObjectId(id));

/** The event with the latest date among those with open payments. */
async function latestOf(open: readonly OpenNet[], session: ClientSession): Promise<ObjectId> {
  const { events } = await collections();
  const latest = await events.findOne(
    { _id: { $in: eventsOf(open) } },
    { session, sort: { date: -1, _id: -1 }, projection: { _id: 1 } },
  );
  if (!latest) throw notFound();
  return latest._id;
}

/** @param sign 1 adds the transfers of these parts to the open payments, -1 reverts them */
async function applyParts(
  parts: readonly TransferDoc[],
  sign: 1 | -1,
  session: ClientSession,
  at: Date,
): Promise<void> {
  for (const { eventId, groupId, debts } of parts) {
    const deltas = sign === 1 ? debts : netDeltas({ debts }, null);
    await applyDeltas({ _id: eventId, groupId }, deltas, session, at);
  }
}

function planActivity(
  kind: "plan-applied" | "plan-undone",
  actor: ObjectId,
  parts: readonly TransferDoc[],
  event: EventDoc | null,
): ActivityInput {
  return {
    kind,
    actor,
    planId: parts[0]!.planId,
    groupId: parts[0]!.groupId,
    eventId: event?._id ?? null,
    title: event?.title ?? "",
    people: uniqueIds(parts.flatMap(({ debts }) => debts.flatMap(({ pair }) => peopleOfPair(pair)))),
  };
}

/**
 * Undoes a plan, by a member: reverts its transfers, but no later changes.
 * @throws AppError "not-found"; "closed"; "plan-settled" while one of its payments is settled; "plan-replaced" while a
 * later plan builds on it; "former-member"
 */
export async function undoPlan(actor: ObjectId, scope: PlanScope, planId: ObjectId): Promise<void> {
  const { transfers } = await collections();
  const lock = await lockOf(actor, scope);
  await withTransaction(async (session) => {
    const { group, event } = await lock(session);
    const its = { planId, of: scope.of, ...placedIn(scope), deletedAt: null };
    orNotFound(await transfers.findOne(its, { session }));
    await undoParts(planId, group, event, actor, session);
  });
}

/**
 * Undoes the group's plans that include an event, latest first, before it is deleted, because their transfers sum to
 * zero only over all events.
 * @throws AppError like {@link undoPlan}
 */
export async function undoGroupPlansOf(
  event: EventDoc,
  group: GroupDoc,
  actor: ObjectId,
  session: ClientSession,
): Promise<void> {
  const { transfers } = await collections();
  const ofGroup = { eventId: event._id, of: "group" as const, deletedAt: null };
  const parts = await findAll(transfers, ofGroup, { session, sort: { createdAt: -1, _id: -1 } });
  for (const { planId } of parts) await undoParts(planId, group, null, actor, session, event);
}

/** @param deleted an event that is about to be deleted, with its own plans */
async function undoParts(
  planId: ObjectId,
  group: GroupDoc,
  event: EventDoc | null,
  actor: ObjectId,
  session: ClientSession,
  deleted?: EventDoc,
): Promise<void> {
  const { settlements, transfers } = await collections();
  const parts = await findAll(transfers, { planId, deletedAt: null }, { session });
  const eventIds = parts.map(({ eventId }) => eventId);
  await assertNoneClosed(eventIds, session);
  const settled =
    (await settlements.findOne({ planId, settled: true, deletedAt: null }, { session })) ??
    (await findSettledAgain(parts, session));
  if (settled) throw await planSettled(settled, deleted);
  const others = eventIds.filter((id) => !deleted?._id.equals(id));
  const later = await transfers.findOne(
    { eventId: { $in: others }, createdAt: { $gt: parts[0]!.createdAt }, deletedAt: null },
    { session, projection: { _id: 1 } },
  );
  if (later) throw new AppError("plan-replaced");
  const moved = parts.flatMap(({ debts }) => debts);
  await assertNoFormerMembers(group, moved);
  await transfers.deleteMany({ planId }, { session });
  await applyParts(parts, -1, session, new Date());
  await settlements.updateMany({ planId }, { $unset: { planId: 1 } }, { session });
  await recordActivity(session, planActivity("plan-undone", actor, parts, event));
}

/**
 * A settled payment of a plan that is not the plan's original record, because a later plan, or an expense that was then
 * deleted, had replaced it; null if there is none.
 */
async function findSettledAgain(
  parts: readonly TransferDoc[],
  session: ClientSession,
): Promise<SettlementDoc | null> {
  // All payments of a plan are in one event.
  const made = parts
    .map((part) => ({ ...part, payments: [...netsByPair([...part.replaced, ...part.debts])] }))
    .find(({ payments }) => payments.length > 0);
  if (!made) return null;
  const pairs = (sign: 1 | -1) => ({
    $in: made.payments.filter(([, net]) => Math.sign(net) === sign).map(([pair]) => pair),
  });
  const paid = [
    { pair: pairs(1), net: { $gt: 0 } },
    { pair: pairs(-1), net: { $lt: 0 } },
  ];
  const { settlements } = await collections();
  return settlements.findOne(
    { eventId: made.eventId, settled: true, settledAt: { $gte: made.createdAt }, deletedAt: null, $or: paid },
    { session },
  );
}

async function planSettled({ users, net }: SettlementDoc, deleted: EventDoc | undefined): Promise<AppError> {
  const [from, to] = await Promise.all(payerFirst(net, users).map(nameOf));
  const payment = `${from} paid ${to} ${formatCents(Math.abs(net))}. Unsettle that payment first.`;
  return new AppError(
    "plan-settled",
    deleted
      ? `This event is part of a plan of the group, of which a payment is settled: ${payment}`
      : `A payment in this plan is settled: ${payment}`,
  );
}
