import { ObjectId } from "mongodb";
import { countCommands, useTestDatabase } from "@/lib/testing/database";
import { aGroup, anEvent, aPerson } from "@/lib/testing/people";
import { listBalances } from "./balances";
import { getDb } from "./client";
import { createExpense } from "./expenses";
import { INDEXES } from "./indexes";
import { PREPARED, prepareDatabase } from "./prepare";

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
