import type { ObjectId } from "mongodb";
import { rebuildBalances } from "@/lib/db/settlements/balances";
import { rebuildSpending } from "@/lib/db/migrations/0002-spending";
import { getDb } from "@/lib/db/client";
import { copyOf, insertEvents, takeModel } from "@/lib/seed/copy-event";
import { Random } from "@/lib/seed/random";
import { insertGroups, makeGroup, makePeople } from "@/lib/seed/write-bulk";

const PEOPLE = 60;
const OTHERS = 10;

/** How many groups one person is in, and how many events with ten others are in each. */
type Breadth = { groups: number; events: number };

/**
 * Writes one person who is in every group and has an open payment with each of the ten others in each event: `groups` ×
 * `events` × 10.
 * @returns the person's id
 */
export async function writeWide({ groups: groupCount, events }: Breadth, seed: number): Promise<ObjectId> {
  const random = new Random(seed);
  const users = makePeople(PEOPLE, seed, random);
  // Copies give everyone the place of the model's member with the same rank.
  const [person, ...people] = users.toSorted((a, b) => (a._id.toHexString() < b._id.toHexString() ? -1 : 1));
  if (!person) throw new RangeError("No person was created.");
  const groups = Array.from({ length: groupCount }, (_, index) =>
    makeGroup([person, ...random.sample(people, OTHERS)], index, random),
  );
  await insertGroups(users, groups, random);
  const [me, ...others] = groups[0]!.members.map((id) => id.toHexString()) as [string, ...string[]];
  const expenses = others.map((other) => ({
    what: "Dinner",
    cents: random.int(200, 25_000),
    split: [me, other],
    paidBy: random.chance(0.5) ? other : me,
  }));
  const event = { title: "Weekend", daysAgo: 190, createdBy: me, participants: [me, ...others], expenses };
  const model = await takeModel(groups[0]!, event, random);
  for (const group of groups)
    await insertEvents(
      Array.from({ length: events }, () => copyOf(model, group, random.int(0, 180), random)),
    );
  await rebuildBalances(await getDb());
  await rebuildSpending(await getDb());
  return person._id;
}
