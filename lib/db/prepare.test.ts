import { readdirSync } from "node:fs";
import { ObjectId, type Db } from "mongodb";
import { runDueJobs } from "@/lib/server/jobs";
import { countCommands, useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { listBalances } from "./settlements/balances";
import { getDb } from "./client";
import { createExpense } from "./expenses";
import { INDEXES } from "./indexes";
import { collections } from "./collections";
import { MIGRATIONS, type Migration } from "./migrations";
import { PREPARED, prepareDatabase, repairDatabase, requireKnownData } from "./prepare";
import { DatabaseUnavailable } from "./server-errors";
import { violations } from "@/testing/violations";

useTestDatabase();

let db: Db;
beforeAll(async () => {
  db = await getDb();
});

const RECORD = { _id: "database" };
const prepared = () => db.collection<{ _id: string }>(PREPARED);
const recorded = () => prepared().findOne(RECORD);

const indexCount = async () => {
  const names = [...new Set(INDEXES.map(([collection]) => collection))];
  return (await Promise.all(names.map((name) => db.collection(name).indexes()))).flat().length;
};

it("takes one command if the database is already prepared", async () => {
  const { commands } = await countCommands(() => prepareDatabase(db));
  expect(commands).toEqual(["find"]);
});

it("creates missing indexes if others or none are recorded, even if several servers start at once", async () => {
  const before = await indexCount();
  await db.collection("users").dropIndex("one_account_per_address");
  await prepared().updateOne(RECORD, { $set: { indexes: "of another version" } });
  await prepareDatabase(db);
  expect(await indexCount()).toBe(before);
  await db.collection("users").dropIndex("one_account_per_address");
  await prepared().deleteMany({});
  await Promise.all([1, 2, 3].map(() => prepareDatabase(db)));
  expect(await indexCount()).toBe(before);
});

it("serves before indexes are built that only make queries fast, and builds them afterwards", async () => {
  const all = await indexCount();
  await db.collection("users").dropIndex("one_account_per_address");
  await db.collection("expenses").dropIndex("eventId_1_date_-1__id_-1");
  await prepared().updateOne(RECORD, { $set: { indexes: "of another version" } });
  await prepareDatabase(db, "unique");
  expect(await db.collection("users").indexExists("one_account_per_address")).toBe(true);
  expect(await indexCount()).toBe(all - 1);
  await prepareDatabase(db);
  expect(await indexCount()).toBe(all);
  const { commands } = await countCommands(() => prepareDatabase(db, "unique"));
  expect(commands).toEqual(["find"]);
});

describe("migrations", () => {
  type Item = { _id: number; cents?: number; dollars?: number };
  const items = () => db.collection<Item>("items");
  const migrated = [1, 2, 3, 4].map((_id) => ({ _id, cents: _id * 100 }));

  /** What a later version might do: stores cents instead of dollars, in batches of two. */
  const toCents =
    (afterBatch: () => void = () => undefined): Migration =>
    async () => {
      for (;;) {
        const batch = await items()
          .find({ dollars: { $exists: true } })
          .limit(2)
          .toArray();
        if (batch.length === 0) return;
        for (const { _id, dollars } of batch) {
          const change = { $set: { cents: dollars! * 100 }, $unset: { dollars: "" } } as const;
          await items().updateOne({ _id, dollars: dollars! }, change);
        }
        afterBatch();
      }
    };

  const forget = () => prepared().updateOne(RECORD, { $unset: { begun: "", done: "" } });
  beforeEach(async () => {
    await forget();
    await items().deleteMany({});
    await items().insertMany([1, 2, 3, 4].map((_id) => ({ _id, dollars: _id })));
  });
  afterEach(forget);

  it("run once, in their order, before requests are answered", async () => {
    const log: string[] = [];
    const first = async () => void log.push("first");
    await prepareDatabase(db, "unique", [first]);
    expect(await recorded()).toMatchObject({ begun: 1, done: 1 });
    const second: Migration = async (...args) => {
      log.push("second");
      await toCents()(...args);
    };
    await prepareDatabase(db, "unique", [first, second]);
    await prepareDatabase(db, "unique", [first, second]);
    expect(log).toEqual(["first", "second"]);
    expect(await items().find().toArray()).toEqual(migrated);
    expect(await recorded()).toMatchObject({ begun: 2, done: 2 });
  });

  it("go on after they were killed in the middle; until then, the version before refuses the data", async () => {
    const killed = toCents(() => {
      throw new Error("killed");
    });
    await expect(prepareDatabase(db, "all", [killed])).rejects.toThrow("killed");
    expect(await items().countDocuments({ cents: { $exists: true } })).toBe(2);
    expect(await recorded()).toMatchObject({ begun: 1 });
    await expect(prepareDatabase(db, "all", [])).rejects.toThrow(/^The data was written by a newer version/);
    await prepareDatabase(db, "all", [toCents()]);
    expect(await items().find().toArray()).toEqual(migrated);
    expect(await recorded()).toMatchObject({ begun: 1, done: 1 });
  });

  it("may run on several servers at once", async () => {
    await Promise.all([1, 2, 3].map(() => prepareDatabase(db, "all", [toCents()])));
    expect(await items().find().toArray()).toEqual(migrated);
    expect(await recorded()).toMatchObject({ begun: 1, done: 1 });
  });

  it("run again in a repair, whatever is recorded", async () => {
    await prepareDatabase(db, "all", [toCents()]);
    await items().insertOne({ _id: 5, dollars: 5 });
    await repairDatabase(db, [toCents()]);
    expect(await items().find().toArray()).toEqual([...migrated, { _id: 5, cents: 500 }]);
  });

  it("are numbered files, all of them listed", () => {
    const files = readdirSync("lib/db/migrations").filter((name) => /^\d{4}-.*(?<!\.test)\.ts$/.test(name));
    const numbers = files.sort().map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });
});

it("refuses data of a newer version with a sentence, and changes nothing", async () => {
  await prepared().updateOne(RECORD, { $set: { begun: MIGRATIONS.length + 1 } });
  const newer = await recorded();
  await db.collection("users").dropIndex("one_account_per_address");
  const indexes = await indexCount();
  const { length } = MIGRATIONS;
  const sentence = `The data was written by a newer version of Evenly (data version ${length + 1}, this one knows ${length}): `;
  for (const refused of [prepareDatabase, repairDatabase, requireKnownData]) {
    const error: unknown = await refused(db).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(error).toMatchObject({ message: expect.stringContaining(sentence) });
  }
  expect(await recorded()).toEqual(newer);
  expect(await indexCount()).toBe(indexes);
  await prepared().updateOne(RECORD, { $unset: { begun: "" } });
  await repairDatabase(db);
});

it("repairs balances, and documents with missing fields do not stop it", async () => {
  const { balances, eventId } = await owed();
  const { balances: stored, expenses, settlements } = await collections();
  await stored.updateMany({}, { $set: { cents: 1 } });
  const broken = await expenses.insertOne({ _id: new ObjectId(), eventId, shares: "none" } as never);
  const unsettled = { settled: false, deletedAt: null, net: 7 };
  const lone = await settlements.insertMany([
    { _id: new ObjectId(), eventId: new ObjectId(), ...unsettled } as never,
    {
      _id: new ObjectId(),
      eventId: new ObjectId(),
      users: ["Ana", null],
      pair: "a:b",
      ...unsettled,
    } as never,
  ]);
  await repairDatabase(db);
  expect(await balances()).toMatchObject([{ cents: -500 }]);
  await expenses.deleteOne({ _id: broken.insertedId });
  await settlements.deleteMany({ _id: { $in: Object.values(lone.insertedIds) } });
  expect(await violations()).toEqual([]);
});

/** Ben owes Ana $5.00. @returns his balances, and the event */
async function owed() {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const eventId = await anEvent(await aGroup("Flat", [ana, ben]), "Rent", [ana, ben]);
  await createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: ana._id,
    description: "May",
    cents: 1_000,
    splitWith: [ana._id, ben._id],
  });
  const balances = () => listBalances(ben._id);
  expect(await balances()).toMatchObject([{ cents: -500, person: { name: "Ana" } }]);
  return { balances, eventId };
}

it("closes the database when a newer version has taken over while this one runs", async () => {
  await prepared().updateOne(RECORD, { $set: { begun: MIGRATIONS.length + 1 } });
  await expect(runDueJobs()).rejects.toThrow(/^The data was written by a newer version/);
  expect(await getDb()).not.toBe(db);
  await (await getDb()).collection<{ _id: string }>(PREPARED).updateOne(RECORD, { $unset: { begun: "" } });
});
