import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { LEASE_MS, runIfDue } from "@/lib/db/leases";
import { collections, type ExpenseDoc } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import { removeMember } from "@/lib/db/groups";
import { claimGuest } from "@/lib/db/guests/claims";
import { createLink } from "@/lib/db/links";
import type { RepeatsInput } from "@/lib/db/series/add";
import { resumeSeries } from "@/lib/db/series/change";
import { listDue, makeDueOccurrences } from "@/lib/db/series/make";
import type { Activity } from "@/lib/contract/activity";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import { operations } from "@/lib/contract/operations";
import type { Series } from "@/lib/contract/repeats";
import { readImportFile } from "@/lib/core/imports/read-file";
import { toBatches } from "@/lib/core/imports/row-body";
import { dateOnly } from "@/lib/core/text/dates";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { aGroup, aGuest, anEvent, aPerson, befriend } from "@/testing/people";
import { expectSound } from "@/testing/violations";
import { call, done } from "@/testing/api/call";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;
let groupId: ObjectId;
let eventId: ObjectId;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  await clearDatabase();
  [ana, ben, cleo] = (await Promise.all(["Ana Silva", "Ben Carter", "Cleo Stone"].map(aPerson))) as [
    Viewer,
    Viewer,
    Viewer,
  ];
  groupId = await aGroup("Flat", [ana, ben, cleo]);
  eventId = await anEvent(groupId, "Bills", [ana, ben, cleo]);
});

afterEach(expectSound);

// In a century: whatever the test does now is earlier.
const FIRST = "2126-01-31";
/** Noon in the time zone of the tests. */
const noon = (day: string) => new Date(`${day}T12:00:00.000Z`);

/** Adds rent of $12.00 that Ana pays, and which repeats. */
async function rent(
  repeats: Partial<RepeatsInput> = {},
  {
    first = FIRST,
    at = noon(first),
    ...change
  }: { first?: string; at?: Date } & Partial<Parameters<typeof createExpense>[0]> = {},
): Promise<ObjectId> {
  const { series } = await createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: ana._id,
    description: "Rent",
    cents: 1_200,
    splitWith: [ana, ben, cleo].map(({ _id }) => _id),
    day: new Date(first),
    at,
    ...(change as object),
    repeats: { every: "month", timeZone: "UTC", ...repeats },
  });
  return series!;
}

const rows = async (): Promise<ExpenseDoc[]> =>
  (await collections()).expenses
    .find({ series: { $exists: true }, deletedAt: null })
    .sort({ number: 1 })
    .toArray();
const days = async () => (await rows()).map(({ number, date }) => [number, dateOnly(date.toISOString())]);
const seriesNow = async () => (await (await collections()).series.findOne({}))!;
const list = (as = ana) => done<Series[]>("listSeries", as, { params: { groupId: String(groupId) } });
const of = (id: ObjectId) => ({ params: { seriesId: String(id) } });
const kinds = async () => {
  const rows = await done<Activity[]>("groupActivity", ben, { params: { groupId: String(groupId) } });
  return rows.map(({ kind }) => kind);
};

test("POST /api/expenses makes the first occurrence, and the group lists what repeats", async () => {
  const today = new Date().toISOString();
  const body = { eventId: String(eventId), description: "Rent", amount: 1200, splitWith: [ana.id, ben.id] };
  const repeats = { every: "2 weeks", timeZone: "europe/paris", times: 3 };
  const saved = await done<Expense>("createExpense", ana, { body: { ...body, date: today, repeats } });
  expect(saved).toMatchObject({ number: 1, series: expect.stringMatching(/^[0-9a-f]{24}$/) });
  const next = dateOnly(new Date(Date.parse(dateOnly(today)) + 14 * 86_400_000).toISOString());
  expect(await list(ben)).toEqual([
    {
      _id: saved.series,
      groupId: String(groupId),
      eventId: String(eventId),
      description: "Rent",
      amount: 1200,
      every: "2 weeks",
      on: null,
      timeZone: "Europe/Paris",
      next,
      until: null,
      times: 3,
      made: 1,
      paused: null,
      by: expect.objectContaining({ _id: ana.id }),
      mayChange: false,
      rev: 0,
    },
  ]);
  const [first] = await done<Activity[]>("expenseActivity", ben, { params: { expenseId: saved._id } });
  expect(first).toMatchObject({ kind: "expense-added", every: "2 weeks" });
  // Reading makes nothing.
  expect(await rows()).toHaveLength(1);
});

test.each<[label: string, repeats: object, date: string, status: number]>([
  ["an end before the first day", { every: "week", until: "2998-12-31" }, "2999-01-01", 422],
  ["more than a year ago", { every: "week" }, "2020-01-01", 422],
  ["another weekday", { every: "month", on: { nth: 1, weekday: "friday" } }, "2026-02-03", 422],
  ["a day of the month of weeks", { every: "week", on: { day: 3 } }, "2026-02-03", 422],
  ["two ends", { every: "week", until: "2999-01-01", times: 3 }, "2026-02-03", 422],
  ["no such time zone", { every: "week", timeZone: "Mars/Olympus" }, "2026-02-03", 422],
  ["a day that no month has", { every: "month", on: { day: 32 } }, "2026-02-03", 422],
])("refuses %s", async (_, repeats, date, status) => {
  const body = { eventId: String(eventId), description: "Rent", amount: 12, splitWith: [ana.id], date };
  const { status: is } = await call("createExpense", {
    as: ana,
    body: { ...body, repeats: { timeZone: "UTC", ...repeats } },
  });
  expect(is).toBe(status);
  expect(await (await collections()).series.countDocuments()).toBe(0);
});

test("a refund repeats, too", async () => {
  const seriesId = await rent({}, { cents: -1_200 });
  await makeDueOccurrences(noon("2126-02-28"));
  expect((await rows()).map(({ cents, shares }) => [cents, shares.length])).toEqual([
    [-1_200, 3],
    [-1_200, 3],
  ]);
  expect(await list()).toMatchObject([{ _id: String(seriesId), amount: -12 }]);
});

test("guests cannot add expenses that repeat, but see them", async () => {
  const nina = await aGuest(ana, groupId, "Nina");
  const body = { eventId: String(eventId), description: "Rent", amount: 12, splitWith: [nina.id] };
  const repeats = { every: "week", timeZone: "UTC" };
  const { status } = await call("createExpense", { as: nina, body: { ...body, repeats } });
  expect(status).toBe(403);
  await rent();
  expect(await list(nina)).toHaveLength(1);
});

test("each occurrence is an ordinary expense of its day; the 31st stays the 31st", async () => {
  await rent();
  await makeDueOccurrences(noon("2126-02-27"));
  expect(await days()).toEqual([[1, "2126-01-31"]]);
  await makeDueOccurrences(noon("2126-02-28"));
  await makeDueOccurrences(noon("2126-04-01"));
  expect(await days()).toEqual([
    [1, "2126-01-31"],
    [2, "2126-02-28"],
    [3, "2126-03-31"],
  ]);
  const [first, second] = await rows();
  expect(second).toMatchObject({ cents: 1_200, createdBy: ana._id, payers: first!.payers, rev: 0 });
  const activity = await done<Activity[]>("groupActivity", ben, { params: { groupId: String(groupId) } });
  expect(activity[0]).toMatchObject({
    kind: "expense-repeated",
    title: "Rent",
    amount: 12,
    every: "month",
    effect: "your share $4.00",
  });
});

test.each(["Pacific/Auckland", "America/Los_Angeles", "Pacific/Kiritimati", "Australia/Lord_Howe"])(
  "in %s, ten weeks are made once each, on its day, and never early",
  async (timeZone) => {
    await rent({ every: "week", timeZone }, { first: "2126-01-06", at: noon("2126-01-07") });
    // Every seven hours, with the changes of the clock in between.
    const began = noon("2126-01-07").getTime();
    for (let hours = 0; hours < 10 * 7 * 24; hours += 7) {
      const now = new Date(began + hours * 3_600_000);
      await makeDueOccurrences(now);
      const local = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(now);
      expect((await rows()).at(-1)!.date.toISOString().slice(0, 10) <= local).toBe(true);
      expect(await listDue(now)).toEqual([]);
    }
    const expected = Array.from({ length: 11 }, (_, index) => [
      index + 1,
      dateOnly(new Date(Date.parse("2126-01-06") + index * 7 * 86_400_000).toISOString()),
    ]);
    expect(await days()).toEqual(expected.slice(0, (await rows()).length));
    expect((await rows()).length).toBeGreaterThanOrEqual(10);
  },
);

test("after 100 days away, servers that start at once make each missed occurrence once", async () => {
  await rent({ every: "week" });
  const now = noon("2126-05-11");
  await Promise.all([makeDueOccurrences(now), makeDueOccurrences(now), makeDueOccurrences(now)]);
  await makeDueOccurrences(now);
  expect(await days()).toEqual(
    Array.from({ length: 15 }, (_, index) => [
      index + 1,
      dateOnly(new Date(Date.parse(FIRST) + index * 7 * 86_400_000).toISOString()),
    ]),
  );
});

test("at most 60 are made in one go", async () => {
  await rent({ every: "week" });
  const now = noon("2127-06-30");
  await makeDueOccurrences(now);
  expect(await rows()).toHaveLength(61);
  await makeDueOccurrences(now);
  expect((await rows()).length).toBeGreaterThan(61);
  expect(await listDue(now)).toEqual([]);
});

test("a server that dies after an occurrence leaves nothing to be made twice", async () => {
  await rent({ every: "week" });
  const now = noon("2126-02-15");
  // It never gets to the end of its lease.
  let isMade = () => {};
  const made = new Promise<void>((resolve) => (isMade = resolve));
  void runIfDue("series", 0, async () => {
    await makeDueOccurrences(noon("2126-02-07"));
    isMade();
    await new Promise(() => {});
  });
  await made;
  const later = () => Date.now() + LEASE_MS + 1000;
  expect(await runIfDue("series", 0, () => makeDueOccurrences(now))).toBe("not due");
  expect(await runIfDue("series", 0, () => makeDueOccurrences(now), later)).toBe("done");
  expect((await days()).map(([number]) => number)).toEqual([1, 2, 3]);
});

test("a series ends after its number of times, or on its last day", async () => {
  await rent({ every: "week", times: 3 });
  await makeDueOccurrences(noon("2126-12-31"));
  expect(await rows()).toHaveLength(3);
  expect(await list()).toEqual([]);
});

test("an equal split follows the group; a custom one that names someone who has left pauses", async () => {
  const equal = await rent();
  await rent({}, { description: "Phone", splitWith: [ben._id], cents: 500 });
  const settleAll = (await collections()).settlements.updateMany({}, { $set: { settled: true } });
  await settleAll;
  // Nothing is open, so that Ben can leave.
  const { settlements, balances } = await collections();
  await settlements.updateMany({}, { $set: { settledAt: new Date(), settledBy: ana._id } });
  await balances.deleteMany({});
  await removeMember(ben._id, groupId, ben._id);
  expect((await list()).map(({ description, paused }) => [description, paused]).sort()).toEqual([
    ["Phone", "left"],
    ["Rent", null],
  ]);
  await makeDueOccurrences(noon("2126-02-28"));
  const made = (await rows()).find(({ number, series }) => number === 2 && series!.equals(equal));
  expect(made!.splitWith.map(String).sort()).toEqual([ana.id, cleo.id].sort());
  expect((await rows()).filter(({ description }) => description === "Phone")).toHaveLength(1);
  const activity = await done<Activity[]>("groupActivity", cleo, { params: { groupId: String(groupId) } });
  expect(activity.find(({ kind }) => kind === "series-held")).toMatchObject({
    title: "Phone",
    actor: { _id: ben.id },
    text: "Someone in it has left the group.",
  });
  const phone = (await (await collections()).series.findOne({ description: "Phone" }))!._id;
  const refused = await call("resumeSeries", { as: ana, ...of(phone) });
  expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
  const body = { description: "Phone", amount: 5, splitWith: [cleo.id], from: 2 };
  await done("editSeries", ana, { ...of(phone), body });
  await resumeSeries(ana._id, phone, noon("2126-03-01"));
  await makeDueOccurrences(noon("2126-03-31"));
  const phones = (await rows()).filter(({ description }) => description === "Phone");
  // The day of the pause makes no expense.
  expect(phones.map(({ number }) => number)).toEqual([1, 3]);
  expect(phones[1]!.splitWith.map(String)).toEqual([cleo.id]);
});

test("a closed event pauses it, and so does a deleted one; a deleted group ends it", async () => {
  const id = await rent({ every: "week" });
  await done("closeEvent", ben, { params: { eventId: String(eventId) } });
  expect(await list()).toMatchObject([{ paused: "closed", next: "2126-02-07" }]);
  await makeDueOccurrences(noon("2126-02-07"));
  expect(await seriesNow()).toMatchObject({ paused: { reason: "closed" }, made: 1 });
  expect(await kinds()).toContain("series-held");
  await done("reopenEvent", ben, { params: { eventId: String(eventId) } });
  await done("resumeSeries", ana, of(id));
  await makeDueOccurrences(noon("2126-02-07"));
  expect(await rows()).toHaveLength(2);
  await done("deleteEvent", ana, { params: { eventId: String(eventId) } });
  await makeDueOccurrences(noon("2126-02-14"));
  expect(await seriesNow()).toMatchObject({ paused: { reason: "deleted" }, made: 2 });
  await done("deleteGroup", ana, { params: { groupId: String(groupId) } });
  await makeDueOccurrences(noon("2126-02-21"));
  await done("restoreGroup", ana, { params: { groupId: String(groupId) } });
  await makeDueOccurrences(noon("2126-02-21"));
  expect(await list()).toEqual([]);
  expect(await (await collections()).expenses.countDocuments()).toBe(2);
});

test("a new event each month is made with its first expense, once for all series", async () => {
  await rent({ every: "2 weeks", newEventEachMonth: true });
  await rent({ every: "month", newEventEachMonth: true, on: { day: 31 } }, { description: "Power" });
  await makeDueOccurrences(noon("2126-02-01"));
  expect(await (await collections()).events.countDocuments()).toBe(1);
  await makeDueOccurrences(noon("2126-03-14"));
  const events = await done<Event[]>("listEvents", cleo, { query: { groupId: String(groupId) } });
  const bills = events.filter(({ title }) => title.endsWith(" bills"));
  expect(bills.map(({ title, date, expenseCount }) => [title, dateOnly(date), expenseCount])).toEqual([
    ["March bills", "2126-03-01", 1],
    ["February bills", "2126-02-01", 3],
  ]);
  expect(bills[0]!.participants).toHaveLength(3);
});

test("with a new event each month, it can be resumed unless the event of the next month is closed", async () => {
  const id = await rent({ every: "2 weeks", newEventEachMonth: true });
  await makeDueOccurrences(noon("2126-02-14"));
  const { eventId: february } = (await rows())[1]!;
  await done("closeEvent", ben, { params: { eventId: String(february) } });
  await makeDueOccurrences(noon("2126-02-28"));
  expect(await seriesNow()).toMatchObject({ paused: { reason: "closed" }, made: 2 });
  expect(await call("resumeSeries", { as: ana, ...of(id) })).toMatchObject({
    status: 409,
    body: { message: "This can't be resumed. Its event is closed." },
  });
  // The event of the next month does not exist yet.
  await resumeSeries(ana._id, id, noon("2126-03-01"));
  await makeDueOccurrences(noon("2126-03-14"));
  expect((await rows()).map(({ number }) => number)).toEqual([1, 2, 4]);
});

test("who may do what: its recorder and payers change it, any member pauses it", async () => {
  const id = await rent();
  const statusOf = async (
    name: "pauseSeries" | "resumeSeries" | "skipOccurrence" | "stopSeries",
    as: Viewer,
  ) => (await call(name, { as, ...of(id) })).status;
  expect(await statusOf("pauseSeries", cleo)).toBe(200);
  expect(await list(cleo)).toMatchObject([{ paused: "paused", mayChange: false }]);
  await makeDueOccurrences(noon("2126-02-28"));
  expect(await rows()).toHaveLength(1);
  for (const name of ["resumeSeries", "skipOccurrence", "stopSeries"] as const)
    expect(await statusOf(name, cleo)).toBe(403);
  expect(await statusOf("resumeSeries", ana)).toBe(200);
  const next = { ...of(id), query: { day: "2126-02-28" } };
  expect(await done("skipOccurrence", ana, next)).toMatchObject({ next: "2126-03-31", made: 2 });
  // Repeated, it skips nothing else.
  expect((await call("skipOccurrence", { as: ana, ...next })).status).toBe(409);
  await makeDueOccurrences(noon("2126-03-31"));
  expect((await days()).map(([number]) => number)).toEqual([1, 3]);
  expect(await statusOf("stopSeries", ana)).toBe(200);
  expect(await statusOf("pauseSeries", ana)).toBe(409);
  await makeDueOccurrences(noon("2126-12-31"));
  expect(await rows()).toHaveLength(2);
  expect((await kinds()).filter((kind) => kind.startsWith("series-"))).toEqual([
    ...["series-stopped", "series-skipped", "series-resumed", "series-paused"],
  ]);
});

test("changes this one, or this and later ones", async () => {
  const id = await rent({ every: "week" });
  await makeDueOccurrences(noon("2126-02-14"));
  const [, second, third] = await rows();
  const body = { description: "Rent", amount: 15, splitWith: [ana.id, ben.id] };
  await done("editExpense", ana, { params: { expenseId: String(second!._id) }, body });
  expect((await rows()).map(({ cents }) => cents)).toEqual([1_200, 1_500, 1_200]);
  expect((await rows())[1]).toMatchObject({ series: id, number: 2 });
  const later = { ...body, amount: 18, note: "New lease", from: 3 };
  expect((await call("editSeries", { as: ben, ...of(id), body: later })).status).toBe(403);
  expect((await call("editSeries", { as: ana, ...of(id), body: { ...later, rev: 7 } })).status).toBe(409);
  expect((await call("editSeries", { as: ana, ...of(id), body: { ...later, from: 5 } })).status).toBe(422);
  expect(await done("editSeries", ana, { ...of(id), body: { ...later, rev: 0 } })).toMatchObject({
    amount: 18,
    rev: 1,
  });
  await makeDueOccurrences(noon("2126-02-21"));
  const now = await rows();
  expect(now.map(({ cents }) => cents)).toEqual([1_200, 1_500, 1_800, 1_800]);
  expect(now.map(({ note }) => note)).toEqual(["", "", "New lease", "New lease"]);
  expect(now[2]!.date).toEqual(third!.date);
  const [edited] = (
    await done<Activity[]>("groupActivity", ben, { params: { groupId: String(groupId) } })
  ).filter(({ kind }) => kind === "series-edited");
  expect(edited!.changes).toContainEqual({ field: "Amount", before: "$12.00", after: "$18.00" });
});

test("later: changes an expense, those after it, and those to come, in one request", async () => {
  const id = await rent({ every: "week" });
  await makeDueOccurrences(noon("2126-02-14"));
  const dan = await aPerson("Dan Ito");
  await (await collections()).groups.updateOne({ _id: groupId }, { $push: { members: dan._id } });
  const [first, second] = await rows();
  const splitWith = [ana.id, ben.id, cleo.id];
  const body = { description: "Rent", amount: 15, splitWith, date: "2126-02-08", rev: 0, later: true };
  const change = { params: { expenseId: String(second!._id) }, body };
  expect(await call("editExpense", { as: ben, ...change })).toMatchObject({ status: 403 });
  expect(await call("editExpense", { as: ana, ...change, body: { ...body, rev: 5 } })).toMatchObject({
    status: 409,
    body: { code: "stale" },
  });
  expect((await rows()).map(({ cents }) => cents)).toEqual([1_200, 1_200, 1_200]);
  const key = { headers: { "Idempotency-Key": "one-and-the-same" } };
  const saved = await done<Expense>("editExpense", ana, { ...change, ...key });
  expect(saved).toMatchObject({ amount: 15, rev: 1, number: 2, date: expect.stringMatching(/^2126-02-08/) });
  expect(await done("editExpense", ana, { ...change, ...key })).toEqual(saved);
  await makeDueOccurrences(noon("2126-02-21"));
  const now = await rows();
  expect(now.map(({ cents, rev }) => [cents, rev])).toEqual([
    [1_200, 0],
    [1_500, 1],
    [1_500, 1],
    [1_500, 0],
  ]);
  // Only this one is on another day, and those to come follow the group as before.
  expect((await days()).map(([, day]) => day)).toEqual([
    ...["2126-01-31", "2126-02-08", "2126-02-14", "2126-02-21"],
  ]);
  expect(now.map((one) => one.splitWith.length)).toEqual([3, 3, 3, 4]);
  expect((await kinds()).filter((kind) => kind.endsWith("-edited"))).toEqual([
    ...["series-edited", "expense-edited", "expense-edited"],
  ]);
  await done("stopSeries", ana, of(id));
  const stopped = await call("editExpense", { as: ana, ...change, body: { ...body, rev: 1 } });
  expect(stopped).toMatchObject({ status: 409, body: { code: "conflict" } });
  await (await collections()).expenses.updateOne({ _id: first!._id }, { $unset: { series: 1, number: 1 } });
  const ordinary = { params: { expenseId: String(first!._id) }, body: { ...body, rev: 0 } };
  expect(await call("editExpense", { as: ana, ...ordinary })).toMatchObject({ status: 422 });
});

test("later: the others keep their own splits, also if the unchanged one is sent", async () => {
  const shares = (...values: number[]) => ({
    mode: "shares" as const,
    values: values.map((value, index) => ({ user: [ana, ben][index]!.id, value })),
  });
  const splitWith = [ana._id, ben._id];
  await rent({ every: "week" }, { splitWith, split: shares(100, 200) });
  await makeDueOccurrences(noon("2126-02-14"));
  const [, second, third] = await rows();
  const edit = (of: ExpenseDoc | undefined, change: object) =>
    done("editExpense", ana, {
      params: { expenseId: String(of!._id) },
      body: { description: "Rent", amount: 12, splitWith: [ana.id, ben.id], ...change },
    });
  const shared = async () =>
    (await rows()).map((one) =>
      [ana, ben].map(({ _id }) => one.shares.find(({ user }) => user.equals(_id))!.cents),
    );
  await edit(third, { split: shares(1, 1) });
  // As the form sends it, and with the people in another order.
  const { mode, values } = shares(1, 2);
  const split = { mode, values: values.toReversed() };
  await edit(second, { description: "Flat", split, later: true });
  await makeDueOccurrences(noon("2126-02-21"));
  expect((await rows()).map(({ description }) => description)).toEqual(["Rent", "Flat", "Flat", "Flat"]);
  expect(await shared()).toEqual([
    [400, 800],
    [400, 800],
    [600, 600],
    [400, 800],
  ]);
  // One by amounts cannot divide another amount: it gets the split that was sent.
  await edit(third, { split: { ...shares(5, 7), mode: "amounts" } });
  await edit(second, { amount: 15, split, later: true });
  expect((await shared())[2]).toEqual([500, 1_000]);
  await edit(second, { amount: 15, split: shares(1, 4), later: true });
  expect((await shared())[2]).toEqual([300, 1_200]);
});

test("guests change what they paid, and nothing later", async () => {
  const nina = await aGuest(ana, groupId, "Nina");
  await rent({ every: "week" }, { payers: [{ user: nina.id, cents: 1_200 }] });
  const [first] = await rows();
  const body = { description: "Rent", amount: 15, splitWith: [nina.id] };
  const change = { params: { expenseId: String(first!._id) } };
  expect(await call("editExpense", { as: nina, ...change, body: { ...body, later: true } })).toMatchObject({
    status: 403,
  });
  expect(await call("editExpense", { as: nina, ...change, body })).toMatchObject({ status: 200 });
});

test("an expense that is dated ahead is made on its day, and not before", async () => {
  const date = "2999-01-31";
  const body = {
    eventId: String(eventId),
    description: "Rent",
    amount: 12,
    splitWith: [ana.id, ben.id],
    date,
  };
  const request = {
    body: { ...body, repeats: { every: "month", timeZone: "Pacific/Auckland" } },
    headers: { "Idempotency-Key": "ahead" },
  };
  const saved = await done<Series>("createExpense", ana, request);
  expect(saved).toMatchObject({ description: "Rent", amount: 12, next: date, made: 0, paused: null });
  expect(await done<Series>("createExpense", ana, request)).toEqual(saved);
  expect(await list(ben)).toEqual([{ ...saved, mayChange: false }]);
  expect(await rows()).toEqual([]);
  expect(await done("getEvent", ben, { params: { eventId: String(eventId) } })).toMatchObject({
    total: 0,
    expenseCount: 0,
  });
  const [told] = await done<Activity[]>("eventActivity", ben, { params: { eventId: String(eventId) } });
  expect(told).toMatchObject({ kind: "series-added", every: "month", text: "From January 31, 2999" });
  await makeDueOccurrences(new Date("2999-01-30T10:59:59Z"));
  expect(await rows()).toEqual([]);
  // Summer time is 13 hours ahead there.
  await makeDueOccurrences(new Date("2999-01-30T11:00:00Z"));
  await makeDueOccurrences(noon("2999-02-28"));
  expect(await days()).toEqual([
    [1, date],
    [2, "2999-02-28"],
  ]);
  expect(await list()).toMatchObject([{ _id: saved._id, made: 2, next: "2999-03-31" }]);
});

test("one that is dated ahead can be changed and skipped before it is made", async () => {
  const seriesId = await rent({ every: "week" }, { first: "2126-02-07", at: noon("2126-02-01") });
  expect(await seriesNow()).toMatchObject({ made: 0 });
  const body = { description: "Rent", amount: 13, splitWith: [ana.id], from: 1, rev: 0 };
  expect(await done("editSeries", ana, { ...of(seriesId), body })).toMatchObject({ amount: 13, made: 0 });
  const skipped = await done("skipOccurrence", ana, { ...of(seriesId), query: { day: "2126-02-07" } });
  expect(skipped).toMatchObject({ made: 1, next: "2126-02-14" });
  await makeDueOccurrences(noon("2126-02-14"));
  expect((await rows()).map(({ number, cents }) => [number, cents])).toEqual([[2, 1_300]]);
});

test("a deleted occurrence is not made again", async () => {
  await rent({ every: "week" });
  await makeDueOccurrences(noon("2126-02-07"));
  const [, second] = await rows();
  await done("deleteExpense", ana, { params: { expenseId: String(second!._id) } });
  await makeDueOccurrences(noon("2126-02-14"));
  expect((await days()).map(([number]) => number)).toEqual([1, 3]);
});

test("exports list what repeats; an import of them adds expenses, and nothing that repeats", async () => {
  await rent({ every: "week" });
  await makeDueOccurrences(noon("2126-02-07"));
  const listed = await list();
  const { text } = await call("exportGroup", { as: ana, params: { groupId: String(groupId) } });
  expect(operations.exportGroup.response.parse(JSON.parse(text)).series).toEqual(listed);
  const mine = async (as: Viewer) =>
    operations.exportMyData.response
      .parse(await done("exportMyData", as))
      .groups.flatMap(({ series }) => series);
  expect(await mine(ana)).toEqual(listed);
  // Only those that the person can change.
  expect(await mine(cleo)).toEqual([]);

  const read = await readImportFile(new TextEncoder().encode(text));
  if (read.ok !== true) throw new Error(JSON.stringify(read));
  const { source, rows: found, people } = read.file;
  expect([found.length, read.file.refused]).toEqual([2, []]);
  const copy = await aGroup("Copy", [ana, ben, cleo]);
  const members = new Map([ana, ben, cleo].map((one) => [one.name, one.id]));
  const body = {
    groupId: String(copy),
    source,
    total: found.length,
    newEvent: { title: "Copied", date: "2126-01-31" },
    people: people.map(({ name }) => ({ name, userId: members.get(name) })),
  };
  const { _id: importId } = await done<{ _id: string }>("createImport", ana, { body });
  for (const batch of toBatches(found))
    await done("addImportRows", ana, { params: { importId }, body: { rows: batch } });
  const { expenses, series } = await collections();
  expect(await expenses.countDocuments({ groupId: copy })).toBe(2);
  expect(await expenses.countDocuments({ groupId: copy, series: { $exists: true } })).toBe(0);
  expect(await series.countDocuments()).toBe(1);
});

test("whoever claims a guest takes their place in what repeats", async () => {
  const { _id: nina } = await aGuest(ana, groupId, "Nina");
  await rent({}, { splitWith: [ana._id, nina], cents: 1_000 });
  const dan = await aPerson("Dan");
  // Without a group, an account takes over the guest's id.
  await aGroup("Own", [dan]);
  const { token } = await createLink(ana._id, groupId, nina);
  await claimGuest({ actor: dan._id, sessionId: nina, guestId: nina, token });
  expect((await seriesNow()).splitWith.map(String).sort()).toEqual([ana.id, dan.id].sort());
  await makeDueOccurrences(noon("2126-02-28"));
  expect((await rows())[1]!.splitWith.map(String).sort()).toEqual([ana.id, dan.id].sort());
});

test.each([
  ["adjust", [0, -900, -900], [1_000, 200]],
  ["shares", [100, 60_000, 60_000], [1, 1_199]],
] as const)(
  "two parts by %s that one person cannot have are amounts from then on",
  async (mode, parts, amounts) => {
    const { _id: nina } = await aGuest(ana, groupId, "Nina");
    const splitWith = [ana._id, ben._id, nina];
    const values = splitWith.map((user, index) => ({ user: String(user), value: parts[index]! }));
    await rent({}, { splitWith, cents: 1_200, split: { mode, values } });
    const { token } = await createLink(ana._id, groupId, nina);
    await claimGuest({ actor: ben._id, sessionId: ben._id, guestId: nina, token });
    await makeDueOccurrences(noon("2126-02-28"));
    const { split, shares } = (await rows())[1]!;
    expect(split.mode).toBe("amounts");
    expect(shares.map(({ cents }) => cents).sort((a, b) => a - b)).toEqual(
      [...amounts].sort((a, b) => a - b),
    );
  },
);

test("deleting the recorder's account pauses it, and any member can take it over", async () => {
  const id = await rent({}, { splitWith: [ana._id] });
  await done("deleteAccount", ana);
  expect(await list(ben)).toMatchObject([{ paused: "left", mayChange: true }]);
  await makeDueOccurrences(noon("2126-02-28"));
  expect(await rows()).toHaveLength(1);
  const body = { description: "Rent", amount: 12, splitWith: [ben.id], from: 2 };
  await done("editSeries", ben, { ...of(id), body: { ...body, payers: [{ user: ben.id, amount: 12 }] } });
  await done("resumeSeries", ben, of(id));
  await makeDueOccurrences(noon("2126-02-28"));
  expect((await rows())[1]).toMatchObject({ createdBy: ben._id, paidBy: ben._id });
});

test("one-to-one, it pauses when the friendship ends", async () => {
  await befriend(ana, ben);
  const body = { friendId: ben.id, description: "Lunch", amount: 10, splitWith: [ana.id, ben.id] };
  const repeats = { every: "week", timeZone: "UTC" };
  expect(
    (
      await call("createExpense", {
        as: ana,
        body: { ...body, repeats: { ...repeats, newEventEachMonth: true } },
      })
    ).status,
  ).toBe(403);
  await done("createExpense", ana, { body: { ...body, repeats } });
  const week = 7 * 86_400_000;
  await makeDueOccurrences(new Date(Date.now() + week));
  expect(await rows()).toHaveLength(2);
  await done("deleteFriend", ben, { params: { friendId: ana.id } });
  await makeDueOccurrences(new Date(Date.now() + 2 * week));
  expect(await rows()).toHaveLength(2);
  expect(await seriesNow()).toMatchObject({ paused: { reason: "unfriended" } });
});
