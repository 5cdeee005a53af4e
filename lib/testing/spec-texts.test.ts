import { readFileSync } from "node:fs";
import texts from "@/e2e/spec-texts.json";

// Every user-visible text of the specification is asserted verbatim in the test that is listed for it. The
// specification is not in this repository: e2e/spec-texts.json lists its quoted texts, and e2e/spec-coverage.md also
// covers routes and rules.

type SpecText = {
  section: number;
  /** As quoted in the specification. */
  text: string;
  /** The test that asserts it. */
  test: string;
  /** As written in the test, if a part of the text varies. */
  as?: string;
};

/** The code of a test, without comments and titles. */
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
    // In quotes, in a template, or in a pattern; never a part of another word.
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
