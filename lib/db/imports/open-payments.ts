import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import type { PairNet } from "@/lib/core/money/ledger";
import { MAX_CENTS } from "@/lib/core/money/money";
import { AppError } from "@/lib/errors";
import { collections, type SettlementDoc } from "../collections";
import type { EventPlace } from "../events";
import { findAll } from "../page";
import { newPayment } from "../settlements";
import { changeBalances } from "../settlements/balances";

/**
 * The most cents of an open payment to which an import raises it: one request can have more than the screens add up
 * exactly.
 */
const MAX_OPEN = 100 * MAX_CENTS;

/** What changes in an event: the deltas of its pairs, each once. */
export type EventDeltas = EventPlace & { deltas: readonly PairNet[] };

/** The event and the pair of an open payment: there is at most one. */
export const placeOf = ({ eventId, pair }: Pick<SettlementDoc, "eventId" | "pair">): string =>
  `${eventId.toHexString()} ${pair}`;

/**
 * Changes the open payments of several events, like `applyDeltas` of one, in a transaction that has locked their group.
 * Few commands, because it reads them first.
 * @param identities payments, by {@link placeOf}, whose ids and times the open payments have afterwards
 * @returns the payments that became zero, as they were
 * @throws AppError "conflict" if one would exceed {@link MAX_OPEN} and be larger than before
 */
export async function changeOpenPayments(
  changes: readonly EventDeltas[],
  session: ClientSession,
  at: Date,
  identities: ReadonlyMap<string, SettlementDoc> = new Map(),
): Promise<SettlementDoc[]> {
  const { settlements } = await collections();
  const open = new Map((await openIn(changes, session)).map((one) => [placeOf(one), one]));
  const [gone, added]: [SettlementDoc[], SettlementDoc[]] = [[], []];
  const changed: { _id: ObjectId; net: number }[] = [];
  for (const { deltas, ...event } of changes) {
    for (const { pair, net: delta } of deltas) {
      const place = placeOf({ ...event, pair });
      const before = open.get(place);
      const net = (before?.net ?? 0) + delta;
      if (Math.abs(net) > Math.max(MAX_OPEN, Math.abs(before?.net ?? 0)))
        throw new AppError("conflict", "Two people would owe each other too much.");
      const identity = identities.get(place);
      const replaced = before && (net === 0 || (identity && !identity._id.equals(before._id)));
      if (replaced) gone.push(before);
      if (net === 0) continue;
      if (before && !replaced) changed.push({ _id: before._id, net });
      else
        added.push({
          ...(identity ?? newPayment(event, pair, at)),
          ...(before?.planId && { planId: before.planId }),
          net,
        });
    }
  }
  const ids = gone.map(({ _id }) => _id);
  // First, because there is at most one for a place.
  if (ids.length > 0) await settlements.deleteMany({ _id: { $in: ids } }, { session });
  if (added.length > 0) await settlements.insertMany(added, { session });
  const updates = changed.map(({ _id, net }) => ({
    updateOne: { filter: { _id }, update: { $set: { net } } },
  }));
  if (updates.length > 0) await settlements.bulkWrite(updates, { session });
  await changeBalances(
    changes.flatMap(({ groupId, deltas }) => deltas.map((delta) => ({ ...delta, groupId }))),
    session,
  );
  return gone;
}

async function openIn(changes: readonly EventDeltas[], session: ClientSession): Promise<SettlementDoc[]> {
  if (changes.length === 0) return [];
  const { settlements } = await collections();
  const events = { eventId: { $in: changes.map(({ eventId }) => eventId) }, settled: false };
  return findAll(settlements, events, { session });
}
