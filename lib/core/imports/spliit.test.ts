import fc from "fast-check";
import { encoded, spliitJson, type SpliitFileExpense } from "@/testing/import-files";
import type { ImportExpense, ImportFile } from "./import-file";
import { previewOf } from "./preview";
import { readImportFile } from "./read-file";

const PEOPLE = ["Ana", "Ben", "Cy"];
const read = (text: string) => readImportFile(encoded(text));

async function fileOf(
  expenses: SpliitFileExpense[],
  rest: Partial<Parameters<typeof spliitJson>[0]> = {},
): Promise<ImportFile> {
  const result = await read(spliitJson({ people: PEOPLE, expenses, ...rest }));
  if (result.ok !== true) throw new Error(JSON.stringify(result));
  return result.file;
}

const equally = (...people: number[]) => people.map((person) => ({ person, shares: 100 }));
const parts = (...list: [person: number, cents: number][]) =>
  list.map(([person, cents]) => ({ person, cents }));
const sharesOf = async (one: Omit<SpliitFileExpense, "paidBy">) => {
  const [row] = (await fileOf([{ paidBy: 0, ...one }])).rows;
  return (row as ImportExpense).shares;
};

test("becomes expenses and payments", async () => {
  const file = await fileOf([
    {
      title: "Pizza",
      date: "2026-01-02",
      amount: 900,
      paidBy: 0,
      paidFor: equally(0, 1, 2),
      category: "Dining Out",
      notes: "Two\n\n\n\nlines",
    },
    { date: "2026-01-03", amount: 300, paidBy: 1, paidFor: equally(0), isReimbursement: true },
  ]);
  expect(file).toMatchObject({
    source: "spliit",
    title: "Lisbon",
    currency: "EUR",
    events: [],
    refused: [],
    people: PEOPLE.map((name) => ({ name, footer: null })),
    rows: [
      {
        kind: "expense",
        row: 1,
        id: null,
        date: "2026-01-02",
        description: "Pizza",
        cents: 900,
        category: "dining",
        payers: parts([0, 900]),
        shares: parts([0, 300], [1, 300], [2, 300]),
        note: "Two\n\nlines",
        split: { mode: "equal", values: [] },
        payerReconstructed: false,
        createdAt: null,
      },
      { kind: "payment", row: 2, date: "2026-01-03", from: 1, to: 0, cents: 300, method: null },
    ],
  });
  expect(previewOf(file).people.map(({ cents }) => cents)).toEqual([300, 0, -300]);
});

describe("shares", () => {
  test("of an even split ignore the numbers", async () => {
    const paidFor = [
      { person: 0, shares: 300 },
      { person: 1, shares: 200 },
    ];
    expect(await sharesOf({ amount: 1000, paidFor, splitMode: "EVENLY" })).toEqual(parts([0, 500], [1, 500]));
  });

  test("are a ratio, percentages, and amounts", async () => {
    const paidFor = [
      { person: 0, shares: 200 },
      { person: 2, shares: 600 },
    ];
    expect(await sharesOf({ amount: 1000, paidFor, splitMode: "BY_SHARES" })).toEqual(
      parts([0, 250], [2, 750]),
    );
    const percent = [
      { person: 0, shares: 3333 },
      { person: 1, shares: 6667 },
    ];
    expect(await sharesOf({ amount: 10_000, paidFor: percent, splitMode: "BY_PERCENTAGE" })).toEqual(
      parts([0, 3333], [1, 6667]),
    );
    const amounts = [
      { person: 0, shares: 1 },
      { person: 1, shares: 999_999_998 },
    ];
    expect(await sharesOf({ amount: 999_999_999, paidFor: amounts, splitMode: "BY_AMOUNT" })).toEqual(
      parts([0, 1], [1, 999_999_998]),
    );
  });

  // FNV-1a of the id, modulo 3, as another program computes it.
  test.each([
    ["e0", 0],
    ["V1StGXR8_Z5jdHi6B-myT", 1],
    ["e1", 2],
  ])("give the odd cents to whom the id %j says", async (id, first) => {
    const one = await sharesOf({ id, amount: 100, paidFor: equally(0, 1, 2) });
    expect(one.map(({ cents }) => cents)).toEqual([0, 1, 2].map((person) => (person === first ? 34 : 33)));
    const refund = (await fileOf([{ id, amount: -100, paidBy: 0, paidFor: equally(0, 1, 2) }]))
      .rows[0] as ImportExpense;
    // Of the negative amount, each bears 34 at first; two get a cent back.
    const last = (first + 2) % 3;
    expect(refund.shares.map(({ cents }) => cents)).toEqual(
      [0, 1, 2].map((person) => (person === last ? -34 : -33)),
    );
    expect(refund.payers).toEqual(parts([0, -100]));
  });

  test("of a refund by amounts are negative", async () => {
    const paidFor = [
      { person: 0, shares: 30 },
      { person: 1, shares: 0 },
      { person: 2, shares: 70 },
    ];
    const refund = (await fileOf([{ amount: -100, paidBy: 0, paidFor, splitMode: "BY_AMOUNT" }])).rows[0];
    expect(refund).toMatchObject({
      cents: -100,
      payers: parts([0, -100]),
      shares: parts([0, -30], [2, -70]),
      split: {
        mode: "amounts",
        values: [
          { person: 0, value: -30 },
          { person: 1, value: 0 },
          { person: 2, value: -70 },
        ],
      },
    });
  });

  test("prefer larger fractions, and in files without ids the first person", async () => {
    const paidFor = [
      { person: 0, shares: 100 },
      { person: 1, shares: 200 },
      { person: 2, shares: 100 },
    ];
    const text = spliitJson({
      people: PEOPLE,
      expenses: [
        { amount: 1002, paidBy: 0, paidFor, splitMode: "BY_SHARES" },
        { amount: 100, paidBy: 0, paidFor: equally(0, 1, 2) },
      ],
    });
    const result = await read(text.replace(/"id":"e\d+",/g, ""));
    if (result.ok !== true) throw new Error(JSON.stringify(result));
    const [ratio, even] = result.file.rows as ImportExpense[];
    expect(ratio!.shares).toEqual(parts([0, 251], [1, 501], [2, 250]));
    expect(even!.shares).toEqual(parts([0, 34], [1, 33], [2, 33]));
  });

  test("law: sum to the amount, and each is within a cent of its part", async () => {
    const expense = fc.record({
      id: fc.string({ minLength: 1, maxLength: 20 }),
      amount: fc.integer({ min: 1, max: 999_999_999 }),
      paidBy: fc.nat(2),
      paidFor: fc
        .subarray([0, 1, 2], { minLength: 1 })
        .chain((people) =>
          fc.tuple(
            ...people.map((person) =>
              fc.record({ person: fc.constant(person), shares: fc.integer({ min: 1, max: 999_999_999 }) }),
            ),
          ),
        ),
      splitMode: fc.constantFrom(
        "EVENLY" as const,
        "BY_SHARES" as const,
        "BY_PERCENTAGE" as const,
        "BY_AMOUNT" as const,
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(expense, { minLength: 1, maxLength: 10 }), async (expenses) => {
        const { rows } = await fileOf(expenses);
        for (const [index, row] of (rows as ImportExpense[]).entries()) {
          const { amount, paidFor, splitMode } = expenses[index]!;
          const weight = (person: number) =>
            splitMode === "EVENLY" ? 1 : paidFor.find((one) => one.person === person)!.shares;
          const whole = paidFor.reduce((sum, { person }) => sum + weight(person), 0);
          expect(row.shares.reduce((sum, { cents }) => sum + cents, 0)).toBe(amount);
          for (const { person, cents } of row.shares)
            expect(Math.abs(cents - (amount * weight(person)) / whole)).toBeLessThan(1.001);
        }
      }),
      { numRuns: 100 },
    );
  });
});

test("keeps how it was split, if Evenly splits so", async () => {
  const paidFor = [
    { person: 0, shares: 150 },
    { person: 1, shares: 100 },
  ];
  const splits = (
    await fileOf([
      { amount: 500, paidBy: 0, paidFor, splitMode: "BY_SHARES" },
      { amount: 250, paidBy: 0, paidFor, splitMode: "BY_AMOUNT" },
      { amount: 500, paidBy: 0, paidFor, splitMode: "BY_PERCENTAGE" },
    ])
  ).rows.map((row) => (row as ImportExpense).split);
  const values = [
    { person: 0, value: 150 },
    { person: 1, value: 100 },
  ];
  expect(splits).toEqual([{ mode: "shares", values }, { mode: "amounts", values }, null]);
});

test("of money paid back: all receivers, in both directions", async () => {
  const { rows } = await fileOf([
    { amount: 600, paidBy: 0, paidFor: equally(0, 1, 2), isReimbursement: true },
    { amount: -300, paidBy: 0, paidFor: equally(1), isReimbursement: true },
  ]);
  expect(rows).toMatchObject([
    { kind: "payment", row: 1, from: 0, to: 1, cents: 200 },
    { kind: "payment", row: 1, from: 0, to: 2, cents: 200 },
    { kind: "payment", row: 2, from: 1, to: 0, cents: 300 },
  ]);
});

test.each([
  ["€", null, "€", 250],
  ["€", "", "€", 250],
  ["$", "", "USD", 250],
  ["", null, "USD", 250],
  ["¥", "JPY", "JPY", 25_000],
  ["Ft", "HUF", "HUF", 25_000],
])("the amounts of currency %j with the code %j", async (currency, currencyCode, shown, cents) => {
  const file = await fileOf([{ amount: 250, paidBy: 0, paidFor: equally(1) }], { currency, currencyCode });
  expect(file).toMatchObject({ currency: shown, rows: [{ cents, shares: parts([1, cents]) }] });
});

test.each<[string, Partial<SpliitFileExpense>, string]>([
  ["the year 3000", { date: "3000-01-01" }, "“3000-01-01” is not a date like 2026-03-14."],
  ["no date", { date: "" }, "“T00:00:00.” is not a date like 2026-03-14."],
  ["an amount of 1e21", { amount: 1e21 }, "The amount is too large."],
  ["an amount with a fraction", { amount: 12.5 }, "The amount has a fraction of a cent."],
  ["an amount of zero", { amount: 0 }, "The amount must be more than zero."],
  ["nobody who shares it", { paidFor: [] }, "Its shares do not sum to the amount."],
  [
    "shares of zero",
    { splitMode: "BY_SHARES", paidFor: [{ person: 1, shares: 0 }] },
    "Its shares do not sum to the amount.",
  ],
  ["a person twice", { paidFor: equally(1, 1) }, "A person is listed twice in its shares."],
  ["a title of 201 characters", { title: "x".repeat(201) }, "Its description has over 200 characters."],
  ["a note of 501 characters", { notes: "x".repeat(501) }, "Its note has over 500 characters."],
  ["half a character as its title", { title: "\ud800" }, "It has no description."],
  [
    "a payment to oneself",
    { paidFor: equally(0), isReimbursement: true },
    "It is a payment from a person to themselves.",
  ],
])("refuses a row with %s", async (_, one, reason) => {
  const fine = { amount: 500, paidBy: 0, paidFor: equally(1) };
  const file = await fileOf([fine, { ...fine, ...one }]);
  expect(file.refused).toEqual([{ row: 2, reason }]);
  expect(file.rows).toHaveLength(1);
});

test.each<[string, (text: string) => string, number | null, string]>([
  [
    "a payer who is unknown",
    (text) => text.replace('"paidById":"p0"', '"paidById":"p9"'),
    1,
    "Row 1: It names a person who is not in the group.",
  ],
  [
    "more shares than people in any group",
    (text) => text.replace('"paidFor":[', `"paidFor":[${'{"participantId":"p0","shares":1},'.repeat(200)}`),
    1,
    "Row 1: This entry can't be read: “paidFor” is missing or wrong.",
  ],
  [
    "too many expenses, before it checks each",
    (text) => text.replace('"expenses":[', `"expenses":[${"{},".repeat(5_000)}`),
    null,
    "A file can have at most 5,000 expenses and payments.",
  ],
  [
    "a share that is no number",
    (text) => text.replace('"shares":100', '"shares":"100"'),
    1,
    "Row 1: This entry can't be read: “shares” is missing or wrong.",
  ],
  [
    "a way to split that is unknown",
    (text) => text.replace("EVENLY", "__proto__"),
    1,
    "Row 1: This entry can't be read: “splitMode” is missing or wrong.",
  ],
  [
    "an expense that is none",
    (text) => text.replace(/"expenses":\[/, '"expenses":[null,'),
    1,
    "Row 1: This entry can't be read.",
  ],
  [
    "people that are no list",
    (text) => text.replace(/"participants":\[.*?\]/, '"participants":{}'),
    null,
    "This file can't be read: “participants” is missing or wrong.",
  ],
  [
    "a name of 300 characters",
    (text) => text.replace("Ben", "x".repeat(300)),
    null,
    "Person 2 has a name of over 120 characters.",
  ],
])("is refused with %s", async (_, change, row, problem) => {
  const text = spliitJson({ people: PEOPLE, expenses: [{ amount: 500, paidBy: 0, paidFor: equally(1) }] });
  expect(await read(change(text))).toEqual({ ok: false, row, problem });
});

test.each(["__proto__", "constructor"])("has a person called %s", async (name) => {
  const file = await fileOf([{ amount: 500, paidBy: 0, paidFor: equally(1) }], { people: [name, "Ben"] });
  expect(previewOf(file).people).toMatchObject([
    { name, cents: 500 },
    { name: "Ben", cents: -500 },
  ]);
});
