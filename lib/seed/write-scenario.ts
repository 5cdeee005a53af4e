import "server-only";
import type { ObjectId } from "mongodb";
import { DAY_MS, dayOf, longMonthName } from "@/lib/core/text/dates";
import { groupIconUrl } from "@/lib/core/groups";
import { payerFirst } from "@/lib/core/money/ledger";
import type { Share, Split } from "@/lib/core/money/split";
import { collections } from "@/lib/db/collections";
import { createEvent } from "@/lib/db/events";
import { createExpense } from "@/lib/db/expenses";
import { acceptFriendship, requestFriendship } from "@/lib/db/requests/friend";
import { acceptInvitation, invite } from "@/lib/db/requests/group";
import { createGroup } from "@/lib/db/groups";
import { listUnsettled } from "@/lib/db/settlements/lists";
import { settle } from "@/lib/db/settlements";
import { people } from "./people";
import { Random } from "./random";
import {
  friendships,
  groups,
  pendingFriendRequests,
  type ScenarioEvent,
  type ScenarioExpense,
  type ScenarioGroup,
  type Who,
} from "./scenario";

const HOUR_MS = 3_600_000;

type Cast<Person = Who> = (who: Person) => ObjectId;

/** The default of --seed: the same demo data on every machine. */
export const DEFAULT_SEED = 1;

/**
 * Writes the demo people with their groups, events, expenses, settled payments, and open requests through the
 * application's own functions. Amounts depend on the seed only, dates on today.
 */
export async function writeScenario(seed: number = DEFAULT_SEED): Promise<void> {
  const now = new Date();
  const random = new Random(seed);
  // Seeded ids, because they determine who bears an odd cent.
  const users = people.map(({ name, email }) => ({
    _id: random.id(),
    name,
    email,
    image: null,
    emailVerified: null,
    activitySeenAt: now,
    unfinished: true as const,
  }));
  const ids = new Map(users.map(({ name, _id }) => [name.split(" ")[0], _id]));
  const cast: Cast = (who) => {
    const id = ids.get(who);
    if (!id) throw new Error(`${who} is not a demo person.`);
    return id;
  };
  const all = await collections();
  await all.users.insertMany(users);
  for (const [from, to] of friendships) {
    const request = await requestFriendship(cast(from), cast(to));
    await acceptFriendship(cast(to), request._id);
  }
  for (const [from, to] of pendingFriendRequests) await requestFriendship(cast(from), cast(to));
  // As of long ago, like the activity.
  await all.notices.deleteMany({ userId: { $in: users.map(({ _id }) => _id) } });
  for (const group of groups) await writeGroup(group, cast, random, now);
  await all.users.updateMany({}, { $unset: { unfinished: true } });
}

async function writeGroup(group: ScenarioGroup, cast: Cast, random: Random, now: Date): Promise<void> {
  const groupId = random.id();
  const creator = cast(group.createdBy);
  const others = group.members.filter((member) => member !== group.createdBy);
  const createdAt = daysBefore(now, group.daysAgo);
  const joinedAt = new Date(createdAt.getTime() + HOUR_MS);
  await createGroup({
    _id: groupId,
    title: group.title,
    icon: groupIconUrl(group.icon),
    creator,
    invite: [],
    at: createdAt,
  });
  for (const who of others) {
    const invitation = await invite(creator, groupId, cast(who), undefined, createdAt);
    await acceptInvitation(cast(who), invitation._id, joinedAt);
  }
  for (const who of group.invited) await invite(creator, groupId, cast(who));
  for (const event of group.events) await writeEvent(event, groupId, cast, random, now);
}

/** @returns the event's id */
export async function writeEvent<Person extends string>(
  event: ScenarioEvent<Person>,
  groupId: ObjectId,
  cast: Cast<Person>,
  random: Random,
  now: Date,
): Promise<ObjectId> {
  const eventId = random.id();
  const date = daysBefore(now, event.daysAgo);
  await createEvent({
    _id: eventId,
    groupId,
    title: event.title.replace("{month}", longMonthName(date)),
    date,
    participants: event.participants.map(cast),
    creator: cast(event.createdBy),
    at: new Date(date.getTime() + 8 * HOUR_MS),
  });
  for (const [index, expense] of event.expenses.entries()) {
    const at = new Date(date.getTime() + (9 + 5 * index) * HOUR_MS);
    const cents = varied(expense.cents, random);
    await createExpense({
      _id: random.id(),
      eventId,
      description: expense.what,
      cents,
      splitWith: (expense.split ?? event.participants).map(cast),
      split: scenarioSplit(expense, cast),
      payers: payersOf(expense, cents, cast),
      note: expense.note,
      recorder: cast(expense.paidBy),
      at,
    });
    if (event.settled?.afterExpenses === index + 1) {
      await settleDebts(eventId, event.settled.owedBy?.map(cast), new Date(at.getTime() + HOUR_MS));
    }
  }
  return eventId;
}

function scenarioSplit<Person extends string>(
  { values }: ScenarioExpense<Person>,
  cast: Cast<Person>,
): Split | undefined {
  if (!values) return undefined;
  const entered = Object.entries(values.of) as [Person, number][];
  return {
    mode: values.mode,
    values: entered.map(([who, value]) => ({ user: cast(who).toHexString(), value: value * 100 })),
  };
}

function payersOf<Person extends string>(
  { paidBy, andPaidBy }: ScenarioExpense<Person>,
  cents: number,
  cast: Cast<Person>,
): Share[] | undefined {
  if (!andPaidBy) return undefined;
  const half = Math.floor(cents / 2);
  return [
    { user: cast(paidBy).toHexString(), cents: cents - half },
    { user: cast(andPaidBy).toHexString(), cents: half },
  ];
}

/** Settles the open payments of an event; with `debtors`, only theirs. Each debtor settles their own debt. */
async function settleDebts(eventId: ObjectId, debtors: ObjectId[] | undefined, at: Date): Promise<void> {
  for (const { _id, net, users } of await listUnsettled(eventId)) {
    const [debtor] = payerFirst(net, users);
    if (debtors && !debtors.some((one) => one.equals(debtor))) continue;
    await settle(debtor, _id, { at });
  }
}

/** Whole-dollar prices are quoted ones and stay; others vary by up to 10%. In cents. */
function varied(cents: number, random: Random): number {
  return cents % 100 === 0 ? cents : Math.round(cents * (0.9 + random.next() * 0.2));
}

/** Midnight UTC, the given number of days ago. */
function daysBefore(now: Date, days: number): Date {
  return dayOf(new Date(now.getTime() - days * DAY_MS));
}
