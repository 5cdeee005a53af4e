import "server-only";
import type { ClientSession, ObjectId, UpdateFilter } from "mongodb";
import { importedInWords } from "@/lib/core/imports/in-words";
import { balanceId, parsePair } from "@/lib/core/money/ledger";
import { entriesOf, sumSpending } from "@/lib/core/spending";
import { recordActivity } from "../activity";
import {
  collections,
  type GroupDoc,
  type ImportDoc,
  type ImportRowDoc,
  type SettlementDoc,
  withTransaction,
} from "../collections";
import { assertNoneClosed } from "../events";
import { groupActivity } from "../groups";
import { includesId } from "../ids";
import { findAll } from "../page";
import { assertNoFormerMembers } from "../settlements";
import { lockOfImport } from ".";
import { assertUnchanged } from "./changed";
import { eventsOf, netOf, spendingIn, totalsOf, type Items } from "./ledger";
import { changeOpenPayments, placeOf, type EventDeltas } from "./open-payments";

/**
 * Removes exactly what an import added, by the person who began it, in one transaction: afterwards, everything is stored
 * as before. What is left for the group is an activity.
 * @throws AppError "not-found"; "forbidden"; "import-changed" if something of it was changed or used since; "closed";
 * "former-member"
 */
export async function undoImport(actor: ObjectId, importId: ObjectId): Promise<void> {
  const lock = await lockOfImport(actor, importId);
  await withTransaction(async (session) => {
    const { record, group } = await lock(session);
    const { importRows, imports } = await collections();
    const rows = await findAll(importRows, { importId }, { session });
    const items = await itemsOf(rows, session);
    await assertUnchanged(record, group, rows, items, session);
    const made = record.events.filter((one) => one.made).map(({ eventId }) => eventId);
    const kept = eventsOf(items).filter((eventId) => !includesId(made, eventId));
    await assertNoneClosed(kept, session);
    const deltas = netOf(items).flatMap((one) => one.deltas);
    await assertNoFormerMembers(group, deltas);

    await removeItems(items, session);
    await restoreFigures(items, kept, session);
    await restorePayments(record, items, session);
    await removeEvents(group, made, session);
    await removeGuests(record, group, session);
    await importRows.deleteMany({ importId }, { session });
    await imports.deleteOne({ _id: importId }, { session });
    if (rows.length === 0) return;
    const title = importedInWords(record.counts, record.source);
    await recordActivity(session, groupActivity("import-undone", actor, { ...group, title }));
  });
}

async function itemsOf(rows: readonly ImportRowDoc[], session: ClientSession): Promise<Items> {
  const { expenses, settlements, transfers } = await collections();
  const these = { _id: { $in: rows.map(({ item }) => item) } };
  return {
    expenses: await findAll(expenses, these, { session }),
    payments: await findAll(settlements, these, { session }),
    transfers: await findAll(transfers, these, { session }),
  };
}

async function removeItems({ expenses: spent, payments, transfers: parts }: Items, session: ClientSession) {
  const { expenses, settlements, transfers } = await collections();
  const idsOf = (docs: readonly { _id: ObjectId }[]) => ({ _id: { $in: docs.map(({ _id }) => _id) } });
  await expenses.deleteMany(idsOf(spent), { session });
  await settlements.deleteMany(idsOf(payments), { session });
  await transfers.deleteMany(idsOf(parts), { session });
}

/** Totals and spending of events that stay. Zeros are removed, because an addition would have created them. */
async function restoreFigures(
  items: Items,
  kept: readonly ObjectId[],
  session: ClientSession,
): Promise<void> {
  const { events, spending } = await collections();
  for (const { eventId, add } of totalsOf(items)) {
    if (!includesId(kept, eventId)) continue;
    const event = (await events.findOne({ _id: eventId }, { session }))!;
    const tally = Object.fromEntries(
      Object.entries(event.tally)
        .map(([user, { paid, share }]) => {
          const [less, fewer] = [add[`tally.${user}.paid`] ?? 0, add[`tally.${user}.share`] ?? 0];
          return [user, { paid: paid - less, share: share - fewer }] as const;
        })
        .filter(([, { paid, share }]) => paid !== 0 || share !== 0),
    );
    const totalCents = event.totalCents - (add.totalCents ?? 0);
    const expenseCount = event.expenseCount - (add.expenseCount ?? 0);
    await events.updateOne({ _id: eventId }, { $set: { totalCents, expenseCount, tally } }, { session });

    const taken = spendingIn(items, eventId).map((one) => ({ ...one, cents: -one.cents }));
    const months = new Set(taken.map(({ month }) => month));
    const ids = [...months].map((month) => `${eventId.toHexString()}:${month}`);
    for (const doc of await findAll(spending, { _id: { $in: ids } }, { session })) {
      const own = taken.filter(({ month }) => month === doc.month);
      const left = sumSpending([...entriesOf(doc), ...own]);
      const figures: Record<string, Record<string, number>> = {};
      for (const { part, user, cents } of left) (figures[part] ??= {})[user] = cents;
      if (left.length === 0) await spending.deleteOne({ _id: doc._id }, { session });
      else await spending.updateOne({ _id: doc._id }, { $set: { figures } }, { session });
    }
  }
}

/** The open payments and balances. Those that the import had settled to zero get their ids again. */
async function restorePayments(record: ImportDoc, items: Items, session: ClientSession): Promise<void> {
  const { balances } = await collections();
  const canceled = await withoutGonePlans(record.canceled, session);
  // Of several in a place, the import has made all but the first.
  const identities = new Map(canceled.reverse().map((one) => [placeOf(one), one]));
  const changes = netOf(items).map(({ deltas, ...place }): EventDeltas => {
    const reverse = new Map(deltas.map(({ pair, net }) => [pair, -net]));
    for (const { eventId, pair } of record.canceled)
      if (eventId.equals(place.eventId) && !reverse.has(pair)) reverse.set(pair, 0);
    return { ...place, deltas: [...reverse].map(([pair, net]) => ({ pair, net })) };
  });
  await changeOpenPayments(changes, session, new Date(), identities);
  const pairs = new Set(
    [...items.payments, ...[...items.expenses, ...items.transfers].flatMap(({ debts }) => debts)].map(
      ({ pair }) => pair,
    ),
  );
  const group = record.groupId.toHexString();
  const ids = [...pairs].flatMap((pair) => {
    const [lo, hi] = parsePair(pair);
    const theirs = [[lo, hi] as const, [hi, lo] as const, [lo, group] as const, [hi, group] as const];
    return theirs.map(([user, other]) => balanceId({ user, other }));
  });
  if (ids.length > 0) await balances.deleteMany({ _id: { $in: ids }, cents: 0 }, { session });
}

/** The payments, without the ids of plans that were undone meanwhile. */
async function withoutGonePlans(payments: readonly SettlementDoc[], session: ClientSession) {
  const ids = payments.flatMap(({ planId }) => planId ?? []);
  if (ids.length === 0) return [...payments];
  const { transfers } = await collections();
  const found = await findAll(transfers, { planId: { $in: ids } }, { session, projection: { planId: 1 } });
  const there = found.map(({ planId }) => planId);
  return payments.map(({ planId, ...rest }): SettlementDoc =>
    planId && includesId(there, planId) ? { ...rest, planId } : rest,
  );
}

/** The events that the import has added. */
async function removeEvents(
  { _id: groupId }: GroupDoc,
  made: readonly ObjectId[],
  session: ClientSession,
): Promise<void> {
  if (made.length === 0) return;
  const { events, spending, links } = await collections();
  const its = { groupId, eventId: { $in: [...made] } };
  await spending.deleteMany(its, { session });
  await links.deleteMany({ groupId, "shows.eventId": { $in: [...made] } }, { session });
  await events.deleteMany({ _id: { $in: [...made] } }, { session });
}

/** The people without an account whom the import has added. */
async function removeGuests(
  { guests }: ImportDoc,
  { _id, members, memberSince = {} }: GroupDoc,
  session: ClientSession,
): Promise<void> {
  if (guests.length === 0) return;
  const { groups, users } = await collections();
  const gone = new Set(guests.map((id) => id.toHexString()));
  const left = members.filter((id) => !gone.has(id.toHexString()));
  const since = Object.entries(memberSince).filter(([hex]) => !gone.has(hex));
  const update: UpdateFilter<GroupDoc> =
    since.length > 0
      ? { $set: { members: left, memberSince: Object.fromEntries(since) } }
      : { $set: { members: left }, $unset: { memberSince: true } };
  await groups.updateOne({ _id }, update, { session });
  await users.deleteMany({ _id: { $in: [...guests] } }, { session });
}
