// `npm run test:more`: what `npm test` leaves out. The long tests, all cases of the tests that try some of them there, and all
// other end-to-end tests. Uses the build of `npm test`. The last line is `N passed, N failed`.
import { existsSync } from "node:fs";
import { endToEndTests, filesIn, finish, LONG_TESTS, unitTests } from "./test-steps.mjs";

const long = new RegExp(`^(${LONG_TESTS.join("|")}).*\\.test\\.ts$`);
const files = ["app", "lib", "packages"].flatMap(filesIn).filter((file) => long.test(file));
// The others are those that ask it how many cases they try.
const related = ["--findRelatedTests", "packages/embedded-mongodb/src/testing/runs.ts", ...files];
finish([
  await unitTests("Long tests, and all cases of the others", related, { TEST_ALL: "1" }),
  await endToEndTests("Other end-to-end tests", existsSync(".next/BUILD_ID"), [
    "--project=screens",
    "--project=translated",
  ]),
]);
