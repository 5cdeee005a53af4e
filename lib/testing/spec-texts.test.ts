import { readFileSync } from "node:fs";
import texts from "@/e2e/spec-texts.json";

// Every text of the specification that people can see is asserted, word for word, in the test that is named for it.
// The specification itself is not in this repository: e2e/spec-texts.json is the list of its quoted texts, and
// e2e/spec-coverage.md tells the same with the routes and rules.

type SpecText = {
  section: number;
  /** As the specification quotes it. */
  text: string;
  /** The test that asserts it. */
  test: string;
  /** As the test says it, where the text has a part that varies. */
  as?: string;
};

/** What a test does, without what it says about it. */
function codeOf(path: string): string {
  return readFileSync(path, "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
}

const rows: SpecText[] = texts;
const coverage = readFileSync("e2e/spec-coverage.md", "utf8");

test.each(rows.map((row) => [row.section, row.text, row] as const))(
  "section %i: “%s” is asserted",
  (_section, text, { test: path, as = text }) => {
    const code = codeOf(path);
    expect(code).toMatch(/\bexpect\(|getBy(Role|Text|Label)\(/);
    // In quotes, in a template or in a pattern: never a part of another word.
    const escaped = as.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    expect(code).toMatch(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u"));
  },
);

test("no text is listed twice in a section, and the table of coverage has them all", () => {
  const keys = rows.map(({ section, text }) => `${section} ${text}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(rows.filter(({ text }) => !coverage.includes(text.replaceAll("|", "\\|")))).toEqual([]);
});

test("every test that the table of coverage names is there", () => {
  const named = [...coverage.matchAll(/`([\w./()[\]-]+\.(?:spec|test)\.tsx?)`/g)].map(
    ([, path]) => path ?? "",
  );
  expect(named.length).toBeGreaterThan(50);
  const missing = [...new Set(named)].filter((path) => {
    try {
      readFileSync(path);
      return false;
    } catch {
      return true;
    }
  });
  expect(missing).toEqual([]);
});
