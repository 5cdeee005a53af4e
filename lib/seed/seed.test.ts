import { collections } from "@/lib/db/collections";
import { listFriendRequests } from "@/lib/db/requests/friend";
import { updateGroup } from "@/lib/db/groups";
import { listGroupsOf } from "@/lib/db/groups/own";
import { listInvitationsFor } from "@/lib/db/requests/group";
import { violations } from "@/testing/violations";
import { daysAgo } from "@/lib/core/text/dates";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { newActivityCount } from "@/lib/views/activity";
import { people } from "./people";
import { Random } from "./random";
import { seedIfEmpty } from "./seed-if-empty";
import { writeBulk } from "./write-bulk";

useTestDatabase();

/** The visible fields of the expenses, without dates. */
async function amounts() {
  const { expenses } = await collections();
  const all = await expenses.find().sort({ description: 1, cents: 1 }).toArray();
  return all.map(({ _id, description, cents, shares }) => ({ _id, description, cents, shares }));
}

describe("the demo data", () => {
  let seeded: boolean;
  beforeAll(async () => {
    await clearDatabase();
    seeded = await seedIfEmpty();
  });

  it("is written once, if the database is empty", async () => {
    expect(seeded).toBe(true);
    expect(await seedIfEmpty()).toBe(false);
    const { users, groups, events, expenses, settlements } = await collections();
    expect(await users.countDocuments()).toBe(people.length);
    expect(await groups.countDocuments()).toBe(3);
    expect(await events.countDocuments()).toBe(8);
    expect(await expenses.countDocuments()).toBe(60);
    expect(await settlements.countDocuments({ settled: true })).toBeGreaterThan(5);
    expect(await settlements.countDocuments({ settled: false })).toBeGreaterThan(5);
    expect(await expenses.countDocuments({ createdAt: { $gt: new Date() } })).toBe(0);
  });

  it("is written by one of several servers that start at once; the others wait for it", async () => {
    await clearDatabase();
    expect((await Promise.all([1, 2, 3].map(() => seedIfEmpty()))).sort()).toEqual([false, false, true]);
    expect(await violations()).toEqual([]);
  });

  it("has pending requests for the first demo person", async () => {
    const { users } = await collections();
    const first = await users.findOne({ email: people[0]?.email });
    if (!first) throw new Error("the first demo person is missing");
    expect((await listFriendRequests(first._id, {})).rows.length).toBeGreaterThan(0);
    expect((await listInvitationsFor(first._id, {})).rows.length).toBeGreaterThan(0);
  });

  it("has the activity of the past months, and only pending requests of today", async () => {
    const { activities, settlements } = await collections();
    const today = new Date(Date.now() - 3_600_000);
    expect(await activities.distinct("kind", { at: { $gt: today } })).toEqual(["member-invited"]);
    const paid = await activities.find({ kind: "payment-settled" }).toArray();
    const settled = await settlements.find({ settled: true }).toArray();
    expect(paid.map(({ at }) => at).sort()).toEqual(settled.map(({ settledAt }) => settledAt).sort());
  });

  it("is not news to its people, who are told of what others do from now on", async () => {
    const { users, groups } = await collections();
    const told = async () => {
      const found = await users.find().toArray();
      const known = found.map(async (user) => ({
        ...user,
        groups: await listGroupsOf(user._id, daysAgo(30)),
      }));
      return Promise.all((await Promise.all(known)).map(newActivityCount));
    };
    expect(await told()).toEqual(people.map(() => 0));
    for (const { _id, icon, members } of await groups.find().toArray()) {
      for (const member of members)
        await updateGroup(member, _id, { title: String(member), icon }, undefined);
    }
    expect(Math.min(...(await told()))).toBeGreaterThan(0);
  });

  it("is not written beside data of others on a MongoDB server, which stays", async () => {
    const before = await amounts();
    const { users } = await collections();
    await users.deleteMany({});
    // The connection stays open; only what kind it is has changed.
    process.env.MONGODB_URI = "mongodb://server.example";
    expect(await seedIfEmpty()).toBe(false);
    expect([await users.countDocuments(), await amounts()]).toEqual([0, before]);
  });

  it("starts over after an interrupted start; the same seed gives the same data", async () => {
    delete process.env.MONGODB_URI;
    const { users, expenses } = await collections();
    const before = await amounts();
    for (const interrupt of [
      () => users.deleteMany({}),
      () => users.updateMany({}, { $set: { unfinished: true } }),
    ]) {
      await expenses.deleteOne({});
      await interrupt();
      expect(await seedIfEmpty()).toBe(true);
      expect(await amounts()).toEqual(before);
    }
    expect(await users.countDocuments({ unfinished: { $exists: true } })).toBe(0);
  });

  it("differs with another seed, and satisfies the ledger laws", async () => {
    const before = await amounts();
    await clearDatabase();
    await seedIfEmpty(1234);
    expect(await amounts()).not.toEqual(before);
    expect(await violations()).toEqual([]);
  });
});

// It takes minutes on another server, which does nothing differently here.
const describeEmbedded = process.env.TEST_MONGODB_URI ? () => undefined : describe;

describeEmbedded("large data", () => {
  it("repeats the expenses of a large event, and what they sum up to", async () => {
    await clearDatabase();
    await writeBulk({ people: 3, groups: 1, events: 1, members: 3, expenses: 2_020 }, 5, () => undefined);
    const { events, expenses } = await collections();
    expect(await events.distinct("expenseCount")).toEqual([2_020]);
    expect(await expenses.countDocuments()).toBe(2_020);
    expect(await violations()).toEqual([]);
  });

  it("has the requested size, satisfies the laws, and reports progress", async () => {
    await clearDatabase();
    const seen: number[] = [];
    const asked = { people: 20, groups: 4, events: 13, expenses: 411 };
    await writeBulk(asked, 3, (written) => void seen.push(written));
    const { users, groups, events, expenses, settlements } = await collections();
    expect({
      people: await users.countDocuments(),
      groups: await groups.countDocuments(),
      events: await events.countDocuments(),
      expenses: await expenses.countDocuments(),
    }).toEqual(asked);
    expect(await settlements.countDocuments({ settled: true })).toBeGreaterThan(0);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toBe(411);
    expect(await violations()).toEqual([]);
  });
});

describe("Random", () => {
  it("is reproducible for a seed, and stays within its bounds", () => {
    const draw = (seed: number) => {
      const random = new Random(seed);
      return [random.int(3, 9), random.next(), random.id().toHexString(), random.sample([1, 2, 3, 4], 2)];
    };
    expect(draw(9)).toEqual(draw(9));
    expect(draw(9)).not.toEqual(draw(10));
    const random = new Random(1);
    const drawn = Array.from({ length: 500 }, () => random.int(1, 4));
    expect([...new Set(drawn)].sort()).toEqual([1, 2, 3, 4]);
    expect(random.sample(["a", "b"], 5)).toEqual(["a", "b"]);
    expect(() => random.pick([])).toThrow(RangeError);
  });
});
