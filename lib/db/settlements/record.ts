import "server-only";
import type { ObjectId } from "mongodb";
import { asNet } from "@/lib/core/money/ledger";
import { mayRecordPayment } from "@/lib/core/rights";
import type { PaymentMethod } from "@/lib/core/settlements";
import { AppError, invalid, notFound } from "@/lib/errors";
import { paymentActivity, recordActivity } from "../activity";
import { collections, type SettlementDoc } from "../collections";
import { lockEvent, placeOf } from "../events";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "../idempotency";
import { includesId } from "../ids";
import { assertFriends } from "../friends/pairs";
import { applyDeltas, newPayment, settleOpen } from ".";

/**
 * Records a payment in an event, by either of the two, whatever is open between them: it lowers what the payer owes, and
 * the other person owes any excess back (docs/rules.md#settling).
 * @param payment.from the payer; default: the actor
 * @param payment.cents at least 1
 * @param payment.owed the cents that the payer owes, as shown; negative: is owed
 * @returns the settled payment
 * @throws AppError "not-found", also if the other person is not a member; "invalid" if both are the same person;
 * "wrong-actor" if the actor is neither; "forbidden" if it is one-to-one with someone who is not a friend;
 * "amount-changed" if the debt is not `owed`
 */
export async function recordPayment(
  actor: ObjectId,
  eventId: ObjectId,
  payment: {
    from?: ObjectId | undefined;
    to: ObjectId;
    cents: number;
    owed?: number | undefined;
    method?: PaymentMethod | null;
    note?: string;
  },
  key?: IdempotencyKey,
): Promise<SettlementDoc> {
  const { from: payer = actor, to, cents, owed, method = null, note = "" } = payment;
  const { settlements } = await collections();
  return withIdempotency(key, ofItsGroup, async (session) => {
    const place = await placeOf(eventId);
    const { event, group } = await lockEvent(actor, place, session, { evenIfClosed: true });
    if (to.equals(payer)) throw invalid("to", "Select another person.");
    if (!mayRecordPayment(actor, { from: payer, to })) throw new AppError("wrong-actor");
    if (![payer, to].every((user) => includesId(group.members, user))) throw notFound();
    await assertFriends(group, session);
    const at = new Date();
    const { pair, net } = asNet({ from: payer.toHexString(), to: to.toHexString(), cents });
    const sign = Math.sign(net);
    const open = await settlements.findOne({ eventId, pair, settled: false }, { session });
    if (owed !== undefined && owed !== sign * (open?.net ?? 0)) throw new AppError("amount-changed");
    // The open payment keeps its id, because the other person may be about to settle it.
    if (open && Math.sign(open.net) === sign && cents <= Math.abs(open.net))
      return settleOpen(actor, open, { part: cents, method, note, at }, session);
    const settled: SettlementDoc = {
      ...newPayment(place, pair, at),
      net,
      settled: true,
      settledAt: at,
      settledBy: actor,
      method,
      note,
      // A payment of a plan keeps the plan.
      ...(open?.planId && Math.sign(open.net) === sign && { planId: open.planId }),
    };
    await settlements.insertOne(settled, { session });
    await applyDeltas(event, [{ pair, net: -net }], session, at);
    await recordActivity(session, { ...paymentActivity("payment-settled", settled, actor, note), at });
    return settled;
  });
}
