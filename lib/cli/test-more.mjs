// `npm run test:more`: what `npm test` leaves out. All cases of the tests that try a fifth of them there, and all other
// end-to-end tests. Uses the build of `npm test`. The last line is `N passed, N failed`.
import { existsSync } from "node:fs";
import { endToEndTests, finish, unitTests } from "./test-steps.mjs";

// Of the tests that ask it how many cases they try.
const related = ["--findRelatedTests", "packages/embedded-mongodb/src/testing/runs.ts"];
finish([
  await unitTests("All cases of the random and long tests", related, { TEST_ALL: "1" }),
  await endToEndTests("Other end-to-end tests", existsSync(".next/BUILD_ID"), [
    "--project=screens",
    "--project=translated",
  ]),
]);
