import "server-only";
import type { ObjectId } from "mongodb";
import { GROUP_ICONS, groupIconUrl } from "@/lib/core/groups";
import { pairKey } from "@/lib/core/money/ledger";
import { DAY_MS } from "@/lib/core/text/dates";
import { getDb } from "@/lib/db/client";
import { collections, type GroupDoc } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import { rebuildSpending } from "@/lib/db/migrations/0002-spending";
import { rebuildBalances } from "@/lib/db/settlements/balances";
import { BATCH, copyOf, insert, insertEvents, takeModel, type Model, type StoredEvent } from "./copy-event";
import { Random } from "./random";
import { groups as demo, type ScenarioEvent } from "./scenario";

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
  const events = given.events ?? Math.max(1, Math.floor(expenses / 30));
  const groups = given.groups ?? Math.max(1, Math.ceil(events / 4));
  const { members } = given;
  return { expenses, events, groups, people: given.people ?? Math.max(8, groups, members ?? 0), members };
}

/** The most expenses of a model. */
const LARGEST_MODEL = 50;

const EXPENSES = demo.flatMap(({ events }) => events.flatMap(({ expenses }) => expenses));

/**
 * Writes a large data set fast: copies of one event for each number of members (copy-event.ts), in bulk. What is left
 * because it cannot be divided is added individually.
 * @param progress called with the number of expenses written
 */
export async function writeBulk(
  { people, groups: groupCount, events, expenses, members }: Amounts,
  seed: number,
  progress: (expenses: number) => void,
): Promise<void> {
  const random = new Random(seed);
  const users = makePeople(people, seed, random);
  const groups = Array.from({ length: groupCount }, (_, index) =>
    makeGroup(random.sample(users, members ?? random.int(2, 8)), index, random),
  );
  await insertGroups(users, groups, random);

  const times = Math.ceil(expenses / events / LARGEST_MODEL);
  const once = Math.floor(expenses / events / times);
  const models = new Map<number, Model>();
  const places: { eventId: ObjectId; group: GroupDoc }[] = [];
  let written = 0;
  let copies: StoredEvent[] = [];
  for (let index = 0; index < events; index++) {
    const group = groups[index % groups.length]!;
    const size = group.members.length;
    const model = models.get(size) ?? (await takeModel(group, makeEvent(group, once, random), random));
    models.set(size, model);
    const copy = copyOf(model, group, random.int(0, 175), random, times);
    copies.push(copy);
    places.push({ eventId: copy.event._id, group });
    if (copies.length * copy.expenses.length < BATCH && index < events - 1) continue;
    await insertEvents(copies);
    progress((written += copies.length * copy.expenses.length));
    copies = [];
  }
  await rebuildBalances(await getDb());
  await rebuildSpending(await getDb());
  for (; written < expenses; progress(++written)) {
    const { eventId, group } = places[written % events]!;
    const { what, cents } = random.pick(EXPENSES);
    const money = { description: what, cents, splitWith: group.members, recorder: group.createdBy };
    await createExpense({ _id: random.id(), eventId, ...money });
  }
}

/** An event of half a year ago, in which two people may have settled. Prices are those of the demo data. */
function makeEvent(group: GroupDoc, count: number, random: Random): ScenarioEvent<string> {
  const members = group.members.map((id) => id.toHexString());
  const isSettled = random.chance(0.5);
  const expenses = Array.from({ length: count }, () => {
    const { what, cents } = random.pick(EXPENSES);
    const [paidBy, other] = random.sample(members, 2) as [string, string];
    const split = random.chance(0.8) ? members : random.sample(members, random.int(1, members.length));
    const of = Object.fromEntries(split.map((id) => [id, random.int(1, 3)]));
    return {
      what: what.split(" ")[0]!,
      cents,
      paidBy,
      split,
      ...(random.chance(0.1) && { andPaidBy: other }),
      ...(random.chance(0.1) && { values: { mode: "shares" as const, of } }),
    };
  });
  const settled = { afterExpenses: Math.ceil(count / 2), owedBy: random.sample(members, 2) };
  const title = random.pick(demo).title;
  return {
    title,
    daysAgo: 190,
    createdBy: members[0]!,
    participants: members,
    expenses,
    ...(isSettled && { settled }),
  };
}

export const emailOf = (seed: number, index: number) => `person-${seed}-${index + 1}@demo.test`;

export function makePeople(count: number, seed: number, random: Random) {
  return Array.from({ length: count }, (_, index) => ({
    _id: random.id(),
    name: `Person ${index + 1}`,
    email: emailOf(seed, index),
    image: null,
    emailVerified: null,
  }));
}

/** A group of these people, older than all its events. */
export function makeGroup(people: readonly { _id: ObjectId }[], index: number, random: Random): GroupDoc {
  const members = people.map(({ _id }) => _id);
  return {
    _id: random.id(),
    title: `${random.pick(demo).title} ${index + 1}`,
    icon: groupIconUrl(random.pick(GROUP_ICONS)),
    createdBy: random.pick(members),
    members,
    formerMembers: [],
    createdAt: new Date(Date.now() - random.int(200, 400) * DAY_MS),
    rev: 0,
    touched: 0,
    deletedAt: null,
  };
}

/** Inserts people and groups. The members of a group are friends of its creator, who can invite only friends. */
export async function insertGroups(
  people: ReturnType<typeof makePeople>,
  groups: readonly GroupDoc[],
  random: Random,
): Promise<void> {
  const pairs = new Map<string, [ObjectId, ObjectId]>();
  for (const { createdBy, members } of groups) {
    for (const member of members) {
      if (member.equals(createdBy)) continue;
      pairs.set(pairKey(createdBy.toHexString(), member.toHexString()), [createdBy, member]);
    }
  }
  const friendships = [...pairs].map(([pair, users]) => ({
    _id: random.id(),
    pair,
    users,
    requestedBy: users[0],
    status: "accepted" as const,
    createdAt: new Date(Date.now() - 400 * DAY_MS),
  }));
  const all = await collections();
  await insert(all.users, people);
  await insert(all.friendships, friendships);
  await insert(all.groups, groups);
}
