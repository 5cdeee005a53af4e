import fc from "fast-check";
import { detailsOf } from "@/lib/core/expenses/details";
import { splitwiseLines } from "@/lib/core/exports/splitwise";
import { netsOf, type Entry } from "@/lib/core/exports/entries";
import { splitEqually } from "@/lib/core/money/split";
import { cents, eitherSign } from "@/testing/arbitraries";
import { encoded } from "@/testing/import-files";
import { previewOf } from "./preview";
import { readImportFile } from "./read-file";

// Evenly's CSV in Splitwise's shape is read by the same reader.

const NAMES = new Map([
  ["a", "Ana"],
  ["b", "=Ben"],
  ["c", "Ana (2)"],
  ["d", 'O\'Dee; -1, "D"'],
]);
const PEOPLE = [...NAMES.keys()];

const common = {
  day: fc
    .date({ min: new Date("1990-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  group: fc.constant("g"),
  event: fc.constant("e"),
};
const two = fc.shuffledSubarray(PEOPLE, { minLength: 2, maxLength: 2 });
const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc
    .record({
      ...common,
      description: fc.constantFrom("Dinner", "=1+1", "'=1", "a;=b", 'Say "hi", Ana'),
      amount: eitherSign(cents.filter((one) => one > 1)),
      payers: two,
      first: fc.boolean(),
      shares: fc.subarray(PEOPLE, { minLength: 1 }),
    })
    .map(({ amount, payers: [one = "", other = ""], first, shares, ...rest }): Entry => ({
      ...rest,
      kind: "expense",
      cents: amount,
      whole: null,
      mode: "equal",
      ...detailsOf(),
      payers: first
        ? [{ user: one, cents: amount }]
        : [
            { user: one, cents: Math.sign(amount) },
            { user: other, cents: amount - Math.sign(amount) },
          ],
      shares: splitEqually(amount, shares, "x"),
    })),
  fc.record({ ...common, cents, people: two }).map(({ people: [from = "", to = ""], ...rest }): Entry => ({
    ...rest,
    kind: "payment",
    from,
    to,
    method: null,
    note: "",
  })),
);

test("law: leads to the same balances and payments; an expense that only its payer shares is refused", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 20 }), async (entries) => {
      async function* list() {
        yield* entries;
      }
      let text = "";
      for await (const line of splitwiseLines(list(), NAMES, "2030-12-31")) text += line;
      const result = await readImportFile(encoded(text));
      const own = entries.filter((one) => netsOf(one).size === 0);
      if (result.ok !== true) throw new Error(result.ok === false ? result.problem : "");
      const { file } = result;
      const balances = PEOPLE.map((person) =>
        entries.reduce((sum, one) => sum + (netsOf(one).get(person) ?? 0), 0),
      );
      expect(previewOf(file).people).toEqual(
        PEOPLE.map((person, index) => ({
          name: NAMES.get(person),
          cents: balances[index],
          footer: balances[index],
        })),
      );
      expect(file.refused).toHaveLength(own.length);
      expect(file.rows.filter(({ kind }) => kind === "payment")).toMatchObject(
        entries
          .filter((one) => one.kind === "payment")
          .map(({ from, to, cents: paid, day }) => ({
            date: day,
            cents: paid,
            from: PEOPLE.indexOf(from),
            to: PEOPLE.indexOf(to),
          })),
      );
    }),
    { numRuns: 200 },
  );
});
