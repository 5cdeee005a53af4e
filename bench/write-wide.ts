import { EQUAL_SPLIT } from "@/lib/core/money/split";
import { rebuildBalances } from "@/lib/db/settlements/balances";
import { rebuildSpending } from "@/lib/db/migrations/0002-spending";
import { getDb } from "@/lib/db/client";
import { collections } from "@/lib/db/collections";
import { paidByOne } from "@/lib/db/expenses/money";
import { Random } from "@/lib/seed/random";
import {
  addToTotals,
  friendshipsOf,
  insert,
  makeEvent,
  makeGroup,
  makePeople,
  makeSettlements,
  newExpense,
} from "@/lib/seed/write-bulk";

const PEOPLE = 60;
const OTHERS = 10;

/** How many groups one person is in, and how many events with ten others are in each. */
type Breadth = { groups: number; events: number };

/**
 * Writes one person, the first of the people, who is in every group and has an open payment with each of the ten
 * others in each event: `groups` × `events` × 10.
 * @returns the person's email address
 */
export async function writeWide(
  { groups: groupCount, events: eventCount }: Breadth,
  seed: number,
): Promise<string> {
  const now = new Date();
  const random = new Random(seed);
  const all = await collections();
  const [person, ...people] = makePeople(PEOPLE, seed, random);
  if (!person) throw new RangeError("No person was created.");
  const groups = Array.from({ length: groupCount }, (_, index) =>
    makeGroup(
      [person, ...random.sample(people, OTHERS)].map(({ _id }) => _id),
      index,
      random,
      now,
    ),
  );
  await insert(all.users, [person, ...people]);
  await insert(all.friendships, friendshipsOf(groups, now, random));
  await insert(all.groups, groups);
  for (const group of groups) {
    const events = Array.from({ length: eventCount }, () => makeEvent(group, random, now));
    const expenses = events.map((event) =>
      group.members.slice(1).map((other, index) => {
        const cents = random.int(200, 25_000);
        const paidBy = random.chance(0.5) ? other : person._id;
        const at = new Date(event.date.getTime() + index * 60_000);
        const expense = newExpense(
          event,
          { cents, splitWith: [person._id, other], split: EQUAL_SPLIT, payers: paidByOne(paidBy, cents) },
          paidBy,
          at,
          random,
        );
        addToTotals(event, expense);
        return expense;
      }),
    );
    await insert(all.events, events);
    await insert(all.expenses, expenses.flat());
    await insert(
      all.settlements,
      events.flatMap((event, index) => makeSettlements(event, expenses[index] ?? [], false, random)),
    );
  }
  await rebuildBalances(await getDb());
  await rebuildSpending(await getDb());
  return person.email;
}
