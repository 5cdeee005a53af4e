import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { countJest, countPlaywright } from "./test-counts.mjs";

// Shared by `npm test`, `npm run test:db`, and `npm run test:deploy`: runs scripts of package.json, and adds up the
// results.

/**
 * Patterns of the unit tests that `npm test` leaves out: what can happen between two commands, planted damage, the largest
 * data, hostile values, limits and costs of all lists, a mail server, backups, and what only a change of the embedded
 * database can break, except the laws of its queries.
 */
export const LONG_TESTS = [
  "app/api/(claims|guest-sessions|hostile|idempotency|import-laws|in-flight|lists|outage|[a-z-]*races|token-access)",
  "lib/cli/(backup|copy-database)",
  "lib/db/(imports|ledger-at-once|migrations|notices/races|series/kill|verify)",
  "lib/seed/",
  "lib/server/notices/(kill|mail|weekend)",
  "lib/views/wide",
  "packages/embedded-mongodb/(?!src/conformance/)",
];

/** Options of jest that leave out these tests. */
export const without = (patterns) => patterns.flatMap((pattern) => ["--testPathIgnorePatterns", pattern]);

/** The paths of all files in a folder and its folders. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll(sep, "/"));
}

const started = Date.now();
const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;

/** Prints the next step and the time. */
export function heading(title) {
  console.log(`\n== ${title} (${seconds()}) ==`);
}

/** A step that is one test, by the exit status of its script. */
export function oneTest(title, status) {
  return { title, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

/** Runs a script of package.json as one test. */
export async function scriptTest(title, script, args = [], environment = {}) {
  heading(title);
  return oneTest(title, await npmRun(script, args, environment));
}

/** Runs the jest tests of these options, and counts them. */
export async function unitTests(title, args = [], environment = {}) {
  heading(title);
  const report = reportFile();
  const status = await npmRun("test:unit", ["--json", `--outputFile=${report}`, ...args], environment);
  return { title, ...countJest(report, status) };
}

/** Runs the Playwright tests of these options, and counts them. If their build failed, they are one failure. */
export async function endToEndTests(title, built, args = [], environment = {}) {
  heading(title);
  if (!built) {
    console.log("Skipped: the build failed.");
    return oneTest(title, 1);
  }
  const report = reportFile();
  const status = await npmRun("test:e2e", ["--reporter=list,json", ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...environment,
  });
  return { title, ...countPlaywright(report, status) };
}

/** A file for a test runner's report, deleted when this process ends. */
function reportFile() {
  const folder = mkdtempSync(join(tmpdir(), "evenly-test-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "report.json");
}

const running = new Set();

/**
 * Runs a script of package.json with this terminal's input and output. Uses no shell, so that it works on Windows.
 * @returns its exit status, 1 if a signal ended it
 */
function npmRun(script, args, environment) {
  const npm = process.env.npm_execpath;
  if (!npm) {
    console.error("Start this with npm: npm test, npm run test:db, or npm run test:deploy.");
    process.exit(1);
  }
  const child = spawn(process.execPath, [npm, "run", "--silent", script, "--", ...args], {
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  running.add(child);
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("close", (code, signal) => {
      running.delete(child);
      // The only trace of a runner that fails after its last test has passed.
      if (code !== 0) console.error(`This step ended with ${signal ?? `status ${code}`}.`);
      resolve(code ?? 1);
    });
  });
}

// A signal to the whole run ends the current steps and starts no other.
for (const [signal, status] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
]) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(status);
  });
}

/** Prints what failed, a line for each step, and the total as the last line, and sets the exit status. */
export function finish(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  heading("Summary");
  for (const failure of results.flatMap(({ failures = [] }) => failures)) console.log(`✘ ${failure}\n`);
  for (const { title, passed, failed } of results) {
    console.log(`${failed === 0 ? "ok    " : "FAILED"}  ${title}: ${passed} passed, ${failed} failed`);
  }
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
}
