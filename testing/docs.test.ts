import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { drawImports } from "@/lib/cli/draw-imports.mjs";

const FOLDERS = ["app", "bench", "components", "docs", "e2e", "lib"];
const FILES = [
  ...readdirSync("."),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  ),
];
const PAGES = FILES.filter((file) => file.endsWith(".md"));
const CODE = FILES.filter((file) => /\.(tsx?|mjs)$/.test(file));

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (page: string) =>
  [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("every rule that a comment or a page cites exists", () => {
  const anchors = new Set(anchorsOf("docs/rules.md"));
  const cited = [...CODE, ...PAGES].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/docs\/rules\.md#([\w-]+)/g)].map(([, anchor = ""]) => ({
      file,
      anchor,
    })),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
});

test("every text that the rules quote is in the code", () => {
  const blanks = (text: string) => text.replace(/\s+/g, " ");
  const code = blanks(
    CODE.filter((file) => /^(app|components|lib)\//.test(file) && !file.includes(".test."))
      .map((file) => readFileSync(file, "utf8"))
      .join(""),
  );
  const rules = blanks(readFileSync("docs/rules.md", "utf8").replace(/`[^`]*`/g, ""));
  const quoted = [...rules.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text);
  expect(quoted.length).toBeGreaterThan(80);
  // Without what stands for a name or a number.
  const parts = quoted.flatMap((text) => text.split(/\{[^}]*\}|\((?:n|total)\)|\bn\b|\$x|…/));
  expect(parts.filter((part) => !code.includes(part.trim()))).toEqual([]);
});

test.each(PAGES)("%s names only files and folders that exist", (page) => {
  const text = readFileSync(page, "utf8");
  const named = [
    ...text.matchAll(/`((?:\.github|app|bench|components|docs|e2e|lib|packages|public)\/[\w./()[\]-]+)`/g),
  ];
  expect(named.map(([, path = ""]) => path).filter((path) => !existsSync(path))).toEqual([]);
});

test("the README has at most 120 lines: details have pages of their own", () => {
  expect(readFileSync("README.md", "utf8").split("\n").length).toBeLessThanOrEqual(121);
});

test.each(PAGES)("%s links only to pages and headings that exist", (page) => {
  const links = [...readFileSync(page, "utf8").matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([\w-]+))?\)/g)];
  const broken = links.filter(([, path = "", anchor]) => {
    const target = path === "" ? page : join(dirname(page), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test("the architecture shows today's imports: npm run docs:imports", () => {
  expect(readFileSync("docs/architecture.md", "utf8")).toContain(drawImports());
});
