import { ObjectId } from "mongodb";
import { countCommands, useTestDatabase } from "@/lib/testing/database";
import { aGroup, anEvent, aPerson } from "@/lib/testing/people";
import { listBalances } from "./balances";
import { getDb } from "./client";
import { createExpense, listExpenses, updateExpense } from "./expenses";
import { INDEXES } from "./indexes";
import { collections } from "./collections";
import { catchUp, PREPARED, prepareDatabase, prepareToServe, repairDatabase } from "./prepare";
import { DatabaseUnavailable } from "./server-errors";
import { verifyDatabase } from "./verify";

useTestDatabase();

const indexNames = async () => {
  const db = await getDb();
  const collections = [...new Set(INDEXES.map(([collection]) => collection))];
  const all = await Promise.all(collections.map((name) => db.collection(name).indexes()));
  return all.flat().length;
};

it("takes one command if the database is already prepared", async () => {
  const db = await getDb();
  const { commands } = await countCommands(() => prepareDatabase(db));
  expect(commands).toEqual(["find"]);
});

it("replaces an index of a version before, even if several servers start at once", async () => {
  const db = await getDb();
  const keys = db.collection("idempotencyKeys");
  await keys.dropIndexes();
  await keys.createIndex({ createdAt: 1 }, { expireAfterSeconds: 24 * 60 * 60 });
  await db.collection(PREPARED).deleteMany({});
  await Promise.all([1, 2, 3].map(() => prepareDatabase(db)));
  const lifetimes = (await keys.indexes()).map(({ expireAfterSeconds }) => expireAfterSeconds);
  expect(lifetimes).toEqual([undefined, 30 * 24 * 60 * 60]);
});

it("creates what is missing if the version is different or unknown", async () => {
  const db = await getDb();
  const before = await indexNames();
  await db.collection("users").dropIndex("email_1");
  await db
    .collection<{ _id: string }>(PREPARED)
    .updateOne({ _id: "database" }, { $set: { digest: "of a version before" } });
  await prepareDatabase(db);
  expect(await indexNames()).toBe(before);
  await db.collection("users").dropIndex("email_1");
  await db.collection(PREPARED).deleteMany({});
  await prepareDatabase(db);
  expect(await indexNames()).toBe(before);
});

it("serves before indexes are built that only make queries fast, and builds them afterwards", async () => {
  const db = await getDb();
  const all = await indexNames();
  await db.collection("users").dropIndex("email_1");
  await db.collection("expenses").dropIndex("eventId_1_date_-1__id_-1");
  const asOf = { $set: { digest: "of a version before", migrated: "3 of a version before" } };
  await db.collection<{ _id: string }>(PREPARED).updateOne({ _id: "database" }, asOf);
  await prepareToServe(db);
  expect(await db.collection("users").indexExists("email_1")).toBe(true);
  expect(await indexNames()).toBe(all - 1);
  await catchUp(db, new Date());
  expect(await indexNames()).toBe(all);
  const { commands } = await countCommands(() => prepareToServe(db));
  expect(commands).toEqual(["find"]);
});

it("does not serve before data of a version before is migrated", async () => {
  const balances = await owed();
  const db = await getDb();
  await db.collection("balances").updateMany({}, { $set: { cents: 1 } });
  await (
    await prepared()
  ).updateOne({ _id: "database" }, { $set: { digest: "of a version before" } as object });
  await prepareToServe(db);
  expect(await balances()).toMatchObject([{ cents: -500 }]);
});

const prepared = async () => (await getDb()).collection<{ _id: string; repeatAt?: Date }>(PREPARED);
const violations = async () => {
  const found: unknown[] = [];
  await verifyDatabase((violation) => void found.push(violation));
  return found;
};

it("refuses data of a newer version with a sentence, and changes nothing", async () => {
  const db = await getDb();
  const before = await (await prepared()).findOne({ _id: "database" });
  const newer = { digest: "of a version after", migrated: "4 of a version after" };
  await (await prepared()).updateOne({ _id: "database" }, { $set: newer });
  await db.collection("users").dropIndex("email_1");
  const indexes = await indexNames();
  const sentence =
    /^The data was written by a newer version of Evenly \(data version 4, this one knows 3\): .*\.$/;
  for (const refused of [prepareDatabase, repairDatabase, () => catchUp(db, new Date(0))]) {
    const error: unknown = await refused(db).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(error).toMatchObject({ message: expect.stringMatching(sentence) });
  }
  expect(await (await prepared()).findOne({ _id: "database" })).toMatchObject(newer);
  expect(await indexNames()).toBe(indexes);
  await (await prepared()).replaceOne({ _id: "database" }, before!);
  await repairDatabase(db);
});

/** What the first version wrote: no payers, split, debts, note, category, date, or balances. */
async function writeAsFirstVersion() {
  const balances = await owed();
  const { expenses, balances: stored } = await collections();
  const [expense] = await expenses.find().sort({ _id: -1 }).limit(1).toArray();
  const later = { payers: "", split: "", debts: "", note: "", category: "", date: "" } as const;
  await expenses.updateOne({ _id: expense!._id }, { $unset: later });
  await stored.updateMany({}, { $set: { cents: 0 } });
  return { balances, expense: expense! };
}

it("brings expenses up to date that an older version, still running, has written after the upgrade", async () => {
  const { balances, expense } = await writeAsFirstVersion();
  const db = await getDb();
  // Another start does not look at all data again.
  await prepareDatabase(db);
  await catchUp(db, new Date(Date.now() + 60_000));
  expect(await balances()).toEqual([]);

  await catchUp(db, new Date(Date.now() - 60_000));
  expect(await balances()).toMatchObject([{ cents: -500 }]);
  expect((await listExpenses(expense.eventId, {})).rows).toEqual([{ ...expense, date: expense.createdAt }]);
  const change = { description: "June", cents: 2_000, splitWith: expense.splitWith };
  await updateExpense(expense.createdBy, expense._id, change, 0);
  expect(await balances()).toMatchObject([{ cents: -1_000 }]);
  expect(await violations()).toEqual([]);
});

it("migrates once more when the servers of the version before must have ended", async () => {
  const db = await getDb();
  const asOf = { $set: { digest: "of a version before", migrated: "2 of a version before" } };
  await (await prepared()).updateOne({ _id: "database" }, asOf);
  await prepareDatabase(db);
  const balances = await owed();
  await db.collection("balances").updateMany({}, { $set: { cents: 1 } });
  await catchUp(db, new Date());
  expect(await balances()).toMatchObject([{ cents: 1 }]);
  const { repeatAt } = (await (await prepared()).findOne({ _id: "database" }))!;
  expect(repeatAt!.getTime()).toBeGreaterThan(Date.now());

  await (await prepared()).updateOne({ _id: "database" }, { $set: { repeatAt: new Date() } });
  await catchUp(db, new Date());
  expect(await balances()).toMatchObject([{ cents: -500 }]);
  await db.collection("balances").updateMany({}, { $set: { cents: 1 } });
  await catchUp(db, new Date());
  expect(await balances()).toMatchObject([{ cents: 1 }]);
  await repairDatabase(db);
});

it("repairs whatever is stored about the database, and documents with missing fields do not stop it", async () => {
  const { balances, expense } = await writeAsFirstVersion();
  const db = await getDb();
  const { expenses, settlements } = await collections();
  const broken = await expenses.insertMany([
    { _id: new ObjectId(), eventId: expense.eventId } as never,
    {
      _id: new ObjectId(),
      eventId: expense.eventId,
      shares: [{}],
      paidBy: expense.paidBy,
      cents: 5,
    } as never,
    { _id: new ObjectId(), eventId: expense.eventId, shares: "none", paidBy: "Ana" } as never,
  ]);
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
  expect(await expenses.findOne({ _id: expense._id })).toEqual({ ...expense, date: expense.createdAt });
  await expenses.deleteMany({ _id: { $in: Object.values(broken.insertedIds) } });
  await settlements.deleteMany({ _id: { $in: Object.values(lone.insertedIds) } });
  expect(await violations()).toEqual([]);
});

/** Ben owes Ana $5.00. @returns his balances */
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
  return balances;
}

it("computes the balances of a database from before they were stored", async () => {
  const balances = await owed();
  const before = await balances();
  const db = await getDb();
  await db.collection("balances").drop();
  await db.collection(PREPARED).deleteMany({});
  await prepareDatabase(db);
  expect(await balances()).toEqual(before);
});

it("computes them again if an older version, which does not change them, ran in between", async () => {
  const balances = await owed();
  const db = await getDb();
  await db.collection("balances").updateMany({}, { $set: { cents: 1 } });
  const prepared = db.collection<{ _id: string }>(PREPARED);
  await prepared.updateOne({ _id: "database" }, { $set: { digest: "of a version before" } });
  await prepareDatabase(db);
  expect(await balances()).toMatchObject([{ cents: -500 }]);
  await db.collection("balances").updateMany({}, { $set: { cents: 1 } });
  await prepareDatabase(db);
  expect(await balances()).toMatchObject([{ cents: 1 }]);
});
