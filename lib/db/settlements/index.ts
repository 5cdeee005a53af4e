import "server-only";
import { ObjectId, type ClientSession } from "mongodb";
import { parsePair, payerFirst, type PairNet } from "@/lib/core/money/ledger";
import { formatCents } from "@/lib/core/money/money";
import { DELETED_USER } from "@/lib/core/people";

import type { PaymentMethod } from "@/lib/core/settlements";
import { AppError, orNotFound, invalid } from "@/lib/errors";
import { paymentActivity, recordActivity } from "../activity";
import { changeBalances, negated } from "./balances";
import { collections, type EventDoc, type GroupDoc, type SettlementDoc } from "../collections";
import { lockEvent, type EventPlace } from "../events";
import { peopleOfPair } from "../friends/pair-group";
import { withGroup } from "../groups";
import { includesId } from "../ids";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "../idempotency";
import { aggregate, lookupEvent } from "../page";
import { assertNoGuest, getPeople, listNames, type PersonDoc } from "../people";

/**
 * Applies the deltas of a changed expense to the unsettled records of its pairs. Creates missing records and deletes
 * those that become zero (docs/rules.md#ledger). Three commands, whatever the number of people.
 */
export async function applyDeltas(
  event: { _id: ObjectId; groupId: ObjectId },
  deltas: readonly PairNet[],
  session: ClientSession,
  at: Date = new Date(),
): Promise<void> {
  if (deltas.length === 0) return;
  const { settlements } = await collections();
  await settlements.bulkWrite(
    deltas.map(({ pair, net }) => ({
      updateOne: {
        filter: { eventId: event._id, pair, settled: false },
        update: {
          $inc: { net },
          $setOnInsert: {
            _id: new ObjectId(),
            groupId: event.groupId,
            users: peopleOfPair(pair),
            settledAt: null,
            settledBy: null,
            createdAt: at,
            deletedAt: null,
          },
        },
        upsert: true,
      },
    })),
    { session },
  );
  const pairs = { $in: deltas.map(({ pair }) => pair) };
  await settlements.deleteMany({ eventId: event._id, pair: pairs, settled: false, net: 0 }, { session });
  const inGroup = deltas.map((delta) => ({ ...delta, groupId: event.groupId }));
  await changeBalances(inGroup, session);
}

/** A payment of two people in an event, without an amount, and unsettled. */
export const newPayment = ({ eventId, groupId }: EventPlace, pair: string, at: Date): SettlementDoc => ({
  _id: new ObjectId(),
  eventId,
  groupId,
  pair,
  users: peopleOfPair(pair),
  net: 0,
  settled: false,
  settledAt: null,
  settledBy: null,
  createdAt: at,
  deletedAt: null,
});

/** The people of these debts who have left the group; ids in hex. */
export function formerMembers(group: Pick<GroupDoc, "members">, debts: readonly PairNet[]): string[] {
  const members = new Set(group.members.map((id) => id.toHexString()));
  return [...new Set(debts.flatMap(({ pair }) => parsePair(pair)))].filter((id) => !members.has(id));
}

/**
 * Nobody's debts change after they have left the group.
 * @param debts those that change
 * @throws AppError "former-member", with the name and the alternatives
 */
export async function assertNoFormerMembers(
  group: Pick<GroupDoc, "members">,
  debts: readonly PairNet[],
): Promise<void> {
  const left = formerMembers(group, debts);
  if (left.length === 0) return;
  const people = await getPeople(left.map((one) => new ObjectId(one)));
  const names = listNames(people);
  // A deleted account cannot be invited.
  const advice = people.every(({ name }) => name === DELETED_USER)
    ? "Correct it"
    : "Invite them again, or correct it";
  throw new AppError(
    "former-member",
    `${names} ${left.length === 1 ? "is" : "are"} no longer in this group, and this would change what they owe ` +
      `or are owed. ${advice} with a new expense.`,
  );
}

/** The settlement with its event and its group's people; null if `member` is not in that group. One command. */
export async function getSettlementOf(
  member: ObjectId,
  id: ObjectId,
): Promise<{ settlement: SettlementDoc; event: EventDoc; group: GroupDoc; people: PersonDoc[] } | null> {
  const { settlements } = await collections();
  const [found] = await aggregate<SettlementDoc & { event: EventDoc; group: GroupDoc; people: PersonDoc[] }>(
    settlements,
    [{ $match: { _id: id, deletedAt: null } }, lookupEvent, { $unwind: "$event" }, ...withGroup(member)],
  );
  if (!found) return null;
  const { group, event, people, ...settlement } = found;
  return { settlement, event, group, people };
}

/** A payment as the user saw it: the amount, and the id in hex of the person who pays. Missing fields are not checked. */
export type ExpectedPayment = { cents?: number | undefined; from?: string | undefined };

/** False if the payment has changed since. Editing an expense can reverse a debt without changing its amount. */
export function isAsExpected({ net, users }: SettlementDoc, { cents, from }: ExpectedPayment): boolean {
  const payer = payerFirst(net, users)[0].toHexString();
  return (cents ?? Math.abs(net)) === Math.abs(net) && (from ?? payer) === payer;
}

/** How a payment is made. */
type Paid = {
  /** The cents paid. Default: everything. */
  part?: number | undefined;
  method?: PaymentMethod | null | undefined;
  note?: string | undefined;
  at?: Date | undefined;
};

type SettleOptions = Paid & {
  /** If the payment has changed since, nothing is settled. */
  seen?: ExpectedPayment;
  key?: IdempotencyKey | undefined;
};

/**
 * Settles a payment, by a member: direction and amount are frozen (docs/rules.md#settling). If two people settle at once,
 * one wins. A part becomes a separate settled payment and reduces the open one.
 * @returns the settled payment
 * @throws AppError "not-found", "already-settled", "amount-changed"; "invalid" if the part exceeds the open amount;
 * "forbidden" if a guest settles a payment between others
 */
export async function settle(
  actor: ObjectId,
  id: ObjectId,
  { seen = {}, key, ...paid }: SettleOptions = {},
): Promise<SettlementDoc> {
  return changeSettlement(actor, id, key, async (settlement, _group, session) => {
    if (settlement.settled) throw new AppError("already-settled");
    const open = Math.abs(settlement.net);
    if (!isAsExpected(settlement, seen)) throw new AppError("amount-changed");
    if (paid.part !== undefined && paid.part > open)
      throw invalid("part", `Only ${formatCents(open)} is still owed.`);
    return settleOpen(actor, settlement, paid, session);
  });
}

/** Settles an open payment, or a part of it, in a transaction that has locked its group. @returns the settled payment */
export async function settleOpen(
  actor: ObjectId,
  open: SettlementDoc,
  { part = Math.abs(open.net), method = null, note = "", at = new Date() }: Paid,
  session: ClientSession,
): Promise<SettlementDoc> {
  const { settlements } = await collections();
  const change = { settled: true, settledAt: at, settledBy: actor, method, note };
  let settled = { ...open, ...change };
  if (part === Math.abs(open.net)) {
    await settlements.updateOne({ _id: open._id }, { $set: change }, { session });
  } else {
    const net = Math.sign(open.net) * part;
    settled = { ...settled, _id: new ObjectId(), net, createdAt: at };
    await settlements.updateOne({ _id: open._id }, { $inc: { net: -net } }, { session });
    await settlements.insertOne(settled, { session });
  }
  await changeBalances(negated([settled]), session);
  await recordActivity(session, { ...paymentActivity("payment-settled", settled, actor, note), at });
  return settled;
}

/** The fields of a payment that are set only while it is settled. */
const UNSETTLED = {
  settled: false,
  settledAt: null,
  settledBy: null,
  method: null,
  note: "",
  batchId: null,
} as const;

/** A settled payment after it was unsettled, with the open record of the pair that it absorbs, if any. */
export function reopened(settled: SettlementDoc, other: SettlementDoc | null | undefined): SettlementDoc {
  const planId = other?.planId ?? settled.planId;
  return { ...settled, ...UNSETTLED, net: settled.net + (other?.net ?? 0), ...(planId && { planId }) };
}

/**
 * Unsettles a payment, by a member. It keeps its id and absorbs the pair's other unsettled record. If the two cancel
 * out, it is deleted, and the returned `net` is 0.
 * @throws AppError "not-found", "not-settled", "former-member"; "amount-changed" if it is not as the user saw it;
 * "forbidden" as for settling
 */
export async function unsettle(
  actor: ObjectId,
  id: ObjectId,
  seen: ExpectedPayment = {},
  key?: IdempotencyKey,
): Promise<SettlementDoc> {
  return changeSettlement(actor, id, key, async (settlement, group, session) => {
    if (!settlement.settled) throw new AppError("not-settled");
    if (!isAsExpected(settlement, seen)) throw new AppError("amount-changed");
    await assertNoFormerMembers(group, [settlement]);
    const { settlements } = await collections();
    const other = await settlements.findOneAndDelete(
      { eventId: settlement.eventId, pair: settlement.pair, settled: false },
      { session },
    );
    const after = reopened(settlement, other);
    if (after.net === 0) await settlements.deleteOne({ _id: id }, { session });
    else await settlements.replaceOne({ _id: id }, after, { session });
    await changeBalances([settlement], session);
    await recordActivity(session, paymentActivity("payment-unsettled", settlement, actor));
    return after;
  });
}

async function changeSettlement(
  actor: ObjectId,
  id: ObjectId,
  key: IdempotencyKey | undefined,
  change: (settlement: SettlementDoc, group: GroupDoc, session: ClientSession) => Promise<SettlementDoc>,
): Promise<SettlementDoc> {
  const { settlements } = await collections();
  return withIdempotency(key, ofItsGroup, async (session) => {
    // Not in the session, because the transaction has to begin with the lock. A settlement never changes its event.
    const known = orNotFound(
      await settlements.findOne({ _id: id }, { projection: { eventId: 1, groupId: 1 } }),
    );
    const { group } = await lockEvent(actor, known, session, { evenIfClosed: true });
    const settlement = orNotFound(await settlements.findOne({ _id: id, deletedAt: null }, { session }));
    if (!includesId(settlement.users, actor))
      await assertNoGuest(actor, "Guests can only settle their own payments.", session);
    return change(settlement, group, session);
  });
}
