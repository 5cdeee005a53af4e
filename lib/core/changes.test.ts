import type { ExpenseDetail } from "@/lib/core/expenses/details";
import {
  changeInWords,
  changesOf,
  FIELD_NAMES,
  type Change,
  type ChangedField,
  type ChangedValues,
} from "./changes";

const nameOf = (user: string) => ({ a: "Ana", b: "Ben" })[user] ?? "Somebody";
const values = (a: number, b: number) => [
  { user: "a", value: a },
  { user: "b", value: b },
];

type Cases<Field extends ChangedField> = { [Name in Field]: [ChangedValues[Name], string][] };

/** A detail that is text says what it is. */
const cases: Cases<Exclude<ChangedField, ExpenseDetail>> & Partial<Cases<ExpenseDetail>> = {
  title: [["Lisbon", "Lisbon"]],
  description: [["Dinner", "Dinner"]],
  note: [["", ""]],
  usual: [["Rent by room", "Rent by room"]],
  presets: [
    [
      [
        { name: "Rent by room", mode: "percent", values: values(6000, 4000), people: ["a", "b"] },
        { name: "Everyone", mode: "equal", values: [], people: [] },
      ],
      "Rent by room: Ana 60%, Ben 40%; Everyone: Equally: all members",
    ],
    [[], ""],
  ],
  icon: [["/group-icons/bee.svg", "Bee"]],
  amount: [[123450, "$1,234.50"]],
  date: [[new Date("2026-03-14T18:30:00Z"), "2026-03-14"]],
  category: [
    ["dining", "Food & drinks"],
    [null, "Automatic"],
  ],
  participants: [[["a", "b"], "2 people"]],
  split: [
    [{ mode: "equal", values: [], people: ["a", "b"] }, "Equally: Ana, Ben"],
    [{ mode: "percent", values: values(6250, 3750), people: ["a", "b"] }, "Ana 62.5%, Ben 37.5%"],
    [{ mode: "amounts", values: values(1000, 5), people: ["a", "b"] }, "Ana $10.00, Ben $0.05"],
    [{ mode: "shares", values: values(100, 250), people: ["a", "b"] }, "Ana 1 share, Ben 2.5 shares"],
    [{ mode: "adjust", values: values(500, -500), people: ["a", "b"] }, "Ana +$5.00, Ben −$5.00"],
  ],
  event: [["Lisbon", "Lisbon"]],
  payments: [[91, "91"]],
  payers: [
    [[{ user: "b", cents: null }], "Ben"],
    [
      [
        { user: "a", cents: 600 },
        { user: "b", cents: 400 },
      ],
      "Ana $6.00, Ben $4.00",
    ],
  ],
};

for (const field of Object.keys(cases) as ChangedField[]) {
  test.each(cases[field] as [never, string][])(`${field}: %j in words`, (value, words) => {
    const change = { field, before: value, after: value } as Change;
    const expected = { field: FIELD_NAMES[field], before: words, after: words };
    expect(changeInWords(change, nameOf)).toEqual(expected);
  });
}

test.each([
  ["one removed", ["a", "b"], ["a"], "1 person, without Ben"],
  ["one added", ["a"], ["a", "b"], "2 people, with Ben"],
  ["both", ["a"], ["b"], "1 person, with Ben, without Ana"],
])("participants: %s, in one line", (_, before, after, words) => {
  expect(changeInWords({ field: "participants", before, after }, nameOf)).toMatchObject({ after: words });
});

test("lists only fields that differ", () => {
  const before = {
    description: "Dinner",
    amount: 1200,
    date: new Date(0),
    payers: [{ user: "a", cents: 1200 }],
  };
  const after = { ...before, amount: 1300, date: new Date(0), payers: [{ user: "a", cents: 1300 }] };
  expect(changesOf(before, before)).toEqual([]);
  expect(changesOf(before, after)).toEqual([
    { field: "amount", before: 1200, after: 1300 },
    { field: "payers", before: before.payers, after: after.payers },
  ]);
});
