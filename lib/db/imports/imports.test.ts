import fc from "fast-check";
import { ObjectId } from "mongodb";
import { detailsOf } from "@/lib/core/expenses/details";
import type { ImportRow } from "@/lib/core/imports/import-file";
import { withOccurrences } from "@/lib/core/imports/row-key";
import { splitEqually } from "@/lib/core/money/split";
import { entriesOf, sumSpending } from "@/lib/core/spending";
import { collections } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import { recordPayment } from "@/lib/db/settlements/record";
import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { expectSound } from "@/testing/violations";
import { clearDatabase, countCommands, useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import type { Viewer } from "@/lib/server/access";
import { createImport, finishImport } from ".";
import { addImportRows } from "./rows";
import { undoImport } from "./undo";

useTestDatabase();

beforeEach(clearDatabase);

afterEach(expectSound);

const COMMON = { id: null, occurrence: 0, event: null, note: "" };

/** Rows of a group of four. */
const anyRow: fc.Arbitrary<ImportRow> = fc.oneof(
  fc
    .record({
      cents: fc.integer({ min: 1, max: 5_000 }),
      payer: fc.nat(3),
      people: fc.uniqueArray(fc.nat(3), { minLength: 1 }),
      day: fc.integer({ min: 10, max: 12 }),
      month: fc.integer({ min: 10, max: 11 }),
    })
    .map(({ cents, payer, people, day, month }): ImportRow => ({
      ...COMMON,
      kind: "expense",
      row: 1,
      date: `2026-${month}-${day}`,
      description: "Dinner",
      cents,
      payers: [{ person: payer, cents }],
      shares: splitEqually(cents, people.map(String), "any").map((one) => ({
        person: Number(one.user),
        cents: one.cents,
      })),
      split: null,
      ...detailsOf(),
      payerReconstructed: false,
      createdAt: null,
    })),
  fc
    .record({
      cents: fc.integer({ min: 1, max: 2_000 }),
      from: fc.nat(3),
      more: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ cents, from, more }): ImportRow => ({
      ...COMMON,
      kind: "payment",
      row: 1,
      date: "2026-11-12",
      from,
      to: (from + more) % 4,
      cents,
      method: null,
      settledAt: null,
    })),
);
const anyRows = (most: number) =>
  fc
    .array(anyRow, { minLength: 1, maxLength: most })
    .map((rows) => withOccurrences(rows.map((row, index) => ({ ...row, row: index + 1 }))));

async function aScene(title = "Flat") {
  const people = (await Promise.all(["Ana", "Ben", "Cleo", "Dan"].map(aPerson))) as [Viewer, ...Viewer[]];
  const groupId = await aGroup(title, people);
  const eventId = await anEvent(groupId, "Dinner", people);
  return { people, groupId, eventId };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

const begin = ({ people, groupId, eventId }: Scene, actor = people[0]) =>
  createImport({
    _id: new ObjectId(),
    groupId,
    creator: actor._id,
    source: "splitwise",
    total: 10,
    people: people.map(({ name, _id }) => ({ name, user: _id })),
    into: { kind: "event", eventId },
  });

async function addOneByOne({ people, eventId }: Scene, rows: readonly ImportRow[]): Promise<void> {
  const hex = (person: number) => people[person]!.id;
  for (const row of rows) {
    if (row.kind === "payment") {
      const { from, to, cents } = row;
      await recordPayment(people[from]!._id, eventId, { to: people[to]!._id, cents });
    } else if (row.kind === "expense") {
      const values = row.shares.map(({ person, cents }) => ({ user: hex(person), value: cents }));
      await createExpense({
        _id: new ObjectId(),
        eventId,
        recorder: people[0]._id,
        description: row.description,
        cents: row.cents,
        splitWith: row.shares.map(({ person }) => people[person]!._id),
        split: { mode: "amounts", values },
        payers: row.payers.map(({ person, cents }) => ({ user: hex(person), cents })),
        day: new Date(row.date),
      });
    }
  }
}

/** All figures of an event, with positions in place of people. */
async function figuresOf({ people, groupId, eventId }: Scene) {
  const { events, settlements, spending, balances } = await collections();
  const event = (await events.findOne({ _id: eventId }))!;
  const stored = {
    total: [event.totalCents, event.expenseCount],
    tally: Object.entries(event.tally),
    open: (await settlements.find({ eventId, settled: false }).toArray()).map(({ pair, net }) => [pair, net]),
    settled: (await settlements.find({ eventId, settled: true }).toArray()).map(({ pair, net }) => [
      pair,
      net,
    ]),
    spending: sumSpending((await spending.find({ eventId }).toArray()).flatMap(entriesOf)).map(
      ({ month, part, user, cents }) => [month, part, user, cents],
    ),
    balances: (await balances.find({ cents: { $ne: 0 } }).toArray())
      .filter(({ user }) => people.some(({ _id }) => _id.equals(user)))
      .map(({ _id, cents }) => [_id, cents]),
  };
  let text = JSON.stringify(stored).replaceAll(groupId.toHexString(), "group");
  for (const [index, { id }] of people.entries()) text = text.replaceAll(id, `person ${index}`);
  const figures = JSON.parse(text) as Record<string, unknown[]>;
  return Object.fromEntries(
    Object.entries(figures).map(([name, list]) => [name, list.map((one) => JSON.stringify(one)).sort()]),
  );
}

test("an import leads to the same figures as single writes, whatever its batches", async () => {
  await fc.assert(
    fc.asyncProperty(anyRows(12), fc.integer({ min: 1, max: 5 }), async (rows, size) => {
      await clearDatabase();
      const [one, other] = [await aScene(), await aScene()];
      await addOneByOne(one, rows);
      const { _id } = await begin(other);
      // Killed after each request, before its answer arrives, and begun again.
      for (let end = size; end < rows.length + size; end += size) {
        for (let start = 0; start < end; start += size)
          await addImportRows(other.people[0]._id, _id, rows.slice(start, start + size));
      }
      expect(await figuresOf(other)).toEqual(await figuresOf(one));
      await expectSound();
    }),
    { numRuns: runs(12, 6) },
  );
});

test("an undo leaves the figures of the others' writes", async () => {
  await fc.assert(
    fc.asyncProperty(anyRows(8), anyRows(8), anyRows(8), async (before, rows, after) => {
      await clearDatabase();
      const [one, other] = [await aScene(), await aScene()];
      for (const scene of [one, other]) await addOneByOne(scene, before);
      const { _id } = await begin(other);
      await addImportRows(other.people[0]._id, _id, rows);
      for (const scene of [one, other]) await addOneByOne(scene, after);
      await undoImport(other.people[0]._id, _id);
      expect(await figuresOf(other)).toEqual({
        ...(await figuresOf(one)),
        // A payment that is recorded settles what is open then, which is another one after an import.
        open: (await figuresOf(other)).open,
      });
      await expectSound();
    }),
    { numRuns: runs(8, 4) },
  );
});

test("imports at once, and other writes, do not disturb one another", async () => {
  const scene = await aScene();
  const { people, groupId, eventId } = scene;
  const rows = fc.sample(anyRows(40), { numRuns: 1, seed: 7 })[0]!.map((row, index) => ({
    ...row,
    occurrence: index,
  }));
  const [ana, ben] = people as [Viewer, Viewer];
  const [one, other] = [await begin(scene, ana), await begin(scene, ben)];
  const batches = Array.from({ length: Math.ceil(rows.length / 5) }, (_, index) =>
    rows.slice(5 * index, 5 * index + 5),
  );
  const writes = batches.flatMap((batch) => [
    () => addImportRows(ana._id, one._id, batch),
    () => addImportRows(ben._id, other._id, batch),
    () =>
      createExpense({
        _id: new ObjectId(),
        eventId,
        recorder: ben._id,
        description: "Tea",
        cents: 301,
        splitWith: people.map(({ _id }) => _id),
      }).then(() => null),
  ]);
  const results = await Promise.all(writes.map((write) => write()));
  const sums = results.reduce((sum, result) => sum + (result?.imported ?? 0), 0);
  expect(sums).toBe(rows.length);
  const { expenses, importRows } = await collections();
  expect(await importRows.countDocuments({ groupId })).toBe(rows.length);
  const spent = rows.filter(({ kind }) => kind === "expense").length;
  expect(await expenses.countDocuments({ groupId })).toBe(spent + batches.length);
  await Promise.all([finishImport(ana._id, one._id), finishImport(ben._id, other._id)]);
  await Promise.all([undoImport(ana._id, one._id), undoImport(ben._id, other._id)]);
  expect(await expenses.countDocuments({ groupId })).toBe(batches.length);
});

test("the number of commands does not depend on that of the rows", async () => {
  const scene = await aScene();
  const { _id } = await begin(scene);
  const [row] = fc.sample(anyRow, { numRuns: 1, seed: 3 });
  const many = Array.from({ length: 200 }, (_, index) => ({ ...row!, row: index, occurrence: index }));
  const { commands } = await countCommands(() => addImportRows(scene.people[0]._id, _id, many));
  expect(commands.length).toBeLessThan(22);
});

test("a group has each row once, also of its own export", async () => {
  const scene = await aScene();
  const { people, groupId, eventId } = scene;
  const expense = await createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: people[0]._id,
    description: "Tea",
    cents: 301,
    splitWith: people.map(({ _id }) => _id),
  });
  const [sample] = fc.sample(
    anyRow.filter(({ kind }) => kind === "expense"),
    { numRuns: 1, seed: 3 },
  );
  const own = { ...sample!, id: expense._id.toHexString(), event: 0 };
  const events = [
    { title: "Dinner", date: new Date("2026-03-14"), participants: [0], closed: true },
    { title: "Lunch", date: new Date("2026-03-14"), participants: [1], closed: false },
  ];
  const { _id } = await createImport({
    _id: new ObjectId(),
    groupId,
    creator: people[0]._id,
    source: "evenly",
    total: 3,
    people: people.map(({ name, _id: user }) => ({ name, user })),
    into: { kind: "file", events },
  });
  const rows = [own, { ...own, id: "other" }, { ...own, id: "other" }];
  expect(await addImportRows(people[0]._id, _id, rows)).toEqual({ imported: 1, skipped: 2, refused: [] });
  const { events: links } = await finishImport(people[0]._id, _id);
  expect(links.map(({ made }) => made)).toEqual([false, true]);
  expect(links[0]!.eventId).toEqual(eventId);
  const { events: stored } = await collections();
  expect((await stored.findOne({ _id: eventId }))!.closedAt).toBeUndefined();
});
