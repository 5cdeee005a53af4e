import fc from "fast-check";
import { encoded, ENCODINGS, splitwiseCsv, type SplitwiseFileRow } from "@/testing/import-files";
import type { ImportExpense, ImportFile, ReadResult } from "./import-file";
import { previewOf } from "./preview";
import { readImportFile } from "./read-file";

const read = (text: string, encoding: (typeof ENCODINGS)[number] = "utf-8"): Promise<ReadResult> =>
  readImportFile(encoded(text, encoding));

async function fileOf(text: string, encoding?: (typeof ENCODINGS)[number]): Promise<ImportFile> {
  const result = await read(text, encoding);
  if (result.ok !== true) throw new Error(JSON.stringify(result));
  return result.file;
}

const balances = (file: ImportFile) => previewOf(file).people.map(({ cents }) => cents);
const footers = (file: ImportFile) => file.people.map(({ footer }) => footer);

const PEOPLE = ["Anna Ähre", "Ben Bär", "Cléo Ño"];
const ROWS: SplitwiseFileRow[] = [
  { description: "Dinner", category: "Dining out", cost: 9000, nets: [6000, -3000, -3000] },
  { date: "2026-03-15", cost: 1234, nets: [1234, -1234, 0], payment: true },
  { date: "2026-03-16", description: 'Two\nlines, "quoted"', cost: 10_000, nets: [3000, 2000, -5000] },
];

describe("a file of Splitwise", () => {
  test("becomes expenses and payments", async () => {
    const file = await fileOf(splitwiseCsv({ people: PEOPLE, rows: ROWS }));
    expect(file).toMatchObject({
      source: "splitwise",
      title: null,
      currency: "USD",
      people: [
        { name: "Anna Ähre", footer: 10_234 },
        { name: "Ben Bär", footer: -2234 },
        { name: "Cléo Ño", footer: -8000 },
      ],
      rows: [
        {
          kind: "expense",
          row: 3,
          id: null,
          date: "2026-03-14",
          description: "Dinner",
          cents: 9000,
          payers: [{ person: 0, cents: 9000 }],
          shares: [0, 1, 2].map((person) => ({ person, cents: 3000 })),
          category: "dining",
          payerReconstructed: false,
        },
        { kind: "payment", row: 4, date: "2026-03-15", from: 0, to: 1, cents: 1234 },
        { kind: "expense", row: 5, description: 'Two lines, "quoted"', payerReconstructed: true },
      ],
      refused: [],
    });
    expect(previewOf(file)).toMatchObject({
      from: "2026-03-14",
      until: "2026-03-16",
      expenses: 2,
      payments: 1,
      plans: 0,
    });
  });

  describe.each(["en", "de", "fr", "es", "hu"] as const)("in %s", (language) => {
    test.each([
      [",", ".", "\n"],
      [",", ",", "\n"],
      [";", ",", "\r\n"],
      ["\t", ".", "\r\n"],
    ] as const)("with %j, decimal %j, lines ending in %j", async (delimiter, decimal, newline) => {
      const text = splitwiseCsv({ people: PEOPLE, rows: ROWS, language, delimiter, decimal, newline });
      const file = await fileOf(text);
      expect(file.rows.map(({ kind }) => kind)).toEqual(["expense", "payment", "expense"]);
      expect(balances(file)).toEqual([10_234, -2234, -8000]);
      expect(footers(file)).toEqual(balances(file));
    });
  });

  test.each(ENCODINGS)("in %s", async (encoding) => {
    const file = await fileOf(splitwiseCsv({ people: PEOPLE, rows: ROWS, language: "de" }), encoding);
    expect(file.people.map(({ name }) => name)).toEqual(PEOPLE);
  });

  test("of a friend begins with a note, which spreadsheets save as a row", async () => {
    const csv = splitwiseCsv({
      people: PEOPLE.slice(0, 2),
      rows: [{ cost: 500, nets: [250, -250] }],
      friend: true,
    });
    for (const text of [csv, csv.replace("expenses\n", "expenses,,,,,,\n").replaceAll("\n\n", "\n,,,,,,\n")])
      expect(balances(await fileOf(text))).toEqual([250, -250]);
  });

  test("keeps empty columns of a spreadsheet apart from people", async () => {
    const csv = splitwiseCsv({ people: PEOPLE, rows: ROWS.slice(0, 2) }).replace(/(.)\n/g, "$1,,\n");
    expect((await fileOf(csv)).people).toHaveLength(3);
  });

  test("with decimals in parts, zero decimals, and empty cells", async () => {
    const csv =
      'Date,Description,Category,Cost,Currency,A,B,C\n2026-01-01,Tea,,"7,2",USD,"3,6","-3,60",\n2026-01-02,Bus,General,10,USD,10.0000,-10,0\n';
    expect(balances(await fileOf(csv))).toEqual([1360, -1360, 0]);
  });

  test.each([
    ["1,234.50", "-1,234.50", "1234,500.00", 123_450],
    ["1.234,50", "-1.234,50", "1.234.5,00", 123_450],
    ["1,234,567.5", "-1,234,567.50", "1,23.00", 123_456_750],
    ["1.234,500", "\u22121.234,500", "1,234,50", 123_450],
  ])("with thousands separators: %s", async (cost, negative, invalid, cents) => {
    const row = (description: string, amount: string) =>
      `2026-01-01,${description},General,"${amount}",USD,"${cost}","${negative}"\n`;
    const file = await fileOf(
      `Date,Description,Category,Cost,Currency,A,B\n${row("Rent", cost)}${row("Van", invalid)}`,
    );
    expect(file.rows).toMatchObject([{ description: "Rent", cents }]);
    expect(balances(file)).toEqual([cents, -cents]);
    expect(file.refused).toEqual([{ row: 3, reason: `“${invalid}” is not an amount.` }]);
  });

  test("without a footer", async () => {
    const file = await fileOf(splitwiseCsv({ people: PEOPLE, rows: ROWS, footer: null }));
    expect(footers(file)).toEqual([null, null, null]);
  });

  test("keeps two people of one name apart", async () => {
    const file = await fileOf(splitwiseCsv({ people: ["Ana", "Ana", "Ben"], rows: ROWS }));
    expect(file.people.map(({ name }) => name)).toEqual(["Ana", "Ana", "Ben"]);
    expect(balances(file)).toEqual([10_234, -2234, -8000]);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "with a person called %s",
    async (name) => {
      const file = await fileOf(splitwiseCsv({ people: [name, "Ben", "Cleo"], rows: ROWS }));
      expect(file.people[0]).toEqual({ name, footer: 10_234 });
      expect(balances(file)).toEqual([10_234, -2234, -8000]);
    },
  );

  test("keeps all identical rows, and numbers them", async () => {
    const coffee = { description: "Coffee", cost: 300, nets: [150, -150] };
    const file = await fileOf(
      splitwiseCsv({
        people: ["A", "B"],
        rows: [coffee, { ...coffee, cost: 400, nets: [200, -200] }, coffee, coffee],
      }),
    );
    expect(file.rows.map(({ occurrence }) => occurrence)).toEqual([0, 0, 1, 2]);
  });

  test("of Evenly itself has apostrophes before texts that look like formulas", async () => {
    const rows = [{ description: "'=1+1", cost: 200, nets: [100, -100] }];
    const file = await fileOf(splitwiseCsv({ people: ["'=Anna", "Ben"], rows }));
    expect(file.people[0]!.name).toBe("=Anna");
    expect(file.rows[0]).toMatchObject({ description: "=1+1" });
  });

  test("keeps a description that begins like a formula", async () => {
    const rows = [{ description: "=1+1", cost: 200, nets: [100, -100] }];
    expect((await fileOf(splitwiseCsv({ people: ["A", "B"], rows }))).rows[0]).toMatchObject({
      description: "=1+1",
    });
  });

  test("with 2,000 rows of seven people: the balances are those of the footer", async () => {
    const people = ["Al", "Bo", "Cy", "Di", "Ed", "Flo", "Gil"];
    const rows = Array.from({ length: 2000 }, (_, index): SplitwiseFileRow => {
      const cost = 700 + 7 * ((index * 7919) % 5000);
      const nets = people.map((_name, person) => (person === index % 7 ? cost : 0) - cost / 7);
      const payment = people.map((_name, person) =>
        person === index % 7 ? cost : person === (index + 3) % 7 ? -cost : 0,
      );
      return index % 10 === 0
        ? { cost, nets: payment, payment: true }
        : { cost, nets, description: `Row ${index}` };
    });
    const file = await fileOf(
      splitwiseCsv({ people, rows, language: "de", decimal: ",", delimiter: ";" }),
      "windows-1252",
    );
    expect(previewOf(file)).toMatchObject({ expenses: 1800, payments: 200 });
    expect(balances(file)).toEqual(footers(file));
    expect(file.refused).toEqual([]);
  });
});

describe("who paid", () => {
  const expense = async (cost: number, nets: number[]) => {
    const [row] = (
      await fileOf(splitwiseCsv({ people: nets.map((_, index) => `P${index}`), rows: [{ cost, nets }] }))
    ).rows;
    return row as ImportExpense;
  };
  const parts = (...list: [person: number, cents: number][]) =>
    list.map(([person, cents]) => ({ person, cents }));

  test("is outside of the shares, if they are owed all of it", async () => {
    expect(await expense(1000, [1000, -400, -600])).toMatchObject({
      cents: 1000,
      payers: parts([0, 1000]),
      shares: parts([1, 400], [2, 600]),
      payerReconstructed: false,
    });
  });

  test("is reconstructed if several are owed something: as in an equal split", async () => {
    expect(await expense(10_000, [3000, 2000, -2500, -2500])).toMatchObject({
      payers: parts([0, 5500], [1, 4500]),
      shares: parts([0, 2500], [1, 2500], [2, 2500], [3, 2500]),
      cents: 10_000,
      payerReconstructed: true,
    });
  });

  test("is reconstructed if they are owed more than the cost", async () => {
    expect(await expense(500, [1000, -1000])).toMatchObject({
      cents: 1000,
      payers: parts([0, 1000]),
      shares: parts([1, 1000]),
      payerReconstructed: true,
    });
  });

  test("has received a refund", async () => {
    expect(await expense(-5000, [-2500, 2500])).toMatchObject({
      cents: -5000,
      payers: parts([0, -5000]),
      shares: parts([0, -2500], [1, -2500]),
      payerReconstructed: false,
    });
  });
});

describe("a payment", () => {
  const kinds = async (rows: SplitwiseFileRow[], language: "en" | "hu") =>
    (await fileOf(splitwiseCsv({ people: ["Anna Ada", "Ben Bo", "Cleo C"], rows, language }))).rows.map(
      ({ kind }) => kind,
    );
  const forBen = { description: "Ticket for Ben", category: "Music", cost: 700, nets: [700, -700, 0] };
  const paid: SplitwiseFileRow = { cost: 300, nets: [0, -300, 300], payment: true };

  test("is not an expense that one person paid for another", async () => {
    expect(await kinds([forBen, paid], "en")).toEqual(["expense", "payment"]);
    expect(await kinds([{ ...forBen, category: "Zene" }, paid], "hu")).toEqual(["expense", "payment"]);
  });

  test("is not an expense that names two people, in English", async () => {
    const concert = { ...forBen, description: "Anna and Ben: concert" };
    expect(await kinds([concert, { ...concert, category: "General" }], "en")).toEqual(["expense", "expense"]);
  });

  test("has one payer and one receiver", async () => {
    const odd = { ...paid, nets: [-150, -150, 300], description: "Cleo C. paid" };
    expect(await kinds([odd, paid], "en")).toEqual(["expense", "payment"]);
  });

  test("of somebody who has another name now is an expense where the language is unknown: the debts are the same", async () => {
    expect(await kinds([paid, { ...paid, description: "Zoe fizetett Ben B. részére" }], "hu")).toEqual([
      "expense",
      "expense",
    ]);
  });
});

describe("a row is refused, and the others are read:", () => {
  const refusedOf = async (row: Partial<SplitwiseFileRow>) => {
    const file = await fileOf(
      splitwiseCsv({
        people: ["A", "B"],
        rows: [
          { cost: 200, nets: [100, -100], ...row },
          { cost: 400, nets: [200, -200] },
        ],
        footer: null,
      }),
    );
    expect(file.rows).toHaveLength(1);
    return file.refused;
  };

  test.each<[string, Partial<SplitwiseFileRow>, string]>([
    ["the year 3000", { date: "3000-01-01" }, "“3000-01-01” is not a date like 2026-03-14."],
    ["the year 1899", { date: "1899-12-31" }, "“1899-12-31” is not a date like 2026-03-14."],
    ["a day that does not exist", { date: "2026-02-30" }, "“2026-02-30” is not a date like 2026-03-14."],
    ["a date of another country", { date: "03/14/2026" }, "“03/14/2026” is not a date like 2026-03-14."],
    ["no date", { date: "" }, "It has no date."],
    ["no description", { description: " " }, "It has no description."],
    [
      "a description of 201 characters",
      { description: "x".repeat(201) },
      "Its description has over 200 characters.",
    ],
    ["ten million dollars", { cost: 1_000_000_000 }, "The amount is too large."],
    ["a cost of zero", { cost: 0, nets: [0, 0] }, "The amount is $0.00."],
    [
      "nobody who owes anything",
      { nets: [0, 0] },
      "Nobody owes anything for it, and it does not say who paid.",
    ],
  ])("%s", async (_, row, reason) => {
    expect(await refusedOf(row)).toEqual([{ row: 3, reason }]);
  });

  test("a description of line breaks, in no time", async () => {
    const description = `${"\n".repeat(1_000_000)}=`;
    expect(await refusedOf({ description })).toEqual([{ row: 3, reason: "It has no description." }]);
  });

  test.each([
    ["1e21", "“1e21” is not an amount."],
    ["=1+1", "“=1+1” is not an amount."],
    ["1.0055", "“1.0055” is not an amount."],
    ["0.005", "“0.005” is not an amount."],
    ...["1,250", "2.500", "-10,000", "100.000"].map((cell): [string, string] => [
      cell,
      `“${cell}” is ambiguous. Write the amount with two decimals and no thousands separator.`,
    ]),
    ["9".repeat(400), `“${"9".repeat(30)}” is not an amount.`],
    ["NaN", "“NaN” is not an amount."],
    ["0x10", "“0x10” is not an amount."],
  ])("an amount of %s", async (cell, reason) => {
    for (const column of [3, 5]) {
      const cells = ["2026-01-01", "Tea", "General", "2.00", "USD", "1.00", "-1.00"];
      cells[column] = `"${cell}"`;
      const csv = splitwiseCsv({ people: ["A", "B"], rows: [{ cost: 400, nets: [200, -200] }] });
      const file = await fileOf(csv.replace("\n\n", `\n\n${cells.join(",")}\n`));
      expect(file.refused).toEqual([{ row: 3, reason }]);
      expect(file.rows).toHaveLength(1);
    }
  });

  test("another currency", async () => {
    const rows = [
      { cost: 100, nets: [50, -50], currency: "EUR" },
      { cost: 1000, nets: [500, -500], currency: "JPY" },
      { cost: 300, nets: [150, -150], currency: "EUR" },
      { cost: 0, nets: [0, 0], currency: "EUR" },
    ];
    const file = await fileOf(splitwiseCsv({ people: ["A", "B"], rows }));
    expect(file).toMatchObject({
      currency: "EUR",
      refused: [
        { row: 4, reason: "It is in JPY, not in EUR." },
        { row: 6, reason: "The amount is 0.00 EUR." },
      ],
    });
    expect(footers(file)).toEqual([200, -200]);
    expect(balances(file)).toEqual([200, -200]);
  });

  test("no currency", async () => {
    expect(await refusedOf({ currency: "" })).toEqual([{ row: 3, reason: "It has no currency." }]);
  });
});

describe("a file is refused as a whole:", () => {
  const problemOf = async (text: string) => {
    const result = await read(text);
    return result.ok === false ? [result.row, result.problem] : result;
  };
  const csv = splitwiseCsv({ people: PEOPLE, rows: ROWS.slice(0, 2) });

  test("a row that does not sum to zero", async () => {
    const rows = [ROWS[0]!, { cost: 9000, nets: [6000, -3000, -2999] }];
    expect(await problemOf(splitwiseCsv({ people: PEOPLE, rows }))).toEqual([
      4,
      "Row 4: What people paid and owe sums to $0.01 instead of $0.00.",
    ]);
  });

  test("amounts in the currency of the file", async () => {
    const row = { cost: 9000, nets: [6000, -3000, -3000], currency: "EUR" };
    const rows = [{ ...row, nets: [6000, -3000, -2999] }];
    expect(await problemOf(splitwiseCsv({ people: PEOPLE, rows }))).toEqual([
      3,
      "Row 3: What people paid and owe sums to 0.01 EUR instead of 0.00 EUR.",
    ]);
    const footer = [{ currency: "EUR", nets: [6000, -3001, -3000] }];
    expect(await problemOf(splitwiseCsv({ people: PEOPLE, rows: [row], footer }))).toEqual([
      5,
      "Row 5: The total of Ben Bär is −30.01 EUR, but their column sums to −30.00 EUR, 0.01 EUR more.",
    ]);
  });

  test("a footer that is off by a cent", async () => {
    const footer = [{ currency: "USD", nets: [6000, -3001, -3000] }];
    expect(await problemOf(splitwiseCsv({ people: PEOPLE, rows: ROWS.slice(0, 1), footer }))).toEqual([
      5,
      "Row 5: The total of Ben Bär is −$30.01, but their column sums to −$30.00, $0.01 more.",
    ]);
  });

  test.each<[string, string, number | null, string]>([
    [
      "a row with too few cells",
      csv.replace(",-30.00,-30.00", ",-30.00"),
      3,
      "Row 3: It has 7 cells instead of 8.",
    ],
    [
      "a row with too many cells",
      csv.replace(",-30.00", ",-30.00,1"),
      3,
      "Row 3: It has 9 cells instead of 8.",
    ],
    ["a person without a name", csv.replace("Ben Bär", " "), 1, "Row 1: Person 2 has no name."],
    ["a last person without a name", csv.replace("Cléo Ño", ""), 1, "Row 1: Person 3 has no name."],
    [
      "a person whose name cannot be seen",
      csv.replace("Ben Bär", "\u200b"),
      1,
      "Row 1: Person 2 has no name.",
    ],
    [
      "a name of 300 characters",
      csv.replace("Ben", "x".repeat(300)),
      1,
      "Row 1: Person 2 has a name of over 120 characters.",
    ],
    [
      "a name that is a formula",
      csv.replace("Ben Bär", "=HYPERLINK(A1)"),
      1,
      "Row 1: The name of person 2 begins with “=”.",
    ],
    [
      "a quotation mark that is missing",
      csv.replace("Dinner", '"Dinner'),
      3,
      "Row 3: A quotation mark is missing or in the wrong place.",
    ],
    ["a total that is not an amount", csv.replace("72.34", "=A1"), 6, "Row 6: “=A1” is not an amount."],
    [
      "nothing but a header and totals",
      splitwiseCsv({ people: PEOPLE, rows: [], footer: [{ currency: "USD", nets: [0, 0, 0] }] }),
      null,
      "This file contains no expenses.",
    ],
  ])("%s", async (_, text, row, problem) => {
    expect(await problemOf(text)).toEqual([row, problem]);
  });

  test.each([201, 100_000])("%i people", async (count) => {
    const people = Array.from({ length: count }, (_, index) => `P${index}`);
    const rows = [{ cost: 0, nets: people.map(() => 0) }];
    expect(await problemOf(splitwiseCsv({ people, rows }))).toEqual([
      1,
      "Row 1: A file can have at most 200 people.",
    ]);
  });

  test("a file of blank lines", async () => {
    expect(await problemOf(csv + "\n".repeat(1_000_000))).toEqual([
      null,
      "A file can have at most 5,000 expenses and payments.",
    ]);
  });

  test("more than 5,000 rows, with any amounts", async () => {
    const row = { cost: 999_999_999_999, nets: [999_999_999_999, -999_999_999_999] };
    const rows = Array.from({ length: 14_000 }, (): SplitwiseFileRow => row);
    expect(await problemOf(splitwiseCsv({ people: ["A", "B"], rows }))).toEqual([
      null,
      "A file can have at most 5,000 expenses and payments.",
    ]);
  });
});

describe("law:", () => {
  const rowOf = (people: number) =>
    fc
      .record({
        description: fc.oneof(
          fc.constantFrom("Tea", '"', "a,b;c\td", "x\ny", "=1", "Größe"),
          fc.string({ unit: "grapheme", maxLength: 20 }),
        ),
        net: fc.array(fc.integer({ min: -100_000, max: 100_000 }), {
          minLength: people - 1,
          maxLength: people - 1,
        }),
        more: fc.nat(100_000),
        refund: fc.boolean(),
      })
      .map(({ description, net, more, refund }): SplitwiseFileRow => {
        const nets = [...net, -net.reduce((sum, one) => sum + one, 0)];
        const cost = nets.filter((one) => one > 0).reduce((sum, one) => sum + one, 0) + more;
        return { description, cost: refund ? -cost : cost, nets };
      });
  const files = fc.integer({ min: 2, max: 7 }).chain((people) =>
    fc.record({
      people: fc.constant(Array.from({ length: people }, (_, index) => `P${index}`)),
      rows: fc.array(rowOf(people), { minLength: 1, maxLength: 20 }),
      language: fc.constantFrom("en", "de", "fr", "es", "hu"),
      delimiter: fc.constantFrom(",", ";", "\t"),
      decimal: fc.constantFrom(".", ","),
    }),
  );

  test("each row that is read has the nets of the file, and an amount that its parts sum to", async () => {
    await fc.assert(
      fc.asyncProperty(files, async (options) => {
        const file = await fileOf(splitwiseCsv(options));
        const nets = options.people.map(() => 0);
        for (const { row } of file.refused) {
          const { nets: refused } = options.rows[row - 3]!;
          for (const [person, cents] of refused.entries()) nets[person]! += cents;
        }
        expect(file.rows.length + file.refused.length).toBe(options.rows.length);
        expect(previewOf(file).people.map(({ cents, footer }) => footer! - cents)).toEqual(nets);
        for (const row of file.rows as ImportExpense[]) {
          const { cost } = options.rows[row.row - 3]!;
          expect(row.cents).toBe(cost);
          for (const parts of [row.payers, row.shares]) {
            expect(parts.every(({ cents }) => Math.sign(cents) === Math.sign(cost))).toBe(true);
            expect(parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(row.cents);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test("identical rows are all kept", async () => {
    await fc.assert(
      fc.asyncProperty(rowOf(3), fc.integer({ min: 1, max: 30 }), async (row, count) => {
        const rows = Array.from({ length: count }, () => row);
        const { rows: kept, refused } = await fileOf(splitwiseCsv({ people: ["A", "B", "C"], rows }));
        expect(kept.length === 0 ? refused : kept).toHaveLength(count);
        expect(kept.map(({ occurrence }) => occurrence)).toEqual(kept.map((_, index) => index));
      }),
      { numRuns: 50 },
    );
  });

  test("any text is read or refused, and nothing throws", async () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary", maxLength: 10 }),
      fc.constantFrom("2026-01-01", "USD", "1.00", "-1.00", "", " ", '"', "=1", "1e21"),
    );
    const text = fc
      .array(
        fc.array(cell, { minLength: 5, maxLength: 9 }).map((cells) => cells.join(",")),
        { maxLength: 8 },
      )
      .map((lines) => lines.join("\n"));
    await fc.assert(
      fc.asyncProperty(text, async (any) => {
        const result = await read(any);
        expect([true, false]).toContain(result.ok);
      }),
      { numRuns: 150 },
    );
  });
});
