import { groupExport } from "@/lib/contract/groups";
import { encoded, evenlyFile, fileId } from "@/testing/import-files";
import { detailsOf } from "../expenses/details";
import type { ImportFile } from "./import-file";
import { previewOf } from "./preview";
import { readImportFile } from "./read-file";
import { rowKey } from "./row-key";

const read = (file: unknown, choose?: { group?: number }) =>
  readImportFile(encoded(JSON.stringify(file)), choose);

async function fileOf(file: unknown, choose?: { group?: number }): Promise<ImportFile> {
  const result = await read(file, choose);
  if (result.ok !== true) throw new Error(JSON.stringify(result));
  return result.file;
}

const make = evenlyFile(["Ana", "Ben", "Cy", "Dee", "Deleted user", "Deleted user"]);
const parts = (...list: [person: number, cents: number][]) =>
  list.map(([person, cents]) => ({ person, cents }));

const dinner = make.expense(
  { 0: 6000, 1: 4001 },
  { 0: 5000, 1: 2500, 2: 2501 },
  {
    description: "=Dinner",
    split: {
      mode: "shares",
      values: [
        { user: fileId(1), value: 2 },
        { user: fileId(2), value: 1 },
        { user: fileId(3), value: 1.01 },
      ],
    },
    note: "At\nhome",
    category: "dining",
    date: "2026-03-14T12:00:00.000Z",
    recordedBy: make.person(3),
    debts: [
      { from: fileId(3), to: fileId(1), amount: 10 },
      { from: fileId(3), to: fileId(2), amount: 15.01 },
    ],
  },
);
const taxi = make.expense({ 4: 1000 }, { 5: 1000, 0: 0 });
const paid = make.settlement(2, 0, 1000, {
  settledAt: "2026-04-01T23:30:00.000Z",
  settledBy: make.person(3),
  method: "bank",
  note: "Thanks",
});
const open = make.settlement(2, 0, 1501, { settled: false, settledAt: null, settledBy: null });
const plan = make.plan(
  [
    [2, 0, 500],
    [0, 1, 500],
    [1, 2, 500],
  ],
  { replaced: [{ from: make.person(0), to: make.person(1), amount: 5 }], usedBy: make.person(1) },
);
const trip = make.event({
  title: "Trip",
  participants: [0, 1, 2].map(make.person),
  closedAt: "2026-05-01T00:00:00.000Z",
  closedBy: make.person(0),
  expenses: [dinner, taxi],
  settlements: [open, paid],
  plans: [plan],
});
const home = make.event({ title: "Home", date: "2026-06-01T00:00:00.000Z", participants: [make.person(3)] });
const group = make.group([trip, home], 3);

describe("the export of a group", () => {
  test("is one of the contract", () => {
    expect(groupExport.safeParse(group)).toMatchObject({ success: true });
  });

  test("has its people, former members, deleted users, and events", async () => {
    const file = await fileOf(group);
    expect(file).toMatchObject({ source: "evenly", title: "Trips", currency: "USD", refused: [] });
    expect(file.people.map(({ name }) => name)).toEqual([
      "Ana",
      "Ben",
      "Cy",
      "Deleted user",
      "Deleted user",
      "Dee",
    ]);
    expect(file.events).toEqual([
      { title: "Trip", date: "2026-03-14", participants: [0, 1, 2], closed: true },
      { title: "Home", date: "2026-06-01", participants: [5], closed: false },
    ]);
  });

  test("has its expenses, payments, and plans, with when", async () => {
    const { rows } = await fileOf(group);
    // Deleted users are people in the order in which they are named: first the payer, then the others.
    expect(rows).toEqual([
      {
        kind: "expense",
        row: 1,
        id: dinner._id,
        occurrence: 0,
        date: "2026-03-14",
        event: 0,
        description: "=Dinner",
        cents: 10_001,
        ...detailsOf({ note: "At\nhome", category: "dining" }),
        payers: parts([0, 6000], [1, 4001]),
        shares: parts([0, 5000], [1, 2500], [2, 2501]),
        split: {
          mode: "shares",
          values: [
            { person: 0, value: 200 },
            { person: 1, value: 100 },
            { person: 2, value: 101 },
          ],
        },
        payerReconstructed: false,
        createdAt: "2026-03-14T18:00:00.000Z",
        debts: [
          { from: 2, to: 0, cents: 1000 },
          { from: 2, to: 1, cents: 1501 },
        ],
      },
      expect.objectContaining({
        id: taxi._id,
        payers: parts([3, 1000]),
        shares: parts([0, 0], [4, 1000]),
      }),
      {
        kind: "payment",
        row: 4,
        id: paid._id,
        occurrence: 0,
        date: "2026-04-01",
        event: 0,
        from: 2,
        to: 0,
        cents: 1000,
        method: "bank",
        note: "Thanks",
        settledAt: "2026-04-01T23:30:00.000Z",
      },
      {
        kind: "plan",
        row: 5,
        id: plan._id,
        occurrence: 0,
        date: "2026-03-14",
        event: 0,
        plan: plan.planId,
        of: "event",
        usedAt: "2026-03-14T18:00:00.000Z",
        debts: [
          { from: 2, to: 0, cents: 500 },
          { from: 0, to: 1, cents: 500 },
          { from: 1, to: 2, cents: 500 },
        ],
        replaced: [{ from: 0, to: 1, cents: 500 }],
      },
    ]);
  });

  test("says what each person is owed: expenses, plus payments, whatever plans changed", async () => {
    const preview = previewOf(await fileOf(group));
    expect(preview).toMatchObject({
      expenses: 2,
      payments: 1,
      plans: 1,
      from: "2026-03-14",
      until: "2026-04-01",
    });
    expect(preview.people.map(({ cents }) => cents)).toEqual([0, 1501, -1501, 1000, -1000, 0]);
  });

  test("identifies its rows by their ids alone", async () => {
    const [row] = (await fileOf(group)).rows;
    expect(rowKey(row!, ["a", "b", "c", "d", "e", "f"])).toBe(rowKey({ ...row!, date: "2027-01-01" }, []));
  });

  test("of a later version is read without what is new", async () => {
    const later = { ...dinner, category: "crypto", receipts: [1], amount: 100.01 };
    const [row] = (await fileOf(make.group([make.event({ expenses: [later as never] })]))).rows;
    expect(row).toMatchObject({ category: null, cents: 10_001 });
  });

  test("has the parts of a group's plan in several events", async () => {
    const planId = fileId(9);
    const inTrip = make.plan([[0, 1, 500]], { planId, of: "group" });
    const inHome = make.plan([[1, 0, 500]], { planId, of: "group" });
    const event = make.event({ plans: [inTrip] });
    expect((await fileOf(make.group([event, make.event({ plans: [inHome] })]))).rows).toHaveLength(2);
    // One of the parts is missing.
    expect(await fileOf(make.group([event]))).toMatchObject({
      rows: [],
      refused: [{ row: 1, reason: "A part of its plan is missing." }],
    });
  });

  test.each<[string, object, string]>([
    ["the year 3000", { date: "3000-01-01T00:00:00.000Z" }, "“3000-01-01” is not a date like 2026-03-14."],
    ["an amount of 1e21", { amount: 1e21 }, "The amount is too large."],
    ["a fraction of a cent", { amount: 100.015 }, "The amount has a fraction of a cent."],
    ["an amount of nothing", { amount: 0 }, "The amount must be more than zero."],
    ["a refund that was paid", { amount: -1 }, "One of its payments is not an amount."],
    ["a refund that is too large", { amount: -1e21 }, "The amount is too large."],
    ["another sum of the shares", { shares: dinner.shares.slice(1) }, "Its shares do not sum to the amount."],
    [
      "another sum of the payments",
      { payers: dinner.payers.slice(1) },
      "Its payments do not sum to the amount.",
    ],
    [
      "a negative share",
      { shares: [...dinner.shares, { user: fileId(4), amount: -1 }] },
      "One of its shares is not an amount.",
    ],
    [
      "a payer of nothing",
      { payers: [...dinner.payers, { user: make.person(3), amount: 0 }] },
      "One of its payments is $0.00.",
    ],
    [
      "a payer twice",
      { payers: [...dinner.payers, ...dinner.payers] },
      "A person is listed twice in its payments.",
    ],
    ["an invisible description", { description: "\u200b\ud800" }, "It has no description."],
  ])("refuses an expense with %s", async (_, change, reason) => {
    const wrong = { ...dinner, splitWith: [0, 1, 2, 3].map(make.person), ...change };
    const file = await fileOf(make.group([make.event({ expenses: [wrong, taxi] })]));
    expect(file.refused).toEqual([{ row: 1, reason }]);
    expect(file.rows).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    ["the same payer and receiver", { from: make.person(0) }, "It is a payment from a person to themselves."],
    ["no day", { settledAt: null }, "It has no date."],
    ["a note of 201 characters", { note: "x".repeat(201) }, "Its note has over 200 characters."],
    ["an amount of 1e21", { amount: 1e21 }, "The amount is too large."],
  ])("refuses a payment with %s", async (_, change, reason) => {
    const event = make.event({ settlements: [{ ...paid, ...change }, make.settlement(0, 1, 100)] });
    expect((await fileOf(make.group([event]))).refused).toEqual([{ row: 1, reason }]);
  });

  test.each<[string, object, number | null, string]>([
    [
      "a time that is none",
      { createdAt: "yesterday" },
      1,
      "Row 1: This entry can't be read: “createdAt” is missing or wrong.",
    ],
    [
      "a note that is a number",
      { note: 5 },
      1,
      "Row 1: This entry can't be read: “note” is missing or wrong.",
    ],
    [
      "an amount that is text",
      { amount: "5" },
      1,
      "Row 1: This entry can't be read: “amount” is missing or wrong.",
    ],
    [
      "a share of a person without a name",
      { splitWith: [], payers: [] },
      1,
      "Row 1: It names a person without a name.",
    ],
    ["a long id", { _id: "x".repeat(101) }, 1, "Row 1: This entry can't be read: “_id” is missing or wrong."],
  ])("is refused as a whole with an expense with %s", async (_, change, row, problem) => {
    const file = make.group([make.event({ expenses: [{ ...dinner, ...change } as never] })], 0);
    expect(await read(file)).toEqual({ ok: false, row, problem });
  });

  test.each<[string, object, string]>([
    ["no events", { events: undefined }, "This file can't be read: “events” is missing or wrong."],
    ["an event that is none", { events: [null] }, "This file can't be read."],
    [
      "an event without a title",
      { events: [{ ...trip, title: " " }] },
      "The title or the date of event 1 is not valid.",
    ],
    [
      "an event on no day",
      { events: [{ ...trip, date: "soon" }] },
      "The title or the date of event 1 is not valid.",
    ],
    [
      "a name of 300 characters",
      { group: { ...group.group, members: [{ ...make.person(0), name: "x".repeat(300) }] } },
      "Person 1 has a name of over 120 characters.",
    ],
    [
      "a member without an id",
      { group: { ...group.group, members: [{ name: "Ana" }] } },
      "This file can't be read: “_id” is missing or wrong.",
    ],
    ["nothing in it", { events: [] }, "This file contains no expenses."],
  ])("is refused with %s", async (_, change, problem) => {
    expect(await read({ ...group, ...change })).toEqual({ ok: false, row: null, problem });
  });

  test("of over 5,000 expenses and payments is refused", async () => {
    const event = make.event({ expenses: Array.from({ length: 5001 }, () => taxi) });
    expect(await read(make.group([event]))).toMatchObject({
      ok: false,
      problem: "A file can have at most 5,000 expenses and payments.",
    });
  });

  test("of over 1,000 events is refused", async () => {
    const events = (count: number) => make.group(Array.from({ length: count }, () => home));
    expect((await fileOf(events(1000))).events).toHaveLength(1000);
    expect(await read(events(1001))).toMatchObject({
      ok: false,
      problem: "A file can have at most 1,000 events.",
    });
  });

  test("of over 5,000 records is refused before each is checked", async () => {
    const event = { ...make.event(), expenses: Array(5_001).fill({}) };
    expect(await read({ ...make.group([]), events: [event] })).toMatchObject({
      ok: false,
      problem: "A file can have at most 5,000 expenses and payments.",
    });
  });

  test("of over 200 people is refused", async () => {
    const many = evenlyFile(Array.from({ length: 201 }, (_, index) => `P${index}`));
    expect(await read(many.group([many.event()]))).toMatchObject({
      ok: false,
      problem: "A file can have at most 200 people.",
    });
  });
});

describe("the export of an account", () => {
  const account = (...groups: object[]) => ({
    exportedAt: group.exportedAt,
    user: make.person(0),
    friends: [],
    groups,
  });
  const trips = { ...{ _id: fileId(7), role: "member", activity: [] }, ...group.group, events: [trip] };
  const flat = { ...trips, title: "Flat", events: [home] };

  test("with one group is the group", async () => {
    expect(await fileOf(account(trips))).toEqual(await fileOf(make.group([trip], 3)));
  });

  test("with several groups lets one choose", async () => {
    expect(await read(account(trips, flat))).toEqual({ ok: "choose", groups: ["Trips", "Flat"] });
    expect(await fileOf(account(trips, flat), { group: 1 })).toMatchObject({ title: "Flat", rows: [] });
    expect(await read(account(trips, flat), { group: 2 })).toMatchObject({
      ok: false,
      problem: "This file does not contain the group that was chosen.",
    });
  });

  test("without groups has nothing to import", async () => {
    expect(await read(account())).toEqual({ ok: false, row: null, problem: "This file contains no groups." });
  });
});
