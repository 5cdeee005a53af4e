import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { REMIND_DAYS, REMIND_FROM_CENTS } from "@/lib/core/notices";
import { payerFirst } from "@/lib/core/money/ledger";
import { formatCents } from "@/lib/core/money/money";
import { AppError, orNotFound } from "@/lib/errors";
import { collections, type SettlementDoc, withTransaction } from "../collections";
import { listBlockedEitherWay } from "../friends/blocks";
import { lockGroup } from "../groups";
import { includesId } from "../ids";
import { getSettlementOf } from "../settlements";
import { tellFrom } from "./from-person";

/**
 * Reminds the person who owes the actor an open payment. If they have muted or blocked the actor, or are blocked, they
 * are not told, and the actor does not notice.
 * @throws AppError "not-found"; "already-settled"; "conflict" if it is too small, or the person was reminded in the last
 * days; "forbidden" unless it is owed to the actor by a person with an account
 */
export async function remind(actor: ObjectId, settlementId: ObjectId, now: Date = new Date()): Promise<void> {
  const { settlement } = orNotFound(await getSettlementOf(actor, settlementId));
  const blocked = await listBlockedEitherWay(actor);
  await withTransaction((session) => remindWithin(actor, settlement, { now, blocked }, session));
}

/** In a transaction that waits for people who are leaving the group or deleting their account. */
async function remindWithin(
  actor: ObjectId,
  { _id: settlementId, groupId }: SettlementDoc,
  { now, blocked }: { now: Date; blocked: readonly ObjectId[] },
  session: ClientSession,
): Promise<void> {
  const { settlements, users } = await collections();
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
  // A notice without a group is not listed.
  const about = { groupId: isTold ? groupId : null, eventId, settlementId };
  if (!(await tellFrom({ kind: "reminder", from: actor, isTold, now, ...about }, person, session)))
    throw new AppError("conflict", `You already reminded ${person.name} in the last ${REMIND_DAYS} days.`);
}
