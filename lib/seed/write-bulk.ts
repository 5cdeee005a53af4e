import "server-only";
import { type Collection, type Document, ObjectId } from "mongodb";
import { contributionDeltas } from "@/lib/core/events";
import { DAY_MS, dayOf } from "@/lib/core/text/dates";
import { GROUP_ICONS, groupIconUrl } from "@/lib/core/groups";
import { expectedNets, pairKey, parsePair, payerFirst } from "@/lib/core/money/ledger";
import { EQUAL_SPLIT, type Share, type Split } from "@/lib/core/money/split";
import { rebuildBalances } from "@/lib/db/settlements/balances";
import { getDb } from "@/lib/db/client";
import {
  collections,
  type EventDoc,
  type ExpenseDoc,
  type GroupDoc,
  type SettlementDoc,
} from "@/lib/db/collections";
import { newEvent } from "@/lib/db/events";
import { rebuildSpending } from "@/lib/db/migrations/0002-spending";
import { ledgerEntryOf, paidByOne, storedMoney } from "@/lib/db/expenses/money";
import { Random } from "./random";

/**
 * The amount of bulk data. Every number is at least 1, and `people` at least 2. `members`: of each group; default: a
 * random number from 2 to 8.
 */
export type Amounts = {
  people: number;
  groups: number;
  events: number;
  expenses: number;
  members?: number | undefined;
};

/** Amounts in proportion to those that are given, with 30 expenses in an event and 4 events in a group. */
export function amountsFor(given: { [Kind in keyof Amounts]?: number | undefined }): Amounts {
  const expenses = given.expenses ?? (given.events ?? given.groups ?? 10) * 30;
  const events = given.events ?? Math.max(1, Math.ceil(expenses / 30));
  const groups = given.groups ?? Math.max(1, Math.ceil(events / 4));
  const { members } = given;
  return { expenses, events, groups, people: given.people ?? Math.max(8, groups, members ?? 0), members };
}

/** Documents per command: large enough to be fast, small enough for one message. */
const BATCH = 1_000;

const WHAT = [
  "Dinner",
  "Groceries",
  "Tickets",
  "Taxi",
  "Fuel",
  "Rent",
  "Coffee",
  "Museum",
  "Hotel",
  "Breakfast",
];
const WHERE = ["Weekend", "Road trip", "Birthday", "Concert", "Festival", "Apartment", "Hike", "City break"];

/**
 * Writes a large data set fast: documents in bulk, with shares, totals, and settlements computed by lib/core, so that the
 * ledger laws hold as if every expense had been added individually.
 * @param progress called with the number of expenses written
 */
export async function writeBulk(
  amounts: Amounts,
  seed: number,
  progress: (expenses: number) => void,
): Promise<void> {
  const now = new Date();
  const random = new Random(seed);
  const all = await collections();
  const users = makePeople(amounts.people, seed, random);
  const groups = makeGroups(amounts, users, random, now);
  await insert(all.users, users);
  await insert(all.friendships, friendshipsOf(groups, now, random));
  await insert(all.groups, groups);

  let written = 0;
  let made: Made = { events: [], expenses: [], settlements: [] };
  const flush = async () => {
    await insert(all.events, made.events);
    await insert(all.expenses, made.expenses);
    await insert(all.settlements, made.settlements);
    made = { events: [], expenses: [], settlements: [] };
    progress(written);
  };
  for (let index = 0; index < amounts.events; index++) {
    const group = groups[index % groups.length];
    if (!group) continue;
    // Spread evenly, including the remainder.
    const upTo = Math.round(((index + 1) * amounts.expenses) / amounts.events);
    addEvent(made, group, upTo - written, random, now);
    written = upTo;
    if (made.expenses.length >= BATCH) await flush();
  }
  await flush();
  await rebuildBalances(await getDb());
  await rebuildSpending(await getDb());
}

/** The documents to write. Every command is a commit, which waits for the disk. */
export type Made = { events: EventDoc[]; expenses: ExpenseDoc[]; settlements: SettlementDoc[] };

/** Inserts in batches. `never`, because the driver's types want optional ids. */
export async function insert<T extends Document>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<void> {
  for (let start = 0; start < documents.length; start += BATCH) {
    await collection.insertMany(documents.slice(start, start + BATCH) as never, { ordered: false });
  }
}

export function makePeople(count: number, seed: number, random: Random) {
  return Array.from({ length: count }, (_, index) => ({
    _id: random.id(),
    name: `Person ${index + 1}`,
    email: `person-${seed}-${index + 1}@demo.test`,
    image: null,
    emailVerified: null,
  }));
}

function makeGroups(
  { groups, members }: Amounts,
  users: readonly { _id: ObjectId }[],
  random: Random,
  now: Date,
) {
  return Array.from({ length: groups }, (_, index) =>
    makeGroup(
      random.sample(users, members ?? random.int(2, 8)).map(({ _id }) => _id),
      index,
      random,
      now,
    ),
  );
}

/** A group of these members, created before all its events. */
export function makeGroup(members: ObjectId[], index: number, random: Random, now: Date): GroupDoc {
  return {
    _id: random.id(),
    title: `${random.pick(WHERE)} ${index + 1}`,
    icon: groupIconUrl(random.pick(GROUP_ICONS)),
    createdBy: random.pick(members),
    members,
    formerMembers: [],
    createdAt: new Date(now.getTime() - random.int(200, 400) * DAY_MS),
    rev: 0,
    touched: 0,
    deletedAt: null,
  };
}

/** The members of a group are friends of its creator, who can invite only friends. */
export function friendshipsOf(groups: readonly GroupDoc[], now: Date, random: Random) {
  const pairs = new Map<string, [ObjectId, ObjectId]>();
  for (const { createdBy, members } of groups) {
    for (const member of members) {
      if (member.equals(createdBy)) continue;
      pairs.set(pairKey(createdBy.toHexString(), member.toHexString()), [createdBy, member]);
    }
  }
  return [...pairs].map(([pair, users]) => ({
    _id: random.id(),
    pair,
    users,
    requestedBy: users[0],
    status: "accepted" as const,
    createdAt: new Date(now.getTime() - 400 * DAY_MS),
  }));
}

/** An event of all group members on a day of the last half-year, without expenses. */
export function makeEvent(
  group: Pick<GroupDoc, "_id" | "members" | "createdBy">,
  random: Random,
  now: Date,
): EventDoc {
  const date = dayOf(new Date(now.getTime() - random.int(1, 190) * DAY_MS));
  return {
    _id: random.id(),
    groupId: group._id,
    title: `${random.pick(WHERE)} in ${date.getUTCFullYear()}`,
    date,
    participants: group.members,
    createdBy: group.createdBy,
    createdAt: date,
    ...newEvent(),
  };
}

export function addEvent(made: Made, group: GroupDoc, expenseCount: number, random: Random, now: Date): void {
  const event = makeEvent(group, random, now);
  const { date } = event;
  const expenses = Array.from({ length: expenseCount }, (_, index) =>
    makeExpense(event, new Date(date.getTime() + index * 60_000), random),
  );
  for (const expense of expenses) {
    addToTotals(event, expense);
    made.expenses.push(expense);
  }
  const settled = random.chance(0.5) ? random.int(0, expenses.length) : 0;
  made.events.push(event);
  made.settlements.push(
    ...makeSettlements(event, expenses.slice(0, settled), true, random),
    ...makeSettlements(event, expenses.slice(settled), false, random),
  );
}

function makeExpense(event: EventDoc, at: Date, random: Random): ExpenseDoc {
  const people = event.participants;
  const cents = random.int(100, 25_000);
  const recorder = random.pick(people);
  const splitWith = random.chance(0.8) ? people : random.sample(people, random.int(1, people.length));
  const split = random.chance(0.9) ? EQUAL_SPLIT : byWeight(splitWith, random);
  const payers = random.chance(0.9) ? paidByOne(recorder, cents) : paidByTwo(people, cents, random);
  return newExpense(event, { cents, splitWith, split, payers }, recorder, at, random);
}

/** An expense of the event, with its shares and debts. */
export function newExpense(
  event: EventDoc,
  money: Parameters<typeof storedMoney>[0],
  recorder: ObjectId,
  at: Date,
  random: Random,
): ExpenseDoc {
  const _id = random.id();
  return {
    _id,
    eventId: event._id,
    groupId: event.groupId,
    description: random.pick(WHAT),
    ...storedMoney(money, _id, recorder),
    date: at,
    createdBy: recorder,
    createdAt: at,
    updatedAt: at,
    rev: 0,
    deletedAt: null,
  };
}

/** Everyone gets one to three shares. */
function byWeight(people: readonly ObjectId[], random: Random): Split {
  const values = people.map((user) => ({ user: user.toHexString(), value: random.int(1, 3) * 100 }));
  return { mode: "shares", values };
}

function paidByTwo(members: readonly ObjectId[], cents: number, random: Random): Share[] {
  const first = random.int(1, cents - 1);
  const [a, b] = random.sample(members, 2).map((one) => one.toHexString()) as [string, string];
  return [
    { user: a, cents: first },
    { user: b, cents: cents - first },
  ];
}

export function addToTotals(event: EventDoc, expense: ExpenseDoc): void {
  event.totalCents += expense.cents;
  event.expenseCount += 1;
  for (const { user, paid, share } of contributionDeltas(null, ledgerEntryOf(expense))) {
    const tally = (event.tally[user] ??= { paid: 0, share: 0 });
    tally.paid += paid;
    tally.share += share;
  }
}

/** The event's debts between each pair, as one settled or unsettled payment. */
export function makeSettlements(
  event: EventDoc,
  expenses: readonly ExpenseDoc[],
  settled: boolean,
  random: Random,
): SettlementDoc[] {
  return [...expectedNets(expenses.map(ledgerEntryOf))].map(([pair, net]) => {
    const [lo, hi] = parsePair(pair);
    const users: [ObjectId, ObjectId] = [new ObjectId(lo), new ObjectId(hi)];
    return {
      _id: random.id(),
      eventId: event._id,
      groupId: event.groupId,
      pair,
      users,
      net,
      settled,
      settledAt: settled ? new Date(event.date.getTime() + DAY_MS) : null,
      settledBy: settled ? payerFirst(net, users)[0] : null,
      createdAt: event.createdAt,
      deletedAt: null,
    };
  });
}
