import { EJSON, type ObjectId, type Document } from "bson";
import { readFileSync } from "node:fs";
import { useTestDatabase } from "@/lib/testing/database";
import { getDb } from "./client";
import { collections } from "./collections";
import { listExpenses, updateExpense } from "./expenses";
import { PREPARED, prepareDatabase } from "./prepare";
import { settle } from "./settlements";
import { verifyDatabase } from "./verify";
import { listReasons } from "./why";

useTestDatabase();

// Written by the version before uneven splits: dinner 120.00 of all three, taxi 10.01 of Ana and Ben, groceries 45.67
// of all three; one payment settled before the dinner was edited.
const file = readFileSync("lib/testing/data-of-version-1.json", "utf8");
const stored = EJSON.parse(file) as Record<string, (Document & { _id: ObjectId })[]>;

beforeAll(async () => {
  const db = await getDb();
  for (const [name, documents] of Object.entries(stored)) await db.collection(name).insertMany(documents);
  await db.collection(PREPARED).deleteMany({});
  await prepareDatabase(db);
});

const eventId = stored["events"]![0]!._id;

test("migrated data is consistent, and only the new fields have changed", async () => {
  const found: unknown[] = [];
  await verifyDatabase((violation) => void found.push(violation));
  expect(found).toEqual([]);
  const { expenses, settlements } = await collections();
  for (const before of stored["expenses"]!) {
    expect(await expenses.findOne({ _id: before._id })).toMatchObject(before);
  }
  expect(await settlements.find().sort({ _id: 1 }).toArray()).toEqual(
    [...stored["settlements"]!].sort((a, b) => (a._id.toHexString() < b._id.toHexString() ? -1 : 1)),
  );
});

test("migrating again changes nothing", async () => {
  const { expenses } = await collections();
  const before = await expenses.find().toArray();
  const db = await getDb();
  await db.collection(PREPARED).deleteMany({});
  await prepareDatabase(db);
  expect(await expenses.find().toArray()).toEqual(before);
});

test("is listed in order, explained, edited, and settled", async () => {
  const { rows } = await listExpenses(eventId, {});
  expect(rows.map(({ description }) => description)).toEqual(["Groceries", "Taxi", "Dinner and drinks"]);

  const { settlements } = await collections();
  const open = await settlements.find({ eventId, settled: false }).toArray();
  for (const settlement of open) {
    const reasons = (await listReasons(settlement, {})).rows;
    expect(reasons.reduce((sum, { net }) => sum + net, 0)).toBe(settlement.net);
  }

  const [groceries] = rows;
  const change = { description: "Groceries", cents: 6_000, splitWith: groceries!.splitWith };
  await updateExpense(groceries!.paidBy, groceries!._id, change, 0);
  const [first] = await settlements.find({ eventId, settled: false }).toArray();
  await settle(first!.users[0]!, first!._id);
  const found: unknown[] = [];
  await verifyDatabase((violation) => void found.push(violation));
  expect(found).toEqual([]);
});
