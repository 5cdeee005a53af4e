import "server-only";
import type { ObjectId } from "mongodb";
import { collections, type Collections, type EventDoc, type GroupDoc } from "../collections";
import { addToBalances, checkBalances, type ExpectedBalances } from "./balances";
import { checkEvent } from "./ledger";
import { guarded, type Violation } from "./violation";
import { checkEventReferences, checkPeople, checkReferences, type Known } from "./references";

export type Verified = { groups: number; events: number; expenses: number; settlements: number };

/** The number of events whose expenses are in memory at once. */
const BATCH = 50;

/**
 * Checks the whole database: the ledger laws (design section 3), totals and counts of events, orphans, sums of
 * shares, balances. Read-only. Run it while nobody writes, because it is not a snapshot read.
 * @param report called with each violation
 * @returns what was checked
 */
export async function verifyDatabase(report: (violation: Violation) => void): Promise<Verified> {
  const all = await collections();
  const known = await readKnown(all);
  for (const violation of await checkReferences(all, known)) report(violation);

  const verified: Verified = { groups: known.groups.size, events: 0, expenses: 0, settlements: 0 };
  let batch: EventDoc[] = [];
  const balances: ExpectedBalances = new Map();
  const flush = async () => {
    const checked = await checkBatch(all, batch, known, balances, report);
    verified.events += batch.length;
    verified.expenses += checked.expenses;
    verified.settlements += checked.settlements;
    batch = [];
  };
  for await (const event of all.events.find({ deletedAt: null })) {
    batch.push(event);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  for (const violation of await checkBalances(all, balances)) report(violation);
  return verified;
}

async function readKnown({ users, groups, events }: Collections): Promise<Known> {
  const known = {
    users: new Set<string>(),
    deletedUsers: new Set<string>(),
    groups: new Map<string, GroupDoc>(),
    events: new Map<string, string>(),
  };
  for await (const { _id, deletedAt } of users.find({}, { projection: { deletedAt: 1 } })) {
    known.users.add(_id.toHexString());
    if (deletedAt) known.deletedUsers.add(_id.toHexString());
  }
  for await (const group of groups.find({ deletedAt: null }))
    known.groups.set(group._id.toHexString(), group);
  const places = events.find({ deletedAt: null }, { projection: { groupId: 1 } });
  for await (const { _id, groupId } of places) known.events.set(_id.toHexString(), groupId.toHexString());
  return known;
}

async function checkBatch(
  all: Collections,
  batch: readonly EventDoc[],
  known: Known,
  balances: ExpectedBalances,
  report: (violation: Violation) => void,
): Promise<{ expenses: number; settlements: number }> {
  const mine = { eventId: { $in: batch.map(({ _id }) => _id) }, deletedAt: null };
  const expenses = await all.expenses.find(mine).toArray();
  const settlements = await all.settlements.find(mine).toArray();
  const [expensesOf, settlementsOf] = [byEvent(expenses), byEvent(settlements)];
  for (const event of batch) {
    const id = event._id.toHexString();
    const group = known.groups.get(event.groupId.toHexString());
    const [spent, open] = [expensesOf.get(id) ?? [], settlementsOf.get(id) ?? []];
    const found = [
      ...checkEventReferences(event, known),
      ...(group ? checkPeople(group, spent, open) : []),
      ...checkEvent(event, spent, open),
      ...guarded(`event ${id}`, () => (addToBalances(balances, open), [])),
    ];
    for (const violation of found) report(violation);
  }
  return { expenses: expenses.length, settlements: settlements.length };
}

function byEvent<T extends { eventId: ObjectId }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const id = row.eventId.toHexString();
    const list = groups.get(id);
    if (list) list.push(row);
    else groups.set(id, [row]);
  }
  return groups;
}
