// Runs the Next.js command line with this project's settings: `node lib/cli/next.mjs dev -p 4000`. It runs in this
// process, so that signals and exit codes need no forwarding, on Windows either.
import { createRequire } from "node:module";
import { nextOptions } from "./next-options.mjs";
import { refuseUpgrades } from "../http/refuse-upgrades.mjs";

const given = process.argv.slice(2);

process.env.NEXT_TELEMETRY_DISABLED ??= "1";
if (given[0] === "start") {
  // The server closes its database itself before it exits (lib/boot.ts).
  process.env.NEXT_MANUAL_SIG_HANDLE ??= "true";
  // Next.js listens before it calls lib/boot.ts.
  refuseUpgrades();
}

const require = createRequire(import.meta.url);
const next = require.resolve("next/dist/bin/next");
process.argv.splice(1, Infinity, next, ...nextOptions(given));
require(next);
