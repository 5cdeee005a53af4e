// `npm test`: lint (with types), build, unit tests, and the main journeys in a browser against the build. Lint and build
// count as one test each; jest and Playwright count their own. The last line is `N passed, N failed`.
// `npm run test:quick`, for the loop while coding: lint and the fast unit tests.
import { endToEndTests, finish, LONG_TESTS, scriptTest, unitTests, without } from "./test-steps.mjs";

const quick = process.argv.includes("--quick");
/** Slow unit tests: random histories, rights cell by cell, thousands of rows. */
const SLOW = "access|api/activity|conformance|db/ledger|exports|limits|random|uneven-splits";

// One after another, because each uses all cores, and two at once would take more than 3 GB of memory.
const results = [await scriptTest("Types, lint, and format", "lint")];
// The build would check the types again. It serves `npm start` and the deployment tests alike.
if (!quick) {
  results.push(await scriptTest("Production build", "build:standalone", [], { TYPES_CHECKED: "1" }));
}
const built = results.at(-1)?.failed === 0;
const leftOut = [...LONG_TESTS, ...(quick ? [`/(${SLOW}).test.ts$`] : [])];
results.push(await unitTests("Unit and integration tests", without(leftOut)));
if (!quick) results.push(await endToEndTests("Main journeys", built, ["--project=journeys"]));
finish(results);
