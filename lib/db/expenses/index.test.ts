import { ObjectId } from "mongodb";
import { useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { createExpense, listExpenses, updateExpense } from ".";

useTestDatabase();

async function anExpenseOf(at: string, day?: string) {
  const ana = await aPerson("Ana");
  const eventId = await anEvent(await aGroup("Flat", [ana]), "March", [ana]);
  const add = (description: string, time: string, date?: string) =>
    createExpense({
      _id: new ObjectId(),
      eventId,
      recorder: ana._id,
      description,
      cents: 1000,
      splitWith: [ana._id],
      day: date ? new Date(date) : undefined,
      at: new Date(time),
    });
  return { eventId, add, ana, first: await add("First", at, day) };
}

test("of one day's expenses, the last one added is first, in every time zone", async () => {
  // In San Francisco, breakfast is on the UTC day, dinner on the next one.
  const { eventId, add } = await anExpenseOf("2026-03-14T16:00:00.000Z");
  await add("Dinner", "2026-03-15T03:00:00.000Z", "2026-03-14");
  await add("Drinks", "2026-03-15T04:00:00.000Z", "2026-03-14");
  await add("Forgotten", "2026-03-20T01:00:00.000Z", "2026-03-14");
  // In Tokyo, breakfast is on the previous UTC day.
  await add("Breakfast", "2026-03-20T23:00:00.000Z", "2026-03-21");
  await add("Lunch", "2026-03-21T04:00:00.000Z");
  const { rows } = await listExpenses(eventId, {});
  const listed = ["Lunch", "Breakfast", "Forgotten", "Drinks", "Dinner", "First"];
  expect(rows.map(({ description }) => description)).toEqual(listed);
});

test("a date before 1970 can be corrected", async () => {
  const { ana, first } = await anExpenseOf("2026-03-14T09:36:00.000Z", "1926-03-14");
  expect(first.date.toISOString()).toMatch(/^1926-03-14/);
  const corrected = { description: "First", cents: 1000, splitWith: [ana._id], day: new Date("2026-03-14") };
  const { date } = await updateExpense(ana._id, first._id, corrected, undefined);
  expect(date.toISOString()).toMatch(/^2026-03-14/);
});
