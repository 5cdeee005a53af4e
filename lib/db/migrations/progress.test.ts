import { ObjectId } from "mongodb";
import { Updating } from "@/lib/errors";
import { writeBulk } from "@/lib/seed/write-bulk";
import { rebuilder } from "@/testing/stored";
import { countExamined, useTestDatabase } from "@/testing/database";
import { getDb } from "../client";
import { collections, type ActivityDoc } from "../collections";
import { MIGRATIONS } from "./index";
import { PREPARED, prepareDatabase } from "../prepare";
import { violations } from "@/testing/violations";

// Migrations on a host that gives an attempt a few seconds.

useTestDatabase();

const EVENTS = 400;

const recorded = async () => (await getDb()).collection(PREPARED).findOne({});

beforeEach(
  rebuilder(async () => {
    await writeBulk({ people: 20, groups: EVENTS, events: EVENTS, expenses: 2 * EVENTS }, 3, () => undefined);
    await (await collections()).spending.deleteMany({});
    await (await getDb()).collection(PREPARED).updateMany({}, { $set: { begun: 1, done: 1 } });
  }),
);

test("each attempt goes on where the one before has ended, and the last one finishes", async () => {
  const { spending } = await collections();
  const db = await getDb();
  let attempts = 0;
  for (let done = false; !done; attempts++) {
    const before = await spending.countDocuments();
    // It has to end as soon as it has begun.
    done = await prepareDatabase(db, "unique", undefined, { until: Date.now() }).then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(Updating);
        return false;
      },
    );
    if (!done) expect(await spending.countDocuments()).toBeGreaterThan(before);
    expect(attempts).toBeLessThan(50);
  }
  expect(attempts).toBeGreaterThan(2);
  expect(await violations()).toEqual([]);
  expect(await recorded()).toMatchObject({ begun: MIGRATIONS.length, done: MIGRATIONS.length });
  expect(await recorded()).not.toHaveProperty("progress");
});

test("with the indexes of an older version, a batch reads no more than with all of them", async () => {
  const db = await getDb();
  const examined = () => countExamined(() => prepareDatabase(db, "unique"));
  const withAll = await examined();
  await (await collections()).spending.dropIndex("groupId_1_month_1");
  await db.collection(PREPARED).updateMany({}, { $set: { done: 1 } });
  expect(await examined()).toBeLessThanOrEqual(withAll);
});

test("an attempt that is killed loses what it has not recorded, and no more", async () => {
  const db = await getDb();
  const figures: number[] = [];
  const killed = (_: string, done?: number) => {
    if (done && figures.push(done) === 2) throw new Error("killed");
  };
  await expect(prepareDatabase(db, "unique", undefined, { report: killed })).rejects.toThrow("killed");
  await prepareDatabase(db, "unique", undefined, { report: killed });
  // What is done only grows, up to all of it.
  expect(figures).toEqual([...new Set(figures)].sort((a, b) => a - b));
  expect(figures.at(-1)).toBe(EVENTS);
  expect(await violations()).toEqual([]);
});

test("what an older version writes into an event that is done is found before the end", async () => {
  const db = await getDb();
  const { activities, events, expenses, spending } = await collections();
  await expect(prepareDatabase(db, "unique", undefined, { until: Date.now() })).rejects.toThrow(Updating);
  const first = (await events.find().sort({ _id: 1 }).next())!;
  const expense = (await expenses.findOne({ eventId: first._id }))!;
  // Moved to another month, as by a version that knows no spending.
  await expenses.updateOne({ _id: expense._id }, { $set: { date: new Date("2020-02-02T00:00:00Z") } });
  const activity = {
    _id: new ObjectId(),
    groupId: first.groupId,
    eventId: first._id,
    expenseId: expense._id,
  };
  await activities.insertOne(activity as ActivityDoc);
  await prepareDatabase(db, "unique");
  await activities.deleteOne({ _id: activity._id });
  expect(await spending.countDocuments({ eventId: first._id, month: "2020-02" })).toBe(1);
  expect(await violations()).toEqual([]);
});
