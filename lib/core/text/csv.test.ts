import fc from "fast-check";
import { cellToText, csvLine } from "./csv";

test.each<[string, Parameters<typeof csvLine>[0], string]>([
  ["texts, amounts and gaps", ["Dinner", 1234.5, null, 0.05], "Dinner,1234.50,,0.05"],
  ["negative amounts stay numbers", [-12.5], "-12.50"],
  ["commas, quotes and line ends", ["a,b", 'say "hi"', "two\nlines"], '"a,b","say ""hi""","two\nlines"'],
  ["blanks at the ends", [" a", "b "], '" a","b "'],
  ["formulas", ["=1+1", "+1", "-1", "@SUM(A1)"], "'=1+1,'+1,'-1,'@SUM(A1)"],
  ["formulas after blanks", [" =1", "\t=1"], "' =1,'\t=1"],
  ["formulas after another separator", ["Dinner;=1", "Ana 5; -1"], "Dinner;'=1,Ana 5;' -1"],
  ["formulas after a line break", ["Dinner", "Thanks\n=1", "a\n\n @x"], `Dinner,"Thanks\n'=1","a\n'\n' @x"`],
  ["formulas in need of quotes", ['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"`],
  ["formulas after an apostrophe", ["'=1", "a;'@x"], "''=1,a;''@x"],
  ["full-width formulas", ["＝1", "＠x"], "'＝1,'＠x"],
  ...["\u200B", "\u200D\u2060", " \u200E ", "\u00AD", "\uFE0F", "\u3164", "\u{E0020}", "\0"].map(
    (unseen): [string, string[], string] => [
      `formulas after what is not seen: ${JSON.stringify(unseen)}`,
      [`${unseen}=1`, `Dinner;${unseen}@x`],
      `'${unseen}=1,Dinner;'${unseen}@x`,
    ],
  ),
  ["what is not seen elsewhere", ["\u200BAna", "A\u200D=1"], "\u200BAna,A\u200D=1"],
])("%s", (_what, cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});

test("no text cell starts with a formula, and every text can be read back", () => {
  const character = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(..."'=;-\n "));
  const text = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(""));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      const cells = readLine(csvLine(texts));
      expect(cells.map(cellToText)).toEqual(texts);
      for (const cell of cells) expect(cell).not.toMatch(/(^|[;\r\n])[\s\p{C}\p{DI}]*[=+\-@]/u);
    }),
  );
});

/** Parses one line as RFC 4180 defines it. */
function readLine(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)];
  return cells.map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
  );
}

test("amounts are plain decimals", () => {
  expect(csvLine([0, 0.01, 1, 9_999_999.99, -0.05])).toBe("0.00,0.01,1.00,9999999.99,-0.05\r\n");
});
