import { ObjectId } from "mongodb";
import { closeDb, getDb } from "@/lib/db/client";
import { collections } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import { prepareDatabase } from "@/lib/db/prepare";
import { makeDueOccurrences } from "@/lib/db/series/make";
import type { Viewer } from "@/lib/server/access";
import { dieBefore } from "./killed-process";
import { aGroup, anEvent, aPerson } from "./people";
import { violations } from "./violations";

// The process that lib/db/series/kill.test.ts kills, on the database in DATA_DIR. Arguments: the day until which it makes what is
// due, and before which database command it dies as with `kill -9`. It prints what there is in the end.

/** Rent and power since 2126-01-06. The database runs in this process, and dies with it. */
async function addSeries(): Promise<void> {
  const ana = await aPerson("Ana");
  const people: [Viewer, Viewer] = [ana, await aPerson("Ben")];
  const eventId = await anEvent(await aGroup("Flat", people), "Bills", people);
  const day = new Date("2126-01-06");
  const common = { eventId, recorder: ana._id, splitWith: people.map(({ _id }) => _id), day, at: day };
  for (const [description, every] of [
    ["Rent", "week"],
    ["Power", "2 weeks"],
  ] as const) {
    const repeats = { every, timeZone: "UTC", newEventEachMonth: every !== "week" };
    await createExpense({ _id: new ObjectId(), ...common, description, cents: 1_200, repeats });
  }
}

async function main(): Promise<void> {
  const [day, position] = process.argv.slice(2);
  await prepareDatabase(await getDb());
  const { series, expenses } = await collections();
  if ((await series.countDocuments()) === 0) await addSeries();
  if (position) dieBefore(Number(position));
  await makeDueOccurrences(new Date(`${day}T12:00:00Z`));
  const rows = await expenses.find().sort({ description: 1, number: 1 }).toArray();
  const made = rows.map((row) => [row.description, row.number, row.date.toISOString().slice(0, 10)]);
  process.stdout.write(JSON.stringify({ made, violations: await violations() }));
  await closeDb();
}

void main();
