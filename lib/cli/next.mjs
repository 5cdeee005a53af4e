// Runs the Next.js command line with this project's settings: `node lib/cli/next.mjs dev -p 4000`. It runs in this
// process, so that signals and exit codes need no forwarding, on Windows either.
import { createRequire } from "node:module";

const [command] = process.argv.slice(2);

process.env.NEXT_TELEMETRY_DISABLED ??= "1";
// The server closes its database itself before it exits (lib/boot.ts).
if (command === "start") process.env.NEXT_MANUAL_SIG_HANDLE ??= "true";

const require = createRequire(import.meta.url);
const next = require.resolve("next/dist/bin/next");
process.argv[1] = next;
require(next);
