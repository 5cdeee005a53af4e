// Runs the Next.js command line with this project's settings: `node lib/cli/next.mjs dev -p 4000`. It runs in this
// process, so that signals and exit codes need no forwarding, on Windows either.
import { createRequire } from "node:module";
import { nextOptions } from "./next-options.mjs";

const given = process.argv.slice(2);

process.env.NEXT_TELEMETRY_DISABLED ??= "1";
if (given[0] === "start") await import("./before-start.mjs");

const require = createRequire(import.meta.url);
const next = require.resolve("next/dist/bin/next");
process.argv.splice(1, Infinity, next, ...nextOptions(given));
require(next);
