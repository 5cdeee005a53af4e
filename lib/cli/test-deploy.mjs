// `npm run test:deploy`: makes the standalone build, which is the function for AWS Lambda too, unless that of `npm test` is
// current, builds the application once more with other scripts, and runs the tests of e2e/deploy/hosts. With `-- --vercel`, what
// Vercel would run, too: its builder is 360 MB. Each build counts as one test. The last line is `N passed, N failed`.
import { rmSync } from "node:fs";
import { buildChanged } from "./build-changed.mjs";
import { endToEndTests, finish, heading, oneTest, scriptTest } from "./test-steps.mjs";

const vercel = process.argv.includes("--vercel");

// A build of `npm test` is reused; another one need not check the types again.
const build = (title, script, args = []) => scriptTest(title, script, args, { TYPES_CHECKED: "1" });

const results = [await build("Standalone build", "build:standalone", ["--if-changed"])];
if (vercel) results.push(await build("Vercel output", "build:vercel"));
const built = results.every(({ failed }) => failed === 0);
heading("Another build");
const changed = buildChanged();
process.on("exit", () => changed && rmSync(changed, { recursive: true, force: true }));
results.push(oneTest("Another build", changed ? 0 : 1));
const environment = { TEST_VERCEL: vercel ? "1" : "", CHANGED_BUILD: changed ?? "" };
results.push(await endToEndTests("Deployment tests", built, ["--config=e2e/deploy.config.ts"], environment));
finish(results);
