// `npm test`: runs every check of the project: lint (with types) and build in parallel with the unit tests, then the
// end-to-end tests against the build. Lint and build count as one test each; jest and Playwright count their own. The
// last line is `N passed, N failed`.
// `npm run test:quick`, for the loop while coding: lint and the fast unit tests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countJest, countPlaywright } from "./test-counts.mjs";
import { finish, heading, npmRun, npmRunBuffered } from "./test-steps.mjs";

const quick = process.argv.includes("--quick");
/** Slow unit tests: killed processes, outages, random histories, rights cell by cell, ten thousand rows. */
const SLOW =
  "access|api/activity|copy-database|conformance|db/ledger|exports|faults|hostile|idempotency|in-flight|kill|limits|lists|outage|processes|races|random|seed|settle-up|transactions|uneven-splits|verify";

const folder = mkdtempSync(join(tmpdir(), "evenly-test-"));
const jestReport = join(folder, "jest.json");
const playwrightReport = join(folder, "playwright.json");

/** A script of package.json that counts as one test and runs in parallel with the unit tests. */
async function runCheck(title, script, environment) {
  const ok = (await npmRunBuffered(title, script, environment)) === 0;
  return { title, passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

async function runChecks() {
  const results = [await runCheck("Types, lint, and format", "lint")];
  // The build would check the types again. It serves `npm start` and the deployment tests alike.
  if (!quick) results.push(await runCheck("Production build", "build:standalone", { TYPES_CHECKED: "1" }));
  return results;
}

async function runUnitTests() {
  const title = "Unit and integration tests";
  heading(title);
  const status = await npmRun("test:unit", [
    "--json",
    `--outputFile=${jestReport}`,
    ...(quick ? ["--testPathIgnorePatterns", `/(${SLOW}).test.ts$`] : []),
  ]);
  return { title, ...countJest(jestReport, status) };
}

async function runEndToEnd(built) {
  const title = "End-to-end tests";
  heading(title);
  if (!built) {
    console.log("Skipped: the production build failed.");
    return { title, passed: 0, failed: 1 };
  }
  const status = await npmRun("test:e2e", ["--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
  });
  return { title, ...countPlaywright(playwrightReport, status) };
}

try {
  const [checked, units] = await Promise.all([runChecks(), runUnitTests()]);
  const results = [...checked, units];
  if (!quick) results.push(await runEndToEnd(checked.at(-1)?.failed === 0));
  finish(results);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
