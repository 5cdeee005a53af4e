import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

// Breaks each rule of .oxlintrc.json once, in a project of its own that extends tsconfig.json.

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "evenly-types-"));
  copyFileSync(".oxlintrc.json", join(folder, ".oxlintrc.json"));
  const settings = {
    extends: resolve("tsconfig.json"),
    compilerOptions: { types: [] },
    include: ["code.ts"],
  };
  writeFileSync(join(folder, "importer.ts"), 'export * from "./code";\n');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
});

afterAll(() => rmSync(folder, { recursive: true }));

const work = "async function work() {}\n";
const lint = (code: string) => {
  writeFileSync(join(folder, "code.ts"), code);
  return spawnSync(process.execPath, [resolve("node_modules/oxlint/bin/oxlint")], {
    cwd: folder,
    encoding: "utf8",
  });
};

test.each([
  ["a promise that nobody waits for", `${work}work();\n`, "no-floating-promises"],
  ["a promise as a condition", `${work}if (work()) work().catch(() => {});\n`, "no-misused-promises"],
  ["a wait for no promise", "export const one = async () => await 1;\n", "await-thenable"],
  [
    "a case left out",
    'export const f = (a: "x" | "y") => {\n  switch (a) {\n    case "x":\n  }\n};\n',
    "switch-exhaustiveness-check",
  ],
  ["a wrong type", "export const one: string = 1;\n", "TS2322"],
  ["an import in a circle", 'export * from "./importer";\n', "no-cycle"],
  ["an item that may be missing", "export const one: number = [1][0];\n", "TS2322"],
])("%s is refused", (_what, code, rule) => {
  const { status, stdout } = lint(code);
  expect(stdout).toContain(rule);
  expect(status).toBe(1);
});

test("code that breaks no rule passes", () => {
  expect(lint(`${work}export const done = work();\n`).status).toBe(0);
});
