import fc from "fast-check";
import type { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { detailsOf, EXPENSE_DETAIL_FIELDS, returnedDetails } from "@/lib/core/expenses/details";
import type { ImportFile } from "@/lib/core/imports/import-file";
import { readImportFile } from "@/lib/core/imports/read-file";
import { toBatches } from "@/lib/core/imports/row-body";
import { asPayment } from "@/lib/core/money/ledger";
import { entriesOf, sumSpending } from "@/lib/core/spending";
import { collections, type SettlementDoc } from "@/lib/db/collections";
import type { ImportOfFile } from "@/lib/contract/imports";
import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { expenseDetails } from "@/testing/operations";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { LONG, play, STEPS } from "@/testing/ledger/histories";
import { aScene, type Scene } from "@/testing/ledger/scene";
import { anyStep } from "@/testing/ledger/steps";
import { expectSound } from "@/testing/violations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

beforeAll(() => {
  process.env.RATE_LIMITS_OFF = "true";
});

const RUNS = runs(60, 4);

/** Gives everybody a name of their own, by which they are recognized after an import. */
async function nameAll(): Promise<void> {
  const { users } = await collections();
  for (const { _id } of await users.find().toArray())
    await users.updateOne({ _id }, { $set: { name: `Person ${_id.toHexString()}` } });
}

async function download(as: Viewer, groupId: ObjectId, format?: "splitwise"): Promise<ImportFile> {
  const params = { groupId: groupId.toHexString() };
  const { status, text } = format
    ? await call("exportGroupExpenses", { as, params, query: { format } })
    : await call("exportGroup", { as, params });
  expect(status).toBe(200);
  const read = await readImportFile(new TextEncoder().encode(text));
  // A group may have nothing to import.
  fc.pre(read.ok !== false || read.problem !== "This file contains no expenses.");
  if (read.ok !== true) throw new Error(JSON.stringify(read));
  // What somebody paid only for themselves changes no balance.
  if (!format) expect(read.file.refused).toEqual([]);
  return read.file;
}

type Target = { as: Viewer; groupId: ObjectId };

/** Imports a file. People who are in the group are recognized by name; the others are added. */
async function importInto({ as, groupId }: Target, file: ImportFile, into: object): Promise<number> {
  const { groups, users } = await collections();
  const { members } = (await groups.findOne({ _id: groupId }))!;
  const present = await users.find({ _id: { $in: members } }).toArray();
  const people = file.people.map(({ name }) => {
    const known = present.find((one) => one.name === name);
    return known ? { name, userId: known._id.toHexString() } : { name, guest: true };
  });
  const { source, rows } = file;
  const body = { groupId: groupId.toHexString(), source, total: rows.length, people, ...into };
  const { _id: importId } = await done<ImportOfFile>("createImport", as, { body });
  const params = { importId };
  let imported = 0;
  for (const batch of toBatches(rows)) {
    const sent = await done<{ imported: number; refused: unknown[] }>("addImportRows", as, {
      params,
      body: { rows: batch },
    });
    expect(sent.refused).toEqual([]);
    imported += sent.imported;
  }
  await done("finishImport", as, { params });
  return imported;
}

async function anEmptyGroup(): Promise<Target> {
  const as = await aPerson("Xena");
  return { as, groupId: await aGroup("Copy", [as]) };
}

/** What has to be the same, with names in place of ids. @param importer named in place of who did it */
async function contentsOf(groupId: ObjectId, importer?: Viewer) {
  const { users, events, expenses, settlements, transfers, spending } = await collections();
  const names = new Map((await users.find().toArray()).map(({ _id, name }) => [_id.toHexString(), name]));
  const nameOf = (id: ObjectId | string | null) => names.get(String(id)) ?? String(id);
  const by = (id: ObjectId) => importer?.name ?? nameOf(id);
  const all = await events.find({ groupId, deletedAt: null }).toArray();
  const titles = new Map(all.map(({ _id, title }) => [_id.toHexString(), title]));
  const titleOf = (id: ObjectId) => titles.get(id.toHexString());
  const here = { groupId, deletedAt: null };
  const parts = (list: readonly { user: ObjectId; cents: number }[]) =>
    sorted(list.map(({ user, cents }) => [nameOf(user), cents]));
  const debt = (one: { pair: string; net: number }) => {
    const { from, to, cents } = asPayment(one);
    return cents < 0 ? [nameOf(to), nameOf(from), -cents] : [nameOf(from), nameOf(to), cents];
  };
  const paid = (one: SettlementDoc) => [
    ...[titleOf(one.eventId), ...debt(one), one.method ?? null, one.note ?? "", one.settledAt],
    one.settledBy && by(one.settledBy),
  ];
  const payments = await settlements.find(here).toArray();
  return JSON.parse(
    JSON.stringify({
      events: sorted(
        all.map((one) => [one.title, one.date, one.totalCents, one.expenseCount, Boolean(one.closedAt)]),
      ),
      expenses: sorted(
        (await expenses.find(here).toArray()).map((one) => [
          ...[titleOf(one.eventId), one.description, one.date, one.cents, ...Object.values(detailsOf(one))],
          ...[parts(one.payers), parts(one.shares), by(one.createdBy), one.createdAt],
        ]),
      ),
      open: sorted(
        payments.filter(({ settled }) => !settled).map((one) => [titleOf(one.eventId), ...debt(one)]),
      ),
      settled: sorted(payments.filter(({ settled }) => settled).map(paid)),
      plans: sorted(
        (await transfers.find(here).toArray()).map((one) => [
          ...[titleOf(one.eventId), one.of, one.createdAt, by(one.createdBy)],
          ...[sorted(one.debts.map(debt)), sorted(one.replaced.map(debt))],
        ]),
      ),
      spending: sorted(
        (await spending.find(here).toArray()).flatMap((one) =>
          sumSpending(entriesOf(one)).map(({ month, part, user, cents }) => [
            ...[titleOf(one.eventId), month, part, nameOf(user), cents],
          ]),
        ),
      ),
    }),
  ) as Record<string, unknown[]>;
}

const sorted = <T>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** What each person is owed in a group, by name. */
async function balancesIn(groupId: ObjectId) {
  const { users, balances } = await collections();
  const found = await balances.find({ kind: "group", other: groupId, cents: { $ne: 0 } }).toArray();
  const names = new Map((await users.find().toArray()).map(({ _id, name }) => [_id.toHexString(), name]));
  return sorted(found.map(({ user, cents }) => [names.get(user.toHexString()), cents]));
}

async function after(history: Parameters<typeof play>[1]): Promise<Scene> {
  await clearDatabase();
  const scene = await play(await aScene(), history);
  await nameAll();
  return scene;
}

const creatorOf = async ({ people, groupId }: Scene): Promise<Viewer> => {
  const { groups } = await collections();
  const { createdBy } = (await groups.findOne({ _id: groupId }))!;
  return people.find(({ _id }) => _id.equals(createdBy))!;
};

test(
  "an export that is imported into an empty group has the same contents; the same file and its own export add nothing",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, STEPS), async (history) => {
        const scene = await after(history);
        const as = await creatorOf(scene);
        const balances = await balancesIn(scene.groupId);

        const file = await download(as, scene.groupId);
        const target = await anEmptyGroup();
        const into = { events: file.events };
        expect(await importInto(target, file, into)).toBe(file.rows.length);
        const contents = await contentsOf(scene.groupId, target.as);
        expect(await contentsOf(target.groupId)).toEqual(contents);
        expect(await balancesIn(target.groupId)).toEqual(balances);
        expect(await importInto(target, file, into)).toBe(0);
        const own = await download(target.as, target.groupId);
        expect(await importInto(target, own, { events: own.events })).toBe(0);
        expect(await contentsOf(target.groupId)).toEqual(contents);

        // A CSV in Splitwise's shape leads to the same balances.
        const csv = await download(as, scene.groupId, "splitwise");
        const other = await anEmptyGroup();
        const newEvent = { newEvent: { title: "From Splitwise", date: "2026-04-01" } };
        await importInto(other, csv, newEvent);
        expect(await balancesIn(other.groupId)).toEqual(balances);
        expect(await importInto(other, csv, newEvent)).toBe(0);
        await expectSound();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  LONG,
);

test("an export that is imported keeps every detail of an expense", async () => {
  await clearDatabase();
  const as = await aPerson("Ana");
  const groupId = await aGroup("Flat", [as]);
  const eventId = String(await anEvent(groupId, "Market", [as]));
  const money = { amount: 10, splitWith: [as.id] };
  await done("createExpense", as, {
    body: { eventId, description: "Bread", ...money, ...expenseDetails },
  });
  const file = await download(as, groupId);
  const copy = await aGroup("Copy", [as]);
  await importInto({ as, groupId: copy }, file, { events: file.events });
  const { expenses } = await collections();
  const [imported] = await expenses.find({ groupId: copy }).toArray();
  expect(returnedDetails(imported!)).toEqual(expenseDetails);
  for (const field of EXPENSE_DETAIL_FIELDS)
    expect([field, expenseDetails[field]]).not.toEqual([field, returnedDetails({})[field]]);
});
