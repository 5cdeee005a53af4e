import { existsSync, readFileSync } from "node:fs";

test("every test file named in e2e/spec-coverage.md exists", () => {
  const coverage = readFileSync("e2e/spec-coverage.md", "utf8");
  const named = [...coverage.matchAll(/`([\w./()[\]-]+\.(?:spec|test)\.tsx?)`/g)].map(
    ([, path]) => path ?? "",
  );
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([]);
});
