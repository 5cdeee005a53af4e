// `npm run test:more`: what `npm test` leaves out. All cases of the tests that try some of them there, the long tests, and
// all other end-to-end tests. Uses the build of `npm test`. The last line is `N passed, N failed`.
import { existsSync } from "node:fs";
import { endToEndTests, finish, LONG_TESTS, unitTests, without } from "./test-steps.mjs";

// Those that ask it how many cases they try.
const related = ["--findRelatedTests", "packages/embedded-mongodb/src/testing/runs.ts"];
finish([
  await unitTests("Long tests", LONG_TESTS, { TEST_ALL: "1" }),
  await unitTests("All cases of the random tests and tables", [...related, ...without(LONG_TESTS)], {
    TEST_ALL: "1",
  }),
  await endToEndTests("Other end-to-end tests", existsSync(".next/BUILD_ID"), [
    "--project=screens",
    "--project=translated",
  ]),
]);
