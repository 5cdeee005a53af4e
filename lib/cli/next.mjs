// Runs the Next.js command line with this project's settings: `node lib/cli/next.mjs dev -p 4000`. It runs in this
// process, so that signals and exit codes need no forwarding, on Windows either.
import { createRequire } from "node:module";
import { refuseUpgrades } from "../http/refuse-upgrades.mjs";

const [command, ...options] = process.argv.slice(2);

process.env.NEXT_TELEMETRY_DISABLED ??= "1";
if (command === "start") {
  // The server closes its database itself before it exits (lib/boot.ts).
  process.env.NEXT_MANUAL_SIG_HANDLE ??= "true";
  // Next.js listens before it calls lib/boot.ts.
  refuseUpgrades();
}
// The development server signs in demo people, so it is for this computer only.
const named = options.some((option) => /^(-H|--hostname\b)/.test(option));
if (command === "dev" && !named) process.argv.push("--hostname", "localhost");

const require = createRequire(import.meta.url);
const next = require.resolve("next/dist/bin/next");
process.argv[1] = next;
require(next);
