import fc from "fast-check";
import { csvLine } from "@/lib/core/text/csv";
import { parseCsv } from "./parse-csv";

const PROBLEM = "A quotation mark is missing or in the wrong place.";

test.each<[string, string, string[][]]>([
  [
    "cells and rows",
    "a,b\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["the end of the last line", "a\n", [["a"], [""]]],
  [
    "empty cells",
    ",\n,",
    [
      ["", ""],
      ["", ""],
    ],
  ],
  ["quoted cells", '"a,b","c\nd","e ""f""",""', [["a,b", "c\nd", 'e "f"', ""]]],
  ["blanks after quoted cells", '"a" ,"b"\u00a0\t\n"c"  ', [["a", "b"], ["c"]]],
  ["quotation marks inside other cells", 'a "b", "c"', [['a "b"', ' "c"']]],
])("reads %s", (_, text, rows) => {
  expect(parseCsv(text, ",")).toEqual({ rows });
});

test("a tab that separates cells is no blank", () => {
  expect(parseCsv('"a"\t\t"b" \tc', "\t")).toEqual({ rows: [["a", "", "b", "c"]] });
});

test.each([
  ["is missing", 'a,b\n"c,d\n', 2],
  ["is followed by text", '"a"b,c', 1],
  ["is followed by blanks and text", 'a\nb\n"c"  d', 3],
])("refuses a file in which a quotation mark %s", (_, text, row) => {
  expect(parseCsv(text, ",")).toEqual({ ok: false, row, problem: `Row ${row}: ${PROBLEM}` });
});

test("reads every table that Evenly writes", () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ",", "\n", " ", "x", "é") });
  const table = fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 });
  fc.assert(
    fc.property(table, (rows) => {
      const text = rows.map(csvLine).join("").replaceAll("\r\n", "\n");
      expect(parseCsv(text, ",")).toEqual({ rows: [...rows, [""]] });
    }),
  );
});

test.each([
  ["quotation marks in the wrong place", `"${'x"'.repeat(250_000)}${" ".repeat(500_000)},`],
  ["quotation marks and tabs", `"a"x${'"x'.repeat(250_000)}${"\t".repeat(500_000)}\n`],
  ["two quotation marks", '"'.repeat(1_000_001)],
  ["blanks after quotation marks", `"a"${" ".repeat(1_000_000)}x`],
])("1 MB of %s takes linear time", (_, text) => {
  const start = performance.now();
  expect(parseCsv(`a,b\n${text}`, ",")).toMatchObject({ row: 2 });
  // Milliseconds; quadratic time is minutes.
  expect(performance.now() - start).toBeLessThan(5_000);
});
