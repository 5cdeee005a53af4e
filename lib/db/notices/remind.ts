import "server-only";
import { createHash } from "node:crypto";
import { ObjectId, type ClientSession } from "mongodb";
import { REMIND_DAYS, REMIND_FROM_CENTS } from "@/lib/core/notices";
import { payerFirst } from "@/lib/core/money/ledger";
import { formatCents } from "@/lib/core/money/money";
import { DAY_MS } from "@/lib/core/text/dates";
import { AppError, orNotFound } from "@/lib/errors";
import { withTransaction } from "../client";
import { collections, type NoticeDoc, type SettlementDoc } from "../collections";
import { listBlockedEitherWay } from "../friends/blocks";
import { lockGroup } from "../groups";
import { includesId } from "../ids";
import { getUser } from "../people";
import { DUPLICATE_KEY, hasCode } from "../server-errors";
import { getSettlementOf } from "../settlements";
import { channelsOf } from "./settings";

/** One for each pair and direction: a later reminder replaces the earlier one. */
const idOf = (from: ObjectId, to: ObjectId) =>
  new ObjectId(
    createHash("sha256")
      .update(`reminder:${from.toHexString()}:${to.toHexString()}`)
      .digest("hex")
      .slice(0, 24),
  );

/**
 * Reminds the person who owes the actor an open payment. Who has muted or blocked the actor, or is blocked, is not told,
 * which the actor does not notice.
 * @throws AppError "not-found"; "already-settled"; "conflict" if it is too small, or the person was reminded in the last
 * days; "forbidden" unless it is owed to the actor by a person with an account
 */
export async function remind(actor: ObjectId, settlementId: ObjectId, now: Date = new Date()): Promise<void> {
  const { settlement } = orNotFound(await getSettlementOf(actor, settlementId));
  const [lo, hi] = settlement.users;
  const { name } = orNotFound(await getUser(lo.equals(actor) ? hi : lo));
  const blocked = await listBlockedEitherWay(actor);
  try {
    await withTransaction((session) => remindWithin(actor, settlement, { now, blocked }, session));
  } catch (error) {
    if (!hasCode(error, DUPLICATE_KEY)) throw error;
    throw new AppError("conflict", `You have reminded ${name} in the last ${REMIND_DAYS} days.`);
  }
}

/** Within a transaction, which waits for whoever leaves the group or deletes their account. */
async function remindWithin(
  actor: ObjectId,
  { _id: settlementId, groupId }: SettlementDoc,
  { now, blocked }: { now: Date; blocked: readonly ObjectId[] },
  session: ClientSession,
): Promise<void> {
  const { notices, settlements, users } = await collections();
  await lockGroup(actor, groupId, session, "locked");
  const current = await settlements.findOne({ _id: settlementId, deletedAt: null }, { session });
  const { users: pair, net, settled, eventId } = orNotFound(current);
  const [debtor, creditor] = payerFirst(net, pair);
  if (!creditor.equals(actor))
    throw new AppError("forbidden", "Only the person who is owed can send a reminder.");
  if (settled) throw new AppError("already-settled");
  if (Math.abs(net) < REMIND_FROM_CENTS)
    throw new AppError(
      "conflict",
      `Reminders are for payments of ${formatCents(REMIND_FROM_CENTS)} or more.`,
    );
  const person = orNotFound(await users.findOne({ _id: debtor, deletedAt: null }, { session }));
  if (person.guest)
    throw new AppError("forbidden", `${person.name} has no account. Share the link of this payment instead.`);
  const isTold =
    !includesId(person.notices?.mutedPeople ?? [], actor) &&
    !includesId(person.notices?.mutedGroups ?? [], groupId) &&
    !includesId(blocked, debtor);
  const isSent = isTold && channelsOf(person.notices, "reminder").length > 0;
  const fields: Omit<NoticeDoc, "_id" | "sending"> = {
    userId: debtor,
    kind: "reminder",
    key: `reminder:${actor.toHexString()}`,
    // Without a group, it is not listed.
    groupId: isTold ? groupId : null,
    eventId,
    activities: [],
    from: actor,
    settlementId,
    at: now,
    read: !isTold,
    openUntil: now,
    ...(isSent && { sendAt: now }),
  };
  await notices.updateOne(
    { _id: idOf(actor, debtor), at: { $lte: new Date(now.getTime() - REMIND_DAYS * DAY_MS) } },
    { $set: fields, $unset: { sending: true, ...(!isSent && { sendAt: true }) } },
    { upsert: true, session },
  );
}
