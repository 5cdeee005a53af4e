// `npm test`: lint (with types) and build in parallel with the unit tests, then the main journeys in a browser against the
// build. Lint and build count as one test each; jest and Playwright count their own. The last line is `N passed, N failed`.
// `npm run test:quick`, for the loop while coding: lint and the fast unit tests.
import { endToEndTests, finish, npmRunBuffered, oneTest, unitTests } from "./test-steps.mjs";

const quick = process.argv.includes("--quick");
/** Slow unit tests: killed processes, outages, random histories, rights cell by cell, ten thousand rows. */
const SLOW =
  "access|api/activity|copy-database|conformance|db/ledger|exports|faults|hostile|idempotency|in-flight|kill|limits|lists|outage|processes|races|random|seed|settle-up|transactions|uneven-splits|verify";

/** A script of package.json that counts as one test and runs in parallel with the unit tests. */
const runCheck = async (title, script, environment) =>
  oneTest(title, await npmRunBuffered(title, script, environment));

async function runChecks() {
  const results = [await runCheck("Types, lint, and format", "lint")];
  // The build would check the types again. It serves `npm start` and the deployment tests alike.
  if (!quick) results.push(await runCheck("Production build", "build:standalone", { TYPES_CHECKED: "1" }));
  return results;
}

const fast = quick ? ["--testPathIgnorePatterns", `/(${SLOW}).test.ts$`] : [];
const [checked, units] = await Promise.all([runChecks(), unitTests("Unit and integration tests", fast)]);
const results = [...checked, units];
if (!quick)
  results.push(await endToEndTests("Main journeys", checked.at(-1)?.failed === 0, ["--project=journeys"]));
finish(results);
