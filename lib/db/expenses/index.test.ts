import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { countExamined, useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { meaningOf } from "@/lib/core/expenses/search";
import { createExpense, deleteExpense, listExpenses, updateExpense } from ".";
import { searchExpenses, wordsOf } from "./search";

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

describe("searching a group's expenses", () => {
  let ana: Viewer;
  let ben: Viewer;
  let groupId: ObjectId;
  let eventId: ObjectId;

  const add = (description: string, cents: number, day: string, note = "", event = eventId) =>
    createExpense({
      _id: new ObjectId(),
      eventId: event,
      recorder: ana._id,
      description,
      note,
      cents,
      splitWith: [ana._id],
      day: new Date(day),
    });

  async function found(text: string, limit = 50): Promise<string[]> {
    const meanings = wordsOf(text.trim()).map((word) => meaningOf(word, [{ id: ben.id, name: "Ben Núñez" }]));
    const { rows } = await searchExpenses(groupId, text, limit, meanings);
    return rows.map(({ description }) => description);
  }

  beforeAll(async () => {
    [ana, ben] = [await aPerson("Ana"), await aPerson("Ben Núñez")];
    groupId = await aGroup("Trips", [ana, ben]);
    eventId = await anEvent(groupId, "Lisbon", [ana]);
    const elsewhere = await anEvent(await aGroup("Flat", [ana]), "March", [ana]);
    await add("Café Luso", 1250, "2026-03-01");
    await add("Train to Lisbon", 4000, "2026-03-03", "Car 12, window");
    await add("Taxi (airport)", 1800, "2026-03-02");
    await add("Cafe at home", 900, "2026-03-04", "", elsewhere);
    await deleteExpense(ana._id, (await add("Café, deleted", 700, "2026-03-05"))._id);
    const shared = { eventId, recorder: ana._id, cents: 5000, splitWith: [ana._id, ben._id] };
    const day = new Date("2026-02-01");
    await createExpense({ ...shared, _id: new ObjectId(), description: "Sunset", category: "gifts", day });
    await createExpense({
      ...{ ...shared, _id: new ObjectId(), description: "Tapas", splitWith: [ana._id], day },
      payers: [{ user: ben.id, cents: 5000 }],
    });
    await add("Fish", 2200, "2026-04-01", "", await anEvent(groupId, "Porto", [ana]));
  });

  test.each<[text: string, found: string[]]>([
    ["cafe", ["Café Luso"]],
    ["  LISBON   train ", ["Train to Lisbon"]],
    ["train window", ["Train to Lisbon"]],
    ["train porto", []],
    ["(air", ["Taxi (airport)"]],
    [".*", []],
    ["C:\\Quarterly", []],
    ["12/1", []],
    ["12.50", ["Café Luso"]],
    ["$12,50", ["Café Luso"]],
    ["12", ["Train to Lisbon"]],
    ["fish", ["Fish"]],
    ["nunez", ["Tapas", "Sunset"]],
    ["ben gifts", ["Sunset"]],
    ["transport", ["Train to Lisbon", "Taxi (airport)"]],
    ["tra", ["Train to Lisbon", "Taxi (airport)"]],
    ["be", []],
  ])("%j finds %j", async (text, expected) => expect(await found(text)).toEqual(expected));

  test("the latest are found first, with their events", async () => {
    expect(await found("i")).toEqual(["Fish", "Train to Lisbon", "Taxi (airport)"]);
    const { rows, nextCursor } = await searchExpenses(groupId, "i", 2);
    expect(rows.map(({ event }) => event.title)).toEqual(["Porto", "Lisbon"]);
    expect(nextCursor).not.toBeNull();
  });

  // Only the embedded database tells which documents a query examined.
  if (!process.env.TEST_MONGODB_URI) {
    test("a search reads no further than to what it shows", async () => {
      // Two expenses, to know whether there are more, and the event of each.
      expect(await countExamined(() => searchExpenses(groupId, "i", 1))).toBeLessThanOrEqual(4);
    });
  }
});
