// Runs the Next.js command line with this project's settings: `node lib/cli/next.mjs dev -p 4000`. It runs in this
// process, so that signals and exit codes need no forwarding, on Windows either.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { nextOptions } from "./next-options.mjs";

const given = process.argv.slice(2);

process.env.NEXT_TELEMETRY_DISABLED ??= "1";
if (given[0] === "start") {
  await import("./before-start.mjs");
  keepBuiltConfig();
}
if (given[0] === "build") (await import("./third-party-notices.mjs")).writeNotices();

const require = createRequire(import.meta.url);
const next = require.resolve("next/dist/bin/next");
process.argv.splice(1, Infinity, next, ...nextOptions(given));
require(next);

/**
 * Lets Next.js use the configuration that the build has stored, as a standalone server does. To read next.config.ts again, it
 * would load its compiler, which takes 40 MB.
 */
function keepBuiltConfig() {
  const file = ".next/required-server-files.json";
  if (![file, ".next/BUILD_ID"].every(existsSync)) {
    console.error("Evenly cannot start. There is no production build: run `npm run build` first.");
    process.exit(1);
  }
  const { config } = JSON.parse(readFileSync(file, "utf8"));
  // The build of a standalone server also serves `npm start`, which would warn about it.
  delete config.output;
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
