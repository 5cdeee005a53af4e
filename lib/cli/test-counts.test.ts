import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The summary that `npm test` makes of the runners' reports. An uncounted failure would let a broken build through.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "evenly-counts-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function count(which: "countJest" | "countPlaywright", report: unknown, status: number): unknown {
  const file = join(folder, "report.json");
  writeFileSync(file, typeof report === "string" ? report : JSON.stringify(report));
  // Runs in its own process, because jest cannot import an ES module.
  const script = `import { ${which} } from "./lib/cli/test-counts.mjs";
    console.log(JSON.stringify(${which}(${JSON.stringify(file)}, ${status})))`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }),
  );
}

const jestReport = (more: object = {}) => ({
  numPassedTests: 10,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  ...more,
});
const playwrightReport = (stats: object = {}, errors: unknown[] = []) => ({
  stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});

it.each<[string, "countJest" | "countPlaywright", unknown, number, object]>([
  ["jest: all passed", "countJest", jestReport(), 0, { passed: 10, failed: 0 }],
  ["jest: some failed", "countJest", jestReport({ numFailedTests: 2 }), 1, { passed: 10, failed: 2 }],
  [
    "jest: a file that could not run",
    "countJest",
    jestReport({ numRuntimeErrorTestSuites: 1 }),
    1,
    { passed: 10, failed: 1 },
  ],
  ["jest: a test left out", "countJest", jestReport({ numPendingTests: 1 }), 0, { passed: 10, failed: 1 }],
  ["jest: a failure that the report does not name", "countJest", jestReport(), 1, { passed: 10, failed: 1 }],
  ["jest: no test at all", "countJest", jestReport({ numPassedTests: 0 }), 0, { passed: 0, failed: 1 }],
  ["jest: no report", "countJest", "", 1, { passed: 0, failed: 1 }],
  ["Playwright: all passed", "countPlaywright", playwrightReport(), 0, { passed: 4, failed: 0 }],
  [
    "Playwright: some failed",
    "countPlaywright",
    playwrightReport({ unexpected: 3 }),
    1,
    { passed: 4, failed: 3 },
  ],
  [
    "Playwright: a second attempt",
    "countPlaywright",
    playwrightReport({ flaky: 1 }),
    0,
    { passed: 4, failed: 1 },
  ],
  [
    "Playwright: a test left out",
    "countPlaywright",
    playwrightReport({ skipped: 1 }),
    0,
    { passed: 4, failed: 1 },
  ],
  [
    "Playwright: an error outside of a test",
    "countPlaywright",
    playwrightReport({}, [{}]),
    1,
    { passed: 4, failed: 1, failures: ["outside of a test\n"] },
  ],
  ["Playwright: a report cut short", "countPlaywright", '{"stats":', 1, { passed: 0, failed: 1 }],
])("%s", (_what, which, report, status, expected) => {
  expect(count(which, report, status)).toEqual({ failures: [], ...expected });
});

it("names what failed, with the beginning of its message", () => {
  const assertionResults = [
    { status: "passed", fullName: "adds", failureMessages: [] },
    { status: "failed", fullName: "splits", failureMessages: ["Expected \u001b[32m3\u001b[39m"] },
  ];
  const testResults = [
    { name: "a.test.ts", message: "1 failed", assertionResults },
    { name: "b.test.ts", message: "Cannot find module", assertionResults: [] },
  ];
  expect(count("countJest", jestReport({ numFailedTests: 1, testResults }), 1)).toMatchObject({
    failures: ["a.test.ts: splits\nExpected 3", "b.test.ts\nCannot find module"],
  });

  const spec = { file: "home.spec.ts", line: 7, title: "settles", ok: false };
  const tests = [{ results: [{ errors: [{ message: "Not visible".padEnd(1000, ".") }] }] }];
  const suites = [{ specs: [{ ...spec, ok: true, tests: [] }], suites: [{ specs: [{ ...spec, tests }] }] }];
  const report = { ...playwrightReport({ unexpected: 1 }, [{ message: "No server" }]), suites };
  expect(count("countPlaywright", report, 1)).toMatchObject({
    failures: [
      "outside of a test\nNo server",
      expect.stringMatching(/^home\.spec\.ts:7 settles\nNot visible\.{589}$/),
    ],
  });
});
